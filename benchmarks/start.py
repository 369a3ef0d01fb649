"""How long it takes until mafsim does anything: the help, the imports, the compiled search."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
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

CACHES = ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME")
"""What says where a user's cache folder is, on one system or another."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about the start."""
    yield starts(3 if ask.share < 1 else 5)
    yield compiled(1 if ask.share < 1 else 2)


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
    """Compare a first search, which compiles, with later ones, which find the machine code kept."""
    colds, warms = [], []
    for _ in range(times):
        tell("a first search, and one after it")
        with tempfile.TemporaryDirectory() as folder:
            environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
            environment |= dict.fromkeys(CACHES, folder)
            colds.append(python(SEATED, environment))
            warms.append(min(python(SEATED, environment) for _ in range(2)))
    return Figures(
        title="The first search compiles",
        columns=("first", "later", "ratio"),
        rows=(
            (
                spelled(median(colds)),
                spelled(median(warms)),
                from_to([cold / warm for cold, warm in zip(colds, warms, strict=True)]),
            ),
        ),
        note=(
            f"`mafsim {' '.join(SEATED[2:])}`, whole runs with an empty cache folder and with a "
            f"filled one, {times} times; ratio: median (least to most)."
        ),
        measured=({"first": colds, "later": warms},),
    )
