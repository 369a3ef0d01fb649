"""A simulation, and a comparison, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mafsim.metrics import CONFIDENCE, METRICS, PAIRED, Figure, metric_of
from mafsim.metrics.methods import Chance, Share
from mafsim.scoring import COMPONENTS
from mafsim.simulate.comparing import FEWEST, Difference
from mafsim.simulate.document import names_of, of_metrics, of_ties, roles
from mafsim.simulate.run import Run
from mafsim.simulate.tables import Tables, hopes
from mafsim.standings import TIE_BREAKS
from mafsim.standings.places import PER_GAME, POINTS, STAGE
from mafsim.tournament.simulated import AnyEvent
from mafsim.words import catalogue, plain, say

_GAP = "  "

SECTIONS = {
    "truth": (
        *("best_wins", "best_in_top", "winner_rank", "top_overlap", "best_lost"),
        *("kendall_tau", "spearman", "split_half"),
    ),
    "games": (
        *("red_win", "black_win", "draw", "days", "dead_last_round", "first_killed_by_role"),
        "first_killed_strongest",
    ),
    "variance": ("variance", "opponents_spread"),
    "hunters": ("hunter_points", "hunter_places", "hunter_wins"),
}
"""What stands together, each in the order of its figures."""

DECIDED = ("first_place", "podium", "cut_line", "every_place")
LEVELS = (POINTS, PER_GAME, STAGE, *TIE_BREAKS, "shared")
"""What may put one above the next."""
TOLD = (
    *SECTIONS["truth"],
    *("first_place", "tie_break_depth", "red_win", "draw", "days", "dead_last_round"),
    *("points_by_role", "variance", "hunter_points", "hunter_places", "hunter_wins"),
)
"""The metrics of which a comparison tells the differences; all of them are in its document."""
LEVELS_TOLD = ("points", "lot", "shared")
"""What is told of those that have decided the first place."""
SHARES = {"variance", "top_overlap", "hunter_wins", "hunter_cost_to_side"}
"""The figures that are shares of one though their method says nothing of it."""


def is_share(figure: str) -> bool:
    """Say whether a figure is a share of one, which is written in percent."""
    metric = metric_of(figure)
    found = (METRICS[metric] if metric in METRICS else PAIRED[metric]).method
    return metric in SHARES or isinstance(found, Share | Chance)


def measure(figure: str, lang: str) -> str:
    """Say what a figure measures."""
    metric = metric_of(figure)
    of = figure.removeprefix(metric).removeprefix("_")
    return say(lang, f"simulate.measure.{metric}", of=_of(of, lang))


def _of(name: str, lang: str) -> str:
    for key in (f"simulate.of.{name}", f"simulate.level.{name}"):
        if key in catalogue(lang):
            return say(lang, key)
    return name


def number(value: float, lang: str, *, share: bool, digits: int | None = None) -> str:
    """Write a figure: a share in percent, anything else with three decimal places."""
    places = (1 if share else 3) if digits is None else digits
    text = f"{100 * value if share else value:.{places}f}"
    text = text.removeprefix("-") if float(text) == 0 else text
    text = text.replace("-", "\u2212").replace(".", say(lang, "play.decimal_point"))
    return say(lang, "simulate.percent", value=text) if share else text


def interval(figure: Figure, lang: str, *, share: bool, digits: int | None = None) -> str:
    """Write the ends of an interval; nothing where there is none."""
    if figure.low is None or figure.high is None:
        return ""
    low, high = (
        number(each, lang, share=share, digits=digits) for each in (figure.low, figure.high)
    )
    return say(lang, "simulate.from", low=low, high=high)


def simulation(
    event: AnyEvent,
    run: Run,
    found: Mapping[str, Figure],
    lang: str,
    *,
    agents: str | None,
    named: bool,
) -> Iterator[str]:
    """Say what a simulation shows."""
    counted = run.counted
    yield heading(event, run, lang, agents=agents)
    yield from ended(run, lang)
    if event.played:
        yield say(lang, "simulate.given", n=event.played)
    rated = sum(rating is not None for rating in event.cast.ratings)
    if rated:
        yield say(lang, "simulate.rated", n=rated)
    if named:
        yield from _hopes(event, counted.tables[0], run.confidence, lang)
    yield from _sections(of_metrics(found), ("truth",), lang)
    yield from _ties(of_ties(found), lang)
    yield from _sections(of_metrics(found), ("games",), lang)
    yield from _roles(event, counted.tables[0], found, lang)
    yield from _sections(of_metrics(found), ("variance", "hunters"), lang)


def heading(event: AnyEvent, run: Run, lang: str, *, agents: str | None) -> str:
    """Say what was simulated."""
    title = plain(event.regulation.title.in_language(lang))
    many = {"title": title, "n": run.counted.tournaments, "games": run.counted.games[0]}
    if event.regulation.game == "shapka":
        return say(lang, "simulate.heading_shapka", **many)
    return say(lang, "simulate.heading", agents=agents, **many)


def ended(run: Run, lang: str) -> Iterator[str]:
    """Say why it ended, where it was not with the last of the tournaments."""
    n = run.counted.tournaments
    sure = number(run.confidence, lang, share=True, digits=2)
    if run.stopped_by == "interrupt":
        yield say(lang, "simulate.interrupted", n=n)
    elif run.stopped_by == "until":
        yield say(lang, "simulate.until", n=n, confidence=sure)
    elif run.looks:
        yield say(lang, "simulate.not_until", n=n, confidence=sure)


def _sections(found: Mapping[str, Figure], names: Sequence[str], lang: str) -> Iterator[str]:
    for name in names:
        rows = [
            (measure(figure, lang), figure, each)
            for metric in SECTIONS[name]
            for figure, each in found.items()
            if metric_of(figure) == metric
        ]
        if not rows:
            continue
        yield ""
        yield say(lang, f"simulate.section.{name}")
        cells = [
            (
                label,
                number(each.value, lang, share=is_share(figure)),
                interval(each, lang, share=is_share(figure)),
            )
            for label, figure, each in rows
        ]
        yield from _table(cells)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out rows: the first column to the left, the second to the right, the others as they are."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            f"{cell:>{wide}}" if column else f"{cell:<{wide}}"
            for column, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        yield (_GAP + _GAP.join(cells)).rstrip()


def _ties(tables: Mapping[str, Mapping[str, Figure]], lang: str) -> Iterator[str]:
    """Say what decides: a line for each kind of place, a column for each level that ever decides."""
    rows = dict(decided(tables, lang))
    if not rows:
        return
    levels = [
        level
        for level in dict.fromkeys(level for row in rows.values() for level in row)
        if any(row[level].value > 0 for row in rows.values() if level in row)
    ]
    yield ""
    yield say(lang, "simulate.section.ties")
    head = ["", *(_of(level, lang) for level in levels)]
    cells = [
        [
            name,
            *(
                number(row[level].value, lang, share=True, digits=2) if level in row else ""
                for level in levels
            ),
        ]
        for name, row in rows.items()
    ]
    yield from _table([head, *cells])


def decided(
    tables: Mapping[str, Mapping[str, Figure]], lang: str
) -> Iterator[tuple[str, dict[str, Figure]]]:
    """Give what is decided, and by what; each cut is told by itself."""
    for name in DECIDED:
        if name not in tables:
            continue
        if name != "cut_line":
            yield say(lang, f"simulate.decides.{name}"), dict(tables[name])
            continue
        cuts: dict[str, dict[str, Figure]] = {}
        for key, figure in tables[name].items():
            level = max((each for each in LEVELS if key.endswith(f"_{each}")), key=len)
            cuts.setdefault(key.removesuffix(f"_{level}"), {})[level] = figure
        for stage, row in cuts.items():
            yield say(lang, "simulate.decides.cut_line", stage=_of(stage, lang)), row


def _roles(
    event: AnyEvent, tables: Tables, found: Mapping[str, Figure], lang: str
) -> Iterator[str]:
    paid = roles(event, tables)
    if not paid:
        return
    used = [name for name in COMPONENTS if any(row.get(name) for row in paid.values())]
    yield ""
    yield say(lang, "simulate.section.roles")
    head = ["", say(lang, "simulate.column.total"), ""]
    head += [say(lang, f"standings.column.{name}") for name in used]
    cells = []
    for role, row in paid.items():
        total = found[f"points_by_role_{role}"]
        cells.append(
            [
                say(lang, f"simulate.of.{role}"),
                number(total.value, lang, share=False),
                interval(total, lang, share=False),
                *(number(row[name], lang, share=False) for name in used),
            ]
        )
    yield from _table([head, *cells])


def _hopes(event: AnyEvent, tables: Tables, confidence: float, lang: str) -> Iterator[str]:
    yield ""
    yield say(lang, "simulate.section.entrants")
    names = names_of(event)
    head = ["", say(lang, "simulate.column.first"), ""]
    head += [say(lang, f"simulate.column.{name}") for name in ("top_3", "place")]
    rows = [
        [
            plain(names[each.unit]),
            number(each.first.value, lang, share=True),
            interval(each.first, lang, share=True),
            number(each.podium.value, lang, share=True),
            number(each.place.value, lang, share=False, digits=1),
        ]
        for each in hopes(tables, confidence)
    ]
    yield from _table([head, *rows])


# ---- Side by side

OWN_WORDS = ("best_wins",)
"""The figures whose difference is told in words of its own."""


def comparison(
    name: str,
    base: str,
    found: Sequence[Difference],
    alone: Mapping[str, Figure],
    lang: str,
    *,
    tournaments: int,
) -> Iterator[str]:
    """Say in what a regulation differs from the first: a sentence for each claim, and a table."""
    yield ""
    yield say(lang, "compare.against", name=plain(name), base=plain(base))
    chosen = [each for each in found if _is_told(each.figure)]
    claims = [each for each in chosen if each.claimed]
    if tournaments < FEWEST:
        yield _GAP + say(lang, "compare.too_few", n=FEWEST)
    elif not claims:
        yield _GAP + say(lang, "compare.none")
    for each in claims:
        yield _GAP + sentence(name, base, each, lang) + "; " + survival(each, lang)
    expected = number(len(chosen) * (1 - CONFIDENCE), lang, share=False, digits=1)
    if claims:
        yield _GAP + say(lang, "compare.by_chance", n=len(chosen), expected=expected)
    for figure, value in alone.items():
        told = _with_half(value, lang, share=is_share(figure))
        yield _GAP + say(lang, "compare.alone", measure=measure(figure, lang), value=told)
    rows = [
        [
            measure(each.figure, lang),
            number(each.base.value, lang, share=is_share(each.figure)),
            number(each.other.value, lang, share=is_share(each.figure)),
            _with_half(each.by, lang, share=is_share(each.figure)),
        ]
        for each in chosen
    ]
    head = ["", plain(base), plain(name), say(lang, "compare.column")]
    yield ""
    yield from _table([head, *rows])


def _is_told(figure: str) -> bool:
    metric = metric_of(figure)
    if metric == "first_place":
        return figure.removeprefix("first_place_") in LEVELS_TOLD
    return metric in TOLD


def sentence(name: str, base: str, difference: Difference, lang: str) -> str:
    """Say one difference; it must be one that is claimed."""
    assert difference.claimed, "a claim where the interval holds zero"
    share = is_share(difference.figure)
    way = "more" if difference.by.value > 0 else "less"
    own = difference.figure in OWN_WORDS
    digits = _digits(difference.by, share=share)
    fields = {
        "name": name,
        "base": base,
        "measure": measure(difference.figure, lang),
        "other": number(difference.other.value, lang, share=share, digits=digits),
        "base_value": number(difference.base.value, lang, share=share, digits=digits),
        "by": _with_half(difference.by, lang, share=share, signed=False),
    }
    if own:
        return say(lang, f"compare.own.{difference.figure}_{way}", **fields)
    return say(lang, f"compare.{way}", **fields)


def _with_half(figure: Figure, lang: str, *, share: bool, signed: bool = True) -> str:
    scale, digits = 100 if share else 1, _digits(figure, share=share)
    value, half = figure.value * scale, (figure.half_width or 0.0) * scale
    value = round(value, digits) + 0.0
    texts = [f"{value:+.{digits}f}" if signed else f"{abs(value):.{digits}f}", f"{half:.{digits}f}"]
    point = say(lang, "play.decimal_point")
    value_, half_ = (text.replace("-", "\u2212").replace(".", point) for text in texts)
    if figure.half_width is None:
        return say(lang, "compare.points", value=value_) if share else value_
    if share:
        return say(lang, "compare.percentage_points", value=value_, half=half_)
    return say(lang, "compare.difference", value=value_, half=half_)


def _digits(figure: Figure, *, share: bool) -> int:
    """Give how many decimal places show a difference.

    It is one more where the interval is very narrow, or where it would seem to touch a zero that it
    does not hold.
    """
    scale, digits = (100, 1) if share else (1, 3)
    half, value = (figure.half_width or 0.0) * scale, abs(figure.value) * scale
    seems_to_touch = 0 < half < value and round(half, digits) >= round(value, digits)
    return digits + int(0 < half < 10**-digits or seems_to_touch)


def survival(difference: Difference, lang: str) -> str:
    """Say under which populations a claim holds."""
    if difference.of == 1:
        return say(lang, "compare.untried")
    if difference.holds:
        return say(lang, "compare.survives", n=difference.of)
    names = [say(lang, f"compare.population.{name}") for name in difference.survives]
    return say(lang, "compare.survives_some", names=names)
