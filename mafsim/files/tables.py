"""Tables that somebody wrote in TOML, read key by key: what is wrong is told with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mafsim.errors import FileError
from mafsim.files.limits import MAX_TOML_BYTES
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import shown
from mafsim.regulations import toml


def read_table(source: str) -> Table:
    """Read a file of TOML as its outermost table.

    Raises
    ------
    FileError
        It is no TOML, or too large.
    """
    file = name_of(source)
    content = read_bytes(source, limit=MAX_TOML_BYTES)
    return Table(toml.parsed(toml.decoded(content, file), file), file, "")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a file, and where it is, for sentences."""

    values: Mapping[str, Any]
    file: str
    path: str

    def at(self, key: str) -> str:
        """Give the path of a key, as it may be shown."""
        return f"{self.path}.{shown(key)}" if self.path else shown(key)

    def known(self, *keys: str) -> None:
        """Refuse keys that nobody knows."""
        for key in self.values:
            if key not in keys:
                raise FileError(
                    "population.unknown_key", file=self.file, where=self.at(key), known=list(keys)
                )

    def number(self, key: str, default: float, *, least: float, most: float) -> float:
        """Give a number within bounds."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise FileError("population.not_number", file=self.file, where=self.at(key))
        if not least <= value <= most:
            raise FileError(
                "population.out_of_bounds",
                file=self.file,
                where=self.at(key),
                value=f"{value:g}",
                least=f"{least:g}",
                most=f"{most:g}",
            )
        return float(value)

    def whole(self, key: str, default: int, *, least: int, most: int) -> int:
        """Give a whole number within bounds."""
        value = self.number(key, default, least=least, most=most)
        if value != int(value):
            raise FileError("population.not_whole", file=self.file, where=self.at(key))
        return int(value)

    def word(self, key: str, default: str, among: tuple[str, ...] | None = None) -> str:
        """Give a text, perhaps one among a few."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or (among is not None and value not in among):
            fields = {"file": self.file, "where": self.at(key), "known": list(among or ())}
            raise FileError("population.not_one_of" if among else "population.not_text", **fields)
        return value

    def table(self, key: str) -> Table:
        """Give a table in this one; an empty one where it is left out."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise FileError("population.not_table", file=self.file, where=self.at(key))
        return Table(value, self.file, self.at(key))

    def tables(self, key: str) -> list[Table]:
        """Give a list of tables."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise FileError("population.not_tables", file=self.file, where=self.at(key))
        return [
            Table(each, self.file, self.at(f"{key}.{number}"))
            for number, each in enumerate(value, 1)
        ]
