"""The two languages: every sentence that a person reads, by key, in English and in Russian."""

from __future__ import annotations

import string
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sized
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "ru")

COUNTED = {"en": ("one", "other"), "ru": ("one", "few", "many")}
"""The forms of a noun behind a whole number, in their order."""

_DIRECTION_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})


@cache
def catalogue(lang: str) -> Mapping[str, Any]:
    """Give all sentences of a language, a dotted key each; every room has a file of its own.

    A value is a sentence with ``{fields}``, or a table of its plural forms (CLDR's categories
    ``one``, ``few``, ``many``, ``other``), chosen by the field ``n``.
    """
    sentences: dict[str, Any] = {}
    for file in resources.files(__name__).joinpath(lang).iterdir():
        if file.name.endswith(".toml"):
            sentences.update(_leaves("", tomllib.loads(file.read_text(encoding="utf-8"))))
    return sentences


def _leaves(prefix: str, table: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for key, value in table.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict) and "other" not in value:
            yield from _leaves(path, value)
        else:
            yield path, value


def plain(text: str, *, keep_direction: bool = False) -> str:
    r"""Give a text from outside as it may stand on a line of a terminal or of a page.

    What would move the cursor, end the line or turn the writing direction is written out as an
    escape, ``\x1b`` for instance. `keep_direction` leaves the direction marks in, for a page
    that isolates names by its own means.
    """

    def shown(sign: str) -> str:
        if unicodedata.category(sign) in _BREAKING:
            return ascii(sign)[1:-1]
        if sign in _DIRECTION_MARKS and not keep_direction:
            return ascii(sign)[1:-1]
        return sign

    return text if text.isprintable() else "".join(map(shown, text))


class _Sentence(string.Formatter):
    """``str.format`` with more codes: ``{round:+1}`` counts from one, ``{names:,}`` joins.

    ``{seats:seat|seats}`` is a number with its noun, in the forms ``one|other`` of English or
    ``one|few|many`` of Russian, for sentences that hold more numbers than `n`. A list of
    rounds, tables or seats has its noun before it, the first form or the last: ``rounds 3, 4``. Fields
    are data: whatever a file or an option holds, the sentence stays on its line.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        return plain(self._formatted(value, format_spec))

    def _formatted(self, value: Any, format_spec: str) -> str:
        if format_spec == "+1":
            if isinstance(value, int):
                return str(value + 1)
            return ", ".join(str(item + 1) for item in value)
        if format_spec == "," and not isinstance(value, int | float | str):
            return ", ".join(str(item) for item in value)
        if "|" in format_spec:
            forms = format_spec.split("|")
            if isinstance(value, Sized):
                return f"{forms[-1 if len(value) > 1 else 0]} {self._formatted(value, '+1')}"
            nouns = dict(zip(COUNTED[self.lang], forms, strict=True))
            return f"{value} {nouns[_plural_category(self.lang, abs(value))]}"
        return str(super().format_field(value, format_spec))


@cache
def _plural_category(lang: str, n: int) -> str:
    from babel import Locale

    return Locale(lang).plural_form(n)


def day(moment: date, lang: str) -> str:
    """Give a day of the year as a language writes it: Dec 5, 5 дек."""
    from babel.dates import format_skeleton

    return format_skeleton("MMMd", moment, locale=lang)


def say(lang: str, key: str, **fields: object) -> str:
    """Say one sentence of the catalogue.

    Parameters
    ----------
    lang
        ``en`` or ``ru``.
    key
        The sentence's dotted key; a key that is in no catalogue is a fault of mafsim's own.
    **fields
        What the sentence's braces name. Rounds, tables and seats are zero-based, as everywhere
        inside; the sentence itself asks for ``{round:+1}``. ``n`` chooses the plural form.
    """
    sentence = catalogue(lang)[key]
    if isinstance(sentence, dict):
        n = fields["n"]
        assert isinstance(n, int)
        sentence = sentence[_plural_category(lang, abs(n))]
    return _Sentence(lang).vformat(sentence, (), fields)
