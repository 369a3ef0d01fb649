"""Which tests wait for `make test`, since `make check` is to be over in a minute and a half.

``python -m pytest --durations=0 -vv ... | python -m tests.slowest 0.3`` writes the list anew: what pytest
tells of its tests, and how many seconds of all its examples are too long. A test that is marked
``slow`` in its file need not stand here.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

LIST = Path(__file__).with_name("slowest.txt")
_TOLD = re.compile(r"\s*([0-9.]+)s (?:call|setup|teardown)\s+(\S+?::[^\[\s]+)")


def slowest() -> frozenset[str]:
    """Give the tests that are too long for `make check`, each as ``file::function``."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines())


def longer(lines: Iterable[str], than: float) -> list[str]:
    """Give the tests whose examples together took longer than some seconds, by what pytest told."""
    seconds: dict[str, float] = defaultdict(float)
    for line in lines:
        told = _TOLD.match(line)
        if told is not None:
            seconds[told[2]] += float(told[1])
    return sorted(test for test, took in seconds.items() if took > than)


if __name__ == "__main__":
    found = longer(sys.stdin, float(sys.argv[1]))
    LIST.write_text("".join(f"{test}\n" for test in found), encoding="utf-8")
