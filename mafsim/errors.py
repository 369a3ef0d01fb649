"""What a user can mend: the few kinds of `MafsimError`, each with its exit code."""

from __future__ import annotations

from typing import Any

from mafsim import words


class MafsimError(Exception):
    """Something that a user can mend, told as one sentence that names the place and the remedy.

    Parameters
    ----------
    key
        The sentence in the catalogues of `words`, without the leading ``error.``.
    **fields
        What the sentence names; rounds, tables and seats are zero-based.
    """

    exit_code = 3

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def sentence(self, lang: str = "en") -> str:
        """Tell the error to a person."""
        return words.say(lang, f"error.{self.key}", **self.fields)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.key, self.fields)


def _rebuilt(kind: type[MafsimError], key: str, fields: dict[str, Any]) -> MafsimError:
    return kind(key, **fields)


class UsageError(MafsimError):
    """The command's words do not fit together, or name a path that does not exist."""

    exit_code = 2


class Impossible(MafsimError):
    """The demands cannot all hold: the answer is no, and the sentence says why."""

    exit_code = 1


class FileError(MafsimError):
    """A file's content cannot be accepted, or a file cannot be written."""

    exit_code = 3
