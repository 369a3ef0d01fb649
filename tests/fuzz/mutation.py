"""Inputs to order: a file that is right, spoiled in a way that its number decides."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

ODD = (
    *("", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u00a0", "\u00ad", "\u200b", "\u2028"),
    *("\u202e", "\u2066", "\ufeff", "\ufffe", "\U000e0001", "\u0301" * 9, "ﬁ", "\u3164"),
    *("ё", "é", "А", "😀", "👩\u200d🔬", "1\ufe0f\u20e3", "²", "½", "Ⅷ", "٣", "１", "०"),
    *("0", "-0", "-1", "1", "2", "10", "11", "999", "1e999", "-1e999", "1e-999", "NaN", "inf"),
    *("9" * 25, "9" * 5000, "0x1f", "1_000", "1,5", "1.5", ".5", "1.", "+1", "1e3", "--1"),
    *("true", "null", "None", "[]", "{}", "[[]]", '""', "'", '"', "\\", "\\u0000", "\\ud800"),
    *("=1+1", "+cmd|' /C calc'!A0", "@x", "<script>", "&amp;", "]]>", "%s", "{0}", "{x!r}"),
    *(";", ",", "\t", "\n", "\r", "\r\n", ":", "=", ".", "-", "–", "#", "|", "/", "../..", "*"),
    *("a" * 201, "я" * 20_001, "[" * 70, "2024-03-01", "31.02.2024", "24:00", "99:99"),
)
"""What readers stumble over: numbers that are none, signs that nobody sees, beginnings of formulas."""

RAW = (b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\x80", b"PK")
"""Bytes that are no text."""

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\d+|\w+|[^\S\n]+|.', re.DOTALL)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 11, 10**30, 0.5, -0.0, 1e300, float("nan"), float("inf")),
    *("", "1", "\x00", "\ud800", "\u202e", "x" * 201, [], {}, [[]], {"": None}),
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where the inputs of a reader come from."""

    seeds: tuple[bytes, ...]
    """Files that are right."""
    words: tuple[str, ...] = ()
    """The reader's own vocabulary."""

    def input(self, seed: int, reader: str, number: int) -> bytes:
        """Give the input of that number, the same whenever and wherever it is asked for."""
        rng = random.Random(f"{seed} {reader} {number}")
        data = rng.choice(self.seeds)
        for _ in range(1 if rng.random() < 0.8 else 2):
            data = rng.choices(_KINDS, _WEIGHTS)[0](data, self, rng)
        return data


def _bytes(data: bytes, source: Source, rng: random.Random) -> bytes:
    """Change, cut, double or insert a few bytes."""
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 1, 2, 8, 40, 400)))
        other = rng.choice(source.seeds)
        from_ = rng.randrange(len(other) + 1)
        new = rng.choice(
            (
                b"",
                data[at:end] * 2,
                bytes([rng.randrange(256)]),
                rng.choice(RAW),
                rng.choice(ODD).encode(),
                other[from_ : from_ + rng.choice((4, 40))],
            )
        )
        data = data[:at] + new + data[end if rng.random() < 0.7 else at :]
    return data


def _tokens(data: bytes, source: Source, rng: random.Random) -> bytes:
    """Change, swap, double or leave out a few words, numbers and signs."""
    tokens = _TOKEN.findall(data.decode("utf-8", "replace"))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if not tokens:
            break
        at = rng.randrange(len(tokens))
        match rng.randrange(5):
            case 0:
                tokens[at] = _word(source, rng)
            case 1:
                tokens[at] = rng.choice(tokens)
            case 2:
                del tokens[at]
            case 3:
                tokens.insert(at, _word(source, rng))
            case 4:
                other = rng.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
    return _encoded("".join(tokens))


def _word(source: Source, rng: random.Random) -> str:
    return rng.choice(source.words if source.words and rng.random() < 0.5 else ODD)


def _lines(data: bytes, _: Source, rng: random.Random) -> bytes:
    """Leave out, double or reorder lines, or end in the middle."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 2:
            rng.shuffle(lines)
        case 3:
            lines = lines[at:] + lines[:at]
        case 4:
            lines = [*lines[:at], lines[at][: rng.randrange(len(lines[at]) + 1)]]
    return b"".join(lines)


def _cells(data: bytes, source: Source, rng: random.Random) -> bytes:
    """Change a column or a few cells of a table."""
    text = data.decode("utf-8", "replace")
    sign = max(";,\t", key=text.count)
    rows = [line.split(sign) for line in text.split("\n")]
    if rng.random() < 0.3:
        column, word = rng.randrange(len(rows[0])), _word(source, rng)
        for row in rows[rng.randrange(2) :]:
            row[column : column + 1] = rng.choice(([], [word], row[:1]))
    for _ in range(rng.choice((1, 1, 2, 4))):
        row = rng.choice(rows)
        at = rng.randrange(len(row) + 1)
        row[at : at + 1] = [_word(source, rng)]
    return _encoded("\n".join(sign.join(row) for row in rows))


def _recoded(data: bytes, _: Source, rng: random.Random) -> bytes:
    """Write the same text in another encoding."""
    text = data.decode("utf-8", "replace")
    encoding = rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1251", "utf-32"))
    return text.encode(encoding, "replace")


def _tree(data: bytes, source: Source, rng: random.Random) -> bytes:
    """Change values and keys of a JSON document; what is none gets other words."""
    try:
        whole = [json.loads(data)]
    except ValueError:
        return _tokens(data, source, rng)
    for _ in range(rng.choice((1, 1, 2, 3))):
        place, key = _somewhere(whole, rng)
        new = deepcopy(rng.choice(_VALUES) if rng.random() < 0.5 else _inside(whole, rng))
        match rng.randrange(4):
            case 0 | 1:
                place[key] = new
            case 2 if place is not whole:
                del place[key]
            case 3 if isinstance(place, dict):
                place[_word(source, rng)] = new
            case 3 if place is not whole:
                place.insert(key, new)
    # a half of a surrogate pair is escaped; what is not ASCII sometimes is
    return _encoded(json.dumps(whole[0], ensure_ascii=rng.random() < 0.5))


def _somewhere(whole: list[Any], rng: random.Random) -> tuple[Any, Any]:
    """Give a list or an object within a document, and an index or a key of it."""
    place: Any = whole
    key: Any = 0
    while isinstance(place[key], list | dict) and place[key] and rng.random() < 0.85:
        place = place[key]
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    return place, key


def _inside(whole: list[Any], rng: random.Random) -> Any:
    place, key = _somewhere(whole, rng)
    return place[key]


def _soup(_: bytes, source: Source, rng: random.Random) -> bytes:
    """Give words one after another."""
    glue = rng.choice((" ", ";", "\n", "", "."))
    return _encoded(glue.join(_word(source, rng) for _ in range(rng.randrange(12))))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


Kind = Callable[[bytes, Source, random.Random], bytes]
_KINDS: Sequence[Kind] = (_bytes, _tokens, _lines, _cells, _tree, _recoded, _soup)
_WEIGHTS = (25, 30, 8, 15, 15, 3, 4)
