"""The schema: digests, paths, and the JSON Schema that editors use."""

from __future__ import annotations

import datetime as dt
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim import regulations
from mafsim.regulations.kinds import Text
from mafsim.regulations.schema import value_at
from tests.laws import tried

SMALL = """
name = "small"
title.en = "Small"
[entry]
entrants = 20
[[stages]]
name = "main"
rounds = 5
multiplier = 1.3
"""


def read(tmp_path: Path, text: str) -> regulations.Regulation:
    file = tmp_path / "small.toml"
    file.write_text(text, encoding="utf-8")
    return regulations.check_file(file)


def test_a_digest_is_sixty_four_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{64}", regulations.load("ugra-2021").digest)


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("[entry]", "# a comment\n[entry]"),
        'title.en = "Small"\nname = "small"\n[[stages]]\nmultiplier = 1.3\nrounds = 5\n'
        'name = "main"\n[entry]\nentrants = 20\n',
        SMALL.replace("1.3", "1.300"),
        SMALL.replace("entrants = 20", "entrants = 20\nteam_size = 1"),
        SMALL + '[[clauses]]\nid = "X1"\nchapter = "entry"\nsays.en = "Twenty."\n'
        'sets = ["entry.entrants"]\n',
    ],
    ids=["a comment", "another order", "a trailing zero", "a default written out", "a clause"],
)
def test_a_digest_does_not_change_with_what_means_the_same(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).digest == read(tmp_path, SMALL).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rounds = 5", "rounds = 6"),
        ("1.3", "1.301"),
        ("entrants = 20", "entrants = 20\nreserves = true"),
        ('"main"', '"final"'),
        ('name = "small"', 'name = "other"'),
    ],
)
def test_a_digest_changes_with_every_value(tmp_path: Path, old: str, new: str) -> None:
    assert read(tmp_path, SMALL.replace(old, new)).digest != read(tmp_path, SMALL).digest


def test_a_digest_is_the_same_in_another_process() -> None:
    program = "from mafsim import regulations; print(regulations.load('togliatti-2014').digest)"
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == regulations.load("togliatti-2014").digest


@tried(25)
@given(rounds=st.integers(1, 200), other=st.integers(1, 200))
def test_digests_are_equal_where_values_are(rounds: int, other: int) -> None:
    omsk = regulations.load("omsk-2012")
    one, two = (
        regulations.set_values(omsk, [f"stages.1.rounds={each}"]).digest for each in (rounds, other)
    )
    assert (one == two) == (rounds == other)


def test_points_are_exact(tmp_path: Path) -> None:
    assert read(tmp_path, SMALL).stages[0].multiplier == Decimal("1.3")


def test_entrants_follow_from_the_number_of_teams(tmp_path: Path) -> None:
    text = SMALL.replace("entrants = 20", "teams = 7\nteam_size = 3")
    assert read(tmp_path, text).entry.entrants == 21


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "ugra-2021"),
        ("entry.team_size", 2),
        ("stages.final.rounds", 3),
        ("stages.2.rounds", 3),
        ("stages.qualifying.times.9.date", dt.date(2021, 6, 13)),
        ("clauses.U3.chapter", "stages"),
    ],
)
def test_a_path_names_a_value_by_names_and_by_numbers_from_one(path: str, value: object) -> None:
    assert value_at(regulations.load("ugra-2021"), path) == value


@pytest.mark.parametrize(
    "path", ["", "nothing", "stages.0", "stages.3", "stages.semi-final", "name.x", "stages.rounds"]
)
def test_a_path_that_names_nothing_is_refused(path: str) -> None:
    with pytest.raises(LookupError):
        value_at(regulations.load("ugra-2021"), path)


def test_a_text_is_given_in_the_other_language_where_it_is_said_in_one() -> None:
    assert Text(ru="тур").in_language("en") == "тур"
    assert Text(en="round", ru="тур").in_language("ru") == "тур"


def test_pydantic_is_not_imported_before_a_regulation_is_read() -> None:
    program = (
        "import sys; from mafsim import regulations; regulations.names();"
        "regulations.source('ugra-2021'); sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_public_names_are_there_and_no_others() -> None:
    assert all(getattr(regulations, name) is not None for name in regulations.__all__)
    with pytest.raises(AttributeError, match="'nothing'"):
        _ = regulations.nothing


# ---- The JSON Schema, read by a small validator of its own


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> Iterator[str]:
    """Give what a value does against a schema, for the keywords that the schema uses."""
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "anyOf" in schema and all(any(faults(value, each, root)) for each in schema["anyOf"]):
        yield f"{value!r} is none of {schema['anyOf']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{value!r} is not of {schema['enum']}"
    kinds = {
        "string": str, "integer": int, "boolean": bool, "number": int | float,
        "array": list, "object": dict,
    }  # fmt: skip
    kind = schema.get("type")
    if kind and (
        not isinstance(value, kinds[kind]) or (type(value) is bool) != (kind == "boolean")
    ):
        yield f"{value!r} is no {kind}"
        return
    if isinstance(value, dict):
        yield from (f"{key} is missing" for key in schema.get("required", ()) if key not in value)
        known = schema.get("properties", {})
        for key, inner in value.items():
            if key in known:
                yield from faults(inner, known[key], root)
            elif schema.get("additionalProperties") is False:
                yield f"{key} is unknown"
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield "too few items"
        for inner in value:
            yield from faults(inner, schema["items"], root)
    elif isinstance(value, str):
        if not re.search(schema.get("pattern", ""), value):
            yield f"{value!r} has another form"
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            yield f"{value!r} has another length"
    elif not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{value!r} is out of bounds"


def as_json(text: str) -> Any:
    return json.loads(json.dumps(tomllib.loads(text), default=str))


@pytest.mark.parametrize("name", regulations.names())
def test_the_json_schema_takes_every_regulation_that_comes_along(name: str) -> None:
    schema = regulations.json_schema()
    assert list(faults(as_json(regulations.source(name)), schema, schema)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rounds = 5", 'rounds = "five"'),
        ("rounds = 5", "rounds = 0"),
        ("rounds = 5", "round = 5"),
        ("entrants = 20", ""),
        ('name = "main"', 'name = "Main Stage"'),
        ('title.en = "Small"', ""),
        ("rounds = 5", 'rounds = 5\ndraw = "fair"'),
    ],
)
def test_the_json_schema_refuses_what_is_refused_on_reading(old: str, new: str) -> None:
    schema = regulations.json_schema()
    assert not any(faults(as_json(SMALL), schema, schema))
    assert any(faults(as_json(SMALL.replace(old, new, 1)), schema, schema))


def parts_of(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, part in [("Regulation", schema), *schema["$defs"].items()]:
        for key, inner in part["properties"].items():
            yield f"{name}.{key}", inner


def test_the_json_schema_describes_every_key() -> None:
    schema = regulations.json_schema()

    def described(part: dict[str, Any]) -> bool:
        refers_to = schema["$defs"].get(part.get("$ref", "").rpartition("/")[2], {})
        return bool(part.get("description") or refers_to.get("description"))

    assert [name for name, part in parts_of(schema) if not described(part)] == []
    assert len(list(parts_of(schema))) > 50


def test_the_json_schema_knows_no_null_which_toml_has_not() -> None:
    assert "null" not in json.dumps(regulations.json_schema())
