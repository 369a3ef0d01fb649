"""What decides places: counted line by line."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from mafsim.games import EMPTY
from mafsim.metrics import Figure, figures, totals
from mafsim.tournament.outcome import Outcome, Ranking
from tests.metrics.blocks import OMSK, TOGLIATTI, UGRA, block

EVENTS = {"ugra": UGRA, "omsk": OMSK, "togliatti": TOGLIATTI}


@cache
def played(event: str) -> Outcome:
    return block(EVENTS[event], 8)


@cache
def figures_of(event: str) -> dict[str, Figure]:
    return figures(totals(played(event)))


def values(ranking: Ranking, t: int, k: int) -> str:
    """Give what puts line k above the next, from the words of the standings."""
    level = int(ranking.decided_by[t, k])
    return "shared" if level == EMPTY else ranking.levels[level]


def shares(event: str, metric: str) -> dict[str, float]:
    found = figures_of(event)
    start = f"{metric}_"
    return {n[len(start) :]: f.value for n, f in found.items() if n.startswith(start)}


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    ("metric", "lines"), [("first_place", 1), ("podium", 3), ("every_place", 99)]
)
def test_levels_are_counted_line_by_line(event: str, metric: str, lines: int) -> None:
    outcome = played(event)
    final = outcome.final
    last = min(lines, len(final) - 1)
    seen = Counter(values(final, t, k) for t in range(outcome.tournaments) for k in range(last))
    told = shares(event, metric)
    assert set(told) == {*final.levels, "shared"}
    for level, share in told.items():
        assert share == pytest.approx(seen[level] / (last * outcome.tournaments))


@pytest.mark.parametrize("event", ["omsk", "togliatti"])
def test_the_line_of_a_cut_is_behind_the_last_who_goes_on(event: str) -> None:
    outcome = played(event)
    for part in outcome.parts:
        if part.cut is None or part.goes is None:
            continue
        seen: Counter[str] = Counter()
        for t in range(outcome.tournaments):
            order = part.cut.order[t].tolist()
            last = max(k for k, unit in enumerate(order) if part.goes[t, unit])
            seen[values(part.cut, t, last)] += 1
        told = shares(event, f"cut_line_{part.name}")
        assert sum(told.values()) == pytest.approx(1.0)
        for level, share in told.items():
            assert share == pytest.approx(seen[level] / outcome.tournaments)


def test_a_cut_that_leaves_nobody_out_is_none() -> None:
    """All fifteen teams of Ugra go to the final."""
    assert played("ugra").parts[1].cut is not None
    assert not shares("ugra", "cut_line")
    assert not shares("ugra", "best_lost")
    assert set(shares("ugra", "top_overlap")) == {"podium"}
    assert set(shares("ugra", "lots")) == {"first", "podium"}


@pytest.mark.parametrize("event", EVENTS)
def test_depth_counts_the_tie_breaks_that_are_looked_at(event: str) -> None:
    """Behind the cuts passed, points are depth 0; where nothing parts two, one more than the last."""
    outcome = played(event)
    final = outcome.final
    names = [level for level in final.levels if level != "stage"]
    assert names[0] == "points"

    def depth(t: int, k: int) -> int:
        level = values(final, t, k)
        return (
            len(names) if level == "shared" else max(names.index(level), 0) if level in names else 0
        )

    many = outcome.tournaments
    first = np.mean([depth(t, 0) for t in range(many)])
    assert figures_of(event)["tie_break_depth"].value == pytest.approx(first)
    seen = Counter(depth(t, k) for t in range(many) for k in range(len(final) - 1))
    told = shares(event, "by_depth")
    for name, share in told.items():
        wanted = seen[len(names)] if name == "shared" else seen[int(name)]
        assert share == pytest.approx(wanted / (many * (len(final) - 1)))


@pytest.mark.parametrize("event", EVENTS)
def test_lots_are_those_that_are_drawn_and_those_that_would_have_to_be(event: str) -> None:
    outcome = played(event)
    final, many = outcome.final, outcome.tournaments
    by_lot = {"lot", "shared"}
    told = shares(event, "lots")
    first = sum(values(final, t, 0) in by_lot for t in range(many))
    podium = sum(any(values(final, t, k) in by_lot for k in range(3)) for t in range(many))
    assert told["first"] == pytest.approx(first / many)
    assert told["podium"] == pytest.approx(podium / many)
    for part in outcome.parts:
        line = shares(event, f"cut_line_{part.name}")
        if line:
            assert told[part.name] == pytest.approx(line.get("lot", 0.0) + line["shared"])
