"""Every sentence of the room is in both catalogues, is used, and asks for fields that it gets."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mafsim.files

ROOM = Path(mafsim.files.__file__).parent
WORDS = ROOM.parent / "words"
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOM.glob("*.py")))
PLACES = {"guess", "place.row", "place.row_alone", "place.key"}


def leaves(prefix: str, table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict) and "other" not in value:
            yield from leaves(f"{path}.", value)
        else:
            yield path, value


def sentences(file: Path) -> dict[str, Any]:
    return dict(leaves("", tomllib.loads(file.read_text(encoding="utf-8"))))


ENGLISH, RUSSIAN = (sentences(WORDS / lang / "files.toml") for lang in ("en", "ru"))


def groups(kind: str) -> str:
    """Give the first words of the catalogue's keys of a kind, as a regular expression knows them."""
    return "|".join(sorted({key.split(".")[1] for key in ENGLISH if key.startswith(f"{kind}.")}))


RAISED = set(re.findall(rf'Error\(\s*"((?:{groups("error")})\.[a-z_]+)"', CODE))
WARNED = set(re.findall(rf'\(?"((?:{groups("warning")})\.[a-z_]+)", ', CODE)) - RAISED


def fields(sentence: Any) -> set[str]:
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_both_languages_have_the_same_sentences() -> None:
    assert set(ENGLISH) == set(RUSSIAN)


def test_what_the_room_says_is_what_the_catalogue_has() -> None:
    said = {f"error.{key}" for key in RAISED | PLACES} | {f"warning.{key}" for key in WARNED}
    assert said == set(ENGLISH)


@pytest.mark.parametrize("key", ENGLISH)
def test_both_languages_name_the_same_fields(key: str) -> None:
    assert fields(ENGLISH[key]) == fields(RUSSIAN[key])


def test_plurals_have_the_forms_of_their_language() -> None:
    plurals = [key for key, sentence in ENGLISH.items() if isinstance(sentence, dict)]
    assert plurals
    for key in plurals:
        assert set(ENGLISH[key]) == {"one", "other"}
        assert set(RUSSIAN[key]) == {"one", "few", "many", "other"}


def test_no_other_room_has_the_same_keys() -> None:
    for file in WORDS.glob("*/*.toml"):
        if file.name != "files.toml":
            assert set(sentences(file)).isdisjoint(ENGLISH)
