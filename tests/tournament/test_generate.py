"""Random events: the same seed gives the same one, what is ordered is what comes, and its files are whole."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from mafsim.errors import UsageError
from mafsim.files import parse_judges, parse_roster, plan_digest
from mafsim.files.written_roster import judges_csv, roster_csv
from mafsim.regulations import check_file
from mafsim.roster import Ban, Entrant, Judge, Roster
from mafsim.tournament.generate import Order, draft, generate
from mafsim.tournament.generate import folder as made
from mafsim.tournament.generate.order import Dice
from mafsim.tournament.generate.people import ODD, names_of
from mafsim.tournament.generate.toml import toml

QUICK = Order(game="mafia", table_size=(4, 5), tables=(1, 2), rounds=(2, 4))


def test_the_same_seed_gives_the_same_bytes() -> None:
    events = [draft(11, QUICK) for _ in range(2)]
    one, other = (made.files(event, generate(event), 0.0) for event in events)
    assert one == other


def test_another_seed_gives_another_event() -> None:
    assert draft(1).text != draft(2).text
    assert draft(1).roster != draft(2).roster


def test_numbers_that_are_ordered_are_those_of_the_event() -> None:
    order = Order(
        game="mafia",
        players=(21, 23),
        tables=(2, 2),
        table_size=(10, 10),
        rounds=(7, 7),
        stages=(2, 2),
        team_size=(1, 1),
        judges=(3, 3),
    )
    for seed in range(20):
        event = draft(seed, order)
        shape = event.shape
        assert 21 <= shape.players == len(event.roster.entrants) <= 23
        assert (shape.tables, shape.size, shape.rounds) == (2, 10, 7)
        assert len(shape.stages) <= 2
        assert len(event.roster.judges) == 3


def test_shares_that_are_ordered_are_those_of_the_event() -> None:
    nothing = Order(
        absent=0, late=0, drop_outs=0, expelled=0, substitutes=0, apart=0, avoid=0, judges=(0, 0)
    )
    for seed in range(12):
        roster = draft(seed, nothing).roster
        assert (roster.apart, roster.avoid, roster.judges) == ((), (), ())
        assert not any(entrant.absent for entrant in roster.entrants)
    always = replace(QUICK, late=0.5, drop_outs=0.0, expelled=0.0, substitutes=0.0, absent=0.0)
    walk = generate(draft(3, always))
    happens = [each.what for turn in walk.turns for each in turn.happens]
    happens += [each.what for refusal in walk.refused for each in refusal.happens]
    assert set(happens) == {"comes"}
    assert len(happens) >= len(walk.roster.entrants) // 2


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"players": (3, 3)}, "do not fill 1 table of 10"),
        ({"tables": (1, 1), "team_size": (2, 2)}, "cannot be kept apart at 1 table"),
        ({"game": "shapka", "players": (5, 5)}, "9 pairs at the least"),
        ({"game": "shapka", "tables": (2, 2)}, "of no use in Shapka"),
        ({"rounds": (1, 61)}, "the most is 60"),
        ({"late": 1.5}, "a share from 0 to 1"),
        ({"rounds": (5, 2)}, "the first number is the least one"),
    ],
)
def test_numbers_that_do_not_fit_together_are_refused(order: dict[str, object], words: str) -> None:
    usual: dict[str, object] = {"game": "mafia", "table_size": (10, 10)}
    if order.get("game") == "shapka":
        usual = {}
    with pytest.raises(UsageError, match=re.escape(words)):
        draft(0, Order(**(usual | order)))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(25))
def test_a_regulation_and_people_that_were_drawn_are_read_from_their_files(
    seed: int, tmp_path: Path
) -> None:
    event = draft(seed)
    file = tmp_path / "regulation.toml"
    file.write_text(event.text, encoding="utf-8")
    assert check_file(file) == event.regulation
    read = parse_roster(roster_csv(event.roster).encode(), file="roster.csv")
    if event.roster.judges:
        read = parse_judges(judges_csv(event.roster).encode(), read, file="judges.csv")
    assert replace(read, warnings=(), divided=event.roster.divided) == event.roster


def test_a_roster_of_everything_is_read_as_it_was_written() -> None:
    people = tuple(Entrant(id=f"p{i + 1}", name=name) for i, name in enumerate(ODD))
    first = replace(
        people[0],
        team="=T",
        division="d",
        pair="1",
        club="@c",
        leader="L",
        captain="C",
        age=31,
        rating=12.5,
        applied_at="2024-03-01 12:30",
        absent=frozenset({0, 4}),
        table=2,
    )
    bans = (Ban(entrant=1, table=0), Ban(entrant=1, table=3, rounds=frozenset({1, 2})))
    judges = (Judge(name="=J", table=1, barred=(0, 3)), Judge(name="K"))
    roster = Roster(
        entrants=(first, *people[1:]),
        apart=((0, 1), (0, 2), (3, 5)),
        avoid=((2, 4),),
        bans=bans,
    )
    read = parse_roster(roster_csv(roster).encode(), file="r.csv")
    assert replace(read, warnings=()) == roster
    judged = replace(roster, judges=judges)
    assert parse_judges(judges_csv(judged).encode(), roster, file="j.csv") == judged


def test_names_are_all_different_and_some_are_odd() -> None:
    found = [names_of(Dice.at(seed, 9), 80) for seed in range(10)]
    assert all(len({name.casefold() for name in names}) == 80 for names in found)
    assert any(set(names) & set(ODD) for names in found)


def test_a_document_of_toml_keeps_its_kinds() -> None:
    import tomllib

    document = {"a": 'quote " and\nline', "b": {"c": True, "d": [1, 2]}, "e": [{"f": "x"}]}
    assert tomllib.loads(toml(document)) == document


def test_the_document_of_an_event_tells_what_happened_and_which_plan_it_made() -> None:
    event = draft(17, replace(QUICK, late=0.3))
    walk = generate(event)
    told = made.told(event, walk, 0.0)
    assert next(iter(told)) == "format"
    assert told["seed"] == 17
    assert [turn["plan_digest"] for turn in told["turns"]] == [
        plan_digest(turn.plan) for turn in walk.turns
    ]
    assert told["complete"] is walk.over
