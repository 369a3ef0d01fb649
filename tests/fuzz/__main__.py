"""``python -m tests.fuzz``: try every reader with spoiled files, within limits of time and memory.

Input number n of a reader depends on the seed and on n alone. What was tried is kept in a file, so
that the next call goes on where this one ends, and a fault can be tried again by its number.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from tests.fuzz.readers import FILES, READERS, Reader, alone, attempt, wrong_sentence

SECONDS = 2.0
"""The longest that a reader may compute on an input of up to 1 MB."""
MEMORY = 500 * 2**20
"""The most that a reader may take for it."""
_HANGS = 20.0
_STEP = 1_000


class Hangs(BaseException):
    """A reader that has computed for far too long."""


def main(arguments: list[str]) -> int:
    """Try the readers that are named, or all; 1 if any has a fault."""
    asked = _parser().parse_args(arguments)
    signal.signal(signal.SIGVTALRM, _hang)
    kept = Path(asked.kept)
    known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    if asked.number is not None:
        for name in asked.reader:
            _again(name, asked.seed, asked.number)
        return 0
    _warm(asked.reader)
    if asked.hostile is not None:
        return _hostile(asked.reader, short=asked.hostile == "short", patience=asked.patience)
    until = time.monotonic() + asked.minutes * 60
    for name in asked.reader:
        state = known.setdefault(f"{name} {asked.seed}", _fresh())
        wanted = READERS[name].wanted if asked.count is None else asked.count
        while state["tried"] < wanted and time.monotonic() < until:
            _try(name, asked.seed, state, min(wanted, state["tried"] + _STEP), kept.parent)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(known, indent=1, sort_keys=True))
        _tell(name, wanted, state)
    FILES.clear()
    return int(any(state["faults"] for state in known.values()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("reader", nargs="*", default=list(READERS), help="which readers; all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, help="how many inputs a reader, in all calls together")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after that long")
    parser.add_argument("--kept", default="out/fuzz.json", help="what was tried")
    parser.add_argument("--hostile", choices=("all", "short"), help="files made to do harm instead")
    parser.add_argument("--patience", type=float, default=1, help="times the limit of seconds")
    parser.add_argument("--number", type=int, help="one input again, with its traceback")
    return parser


def _fresh() -> dict[str, Any]:
    return {"tried": 0, "read": 0, "slowest": 0.0, "sentences": {}, "faults": []}


def _hang(_: int, __: FrameType | None) -> None:
    raise Hangs


def _warm(names: list[str]) -> None:
    """Read what is right, so that everything is imported, and then bind the memory."""
    for name in names:
        for data in READERS[name].source.seeds:
            attempt(READERS[name], data)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, resource.RLIM_INFINITY))


def _try(name: str, seed: int, state: dict[str, Any], end: int, folder: Path) -> None:
    reader = READERS[name]
    while state["tried"] < end:
        number = state["tried"]
        data = reader.source.input(seed, name, number)
        fault, outcome, seconds = examined(reader, data)
        if fault is not None:
            state["faults"].append([number, fault.splitlines()[-1]])
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"fuzz-{name}-{seed}-{number}.bin").write_bytes(data)
            print(f"{name} {number}: {fault}", file=sys.stderr)
        state["slowest"] = max(state["slowest"], round(seconds, 3))
        state["read"] += outcome == "read"
        state["sentences"][outcome] = state["sentences"].get(outcome, 0) + 1
        state["tried"] += 1


def _hostile(names: list[str], *, short: bool, patience: float) -> int:
    """Try the files that were made to take time or memory; tell the slowest and all faults."""
    from tests.fuzz.hostile import HOSTILE, SHORT

    faults, tried, slowest = 0, 0, (0.0, "")
    for name in (name for name in names if name in HOSTILE):
        for what, make in HOSTILE[name].items():
            if short and what not in SHORT:
                continue
            fault, outcome, seconds = examined(alone(name), make(), patience=patience)
            tried += 1
            slowest = max(slowest, (seconds, f"{name}: {what}"))
            if fault is not None:
                faults += 1
                print(f"{name}: {what}: {outcome}: {fault}", file=sys.stderr, flush=True)
    FILES.clear()
    print(
        f"{tried} hostile files, {faults} faults; the slowest took {slowest[0]:.1f} s: {slowest[1]}"
    )
    return int(faults > 0)


def examined(reader: Reader, data: bytes, *, patience: float = 1) -> tuple[str | None, str, float]:
    """Read an input; give what is wrong with how that went, how it came out, and how long it took."""
    began = time.process_time()
    outcome = "fault"
    try:
        with _watched(), contextlib.redirect_stderr(None):
            outcome, sentences = attempt(reader, data)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return traceback.format_exc(), outcome, time.process_time() - began
    seconds = time.process_time() - began
    if seconds > SECONDS * patience * max(1, len(data) / 2**20):
        return f"took {seconds:.1f} s for {len(data)} bytes", outcome, seconds
    wrong = wrong_sentence(sentences)
    return None if wrong is None else f"says {wrong[:300]!r}", outcome, seconds


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_VIRTUAL, _HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _again(name: str, seed: int, number: int) -> None:
    data = READERS[name].source.input(seed, name, number)
    print(data)
    print(*examined(READERS[name], data), sep="\n")


def _tell(name: str, wanted: int, state: dict[str, Any]) -> None:
    print(
        f"{name:16} {state['tried']:7} of {wanted:7} tried, {state['read']:6} read, "
        f"{len(state['sentences']):3} outcomes, slowest {state['slowest']:.2f} s, "
        f"{len(state['faults'])} faults"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
