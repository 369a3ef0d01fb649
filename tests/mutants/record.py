"""What became of the mutants of a room, kept in a file that a later run can go on with."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNNOTICED = ("survived", "no test")


def digest(files: Iterable[Path]) -> str:
    """Give a digest of what mutants are made from."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@dataclass(slots=True, kw_only=True)
class Record:
    """What became of the mutants of a room."""

    path: Path
    room: str
    sources: str
    """The digest of the room's files and of what makes mutants of them."""
    seed: int
    asked: int
    """How many mutants the sample has, where there are so many."""
    all: int
    results: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By the mutant's number: what it is, how it was noticed, and how many tests pass through it."""

    def read(self, tests: set[str]) -> None:
        """Take over an earlier run's sample, and all that tests found that are still there."""
        kept = json.loads(self.path.read_text(encoding="utf-8"))
        if kept["sources"] != self.sources:
            sys.exit(f"{self.path}: the code is not what it was: try all, without --again")
        self.seed, self.asked = kept["seed"], kept["asked"]
        for result in kept["mutants"]:
            number = result.pop("number")
            if result["how"] in tests or result["how"].startswith("ended"):
                self.results[number] = result

    def left(self) -> list[int]:
        """Give the numbers of the mutants that are still to be tried."""
        return [number for number in self._sample() if number not in self.results]

    def _sample(self) -> list[int]:
        rng = random.Random(f"{self.seed} {self.room}")
        return rng.sample(range(self.all), min(self.asked, self.all))

    def add(self, number: int, result: dict[str, Any]) -> None:
        """Add what became of a mutant, and write all down."""
        self.results[number] = result
        document = {
            "seed": self.seed,
            "asked": self.asked,
            "all": self.all,
            "sources": self.sources,
            "found": self._found(),
            "mutants": [
                {"number": each, **self.results[each]}
                for each in self._sample()
                if each in self.results
            ],
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")

    def _found(self) -> int:
        return sum(result["how"] not in UNNOTICED for result in self.results.values())

    def __str__(self) -> str:
        found, tried = self._found(), len(self.results)
        share = found / tried if tried else 0
        return f"{found} of {tried} found, {share:.1%}; there are {self.all}"
