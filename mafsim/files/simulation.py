"""What a simulation's document says: its JSON Schema."""

from __future__ import annotations

from typing import Any

_Schema = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def simulation_schema() -> _Schema:
    """Give the JSON Schema of what ``mafsim simulate --json`` and ``compare --json`` print."""
    return {
        "$schema": _DRAFT,
        "title": "mafsim simulation",
        "description": "What simulated tournaments of a regulation show. A comparison holds one for "
        "each regulation under `regulations`, and the paired differences.",
        "type": "object",
        "required": [
            *("regulation", "tournaments", "games", "seed", "metrics", "tie_breaks"),
            "provenance",
        ],
        "properties": {
            "regulation": _text("The regulation's name."),
            "name": _text("In a comparison, the name by which it goes there."),
            "changes": {
                "type": "array",
                "items": {"type": "string"},
                "description": "In a comparison, what is set for this one alone.",
            },
            "tournaments": _whole("How many tournaments were played to the end."),
            "games": _whole("How many games they had, with those that were given as results."),
            "seed": {"type": "integer", "description": "The seed of people, plans and chances."},
            "stopped_by": {
                "enum": ["tournaments", "until", "interrupt"],
                "description": "All were played; or it was exact enough; or somebody pressed Ctrl-C, "
                "and these are the first that were finished.",
            },
            "confidence": {
                "type": "number",
                "description": "Of every interval: 0.95, or more where `--until` looked several "
                "times, so that the error over all looks is no more than 0.05.",
            },
            "looks": _whole("How often was looked whether it is exact enough."),
            "metrics": {
                "type": "object",
                "additionalProperties": _figure(),
                "description": "Figures by name.",
            },
            "tie_breaks": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": {"type": "number"},
                },
                "description": "What is decided (first_place, podium, cut_line, every_place, "
                "by_depth, lots), and which share of it each tie-break decides.",
            },
            "tie_break_intervals": {
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": _figure()},
                "description": "The same with intervals.",
            },
            "roles": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": {"type": "number"},
                },
                "description": "Points a game by role and by component.",
            },
            "entrants": {
                "type": "array",
                "items": _hopes(),
                "description": "Where the people are known: what each can hope for, the likeliest "
                "winner first.",
            },
            "provenance": {
                "type": "object",
                "description": "Where it comes from: version, regulation, digests of files, seed, "
                "and the command reduced to what changes the result.",
            },
        },
    }


def _figure() -> _Schema:
    end = {"type": ["number", "null"]}
    return {
        "type": "object",
        "required": ["value", "low", "high"],
        "properties": {
            "value": {"type": "number", "description": "The figure, with six decimal places."},
            "low": end | {"description": "The lower end of its interval; null where it has none."},
            "high": end | {"description": "The upper end."},
        },
    }


def _hopes() -> _Schema:
    return {
        "type": "object",
        "required": ["name", "first", "top_3", "place"],
        "properties": {
            "name": _text("The player, or the team where teams are ranked first."),
            "first": _figure() | {"description": "The chance of the first place."},
            "top_3": _figure() | {"description": "The chance of one of the first three."},
            "place": _figure() | {"description": "The mean place, counted from 1."},
        },
    }


def _text(description: str) -> _Schema:
    return {"type": "string", "description": description}


def _whole(description: str) -> _Schema:
    return {"type": "integer", "minimum": 0, "description": description}
