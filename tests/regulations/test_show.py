"""What `mafsim regulations show` has to show, as plain data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mafsim import regulations


def shown(name: str) -> dict[str, Any]:
    return regulations.describe(regulations.load(name))


@pytest.mark.parametrize("name", regulations.names())
def test_it_is_plain_data(name: str) -> None:
    assert json.loads(json.dumps(shown(name))) == shown(name)


def test_each_value_stands_beside_the_clauses_and_questions_that_it_comes_from() -> None:
    values = {each["path"]: each for each in shown("ugra-2021")["values"]}
    assert values["entry.entrants"] == {
        "path": "entry.entrants",
        "value": 30,
        "clauses": ["U1"],
        "assumed": [],
        "from_base": False,
    }
    assert values["stages.qualifying.draw"]["assumed"] == ["A21"]
    assert values["stages.final.multiplier"]["value"] == "1.3"
    assert values["stages.final.times"]["value"][2] == {
        "date": "2021-06-13",
        "start": "17:30",
        "end": "18:30",
    }


def test_values_that_a_regulation_leaves_to_the_default_are_not_shown() -> None:
    paths = [each["path"] for each in shown("omsk-2012")["values"]]
    assert "stages.tour-1.field" not in paths
    assert "stages.tour-1.rounds" in paths


def test_a_lot_that_is_written_is_shown_as_a_departure_of_the_default() -> None:
    assert shown("ugra-2021")["departures"] == [
        {
            "path": "stages.qualifying.draw",
            "default": "balanced",
            "as_written": "random",
            "clauses": ["U2"],
        }
    ]


def test_lots_for_tables_and_for_who_begins_are_departures_in_togliatti() -> None:
    departures = {each["path"]: each["clauses"] for each in shown("togliatti-2014")["departures"]}
    stages = ("qualifying-1", "qualifying-2", "semi-final", "final")
    assert departures == {"table.order": ["T9"]} | {
        f"stages.{name}.draw": ["T8"] for name in stages
    }


def test_nothing_departs_where_the_text_is_silent_or_followed() -> None:
    assert shown("omsk-2012")["departures"] == []
    as_written = regulations.set_values(
        regulations.load("ugra-2021"), ["stages.qualifying.draw=random"]
    )
    assert regulations.describe(as_written)["departures"] == []


def test_clauses_tell_what_became_of_them() -> None:
    status = {each["id"]: each["status"] for each in shown("omsk-2012")["clauses"]}
    assert (status["O2"], status["O4"]) == ("bound", "bound")
    assert status["O32"] == "unmodelled"
    assert status["O22"] == "bound"


def test_a_clause_is_shown_with_its_words_and_where_they_stand() -> None:
    (clause,) = (each for each in shown("togliatti-2014")["clauses"] if each["id"] == "T5")
    assert clause["words"] == "Команда состоит из 6 человек (3 пары)."
    assert (clause["line"], clause["section"], clause["chapter"]) == ("15", "4.4", "entry")


def test_questions_are_shown_with_their_readings_and_how_to_switch() -> None:
    (question,) = (each for each in shown("omsk-2012")["assumed"] if each["id"] == "A2")
    assert (question["id"], question["clauses"]) == ("A2", ["O3", "O4"])
    taken = {each["key"]: each["taken"] for each in question["readings"]}
    assert taken == {"a": True, "b": False, "c": False}
    assert question["readings"][1]["set"] == ["stages.tour-2.field=20", "stages.tour-3.field=10"]


def test_a_value_that_the_base_fills_in_is_marked() -> None:
    values = {each["path"]: each for each in shown("ugra-2021")["values"]}
    assert values["rules.vote.not_cast"] == {
        "path": "rules.vote.not_cast",
        "value": "last_candidate",
        "clauses": [],
        "assumed": [],
        "from_base": True,
    }
    assert not values["rules.vote.at_four"]["from_base"]
    assert shown("ugra-2021")["base"] == "классические"


def test_a_value_that_is_set_for_one_run_no_longer_comes_from_the_base() -> None:
    regulation = regulations.set_values(
        regulations.load("ugra-2021"), ["rules.vote.not_cast=nobody"]
    )
    values = {each["path"]: each for each in regulations.describe(regulation)["values"]}
    assert values["rules.vote.not_cast"]["value"] == "nobody"
    assert not values["rules.vote.not_cast"]["from_base"]


def test_nothing_comes_from_a_base_where_the_text_refers_to_none() -> None:
    assert shown("togliatti-2014")["base"] is None
    assert not any(each["from_base"] for each in shown("togliatti-2014")["values"])


def test_a_clause_is_shown_with_what_it_sets_and_what_it_leaves_open() -> None:
    (clause,) = (each for each in shown("ugra-2021")["clauses"] if each["id"] == "U22")
    assert clause["sets"] == [
        "rules.fouls.loss_at",
        "rules.fouls.loss_when",
        "rules.fouls.nominates",
    ]
    assert clause["assumed"] == ["A25"]


def test_cases_of_penalties_are_shown_by_their_reasons() -> None:
    values = {each["path"]: each["value"] for each in shown("ugra-2021")["values"]}
    assert values["scoring.penalties.false_check.points"] == "0.4"
    assert values["scoring.penalties.false_check.roles"] == ["sheriff"]
    assert "scoring.penalties.false_check.reason" not in values
