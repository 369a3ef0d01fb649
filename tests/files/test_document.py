from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mafsim.errors import MafsimError
from mafsim.files import (
    parse_plan,
    plan_digest,
    plan_document,
    plan_text,
    read_plan,
    write_plan,
)
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster

PLAN = Plan(
    roster=Roster(
        entrants=(
            Entrant(id="p1", name="Ёжик", team="Лес", division="U18", absent=frozenset({2, 0})),
            Entrant(id="p2", name='Кот "Учёный"', division="U18", table=1, rating=1500.5, age=30),
            Entrant(id="p3", name="=1+1", captain="Рак"),
            Entrant(id="Пёс", name="Пёс"),
        ),
        apart=((0, 2),),
        avoid=((1, 2),),
    ),
    seats=np.array(
        [
            [[0, EMPTY, 1], [EMPTY, EMPTY, EMPTY]],
            [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]],
            [[2, 1, EMPTY], [EMPTY, 3, EMPTY]],
        ],
        dtype=np.int32,
    ),
    table_size=3,
    stages=("отбор", "отбор", "финал"),
    unknown=frozenset({3}),
    missing_rounds=(1,),
    revision=2,
    certificate={"meetings": {"min": 0, "bound_by": "round intersections"}, "effort": 10},
    provenance={"seed": 0, "plan_digest": "stale", "mafsim": "0.1.0", "later": 1, "command": "x"},
)

TEXT = """\
{
"format": "mafsim-plan",
"version": 1,
"game": "mafia",
"revision": 2,
"table_size": 3,
"entrants": [
  {"id": "p1", "name": "Ёжик", "team": "Лес", "division": "U18"},
  {"id": "p2", "name": "Кот \\"Учёный\\"", "team": null, "division": "U18", "age": 30, \
"rating": 1500.5},
  {"id": "p3", "name": "=1+1", "team": null, "division": null, "captain": "Рак"}
],
"demands": {
  "apart": [["p1", "p3"]],
  "avoid": [["p2", "p3"]],
  "absent": {"p1": [1, 3]},
  "pins": {"p2": 2},
  "judges": [],
  "bans": []
},
"rounds": [
  {"round": 1, "stage": "отбор", "tables": [
   {"table": 1, "division": "U18", "seats": ["p1", null, "p2"]}
 ], "byes": ["p3"]},
  {"round": 3, "stage": "финал", "tables": [
   {"table": 1, "division": null, "seats": ["p3", "p2", null]},
   {"table": 2, "division": null, "seats": [null, "Пёс", null]}
 ], "byes": ["p1"]}
],
"certificate": {
  "meetings": {"min": 0, "bound_by": "round intersections"},
  "effort": 10
},
"provenance": {
  "mafsim": "0.1.0",
  "plan_digest": "DIGEST",
  "seed": 0,
  "command": "x",
  "later": 1
}
}
"""


def test_the_bytes_of_a_plan_are_stable_and_readable(tmp_path: Path) -> None:
    write_plan(PLAN, tmp_path / "p.json")
    expected = TEXT.replace("DIGEST", plan_digest(PLAN))
    assert (tmp_path / "p.json").read_bytes() == expected.encode()


def test_the_document_is_what_the_text_says() -> None:
    document = plan_document(PLAN)
    assert json.loads(plan_text(PLAN)) == document
    assert list(json.loads(plan_text(PLAN))) == list(document)


def test_a_plan_without_certificate_says_null() -> None:
    assert '"certificate": null,' in plan_text(PLAN.with_(certificate=None))


def test_the_digest_is_that_of_entrants_demands_and_rounds_as_canonical_json() -> None:
    document = plan_document(PLAN)
    content = {key: document[key] for key in ("entrants", "demands", "rounds")}
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert plan_digest(PLAN) == hashlib.sha256(canonical.encode()).hexdigest()


@pytest.mark.parametrize(
    "changes",
    [
        {"certificate": None},
        {"provenance": {"command": "another", "seed": 7}},
        {"revision": 9},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_the_digest_does_not_depend_on_where_a_plan_comes_from(changes: dict[str, Any]) -> None:
    assert plan_digest(PLAN.with_(**changes)) == plan_digest(PLAN)


def test_the_digest_changes_with_two_seats() -> None:
    swapped = PLAN.seats.copy()
    swapped[0, 0] = [1, EMPTY, 0]
    assert plan_digest(PLAN.with_(seats=swapped)) != plan_digest(PLAN)


def test_what_was_written_is_read_back_whole(tmp_path: Path) -> None:
    write_plan(PLAN, tmp_path / "p.json")
    read = read_plan(tmp_path / "p.json")
    assert read == PLAN
    assert read.certificate == PLAN.certificate
    assert read.provenance == PLAN.provenance | {"plan_digest": plan_digest(PLAN)}
    assert read.roster.warnings == ()


def test_a_plan_read_and_written_again_is_the_same_bytes(tmp_path: Path) -> None:
    write_plan(PLAN, tmp_path / "p.json")
    write_plan(read_plan(tmp_path / "p.json"), tmp_path / "q.json")
    assert (tmp_path / "p.json").read_bytes() == (tmp_path / "q.json").read_bytes()


def test_a_name_changed_by_hand_is_noticed() -> None:
    text = plan_text(PLAN).replace('"name": "Ёжик"', '"name": "Ежевика"')
    plan = parse_plan(text.encode(), file="p.json")
    assert plan.roster.entrants[0].name == "Ежевика"
    assert [key for key, _ in plan.roster.warnings] == ["plan_file.changed"]


def test_an_existing_plan_is_replaced_only_by_force(tmp_path: Path) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    with pytest.raises(MafsimError) as caught:
        write_plan(PLAN, target)
    assert caught.value.exit_code == 3
    assert target.read_text() == "old"
    write_plan(PLAN, target, force=True)
    assert read_plan(target) == PLAN


def test_the_last_table_is_told_even_if_nobody_ever_sits_there() -> None:
    seats = np.full((2, 3, 10), EMPTY, dtype=np.int32)
    seats[0, 0, :4] = range(4)
    plan = PLAN.with_(seats=seats, table_size=10, missing_rounds=(), stages=())
    assert parse_plan(plan_text(plan).encode(), file="p.json") == plan
    tables = plan_document(plan)["rounds"][0]["tables"]
    assert [table["table"] for table in tables] == [1, 3]
    assert tables[1]["seats"] == [None] * 10


def with_advisers() -> Plan:
    advisers = np.full_like(PLAN.seats, EMPTY)
    advisers[0, 0, 2] = 0
    return PLAN.with_(advisers=advisers, draws=("balanced", "balanced", "ranked"))


def test_draws_and_advisers_are_read_as_they_are_written() -> None:
    again = parse_plan(plan_text(with_advisers()).encode(), file="p.json")
    assert again.draws == ("balanced", "balanced", "ranked")
    assert np.array_equal(again.advisers, with_advisers().advisers)  # type: ignore[arg-type]


def test_balanced_rounds_and_tables_without_advisers_say_nothing_of_them() -> None:
    first, last = plan_document(with_advisers())["rounds"]
    assert ("draw" in first, last["draw"]) == (False, "ranked")
    assert first["tables"][0]["advisers"] == [None, None, "p1"]
    assert "advisers" not in last["tables"][0]


def test_team_mates_who_may_meet_are_a_demand_of_the_plan() -> None:
    together = PLAN.with_(roster=replace(PLAN.roster, mates_apart=False))
    assert plan_document(together)["demands"]["mates_apart"] is False
    assert "mates_apart" not in plan_document(PLAN)["demands"]
    assert not parse_plan(plan_text(together).encode(), file="p.json").roster.mates_apart


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d["rounds"][1].update(draw="by eye"), "in one of these ways"),
        (
            lambda d: d["rounds"][0]["tables"][0].update(advisers=["p9"]),
            "no entrant has the id 'p9'",
        ),
        (lambda d: d["demands"].update(mates_apart="no"), "true or false must stand here"),
    ],
)
def test_wrong_draws_advisers_and_demands_are_refused(change: Any, said: str) -> None:
    document = json.loads(plan_text(with_advisers()))
    change(document)
    with pytest.raises(MafsimError, match=said):
        parse_plan(json.dumps(document).encode(), file="p.json")
