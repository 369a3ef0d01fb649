from __future__ import annotations

import codecs
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.errors import MafsimError
from mafsim.files.place import Place
from mafsim.files.text import (
    checked,
    checked_name,
    clean,
    decode,
    defuse,
    fold,
    near,
    shown,
    undefuse,
)

RUSSIAN = "имя;команда\r\nЁжик в тумане;«Северное сияние» № 1\r\nЩука;—\r\n"
BYTES = {
    "utf-8": RUSSIAN.encode(),
    "utf-8 with a mark": codecs.BOM_UTF8 + RUSSIAN.encode(),
    "utf-16-le with a mark": codecs.BOM_UTF16_LE + RUSSIAN.encode("utf-16-le"),
    "utf-16-be with a mark": codecs.BOM_UTF16_BE + RUSSIAN.encode("utf-16-be"),
    "utf-16-le": RUSSIAN.encode("utf-16-le"),
    "utf-16-be": RUSSIAN.encode("utf-16-be"),
    "utf-32-le with a mark": codecs.BOM_UTF32_LE + RUSSIAN.encode("utf-32-le"),
    "utf-32-be with a mark": codecs.BOM_UTF32_BE + RUSSIAN.encode("utf-32-be"),
    "windows-1251": RUSSIAN.encode("cp1251"),
}


@pytest.mark.parametrize("encoding", BYTES)
def test_every_encoding_gives_the_same_text(encoding: str) -> None:
    assert decode(BYTES[encoding], file="r.csv") == RUSSIAN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "cp1251"])
@pytest.mark.parametrize("text", ["Ян", "Ёж\n", "Anna", "имя", "13", "Анна\nAnna\n"])
def test_even_a_single_word_is_recognised(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), file="r.csv") == text


LETTERS = st.characters(min_codepoint=0x410, max_codepoint=0x44F) | st.sampled_from(" ,;\n-Ёё")


@given(st.text(LETTERS, min_size=4), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be", "cp1251"]))
def test_russian_text_is_read_in_any_encoding_without_a_mark(text: str, encoding: str) -> None:
    assert decode(f"Имя\n{text}".encode(encoding), file="r.csv") == f"Имя\n{text}"


def refusal(data: bytes) -> str:
    with pytest.raises(MafsimError) as caught:
        decode(data, file="r.csv")
    assert caught.value.exit_code == 3
    assert caught.value.sentence("ru").startswith("r.csv: ")
    return caught.value.sentence("en")


def test_utf8_with_one_broken_byte_is_not_taken_for_windows_1251() -> None:
    data = "имя\nЁжик\nЩу".encode() + b"\xd0" + "ка\n".encode()
    assert refusal(data) == (
        "r.csv: line 3 is damaged: it is not UTF-8 like the rest; save the file once more as UTF-8"
    )


def test_half_a_character_of_utf16_is_refused_with_its_line() -> None:
    data = codecs.BOM_UTF16_LE + "имя\nЁж\n".encode("utf-16-le") + b"\x10"
    assert refusal(data).startswith("r.csv: line 3 is damaged: it is not UTF-16-LE")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01",
        b"\xff\xfe\xfd\x00\x01\x02\x03\x80\x98",
        b"\x98\xc8",
    ],
    ids=["picture", "rubbish", "no letter of windows-1251"],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    assert "r.csv: " in refusal(data)


def test_a_picture_is_told_to_be_no_text() -> None:
    data = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01"
    assert refusal(data) == (
        "r.csv: this is no text in UTF-8, UTF-16 or Windows-1251; save the file as CSV in UTF-8"
    )


@given(st.binary())
def test_any_bytes_are_text_or_politely_refused(data: bytes) -> None:
    try:
        text = decode(data, file="r.csv")
    except MafsimError:
        return
    assert text.encode().decode() == text


def test_cleaning_composes_and_leaves_single_spaces() -> None:
    assert clean("\u2068 Е\u0308жик \t\u00a0в\r\nтумане\u200b\u2069 ") == "Ёжик в тумане"


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert unicodedata.is_normalized("NFC", clean(text))


def test_a_pile_of_accents_is_cleaned_in_time() -> None:
    pile = "a" + "\u0301\u0323" * 500_000
    assert clean(pile) == pile  # to order them would take an hour


def test_a_name_hidden_in_blanks_is_still_composed() -> None:
    assert clean("\u200b" * 5000 + "Е\u0308ж" + " " * 5000) == "Ёж"


@given(st.text())
def test_what_looks_alike_still_does_after_cleaning(text: str) -> None:
    assert fold(clean(text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёжик", "ежик"),
        ("Иванов Пётр", "иванов  ПЕТР"),
        ("ИвановПётр", "Иванов Пётр"),
        ("Сова", "Coвa"),
        ("ＡＢ", "ab"),
        ("Straße", "STRASSE"),
    ],
)
def test_case_yo_spaces_and_latin_twins_fold_to_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_different_names_do_not_fold_to_one() -> None:
    assert len({fold(name) for name in ("Иванов", "Иванова", "Ивановъ", "Иваноф")}) == 4


@pytest.mark.parametrize(
    ("text", "code"),
    [("a\x00b", "U+0000"), ("a\x1bb", "U+001B"), ("a\ud800b", "U+D800"), ("a\uffff", "U+FFFF")],
)
def test_codes_that_are_no_characters_are_refused(text: str, code: str) -> None:
    with pytest.raises(MafsimError) as caught:
        checked(text, Place("r.csv", row=2))
    assert f"holds {code}, which is no character of a text" in caught.value.sentence()
    assert caught.value.sentence().isprintable()


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "\u3164", "\u0301", "\u200d", "\u2800"])
def test_a_name_with_nothing_to_see_is_empty(text: str) -> None:
    with pytest.raises(MafsimError) as caught:
        checked_name(text, Place("r.csv", row=2))
    assert caught.value.sentence() == (
        "r.csv, row 2: the name is empty; write a name or delete the row"
    )


@pytest.mark.parametrize("name", ["13", "—", "♥", "=1+1", "'x", "👨\u200d👩\u200d👧", "O'Neil"])
def test_strange_names_are_names(name: str) -> None:
    assert checked_name(name, Place("r.csv")) == name


def test_a_name_of_200_characters_is_read_and_a_longer_one_refused() -> None:
    assert len(checked("я" * 200, Place("r.csv"))) == 200
    with pytest.raises(MafsimError) as caught:
        checked("я" * 201, Place("r.csv", row=2))
    assert caught.value.sentence().endswith("is longer than 200 characters; shorten it")
    assert len(caught.value.sentence()) < 150


@given(st.text(st.characters(codec=None)))
def test_what_is_shown_can_always_be_printed(text: str) -> None:
    assert shown(text).encode().decode() == shown(text)
    assert len(shown(text).splitlines()) <= 1


def test_a_near_word_is_guessed_and_a_far_one_is_not() -> None:
    assert near("Иванв", ["Петров", "Иванов"]) == "Иванов"
    assert near("Кот", ["Петров", "Иванов"]) is None


@given(st.text() | st.text(st.sampled_from("'=+-@\t\ra ＝")))
def test_a_defused_cell_is_no_formula_and_gives_the_text_back(text: str) -> None:
    assert not defuse(text).startswith(tuple("=+-@\t\r\n＝＋－＠"))
    assert undefuse(defuse(text)) == text


@pytest.mark.parametrize("name", ["Иванов", "'Кот", "O'Neil", "13", "1-3", ""])
def test_an_ordinary_name_needs_no_apostrophe(name: str) -> None:
    assert defuse(name) == name
    assert undefuse(name) == name


def test_a_formula_gets_one_apostrophe_more_than_it_has() -> None:
    assert [defuse(name) for name in ("=1", "'=1", "''-x")] == ["'=1", "''=1", "'''-x"]
