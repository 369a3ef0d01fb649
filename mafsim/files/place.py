"""Where in a file something stands, and the error that says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from mafsim import words
from mafsim.errors import FileError


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: a table's row (counted from one), a JSON key's path, or the whole."""

    file: str
    row: int | None = None
    path: str = ""

    def say(self, lang: str) -> str:
        """Name the place to a person."""
        if self.row is not None:
            return words.say(lang, "error.place.row", file=self.file, row=self.row)
        if self.path:
            return words.say(lang, "error.place.key", file=self.file, path=self.path)
        return self.file

    def short(self, lang: str) -> str:
        """Name the place within its file."""
        if self.row is not None:
            return words.say(lang, "error.place.row_alone", row=self.row)
        return self.path or self.file


@runtime_checkable
class Guessed(Protocol):
    """What was perhaps meant, looked for only when somebody is told."""

    def found(self) -> str | None:
        """Give it, as it may be shown."""


class PlacedError(FileError):
    """A file's content that cannot be accepted, told with its place.

    The field ``place`` is a `Place`; other fields may be places in the same file. The field
    ``guess``, where the sentence asks for one, is what was perhaps meant, a `Guess` at it, or None.
    """

    def sentence(self, lang: str = "en") -> str:
        """Tell the error to a person."""
        told = {name: _told(name, value, lang) for name, value in self.fields.items()}
        return words.say(lang, f"error.{self.key}", **told)


def _told(name: str, value: object, lang: str) -> object:
    if isinstance(value, Place):
        return value.say(lang) if name == "place" else value.short(lang)
    if name == "guess":
        if isinstance(value, Guessed):
            value = value.found()
        return "" if value is None else words.say(lang, "error.guess", guess=value)
    return value
