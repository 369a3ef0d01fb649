"""How long it takes until mafsim does anything, and how much room it takes in memory and on a disk."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.ask import Ask
from benchmarks.figures import Figures, from_to, spelled, tell, timed

BARE = ("-c", "pass")

STARTS = (
    ("mafsim --help", ("-m", "mafsim", "--help")),
    ("mafsim seat --help", ("-m", "mafsim", "seat", "--help")),
    ("import mafsim", ("-c", "import mafsim")),
    ("import mafsim.pairing.check", ("-c", "import mafsim.pairing.check")),
    ("import mafsim.pairing.solve", ("-c", "import mafsim.pairing.solve")),
    ("import mafsim.regulations", ("-c", "import mafsim.regulations")),
    ("import mafsim.files", ("-c", "import mafsim.files")),
    ("import mafsim.standings", ("-c", "import mafsim.standings")),
)

SEATED = ("-m", "mafsim", "seat", "--players", "20", "--tables", "2", "--rounds", "2",
          "--effort", "0", "--json")  # fmt: skip
SHIPPED = ("-m", "mafsim", "seat", "ugra-2021", "--json")

SEARCHED = (
    "seat --players 20 --tables 2 --rounds 5 --team-size 2",
    "seat --players 30 --tables 3 --rounds 12 --team-size 2",
    "seat --players 60 --tables 6 --rounds 10",
    "seat --players 100 --tables 10 --rounds 10",
    "seat --players 300 --tables 30 --rounds 12",
)
"""Searches whose memory is measured."""

HELD = """
import atexit, pathlib, sys
def tell():
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            print(line.split()[1], file=sys.stderr)
atexit.register(tell)
sys.argv = ["mafsim", *sys.argv[1:]]
from mafsim.cli import main
main()
"""
"""A command that tells in the end how many kilobytes it held at the most."""

CACHES = ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME")
"""What says where a user's cache folder is, on one system or another."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about the start."""
    yield starts(3 if ask.share < 1 else 5)
    yield compiled(1 if ask.share < 1 else 2)
    yield memory(ask.share)
    yield sizes()


def python(arguments: Sequence[str], environment: dict[str, str] | None = None) -> float:
    """Run python once; give the seconds."""

    def run() -> None:
        subprocess.run(
            [sys.executable, *arguments],
            env=environment or dict(os.environ),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=True,
        )

    return timed(run)[1]


def spent(arguments: Sequence[str], environment: dict[str, str]) -> tuple[float, float]:
    """Run python once; give the seconds, and those of a processor."""
    before = os.times()
    seconds = python(arguments, environment)
    after = os.times()
    user = after.children_user - before.children_user
    return seconds, user + after.children_system - before.children_system


def starts(times: int) -> Figures:
    """Compare starts of mafsim with those of a bare python, side by side."""
    rows, measured = [], []
    for name, arguments in STARTS:
        tell(name)
        python(arguments)  # writes the bytecode
        pairs = [(python(BARE), python(arguments)) for _ in range(times)]
        bare, mine = median(b for b, _ in pairs), median(m for _, m in pairs)
        rows.append(
            (
                name,
                spelled(mine),
                spelled(max(0.0, mine - bare)),
                from_to([m / b for b, m in pairs]),
            )
        )
        measured.append(
            {"start": name, "bare": [b for b, _ in pairs], "seconds": [m for _, m in pairs]}
        )
    return Figures(
        title="Starts",
        columns=("what", "time", "above a bare python", "ratio to a bare python"),
        rows=tuple(rows),
        note=f"Median of {times}, in turns with a bare python; ratios: median (least to most).",
        measured=tuple(measured),
    )


def compiled(times: int) -> Figures:
    """Compare first runs, which compile, with later ones, which find the machine code kept."""
    rows, measured = [], []
    for name, call in (("a search", SEATED), ("a plan that ships", SHIPPED)):
        colds, warms = [], []
        for _ in range(times):
            tell(f"{name}, compiled and after it")
            with tempfile.TemporaryDirectory() as folder:
                environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
                environment |= dict.fromkeys(CACHES, folder)
                colds.append(spent(call, environment))
                warms.append(min(spent(call, environment) for _ in range(2)))
        ratios = [cold[1] / warm[1] for cold, warm in zip(colds, warms, strict=True)]
        rows.append(
            (
                f"`mafsim {' '.join(call[2:])}`",
                *(spelled(median(each)) for each in zip(*colds, strict=True)),
                *(spelled(median(each)) for each in zip(*warms, strict=True)),
                from_to(ratios),
            )
        )
        measured.append({"call": name, "first": colds, "later": warms})
    return Figures(
        title="The first run compiles",
        columns=("what", "first", "processor", "later", "processor", "ratio"),
        rows=tuple(rows),
        note=(
            "Whole runs with an empty cache folder and with a filled one, "
            f"{times} times; ratio of processor times: median (least to most)."
        ),
        measured=tuple(measured),
    )


def memory(share: float) -> Figures:
    """Measure the most memory that searches hold, each in a process of its own."""
    rows, measured = [], []
    efforts = (0.1 * share, share)
    for words in SEARCHED:
        found = []
        for effort in efforts:
            tell(f"memory of {words}, effort {effort:g}")
            call = f"{words} --effort {effort:g} --from-scratch --json"
            found.append(held(call.split()))
        rows.append((f"`mafsim {words}`", *(_megabytes(each) for each in found)))
        measured.append({"call": words, "kilobytes": dict(zip(efforts, found, strict=True))})
    return Figures(
        title="Memory",
        columns=("what", *(f"effort {effort:g}" for effort in efforts)),
        rows=tuple(rows),
        note="The most that a process held, with numpy, numba and all; from scratch, on all threads.",
        measured=tuple(measured),
    )


def held(words: Sequence[str]) -> int | None:
    """Give how many kilobytes a command of mafsim held at the most, where the system says so."""
    outcome = subprocess.run(
        [sys.executable, "-c", HELD, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    last = outcome.stderr.split()[-1:]
    return int(last[0]) if last and last[0].isdigit() else None


def _megabytes(kilobytes: int | None) -> str:
    return "unknown" if kilobytes is None else f"{kilobytes / 1024:.0f} MB"


def sizes() -> Figures:
    """Build the wheel, and measure it and its largest parts."""
    tell("the wheel")
    with tempfile.TemporaryDirectory() as folder:
        call = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        root = Path(__file__).parents[1]
        subprocess.run(call, cwd=root, capture_output=True, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        packed = wheel.stat().st_size
        with zipfile.ZipFile(wheel) as archive:
            files = archive.infolist()
    parts = {"all of it": (packed, sum(file.file_size for file in files))}
    for name, ending in (("code", ".py"), ("the catalogue", "/catalogue.toml")):
        chosen = [file for file in files if file.filename.endswith(ending)]
        sums = (sum(f.compress_size for f in chosen), sum(f.file_size for f in chosen))
        parts[name] = sums
    return Figures(
        title="The wheel",
        columns=("part", "packed", "unpacked"),
        rows=tuple(
            (name, f"{small / 1000:.0f} kB", f"{large / 1000:.0f} kB")
            for name, (small, large) in parts.items()
        ),
        measured=tuple({"part": name, "bytes": both} for name, both in parts.items()),
    )
