"""Commands killed at random moments: ``python -m tests.files.killed FOLDER --times 100``.

One process imports everything once and forks a child for each kill, so that the moments fall into the
work and not into its start. Half of the kills come at a random time, the others at a random one of the
child's own openings, links and renamings in the folder that it writes to, where a half file could arise.
What is then in the folder must be the old file or the whole new one, and nothing else but a part that
nobody reads.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

SHAPE = "--players 8 --tables 2 --table-size 4 --rounds 3 --effort 0 --jobs 1"
SIMULATED = "simulate plain -n 8 --agents random --jobs 1 --resume kept --export-results sheets"
COMMANDS: dict[str, list[str]] = {
    "seat": f"seat {SHAPE} -o new.json --force".split(),
    "replan": [
        *("replan", "base.json", "--from-round", "2", "--absent", "Player 3", "2"),
        *("--effort", "0", "--jobs", "1", "-o", "new.json", "--force"),
    ],
    "export": ["export", "base.json", "--to", "html", "-o", "new.html", "--force"],
    "simulate": [*SIMULATED.split(), "--force"],
}
EVENTS = ("open", "os.link", "os.rename", "os.remove")
OLD = "what was there before\n"


class Heard:
    """What the audit hook of this process counts, and at which event the process ends."""

    folder = ""
    count = 0
    die_at: int | None = None


def hear(event: str, arguments: tuple[Any, ...]) -> None:
    """Count the file events in a folder, and die at one of them."""
    if event not in EVENTS or not Heard.folder or not isinstance(arguments[0], str):
        return
    if not os.path.abspath(arguments[0]).startswith(Heard.folder):  # noqa: PTH100
        return
    Heard.count += 1
    if Heard.count == Heard.die_at:
        os.kill(os.getpid(), signal.SIGKILL)


def run(words: Sequence[str], folder: Path) -> int:
    """Run a command here, in a folder, silently; give its exit code."""
    from mafsim.cli import main

    os.chdir(folder)
    Heard.folder, Heard.count = f"{folder}{os.sep}", 0
    try:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            sys.stdout = sys.stderr = nowhere
            main(list(words))
    except SystemExit as left:
        return int(left.code or 0)
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        Heard.folder = ""
    return 0


def child(words: Sequence[str], folder: Path, die_at: int | None = None) -> int:
    """Run a command in a child; with `die_at` it kills itself at that file event in its folder."""
    process = os.fork()
    if process:
        return process
    code = 70
    try:
        Heard.die_at = die_at
        code = run(words, folder)
    finally:
        os._exit(code)


def ended(process: int) -> int:
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status)


class Killing:
    """One folder after another, each with a command that is killed in it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.dice = random.Random(seed)
        self.whole: dict[str, dict[str, bytes]] = {}
        self.seconds: dict[str, float] = {}
        self.events: dict[str, int] = {}
        self.faults: list[str] = []
        self.killed = self.too_late = 0

    def prepared(self, name: str) -> Path:
        place = self.folder / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        if (self.folder / "base.json").exists():
            shutil.copy(self.folder / "base.json", place / "base.json")
        return place

    def learn(self) -> None:
        """Run each command to its end, here: what it writes, how long it takes, and its file events.

        The children then find everything imported and compiled, and die at their work.
        """
        place = self.prepared("base")
        assert run(f"seat {SHAPE} -o base.json".split(), place) == 0
        shutil.copy(place / "base.json", self.folder / "base.json")
        for name, words in COMMANDS.items():
            place = self.prepared(f"whole-{name}")
            assert run(words, place) == 0, name  # what is used first waits for the compiler
            place = self.prepared(f"whole-{name}")
            begun = time.monotonic()
            assert run(words, place) == 0, name
            self.seconds[name] = time.monotonic() - begun
            self.events[name] = Heard.count
            self.whole[name] = contents(place)

    def kill(self, number: int) -> None:
        """Kill one command, and look at what it has left."""
        name = list(COMMANDS)[number % len(COMMANDS)]
        place = self.prepared(f"kill-{number}")
        old = {path for path in self.whole[name] if path.startswith("new") and number % 3 != 0}
        for path in old:
            (place / path).write_text(OLD)
        by_time = (number // len(COMMANDS)) % 2 == 0
        if by_time:
            process = child(COMMANDS[name], place)
            time.sleep(self.dice.random() * self.seconds[name])
            os.kill(process, signal.SIGKILL)
        else:
            process = child(COMMANDS[name], place, self.dice.randint(1, self.events[name]))
        code = ended(process)
        if code == -signal.SIGKILL:
            self.killed += 1
        elif code == 0:
            self.too_late += 1
        else:
            self.faults.append(f"{name} ended with {code}")
        self.faults += [f"{name}: {fault}" for fault in spoiled(place, self.whole[name], old)]
        if name == "simulate":
            self._resumed(place)
        shutil.rmtree(place)

    def _resumed(self, place: Path) -> None:
        """A simulation that was killed goes on, and ends with the same files."""
        if ended(child(COMMANDS["simulate"], place)) != 0:
            self.faults.append("simulate does not go on")
        left = {k: v for k, v in contents(place).items() if not is_part(k)}
        if left != self.whole["simulate"]:
            self.faults.append("simulate has gone on to something else")


def contents(place: Path) -> dict[str, bytes]:
    """Give what is in a folder, and in its folders, by the path."""
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file()
    }


def is_part(path: str) -> bool:
    return Path(path).name.startswith(".mafsim-") and path.endswith(".part")


def spoiled(place: Path, whole: dict[str, bytes], old: set[str]) -> list[str]:
    """Say what in a folder is neither as it was nor as it was to be."""
    found = []
    left = contents(place)
    for path, content in left.items():
        if is_part(path):
            continue
        if content != whole.get(path) and not (path in old and content == OLD.encode()):
            found.append(f"{path} is a half file of {len(content)} bytes")
    found += [f"{path} is gone" for path in sorted(old - left.keys())]
    return found


def main(report: Callable[[str], None] = print) -> int:
    """Kill as often as asked, and tell what was left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    sys.addaudithook(hear)
    killing = Killing(asked.folder.resolve(), asked.seed)
    killing.learn()
    for number in range(asked.times):
        killing.kill(number)
    told = {"killed": killing.killed, "too_late": killing.too_late, "faults": killing.faults}
    report(json.dumps(told))
    return 1 if killing.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
