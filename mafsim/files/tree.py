"""A JSON document, each of its values with its place, so that an error can name the key."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from mafsim.files.limits import MAX_DEPTH, MAX_NAME
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import checked, checked_name, shown

_JSON_BEGINS = re.compile(r'\s*(?:\{\s*["}]|\[\s*["\[{\]])')
_NUMBERS_BEGIN = re.compile(r"\s*\[[\s\[]*(?:-?[0-9]+|null)\s*,")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")

_NOT_YET = Place("")
"""Stands for the place of a text until it is wrong: most are not, and a place takes its time."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a JSON document with its file and the path of its key."""

    value: Any
    file: str
    above: Node | None = None
    """The list or object that holds the value; None for the document itself."""
    step: str | int = ""
    """Its key or index there."""

    @property
    def path(self) -> str:
        """The keys and indices that lead to the value, as they may be shown."""
        path, node = "", self
        while node.above is not None:
            step = node.step
            path = f".{shown(step)}{path}" if isinstance(step, str) else f"[{step}]{path}"
            node = node.above
        return path.removeprefix(".")

    @property
    def place(self) -> Place:
        """Where the value stands."""
        return Place(self.file, path=self.path)

    def get(self, key: str) -> Node | None:
        """Give the value of an object's key; None if the key is missing or null."""
        keys = self.value if isinstance(self.value, dict) else self.object()
        value = keys.get(key)
        return None if value is None else Node(value, self.file, self, key)

    def need(self, key: str) -> Node:
        """Give the value of an object's key, which must be there."""
        node = self.get(key)
        if node is None:
            raise PlacedError("json.key_missing", place=self.place, name=shown(key))
        return node

    def object(self) -> dict[str, Any]:
        """Give the value, which must be an object."""
        if not isinstance(self.value, dict):
            raise PlacedError("json.not_object", place=self.place)
        return self.value

    def entries(self) -> Iterator[tuple[str, Node]]:
        """Give an object's keys with their values."""
        for key, value in self.object().items():
            yield key, Node(value, self.file, self, key)

    def values(self) -> list[Any]:
        """Give the value, which must be a list."""
        if not isinstance(self.value, list):
            raise PlacedError("json.not_list", place=self.place)
        return self.value

    def items(self) -> Iterator[Node]:
        """Give a list's values."""
        for index, value in enumerate(self.values()):
            yield Node(value, self.file, self, index)

    def text(self, *, longest: int = MAX_NAME) -> str:
        """Give a clean text; a whole number counts as one (a nickname ``13``)."""
        text = self.raw_text()
        try:
            return checked(text, _NOT_YET, longest=longest)
        except PlacedError as fault:
            raise self._placed(fault) from None

    def name(self) -> str:
        """Give a clean text that is not empty."""
        text = self.raw_text()
        try:
            return checked_name(text, _NOT_YET)
        except PlacedError as fault:
            raise self._placed(fault) from None

    def _placed(self, fault: PlacedError) -> PlacedError:
        return PlacedError(fault.key, **{**fault.fields, "place": self.place})

    def whole(self, least: int, greatest: int) -> int:
        """Give a whole number within limits."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
            raise PlacedError("json.not_whole", place=self.place, least=least, greatest=greatest)
        return value

    def number(self) -> float:
        """Give a finite number."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise PlacedError("json.not_number", place=self.place)
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise PlacedError("json.not_number", place=self.place)
        return number

    def true_or_false(self) -> bool:
        """Give the value if it is true or false."""
        if not isinstance(self.value, bool):
            raise PlacedError("json.not_boolean", place=self.place)
        return self.value

    def raw_text(self) -> str:
        """Give a text as it stands."""
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        raise PlacedError("json.not_text", place=self.place)


def is_json(text: str, *, file: str) -> bool:
    """Say whether a text is meant as JSON: by how it begins, or by its name.

    A list of people may well begin with ``[CLAN] Name``.
    """
    named = file.lower().endswith(".json")
    return named or _JSON_BEGINS.match(text) is not None or lists_numbers(text)


def lists_numbers(text: str) -> bool:
    """Say whether a text begins with a list of numbers, as no name does."""
    return _NUMBERS_BEGIN.match(text) is not None


def parse(text: str, *, file: str) -> Node:
    """Read a JSON document.

    Raises
    ------
    PlacedError
        It is not JSON, nests too deeply, has a key twice, a number that is none (``NaN``) or
        that no float holds (``1e999``), or half of a surrogate pair.
    """
    _refuse_depth(text, file)
    reading = _Reading(file)
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_float=reading.finite,
            parse_constant=reading.refuse_constant,
            object_pairs_hook=reading.object_of,
        )
    except json.JSONDecodeError as fault:
        raise PlacedError(
            "json.broken", place=Place(file), line=fault.lineno, column=fault.colno
        ) from None
    except ValueError:  # a whole number of more digits than Python converts
        raise PlacedError("json.digits", place=Place(file)) from None
    if _HALF_PAIR.search(text):
        _refuse_half_pairs(value, file)
    return Node(value, file)


@dataclass(frozen=True, slots=True)
class _Reading:
    file: str

    def refuse_constant(self, constant: str) -> NoReturn:
        raise PlacedError("json.constant", place=Place(self.file), constant=constant)

    def finite(self, digits: str) -> float:
        number = float(digits)
        if math.isinf(number):
            raise PlacedError("json.infinite", place=Place(self.file), number=shown(digits))
        return number

    def object_of(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            twice = next(key for key, count in counts.items() if count > 1)
            raise PlacedError("json.key_twice", place=Place(self.file), name=shown(twice))
        return value


def _refuse_depth(text: str, file: str) -> None:
    """Refuse brackets that nest too deeply, by taking out the innermost pairs again and again.

    So the whole check runs at the speed of `bytes.replace`. What is not paired is no JSON, and is
    left to the reader unless it is deep in itself.
    """
    outside = _JSON_STRING.sub("", text).encode("ascii", "ignore")
    brackets = outside.translate(_ONE_KIND, _OTHERS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets or brackets.count(b"[") > MAX_DEPTH:
        raise PlacedError("json.deep", place=Place(file), limit=MAX_DEPTH)


def _refuse_half_pairs(value: Any, file: str) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise PlacedError("json.half_pair", place=Place(file)) from None
