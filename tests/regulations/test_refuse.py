"""What is told of a file that does not fit the schema."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from mafsim import regulations, words
from mafsim.errors import FileError, MafsimError
from mafsim.regulations import load

ROOM = Path(load.__code__.co_filename).parent
HEAD = 'name = "x"\ntitle.en = "X"\n'
ENTRY = "[entry]\nentrants = 20\n"
STAGE = HEAD + ENTRY + '[[stages]]\nname = "main"\nrounds = 5\n'


def refusal(tmp_path: Path, text: str) -> str:
    file = tmp_path / "ugra_2021.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        regulations.check_file(file)
    assert caught.value.sentence("ru").startswith("ugra_2021.toml: ")
    return str(caught.value).removeprefix("ugra_2021.toml: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            HEAD + "[entry]\nteam_sise = 2\n",
            "entry: unknown key 'team_sise', did you mean 'team_size'?",
        ),
        (HEAD + "[stagez]\n" + ENTRY, "unknown key 'stagez', did you mean 'stages'?"),
        (HEAD + 'Game = "mafia"\n' + ENTRY, "unknown key 'Game', did you mean 'game'?"),
        (STAGE + "table = 3\n", "stages.main: unknown key 'table', did you mean 'tables'?"),
        (STAGE + "feild = 3\n", "stages.main: unknown key 'feild', did you mean 'field'?"),
        (
            STAGE + "times = [{ day = 3 }]\n",
            "stages.main.times.1: unknown key 'day'; here may stand: date,",
        ),
        (HEAD + ENTRY + "[title]\n", "line 5: not TOML"),
        (HEAD + ENTRY + '"a\\nb" = 1\n', "entry: unknown key 'a\\nb'; here may stand: entrants"),
        (
            'name = "x"\n' + ENTRY + 'title.en = "X"\n',
            "entry: unknown key 'title'; it belongs to the top",
        ),
        ('nane = "x"\ntitle.en = "X"\n' + ENTRY, "unknown key 'nane', did you mean 'name'?"),
    ],
)
def test_an_unknown_key_is_named_with_its_path_and_a_near_guess(
    tmp_path: Path, text: str, sentence: str
) -> None:
    assert refusal(tmp_path, text).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('title.en = "X"\n' + ENTRY, "the key 'name' is missing"),
        (HEAD, "the key 'entry' is missing"),
        (HEAD + "[entry]\n", "entry: the key 'entrants' is missing"),
        (HEAD + ENTRY + '[[stages]]\nname = "main"\n', "stages.main: the key 'rounds' is missing"),
        (HEAD + ENTRY + "[[stages]]\nrounds = 3\n", "stages.1: the key 'name' is missing"),
    ],
)
def test_a_missing_key_is_named_with_the_place_where_it_is_missing(
    tmp_path: Path, text: str, sentence: str
) -> None:
    assert refusal(tmp_path, text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            HEAD + '[entry]\nentrants = "thirty"\n',
            'entry.entrants: must be a whole number, not "thirty"',
        ),
        (HEAD + "[entry]\nentrants = 30.0\n", "entry.entrants: must be a whole number, not 30.0"),
        (HEAD + "[entry]\nentrants = true\n", "entry.entrants: must be a whole number, not true"),
        (HEAD + "[entry]\nentrants = 0\n", "entry.entrants: must be 1 at least, not 0"),
        (HEAD + "[entry]\nentrants = 10001\n", "entry.entrants: must be 10000 at most, not 10001"),
        (HEAD + "entry = 3\n", "entry: must be a table of keys, not 3"),
        (HEAD + 'stages = "main"\n' + ENTRY, 'stages: must be a list, not "main"'),
        (HEAD + ENTRY + "reserves = 1\n", "entry.reserves: must be true or false, not 1"),
        ('name = 3\ntitle.en = "X"\n' + ENTRY, "name: must be text in quotation marks, not 3"),
        (
            'name = "My Cup"\ntitle.en = "X"\n' + ENTRY,
            'name: "My Cup" does not have the form ^[a-z]',
        ),
        (
            HEAD + 'dates.first = "2021"\n' + ENTRY,
            "dates.first: must be a date such as 2021-06-12, without",
        ),
        (
            HEAD + "dates.first = 2021-06-12T10:00:00\ndates.last = 2021-06-12\n" + ENTRY,
            "dates.first: must be a date",
        ),
        (
            STAGE + 'draw = "balanced!"\n',
            "stages.main.draw: must be one of balanced, random, ranked, not",
        ),
        (
            STAGE + 'draw = "fair"\n',
            'stages.main.draw: must be one of balanced, random, ranked, not "fair"',
        ),
        (
            STAGE + "multiplier = 1.3335\n",
            "stages.main.multiplier: must have no more than three decimal places",
        ),
        (STAGE + "multiplier = 0\n", "stages.main.multiplier: must be more than 0, not 0"),
        (STAGE + 'multiplier = "1,3"\n', 'stages.main.multiplier: must be a number, not "1,3"'),
        (STAGE + "multiplier = nan\n", "stages.main.multiplier: must be a number, not NaN"),
        (
            STAGE + 'times = [{ date = 2021-06-12, start = "10:00", end = 11:00:00 }]\n',
            "stages.main.times.1.start: must be a time such as 10:30:00",
        ),
        ('name = "x"\ntitle.en = ""\n' + ENTRY, "title.en: must not be empty"),
        ('name = "x"\ntitle.en = "\\u001b[31m"\n' + ENTRY, "title.en: has a control character"),
        ('name = "x"\ntitle = {}\n' + ENTRY, "title: must be said in 'en', in 'ru' or in both"),
        (
            'name = "x"\ntitle.en = "' + "x" * 6_000 + '"\n' + ENTRY,
            "title.en: must not be longer than 5000 characters",
        ),
    ],
)
def test_a_value_of_another_kind_is_told_with_its_path(
    tmp_path: Path, text: str, sentence: str
) -> None:
    assert refusal(tmp_path, text).startswith(sentence)


def test_a_question_needs_two_readings(tmp_path: Path) -> None:
    text = STAGE + '[[assumed]]\nid = "A1"\nclauses = ["X1"]\nreadings = []\ntaken = "a"\n'
    sentence = refusal(tmp_path, text + 'question.en = "?"\nwhy.en = "!"\n')
    assert sentence == "assumed.A1.readings: must have at least 2 items"


# ---- Whatever stands at whatever place, the answer is a sentence

JUNK: list[Any] = [
    0, -1, 10**30, True, "", "x", "\x1b", "я" * 6_000, Decimal("1.5"), Decimal("NaN"),
    Decimal("1e-99999"), Decimal("Infinity"), dt.date(2021, 6, 12), dt.time(10), (), ("x",), ({},),
    ((),), {}, {"x": 1}, {"name": 3}, {"en": 1},
    dt.datetime(2021, 6, 12, tzinfo=dt.UTC),
]  # fmt: skip


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the path of everything inside the data, of every list the first item alone."""
    if path:
        yield path
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from places(inner, (*path, key))
    elif isinstance(data, tuple) and data:
        yield from places(data[0], (*path, 0))


def planted(data: Any, path: tuple[str | int, ...], junk: Any) -> Any:
    if not path:
        return junk
    step, *rest = path
    inner = planted(data[step], tuple(rest), junk)
    if isinstance(data, dict):
        return {**data, step: inner}
    assert isinstance(step, int)
    return (*data[:step], inner, *data[step + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ugra-2021", "togliatti-2014"])
def test_junk_at_any_place_is_read_or_told_as_a_sentence(name: str) -> None:
    from mafsim.regulations.load import _validated

    data = regulations.load(name).model_dump(exclude_unset=True)
    # One question and its clauses will do for all.
    question = data["assumed"][0]
    data["assumed"] = (question,)
    data["clauses"] = tuple(each for each in data["clauses"] if each["id"] in question["clauses"])
    assert _validated(data, "junk.toml", FileError).digest
    tried = refused = 0
    for path in places(data):
        for junk in JUNK:
            tried += 1
            try:
                _validated(planted(data, path, junk), "junk.toml", FileError)
            except MafsimError as error:
                refused += 1
                for lang in words.LANGUAGES:
                    sentence = error.sentence(lang)
                    assert sentence.startswith("junk.toml: ")
                    assert sentence.isprintable()
                    assert len(sentence) < 400
    assert refused > 0.8 * tried > 500


# ---- The catalogue


def keys_in_code() -> set[str]:
    literal = re.compile(r"(?:kind|FileError|UsageError)\(\s*\"(regulation\.[a-z0-9_.]+)\"")
    return {
        key
        for file in ROOM.glob("*.py")
        for key in literal.findall(file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_sentence_of_the_room_is_in_the_catalogue_and_is_used(lang: str) -> None:
    known = {
        key.removeprefix("error.")
        for key in words.catalogue(lang)
        if key.startswith("error.regulation.")
    }
    assert known == keys_in_code()
