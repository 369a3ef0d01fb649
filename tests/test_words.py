"""The catalogues are whole: both languages say everything that the code asks for, and no more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mafsim
from mafsim.words import COUNTED, LANGUAGES, catalogue, plain, say

PACKAGE = Path(mafsim.__file__).parent
SOURCES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}
TEMPLATES = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.html")]
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}}
KEY = re.compile(r"[a-z][\w-]*(\.[\w -]+)+")
PREFIXES = ("", "error.", "warning.", "violation.", "bound.", "reason.")
"""What the code puts before a key that it hands on."""
ERRORS = {"MafsimError"}
"""The names under which errors with a sentence are made, completed from the sources below."""


def classes() -> Iterator[tuple[str, set[str]]]:
    for tree in SOURCES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield node.name, {base.id for base in node.bases if isinstance(base, ast.Name)}


for _ in range(3):
    ERRORS |= {name for name, bases in classes() if bases & ERRORS}
ERRORS |= {"kind"}  # a function that is told which of them to make


@dataclass(frozen=True)
class Saying:
    """A place in the code that names a sentence by its key."""

    key: str
    fields: frozenset[str] | None
    """The fields that it gives; None where they cannot be read off."""
    place: str


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def sayings() -> Iterator[Saying]:
    """Give every literal key in the code, with the prefix that its place implies."""
    for path, tree in SOURCES.items():
        for node in ast.walk(tree):
            place = f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
            match node:
                case ast.Call(args=[_, ast.Constant(value=str(key))]) if called(node) == "say":
                    yield Saying(key, given_fields(node), place)
                case ast.Call(args=[ast.Constant(value=str(key)), *_]) if called(node) in ERRORS:
                    yield Saying(f"error.{key}", given_fields(node), place)
                case ast.Call(args=[_, ast.Constant(value=str(key)), *_]) if (
                    called(node) == "Violation"
                ):
                    yield Saying(f"violation.{key}", None, place)
                case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Dict() as fields]) if (
                    KEY.fullmatch(key)
                ):
                    names = {k.value for k in fields.keys if isinstance(k, ast.Constant)}
                    whole = frozenset(map(str, names)) if None not in fields.keys else None
                    yield Saying(f"warning.{key}", whole, place)


def given_fields(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(filter(None, names))


def composed() -> Iterator[re.Pattern[str]]:
    """Give every key that is put together from parts, as a pattern."""
    for tree in SOURCES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) == "say":
                for argument in node.args:
                    if isinstance(argument, ast.JoinedStr):
                        yield pattern(argument)


def pattern(key: ast.JoinedStr) -> re.Pattern[str]:
    parts = [
        re.escape(part.value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
        else "@"
        for part in key.values
    ]
    text = "".join(parts)
    return re.compile(re.sub("^@", r"[\\w.]+", text).replace("@", r"[^.]+"))


def strings() -> set[str]:
    """Give every string of the code and every key that a template says."""
    found = {
        node.value
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return found.union(*(re.findall(r"'([\w.]+)'", template) for template in TEMPLATES))


def forms(sentence: Any) -> dict[str, str]:
    return sentence if isinstance(sentence, dict) else {"": sentence}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def fields_of(key: str) -> set[str]:
    """Give the fields of a sentence in all its forms and both languages."""
    return {
        name
        for lang in LANGUAGES
        for text in forms(catalogue(lang)[key]).values()
        for name in fields(text)
    }


def test_both_languages_have_the_same_sentences() -> None:
    assert catalogue("en").keys() == catalogue("ru").keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_forms_are_complete(lang: str) -> None:
    plurals = {key: set(s) for key, s in catalogue(lang).items() if isinstance(s, dict)}
    assert {key: found for key, found in plurals.items() if found != FORMS[lang]} == {}


EXPLAINED_IN_ENGLISH = {"error.regulation.not_toml": {"why"}}
"""What a parser explains in English alone, a Russian sentence leaves out."""


def test_all_forms_of_a_sentence_have_the_same_fields() -> None:
    """A form may leave out `n`: "once" needs no number."""
    for key in catalogue("en"):
        for lang in LANGUAGES:
            for text in forms(catalogue(lang)[key]).values():
                optional = {"n"} | EXPLAINED_IN_ENGLISH.get(key, set())
                assert fields(text) | optional == fields_of(key) | optional, key


def test_every_sentence_is_one_line_and_says_something() -> None:
    for lang in LANGUAGES:
        for key, sentence in catalogue(lang).items():
            for text in forms(sentence).values():
                assert isinstance(text, str), key
                assert text, key
                assert text == text.strip(), key
                assert text.isprintable(), key


def test_russian_sentences_are_in_russian() -> None:
    """Only signs, options and the names of files and fields are in Latin letters alone."""
    for key, sentence in catalogue("ru").items():
        for text in forms(sentence).values():
            bare = re.sub(r"\{[^}]*\}|`[^`]*`|--[\w-]+|mafsim", "", text)
            if re.search("[a-zA-Z]{4,}", bare):
                assert re.search("[а-яё]", bare), key


def test_every_key_in_the_code_has_its_sentence() -> None:
    found = list(sayings())
    assert len(found) > 100
    missing = {(each.key, each.place) for each in found if each.key not in catalogue("en")}
    assert missing == set()


def test_every_place_gives_the_fields_that_its_sentence_names() -> None:
    wanting = {
        (each.key, each.place, tuple(sorted(fields_of(each.key) - each.fields)))
        for each in sayings()
        if each.fields is not None
        and each.key in catalogue("en")
        and not fields_of(each.key) <= each.fields
    }
    assert wanting == set()


def test_no_sentence_is_idle() -> None:
    prefixed = {prefix + text for text in strings() for prefix in PREFIXES}
    handed_on = {rf"{re.escape(prefix)}[^.]+" for prefix in PREFIXES}
    patterns = [each for each in composed() if each.pattern not in handed_on]
    idle = [
        key
        for key in catalogue("en")
        if key not in prefixed and not any(each.fullmatch(key) for each in patterns)
    ]
    assert idle == []


@pytest.mark.parametrize(
    ("n", "told"), [(1, "1 тур"), (3, "3 тура"), (11, "11 туров"), (21, "21 тур"), (0, "0 туров")]
)
def test_russian_counts_as_russians_do(n: int, told: str) -> None:
    assert say("ru", "report.rounds", n=n) == told


def test_rounds_count_from_one_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue("en"), "planted", "{round:+1} {rounds:+1} {names:,}")
    told = say("en", "planted", round=0, rounds=[0, 4], names=("a", "b"))
    assert told == "1 1, 5 a, b"


def test_every_bound_is_explained_to_people() -> None:
    """A bound of the range alone (`whole`, `none`) is not shown with its argument."""
    claimed = {key.removeprefix("bound.") for key in catalogue("en") if key.startswith("bound.")}
    told = {key.removeprefix("report.why.") for key in catalogue("en") if "report.why." in key}
    assert told == claimed - {"whole", "none"}


def test_a_field_never_leaves_its_line() -> None:
    told = say("en", "error.cli.needs_value", option="a\nmafsim: all is well\x1b[2J\u202e")
    assert told == r"a\nmafsim: all is well\x1b[2J\u202e needs a value"


@given(st.text())
def test_plain_text_is_safe_on_a_line_and_stays_so(text: str) -> None:
    shown = plain(text)
    assert plain(shown) == shown
    assert not set(shown) & set("\x00\x07\x08\n\r\x1b\x7f\x85\u2028\u2029\u202e\u2066\ud800")
    assert len(shown.splitlines()) <= 1


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_plain_text_leaves_names_alone(name: str) -> None:
    assert plain(name) == name


def test_a_page_may_keep_the_direction_marks() -> None:
    assert plain("\u200fאבג", keep_direction=True) == "\u200fאבג"
    assert plain("\u200f\x1b", keep_direction=True) == "\u200f\\x1b"


@pytest.mark.parametrize(
    ("n", "told"),
    [
        (1, "1 игрок у 1 стола"),
        (3, "3 игрока у 3 столов"),
        (11, "11 игроков у 11 столов"),
        (21, "21 игрок у 21 стола"),
    ],
)
def test_a_sentence_counts_several_things_at_once(
    monkeypatch: pytest.MonkeyPatch, n: int, told: str
) -> None:
    planted = "{a:игрок|игрока|игроков} у {b:стола|столов|столов}"
    monkeypatch.setitem(catalogue("ru"), "planted", planted)
    assert say("ru", "planted", a=n, b=n) == told


@pytest.mark.parametrize(
    ("rounds", "told"), [([3], "в туре 4"), ([20], "в туре 21"), ([2, 20], "в турах 3, 21")]
)
def test_a_list_of_rounds_has_its_noun_before_it(
    monkeypatch: pytest.MonkeyPatch, rounds: list[int], told: str
) -> None:
    monkeypatch.setitem(catalogue("ru"), "planted", "в {rounds:туре|турах|турах}")
    assert say("ru", "planted", rounds=rounds) == told


def test_a_noun_behind_a_number_has_all_the_forms_of_its_language() -> None:
    for lang in LANGUAGES:
        for key, sentence in catalogue(lang).items():
            for text in forms(sentence).values():
                specs = [spec or "" for _, _, spec, _ in Formatter().parse(text)]
                counted = [spec.split("|") for spec in specs if "|" in spec]
                assert all(len(nouns) == len(COUNTED[lang]) for nouns in counted), key


def test_no_russian_sentence_gives_a_noun_one_form_for_every_number() -> None:
    """A number that can be anything, and the genitive plural behind it: "3 игроков"."""
    for key, sentence in catalogue("ru").items():
        if isinstance(sentence, str):
            one_form = r"\{(players|seats|games|people|size|tables)\} (игроков|мест|игр|человека?|столов)\b"
            assert not re.search(one_form, sentence), key
