"""The JSON Schemas of the files that mafsim reads and writes, for editors and other programs."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from mafsim.files.document import DRAWS, FORMAT, TABLE_SIZES, VERSION
from mafsim.files.limits import (
    MAX_AGE,
    MAX_ENTRANTS,
    MAX_NAME,
    MAX_RESULT_ROWS,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_TABLES,
    MAX_WORDS,
)
from mafsim.files.record import WORDS
from mafsim.files.results import FORMAT as RESULTS
from mafsim.files.results import VERSION as RESULTS_VERSION
from mafsim.files.simulation import simulation_schema
from mafsim.games import Ended, Protest, Role, Winner

_Schema = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: str) -> _Schema:
    """Give the schema of a kind of file that is no regulation, by its name in `mafsim schema`."""
    return {
        "plan": plan_schema,
        "results": results_schema,
        "roster": roster_schema,
        "schedule": schedule_schema,
        "simulation": simulation_schema,
    }[kind]()


def schedule_schema() -> _Schema:
    """Give the JSON Schema of the schedule that viewers and importers of sites read."""
    slot = {"type": ["integer", "null"], "minimum": 0, "description": "Who; null is nobody."}
    counts = ("numPlayers", "numTables", "numRounds", "numGames", "numAttempts", "numTeams")
    count = {"type": "integer", "minimum": 0}
    return {
        "$schema": _DRAFT,
        "title": "schedule",
        "description": "A seating plan as other programs read it; everything is counted from 0.",
        "type": "object",
        "required": ["rounds", "games"],
        "properties": {
            "configuration": {
                "type": "object",
                "properties": dict.fromkeys(counts, count),
                "description": "The shape; numAttempts is the most games that somebody plays.",
            },
            "rounds": _listed_objects(
                {"id": count, "gameIds": {"type": "array", "items": count}}, "The rounds in order."
            ),
            "games": _listed_objects(
                {"id": count, "players": {"type": "array", "items": slot, "maxItems": MAX_SEATS}},
                "The games, each with the people of its table in the order of the seats.",
            ),
            "people": _listed_objects(
                {"id": count, "name": {"type": "string", "minLength": 1}}, "Who the players are."
            ),
        },
    }


def _listed_objects(properties: _Schema, description: str) -> _Schema:
    """Describe a list of objects that have all of some properties."""
    item = {"type": "object", "required": list(properties), "properties": properties}
    return {"type": "array", "items": item, "description": description}


def plan_schema() -> _Schema:
    """Give the JSON Schema of a plan file."""
    return {
        "$schema": _DRAFT,
        "title": "mafsim plan",
        "description": "A seating plan: who sits where in every round.",
        "type": "object",
        "required": ["format", "version", "entrants", "rounds"],
        "properties": {
            "format": {"const": FORMAT, "description": "Says that the file is a plan."},
            "version": {
                "type": "integer",
                "minimum": 1,
                "maximum": VERSION,
                "description": "The version of this format.",
            },
            "game": {
                "enum": sorted(TABLE_SIZES),
                "default": "mafia",
                "description": "What is played; in shapka an entrant is a pair.",
            },
            "revision": _whole("Grows by one with each change to a published plan."),
            "table_size": _whole(
                "The seats of a table; 10 in mafia and 3 in shapka if it is left out.", MAX_SEATS
            ),
            "entrants": {
                "type": "array",
                "minItems": 1,
                "maxItems": MAX_ENTRANTS,
                "items": _planned_entrant(),
                "description": "Everybody who takes part, seated or not.",
            },
            "demands": _demands(),
            "rounds": {
                "type": "array",
                "minItems": 1,
                "items": _round(),
                "description": "The rounds; a number that is left out is a missing round.",
            },
            "certificate": {
                "type": ["object", "null"],
                "description": "How even the plan is and what is proved of it; "
                "the balance of `check --json`, with `stopped_by` and `effort`.",
            },
            "advice": _advice(),
            "provenance": _provenance(),
        },
    }


def _advice() -> _Schema:
    return {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["change", "gain", "proof", "proved", "values", "text"],
            "properties": {
                "change": {
                    "type": "object",
                    "description": "The options of `mafsim seat` that change, with their values.",
                },
                "gain": {"type": "string", "description": "What is gained, by a word."},
                "proof": {
                    "enum": ["count", "design", "search"],
                    "description": "What it is known by; what a search has found is measured.",
                },
                "proved": {"type": "boolean", "description": "Whether that is a proof."},
                "values": {"type": "object", "description": "What is had then, in figures."},
                "text": {"type": "string", "description": "The sentence, in English."},
            },
        },
        "description": "What would make the event more even, what gains most first (`--advise`).",
    }


def _planned_entrant() -> _Schema:
    entrant = _person("The team's name; null is no team.")
    entrant["properties"].pop("absent")
    entrant["properties"].pop("table")
    entrant["properties"]["members"] = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": _name("The name of one of a pair."),
                "age": _whole("The age in whole years.", MAX_AGE),
            },
        },
        "description": "The people whom a pair consists of.",
    }
    entrant["required"] = ["id", "name"]
    return entrant


def _demands() -> _Schema:
    pairs = {
        "type": "array",
        "items": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 2,
            "maxItems": 2,
            "uniqueItems": True,
        },
    }
    return {
        "type": "object",
        "description": "What the people asked for, by their ids: with it the file is whole.",
        "properties": {
            "mates_apart": {
                "type": "boolean",
                "default": True,
                "description": "Whether team-mates never share a table.",
            },
            "divided": {
                "type": "boolean",
                "default": False,
                "description": "Whether each division plays by itself, at tables of its own.",
            },
            "apart": pairs | {"description": "Who never share a table."},
            "avoid": pairs | {"description": "Who rather do not share a table."},
            "absent": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": _whole("", MAX_ROUNDS)},
                "description": "The rounds in which somebody is away.",
            },
            "pins": {
                "type": "object",
                "additionalProperties": _whole("", MAX_TABLES),
                "description": "The table at which somebody always sits.",
            },
            "judges": {
                "type": "array",
                "items": _judge(),
                "description": "The judges of the tables.",
            },
            "bans": {
                "type": "array",
                "items": _ban(),
                "description": "Tables at which somebody may not sit.",
            },
            "joined": {
                "type": "object",
                "additionalProperties": _whole("", MAX_ROUNDS),
                "description": "The first round of who has joined late.",
            },
            "left": {
                "type": "object",
                "additionalProperties": _whole("", MAX_ROUNDS + 1),
                "description": "The first round without somebody who has left the event.",
            },
            "frozen": {
                "type": "integer",
                "minimum": 0,
                "maximum": MAX_ROUNDS,
                "description": "How many first rounds stood already when the others were seated.",
            },
        },
    }


def _judge() -> _Schema:
    return {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": _name("The judge's name, once in the list."),
            "table": {
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": MAX_TABLES,
                "description": "The table that is always his; null takes turns.",
            },
            "not": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The ids of those whom he may not judge.",
            },
        },
    }


def _ban() -> _Schema:
    return {
        "type": "object",
        "required": ["entrant", "table"],
        "properties": {
            "entrant": _name("The id of the entrant."),
            "table": _whole("The table.", MAX_TABLES),
            "rounds": {
                "type": "array",
                "items": _whole("", MAX_ROUNDS),
                "description": "The rounds in which it holds; all of them if it is left out.",
            },
        },
    }


def _round() -> _Schema:
    ids = {"type": "array", "items": {"type": "string"}}
    seats = {"type": "array", "items": {"type": ["string", "null"]}, "maxItems": MAX_SEATS}
    table = {
        "type": "object",
        "required": ["table", "seats"],
        "properties": {
            "table": _whole("The table's number, once a round.", MAX_TABLES),
            "division": {"type": ["string", "null"], "description": "Who plays there."},
            "judge": _name("Who judges there; left out without one."),
            "seats": seats
            | {"description": "Ids by seat: the first is seat number 1; null is an empty seat."},
            "advisers": seats
            | {
                "description": "Ids of the advisers behind the chairs, by seat; left out without any."
            },
        },
    }
    return {
        "type": "object",
        "required": ["round", "tables"],
        "properties": {
            "round": _whole("The round's number, numbered through the stages.", MAX_ROUNDS),
            "stage": {"type": ["string", "null"], "description": "The stage that it belongs to."},
            "draw": {
                "enum": list(DRAWS),
                "default": "balanced",
                "description": "How it was dealt: evenly, by lot, or by places so far.",
            },
            "tables": {"type": "array", "items": table, "description": "The tables played."},
            "byes": ids | {"description": "Who has no seat in this round."},
        },
    }


def _provenance() -> _Schema:
    return {
        "type": "object",
        "description": "Where the plan comes from; no path, no time.",
        "properties": {
            "mafsim": {"type": "string", "description": "The version that made the plan."},
            "regulation": {"type": ["string", "null"], "description": "The regulation's name."},
            "regulation_digest": {"type": ["string", "null"], "description": "And its SHA-256."},
            "plan_digest": {
                "type": "string",
                "description": "SHA-256 of entrants, demands and rounds as canonical JSON "
                "(sorted keys, no spaces, UTF-8).",
            },
            "seed": {"type": ["integer", "null"], "description": "The seed of the search."},
            "command": {"type": ["string", "null"], "description": "What makes it again."},
        },
    }


def results_schema() -> _Schema:
    """Give the JSON Schema of a results file."""
    rows = {
        "type": "array",
        "minItems": 1,
        "maxItems": MAX_RESULT_ROWS,
        "items": {"anyOf": [_seat_row(), _pair_row(), _breach_row()]},
        "description": "What happened: a row a seat a game; in shapka a row a pair a table.",
    }
    return {
        "$schema": _DRAFT,
        "title": "mafsim results",
        "description": "Results: a list of rows, or an object that holds it. The same columns, with "
        "English or Russian headers and words, make results in CSV, XLSX or ODS.",
        "anyOf": [
            rows,
            {
                "type": "object",
                "required": ["rows"],
                "properties": {
                    "format": {"const": RESULTS, "description": "Says that the file is results."},
                    "version": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": RESULTS_VERSION,
                        "description": "The version of this format.",
                    },
                    "game": {
                        "enum": sorted(TABLE_SIZES),
                        "default": "mafia",
                        "description": "What was played.",
                    },
                    "entrants": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": MAX_ENTRANTS,
                        "items": _planned_entrant(),
                        "description": "The people; if they are left out, those whom the rows name.",
                    },
                    "rows": rows,
                },
            },
        ],
    }


def _row(required: list[str], properties: _Schema) -> _Schema:
    where = {
        "stage": _optional("The stage; may be left out where rounds are numbered through."),
        "round": _whole("The round, numbered through the stages or from 1 in each.", MAX_ROUNDS),
        "table": _whole("The table.", MAX_TABLES),
    }
    return {"type": "object", "required": required, "properties": where | properties}


def _seat_row() -> _Schema:
    properties = {
        "seat": _whole("The seat number.", MAX_SEATS),
        "name": _name("Who sat there."),
        "team": _optional("His team."),
        "division": _optional("His division, if there are several."),
        "role": _one_of(Role, "His card."),
        "result": _one_of(Winner, "Whose game it is; the same in all rows of a game."),
        "left": _optional(
            "How and when he left: `night 1` (the first with a shot), `vote 2`, `foul 3`."
        ),
        "best_move": {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": _whole("", MAX_SEATS), "minItems": 3, "maxItems": 3},
            ],
            "description": "The three seats that the first killed named; `;` between.",
        },
        "best_player": _flag("He was chosen as the best player."),
        "additional": _points("Points that the judge has given."),
        "penalty": _points("Points that the judge has taken off: a positive number."),
        "penalty_reason": _optional("The reason, as the regulation calls it."),
        "fouls": {"type": "integer", "minimum": 0, "description": "His fouls in the end."},
        "disqualified": _flag("He was removed at once, not by a fourth foul."),
        "approved": _flag("The head judge has agreed to the additional points."),
        "adviser": _optional("The consigliere behind his chair."),
        "replaces": _optional("For whom he sits in."),
        "ended": _one_of(Ended, "Why the game has its result; `play` if it is left out."),
        "protest": _one_of(Protest, "What has become of his protest."),
    }
    return _row(["round", "table", "seat", "name", "role", "result"], properties)


def _pair_row() -> _Schema:
    number = {"type": "integer", "minimum": 0, "maximum": MAX_WORDS}
    properties = {
        "name": _name("The pair."),
        "team": _optional("Its team."),
        "division": _optional("Its division, if there are several."),
        **{
            column: number | {"description": f"Words guessed in half {half}, part {part}."}
            for column, (half, part) in zip(WORDS, ((1, 1), (1, 2), (2, 1), (2, 2)), strict=True)
        },
        "penalties": number | {"description": "For how many breaches points are taken off."},
    }
    return _row(["round", "table", "name", "words_1_1"], properties)


def _breach_row() -> _Schema:
    properties = {
        "team": _name("Whose breach away from a table it is."),
        "penalties": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_WORDS,
            "description": "How many breaches.",
        },
    }
    return _row(["team", "penalties"], properties)


def _one_of(kinds: type[IntEnum], description: str) -> _Schema:
    return {"enum": [kind.name.lower() for kind in kinds], "description": description}


def _flag(description: str) -> _Schema:
    return {"type": ["boolean", "integer"], "description": description}


def _points(description: str) -> _Schema:
    return {"type": "number", "minimum": 0, "description": description}


def roster_schema() -> _Schema:
    """Give the JSON Schema of a roster file."""
    entries = {
        "type": "array",
        "minItems": 1,
        "maxItems": MAX_ENTRANTS,
        "items": {"anyOf": [_name("A name alone."), _listed_entrant()]},
        "description": "Everybody who takes part.",
    }
    return {
        "$schema": _DRAFT,
        "title": "mafsim roster",
        "description": "Who takes part: a list, or an object that holds it. The same columns, with "
        "English or Russian headers, make a roster in CSV, XLSX or ODS.",
        "anyOf": [
            entries,
            {"type": "object", "required": ["entrants"], "properties": {"entrants": entries}},
        ],
    }


def _listed_entrant() -> _Schema:
    entrant = _person("The team; team-mates never share a table.")
    names = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    entrant["properties"] |= {
        "apart": names | {"description": "Who never shares a table with this one; `;` between."},
        "avoid": names | {"description": "Who rather does not; `;` between."},
        "ban": {
            "type": ["string", "integer", "null"],
            "description": "Tables at which the entrant may not sit: `2; 3: 1-4` is table 2 in all "
            "rounds, and table 3 in rounds 1 to 4.",
        },
    }
    entrant["required"] = ["name"]
    return entrant


def _person(team: str) -> _Schema:
    rounds = {"type": "array", "items": _whole("", MAX_ROUNDS)}
    return {
        "type": "object",
        "properties": {
            "id": _name("Names the entrant in this file; `p1`, `p2`, ... if it is left out."),
            "name": _name("The name or nickname, once in the file."),
            "team": _optional(team),
            "division": _optional("The division, if there are several."),
            "pair": _optional("The pair, where pairs are entered."),
            "age": _whole("The age in whole years.", MAX_AGE),
            "club": _optional("The club."),
            "rating": {"type": ["number", "null"], "description": "The rating."},
            "applied_at": _optional("When the entrant applied, as ISO 8601."),
            "leader": _optional("The leader of the team."),
            "captain": _optional("The captain of the team."),
            "absent": {
                "anyOf": [{"type": "string"}, rounds],
                "description": "The rounds in which the entrant is away: `1;2`, `1-3`, or a list.",
            },
            "table": _whole("The table at which the entrant always sits.", MAX_TABLES),
        },
    }


def _name(description: str) -> _Schema:
    return {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_NAME,
        "description": description,
    }


def _optional(description: str) -> _Schema:
    return {"type": ["string", "null"], "maxLength": MAX_NAME, "description": description}


def _whole(description: str, greatest: int | None = None) -> _Schema:
    number: _Schema = {"type": "integer", "minimum": 1}
    if greatest is not None:
        number["maximum"] = greatest
    return number | ({"description": description} if description else {})
