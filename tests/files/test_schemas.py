"""The schemas are checked by a validator of the few keywords that they use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mafsim.files import (
    parse_plan,
    parse_results,
    parse_roster,
    plan_schema,
    plan_text,
    results_schema,
    results_text,
    roster_schema,
    schema,
)
from mafsim.files.record import COLUMN_NAMES as RESULT_COLUMNS
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Judge

Faults = Iterator[str]
TYPES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
KEYWORDS = {
    *("$schema", "title", "description", "default", "type", "required", "properties", "items"),
    *("additionalProperties", "const", "enum", "anyOf", "minimum", "maximum", "minItems"),
    *("maxItems", "uniqueItems", "minLength", "maxLength"),
}


def faults(value: Any, rule: dict[str, Any], path: str = "") -> Faults:
    """Give the places where a value breaks a schema."""
    assert set(rule) <= KEYWORDS
    kinds = [rule["type"]] if isinstance(rule.get("type"), str) else rule.get("type", [])
    if kinds and not any(isinstance(value, TYPES[kind]) for kind in kinds):
        yield path
        return
    if "const" in rule and value != rule["const"]:
        yield path
    if "enum" in rule and value not in rule["enum"]:
        yield path
    if "anyOf" in rule and all(list(faults(value, other)) for other in rule["anyOf"]):
        yield path
    if isinstance(value, int) and not rule.get("minimum", value) <= value <= rule.get(
        "maximum", value
    ):
        yield path
    if isinstance(value, str) and not (
        rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value))
    ):
        yield path
    if isinstance(value, dict):
        yield from _object_faults(value, rule, path)
    if isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            yield path
        for index, item in enumerate(value):
            yield from faults(item, rule.get("items", {}), f"{path}[{index}]")


def _object_faults(value: dict[str, Any], rule: dict[str, Any], path: str) -> Faults:
    yield from (f"{path}.{key}" for key in rule.get("required", ()) if key not in value)
    for key, item in value.items():
        below = rule.get("properties", {}).get(key, rule.get("additionalProperties", {}))
        yield from faults(item, below, f"{path}.{key}")


ROSTER = [
    {
        "id": "a",
        "name": "Ёжик",
        "team": "Лес",
        "age": 25,
        "rating": 1500.5,
        "absent": [1, 3],
        "apart": ["Щука"],
        "table": 2,
    },
    {"name": "Щука", "absent": "2-3", "avoid": "Ёжик"},
    "Рак",
]
PLAN = parse_plan(
    "тур,стол,место,игрок,этап\n1,1,1,Ёжик,q\n1,1,10,Щука,q\n3,2,4,Рак,f\n".encode(),
    file="p.csv",
    roster=parse_roster(json.dumps(ROSTER[:2]).encode(), file="r.json"),
)
BEHIND = np.full_like(PLAN.seats, EMPTY)
BEHIND[0, 0, 0] = 1
FIRST, SECOND, *OTHERS = PLAN.roster.entrants
WHOLE = PLAN.with_(
    roster=replace(
        PLAN.roster,
        entrants=(replace(FIRST, left=3), replace(SECOND, joined=1), *OTHERS),
        mates_apart=False,
        divided=True,
        judges=(Judge(name="Филин"),),
    ),
    frozen=1,
    judges=np.zeros(PLAN.seats.shape[:2], dtype=np.int32),
    draws=("random", "ranked", "balanced"),
    advisers=BEHIND,
    certificate={"effort": 10},
    provenance={"seed": 0},
    advice=(
        {
            "change": {"rounds": 6},
            "gain": "range_people",
            "proof": "search",
            "proved": False,
            "values": {"min": 2, "max": 4},
            "text": "6 rounds instead of 5",
        },
    ),
)
DOCUMENT = json.loads(plan_text(WHOLE))


def test_a_written_plan_keeps_the_schema() -> None:
    assert list(faults(DOCUMENT, plan_schema())) == []


def test_every_key_of_a_written_plan_is_described() -> None:
    assert set(DOCUMENT) == set(plan_schema()["properties"])
    properties = plan_schema()["properties"]
    assert set(DOCUMENT["demands"]) == set(properties["demands"]["properties"])
    round_ = properties["rounds"]["items"]["properties"]
    assert set(DOCUMENT["rounds"][0]) == set(round_)
    assert set(DOCUMENT["rounds"][0]["tables"][0]) == set(round_["tables"]["items"]["properties"])


def test_every_field_of_an_entrant_is_described() -> None:
    # Members have a row each, and who comes late or leaves is told by a plan's demands.
    fields = set(Entrant.__dataclass_fields__) - {"members", "joined", "left"}
    entrant = roster_schema()["anyOf"][0]["items"]["anyOf"][1]["properties"]
    assert set(entrant) == fields | {"apart", "avoid", "ban"}
    planned = plan_schema()["properties"]["entrants"]["items"]["properties"]
    assert set(planned) == fields - {"absent", "table"} | {"members"}


ROWS = """round,table,seat,name,role,result,left,best_move,additional,penalty,penalty_reason,fouls
""" + "".join(
    f"1,1,{seat},P{seat},{role},red,{'night 1,4;5;6' if seat == 1 else ','},0.3,0.4,slip,2\n"
    for seat, role in enumerate(
        ("civilian", "civilian", "sheriff", "mafia", "don", "mafia", *["civilian"] * 4), start=1
    )
)
TOUR = "round,table,name,team,words_1_1,penalties\n1,1,A,X,3,\n1,1,B,Y,2,1\n1,1,C,Z,0,\n1,,,X,,2\n"


@pytest.mark.parametrize("text", [ROWS, TOUR])
def test_written_results_keep_the_schema(text: str) -> None:
    games = parse_results(text.encode(), file="r.csv").games
    document = json.loads(results_text(games))
    assert list(faults(document, results_schema())) == []
    assert list(faults(document["rows"], results_schema())) == []


def test_every_column_of_results_is_described() -> None:
    seat, pair, breach = results_schema()["anyOf"][0]["items"]["anyOf"]
    described = {*seat["properties"], *pair["properties"], *breach["properties"]}
    assert described == set(RESULT_COLUMNS)


@pytest.mark.parametrize(
    "change", [{"role": "wolf"}, {"additional": -1}, {"round": 0}, {"best_move": [1, 2]}]
)
def test_a_wrong_row_breaks_the_schema(change: dict[str, Any]) -> None:
    (row, *_) = json.loads(results_text(parse_results(ROWS.encode(), file="r.csv").games))["rows"]
    assert list(faults([row], results_schema())) == []
    assert list(faults([row | change], results_schema())) != []


@pytest.mark.parametrize("key", plan_schema()["required"])
def test_a_plan_without_a_required_key_breaks_the_schema(key: str) -> None:
    without = {name: value for name, value in DOCUMENT.items() if name != key}
    assert list(faults(without, plan_schema())) == [f".{key}"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("format",), "other"),
        (("game",), "chess"),
        (("entrants", 0, "age"), -3),
        (("entrants", 0, "name"), ""),
        (("rounds", 0, "round"), 0),
        (("rounds", 0, "tables", 0, "seats", 0), 5),
        (("demands", "pins", "a"), 0),
    ],
)
def test_what_is_wrong_breaks_the_schema_and_is_refused(path: tuple[Any, ...], value: Any) -> None:
    changed = json.loads(json.dumps(DOCUMENT))
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert list(faults(changed, plan_schema()))


@pytest.mark.parametrize("roster", [ROSTER, {"entrants": ROSTER}])
def test_a_roster_keeps_the_schema_and_is_read(roster: Any) -> None:
    assert list(faults(roster, roster_schema())) == []
    assert len(parse_roster(json.dumps(roster).encode(), file="r.json").entrants) == 3


@pytest.mark.parametrize(
    "roster", [[], {}, "A", [13.5], [{"team": "A"}], [{"name": "A", "age": 0}]]
)
def test_what_is_no_roster_breaks_the_schema(roster: Any) -> None:
    assert list(faults(roster, roster_schema()))


@pytest.mark.parametrize("kind", ["plan", "roster"])
def test_a_schema_is_json_of_the_draft_that_it_names(kind: str) -> None:
    text = json.dumps(schema(kind))
    assert json.loads(text)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(text)["description"]


def test_a_schedule_keeps_to_its_schema() -> None:
    from mafsim import export
    from mafsim.roster import numbered

    seats = np.array([[[0, 1, EMPTY], [2, 3, 4]]], dtype=np.int32)
    plan = export.FORMATS["schedule"].write(
        Plan(roster=numbered(5), seats=seats, table_size=3), export.Asked()
    )
    document = json.loads(plan)
    assert list(faults(document, schema("schedule"))) == []
    assert set(document) == set(schema("schedule")["properties"])
    document["games"][0]["players"][0] = "Ann"
    assert list(faults(document, schema("schedule"))) == [".games[0].players[0]"]
