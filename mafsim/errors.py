"""What a user can mend: the few kinds of `MafsimError`, each with its exit code."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from typing import Any

from mafsim import words


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of `words` within another one, said in the language of whoever reads it."""

    key: str
    fields: dict[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        """Tell it to a person."""
        return words.say(lang, self.key, **self.fields)


REASONS = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_name",
    errno.EBADF: "closed",
    errno.EIO: "device",
    errno.EEXIST: "there",
    errno.EBUSY: "busy",
}
"""What an operating system says most often, by the key ``reason.<name>`` of `words`."""


def reason_of(fault: OSError) -> Saying | str:
    """Give why the system refused, in the reader's language where the reason is a frequent one."""
    name = REASONS.get(fault.errno or 0)
    return fault.strerror or str(fault) if name is None else Saying(f"reason.{name}")


class MafsimError(Exception):
    """Something that a user can mend, told as one sentence that names the place and the remedy.

    Parameters
    ----------
    key
        The sentence in the catalogues of `words`, without the leading ``error.``.
    **fields
        What the sentence names; rounds, tables and seats are zero-based. A `Saying` is said in the
        sentence's own language.
    """

    exit_code = 3

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def sentence(self, lang: str = "en") -> str:
        """Tell the error to a person."""
        told = {
            name: value.sentence(lang) if isinstance(value, Saying) else value
            for name, value in self.fields.items()
        }
        return words.say(lang, f"error.{self.key}", **told)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.key, self.fields)


def _rebuilt(kind: type[MafsimError], key: str, fields: dict[str, Any]) -> MafsimError:
    return kind(key, **fields)


class UsageError(MafsimError):
    """The command's words do not fit together, or name a path that does not exist."""

    exit_code = 2

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key, **{name: _in_part(value) for name, value in fields.items()})


LONGEST_WORD = 200
"""How much of a word of the command line a sentence repeats."""


def _in_part(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        return value[: LONGEST_WORD - 1] + "…"
    return value


class Impossible(MafsimError):
    """The demands cannot all hold: the answer is no, and the sentence says why."""

    exit_code = 1


class FileError(MafsimError):
    """A file's content cannot be accepted, or a file cannot be written."""

    exit_code = 3
