"""Text out of files: its encoding, its cleaning, what looks alike, cells safe for Excel."""

from __future__ import annotations

import codecs
import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from mafsim.files.limits import MAX_NAME
from mafsim.files.place import Place, PlacedError

_SHOWN = 60
"""How much of a strange text a sentence repeats."""

_LONG = 5 * MAX_NAME
"""A text longer than this is longer than a name even when it is composed (four signs to one)."""

# The marks of order of bytes; those of UTF-32 begin like those of UTF-16 and are asked first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(
        chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)
    )
    + "]"
)
_FAMILIAR = re.compile(r"[\t\n\r -~\u00a0-\u024f\u0400-\u04ff\u2010-\u203a\u2116]")

# What nobody sees and messengers leave behind: marks of direction, soft hyphens, zero-width spaces.
_UNSEEN = dict.fromkeys(
    (
        *(0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
)
# Letters and signs that are drawn as nothing.
_BLANK = dict.fromkeys([0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0], " ")
_CLEANING = str.maketrans({**_UNSEEN, **_BLANK})
_JOINERS = "\u200c\u200d"
_TWINS = str.maketrans("abcehkmoptxyё", "авсенкмортхуе")
"""Latin letters and the Cyrillic ones that look the same, be it as capitals; and ``ё``."""


def decode(data: bytes, *, file: str) -> str:
    """Give a file's text: UTF-8, UTF-16 (with a byte-order mark or without) or Windows-1251.

    Line ends stay as they are.

    Raises
    ------
    PlacedError
        The bytes are no text, or the text is damaged.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, file)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        _refuse_damaged_utf8(data, fault, file)
        return _utf16_without_mark(data) or _windows1251(data, file)
    if _CONTROL.search(text):
        return _utf16_without_mark(data) or text
    return text


def _decoded(data: bytes, encoding: str, file: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data[: fault.start].decode(encoding, "replace").count("\n") + 1
        raise PlacedError(
            "file.damaged", place=Place(file), encoding=encoding.upper(), line=line
        ) from None


def _refuse_damaged_utf8(data: bytes, fault: UnicodeDecodeError, file: str) -> None:
    """Refuse a file that is UTF-8 but for a few bytes: as Windows-1251 its names would be rubbish.

    Letters of Windows-1251 hardly ever form a valid sequence of UTF-8, so the valid ones are the
    majority in the one case and a rarity in the other.
    """
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    valid = sum(char > "\x7f" for char in text) - broken
    if valid > broken and not _CONTROL.search(text):
        line = data.count(b"\n", 0, fault.start) + 1
        raise PlacedError("file.damaged", place=Place(file), encoding="UTF-8", line=line)


def _utf16_without_mark(data: bytes) -> str | None:
    """Read as UTF-16 if most of it then is Latin, Cyrillic and the usual signs."""
    best, text = 0.8, None
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            candidate = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if candidate and not _CONTROL.search(candidate):
            share = len(_FAMILIAR.findall(candidate)) / len(candidate)
            if share > best:
                best, text = share, candidate
    return text


def _windows1251(data: bytes, file: str) -> str:
    try:
        text = data.decode("cp1251")
    except UnicodeDecodeError:
        text = "\x00"
    if _CONTROL.search(text):
        raise PlacedError("file.not_text", place=Place(file))
    return text


def clean(text: str) -> str:
    """Give a text composed (NFC), without what nobody sees, with single spaces and none around.

    Cleaning twice changes nothing. A text that is far too long for anything is not composed: that
    can take the square of its length.
    """
    if text.isascii():
        return " ".join(text.split())
    text = " ".join(text.translate(_CLEANING).split())
    if len(text) > _LONG or unicodedata.is_normalized("NFC", text):
        return text
    return " ".join(unicodedata.normalize("NFC", text).split())


class Cleaned(dict[str, str]):
    """Texts and what `clean` makes of them: a file repeats its names and words from line to line."""

    def __missing__(self, text: str) -> str:
        self[text] = clean(text)
        return self[text]


def checked(text: str, place: Place, *, longest: int = MAX_NAME) -> str:
    """Give a clean text that may go into a roster or a plan; it may be empty.

    Raises
    ------
    PlacedError
        It holds a control character, half of a surrogate pair or a code that is no character, or
        is too long.
    """
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        code = f"U+{ord(forbidden.group()):04X}"
        raise PlacedError("text.control", place=place, value=shown(text), code=code)
    text = clean(text)
    if len(text) > longest:
        raise PlacedError("text.long", place=place, value=shown(text), limit=longest)
    return text


def checked_name(text: str, place: Place) -> str:
    """Give a clean name that is not empty: it has something to see.

    Raises
    ------
    PlacedError
        See `checked`; also when nothing is left.
    """
    name = checked(text, place)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise PlacedError("text.empty", place=place)
    return name


def fold(text: str) -> str:
    """Give what a text has in common with those that look like it.

    Case, ``ё`` and ``е``, spaces, and Latin letters that look like Cyrillic ones are one.
    """
    return _folded(text) if len(text) <= MAX_NAME else _folded.__wrapped__(text)


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    text = clean(text)
    if len(text) <= _LONG:
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold().translate(_TWINS)
    return "".join(
        char for char in text if not char.isspace() and unicodedata.category(char) != "Cf"
    )


def near(word: str, candidates: Iterable[str], *, at_least: float = 0.6) -> str | None:
    """Give the candidate that was perhaps meant, if one is near enough (1 is the same)."""
    return nearest(word, {fold(candidate): candidate for candidate in candidates}, at_least)


@dataclass(frozen=True, slots=True)
class Guess:
    """What was perhaps meant, looked for when somebody is told: most faults of a long file never are."""

    word: str
    candidates: tuple[str, ...]

    def found(self) -> str | None:
        """Give the candidate, as it may be shown."""
        guess = near(self.word, self.candidates)
        return None if guess is None else shown(guess)


def nearest(word: str, by_fold: Mapping[str, str], at_least: float = 0.6) -> str | None:
    """Give what `near` gives, the candidates by what `fold` makes of them."""
    found = difflib.get_close_matches(fold(word[:MAX_NAME]), by_fold, n=1, cutoff=at_least)
    return by_fold[found[0]] if found else None


def shown(text: str) -> str:
    """Give a strange text so that it can be printed in a sentence: escaped, and not too long."""
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in _JOINERS else _escaped(char) for char in text
    )


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
"""How a cell begins that a spreadsheet would run; apostrophes in front keep it from that."""


def defuse(cell: str) -> str:
    """Give a cell that no spreadsheet runs as a formula; `undefuse` gives the text back.

    A text that begins like a formula gets an apostrophe in front; so does one that already begins
    with apostrophes and then like a formula.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def undefuse(cell: str) -> str:
    """Give the text that `defuse` made safe."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
