"""Thousands of random events from their rosters to their final places: ``python -m tests.tournament.soak``.

It goes on where it was, one line a seed in its folder, and tells how many were tried and what was
found. A seed that shows a fault is told with the command that makes its event again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EVENTS = 5_000
PROVED = 5
"""Every fifth seed has a tiny event besides, which is held against CP-SAT."""

Line = dict[str, Any]


def _not_worth_it(shape: object) -> bool:
    return False


def tried(seed: int) -> Line:
    """Try one seed, and tell what was compared and what is wrong."""
    from mafsim.pairing import exact
    from tests.tournament.soaked import proved, through

    # bounds of a solver are no matter here, and take their time
    exact.worth_asking = _not_worth_it
    compared: Counter[str] = Counter()
    faults: list[str] = []
    for of in (through, proved) if seed % PROVED == 1 else (through,):
        try:
            told = of(seed)
        except Exception:  # noqa: BLE001 - whatever it is, it is a fault
            faults.append(traceback.format_exc(limit=-4))
            continue
        compared += told.compared
        faults += told.faults
    return {"seed": seed, "compared": dict(compared), "faults": faults}


def again(seed: int) -> str:
    """Give the command that makes an event again."""
    from tests.tournament.soaked import order_of, small

    words = ["mafsim", "generate", "--seed", str(seed)]
    for name, value in small(order_of(seed)).told().items():
        span = "-".join(map(str, value)) if isinstance(value, list) else str(value)
        words += [f"--{name.replace('_', '-')}", span]
    return " ".join([*words, "-o", f"event-{seed}"])


def known(file: Path) -> list[Line]:
    """Give what is told of earlier seeds; a last line that was cut off is tried again."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def lines(seeds: range, jobs: int, file: Path) -> Iterator[Line]:
    """Give a line for each seed: first those of earlier runs, then the others as they are done."""
    done = {line["seed"]: line for line in known(file) if line["seed"] in seeds}
    yield from done.values()
    todo = [seed for seed in seeds if seed not in done]
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs) as pool, file.open("a", encoding="utf-8") as kept:
        kept.write("\n" if done else "")
        for line in pool.imap_unordered(tried, todo):
            kept.write(json.dumps(line, ensure_ascii=False) + "\n")
            kept.flush()
            yield line


def main() -> int:
    """Run, and say what was tried; 1 where a fault was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("out/soak"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(asked.first, asked.first + asked.events)
    compared: Counter[str] = Counter()
    events = faulty = 0
    for line in lines(seeds, asked.jobs, asked.folder / "events.jsonl"):
        events += 1
        compared += Counter(line["compared"])
        if line["faults"]:
            faulty += 1
            print(f"seed {line['seed']}: {line['faults'][0]}\n  {again(line['seed'])}", flush=True)
        if events % 100 == 0:
            print(f"{events} events, {faulty} with faults", flush=True)
    for what, times in sorted(compared.items()):
        print(f"{times:8} {what}")
    print(f"Events tried {events}, with faults {faulty}, comparisons {sum(compared.values())}.")
    return 1 if faulty else 0


if __name__ == "__main__":
    raise SystemExit(main())
