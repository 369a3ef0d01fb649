"""``python -m benchmarks``: measure, print tables, and write them down."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.ask import COLUMNS, Ask
from benchmarks.figures import Figures, machine, tell, timed

Group = Callable[[Ask], Iterator[Figures]]


def seeds_of(text: str) -> tuple[int, ...]:
    """Read seeds such as ``0-4`` or ``1,3,7-9``."""
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        seeds += range(int(first), int(last if dash else first) + 1)
    if not seeds:
        raise ValueError(text)
    return tuple(dict.fromkeys(seeds))


def scoring(ask: Ask) -> Iterator[Figures]:
    """Give the lines of `benchmarks.scoring`, which runs alone because it measures its memory."""
    games = ["20000"] if ask.share < 1 else []
    tell("scoring")
    outcome = subprocess.run(
        [sys.executable, "-m", "benchmarks.scoring", *games],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    lines = tuple((line,) for line in outcome.stdout.splitlines())
    yield Figures(title="Scoring", columns=("measured",), rows=lines)


def of_module(name: str) -> Group:
    """Give the group that is a module's ``main``; it is imported when it runs."""

    def run(ask: Ask) -> Iterator[Figures]:
        main: Group = import_module(f"benchmarks.{name}").main
        return main(ask)

    return run


MODULES = (
    "pairing", "size", "designs", "catalogue", "peers", "golf", "seats", "late", "bounds", "start", "mafia",
    "shapka", "simulation",
)  # fmt: skip

GROUPS: dict[str, Group] = {**{name: of_module(name) for name in MODULES}, "scoring": scoring}


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure mafsim. Tables go to standard output, progress to standard error.",
        epilog="The demands on the meetings are for two processors that do nothing else.",
    )
    parser.add_argument(
        "groups", nargs="*", metavar="group", help=f"{', '.join(GROUPS)}; all by default"
    )
    parser.add_argument("--seeds", type=seeds_of, default="0-4", help="such as 0-4 or 1,3,7-9")
    parser.add_argument(
        "--column",
        choices=COLUMNS,
        default="10s",
        help="seconds for a plan, and the demands that go with them; quick demands nothing new",
    )
    parser.add_argument(
        "--unclocked",
        action="store_true",
        help="let every search of a column do its whole effort: the same plans under any load",
    )
    parser.add_argument(
        "--catalogue",
        action="store_true",
        help="let searches begin with the plans that ship, rather than measure the search alone",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="every single measurement")
    given = parser.parse_args(words)
    strange = [group for group in given.groups if group not in GROUPS]
    if strange:
        parser.error(f"there is no group {strange[0]}; there are {', '.join(GROUPS)}")
    given.groups = given.groups or list(GROUPS)
    return given


def measured(groups: Sequence[str], ask: Ask) -> dict[str, Any]:
    """Run groups, print each table when it is ready, and give all of them as a document."""
    document: dict[str, Any] = {"machine": machine(), "asked": asdict(ask), "tables": {}}
    print(", ".join(f"{name} {value}" for name, value in document["machine"].items()))
    for group in groups:
        tables = document["tables"][group] = []
        for figures in GROUPS[group](ask):
            print(f"\n{figures.text()}", flush=True)
            tables.append(figures.document())
    return document


def main(words: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for."""
    given = arguments(words)
    ask = Ask(
        seeds=given.seeds,
        column=given.column,
        unclocked=given.unclocked,
        catalogue=given.catalogue,
    )
    document, seconds = timed(measured, given.groups, ask)
    print(f"\nAll of it took {seconds / 60:.1f} minutes.")
    if given.json is not None:
        text = json.dumps(document | {"seconds": seconds}, indent=1, ensure_ascii=False)
        given.json.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
