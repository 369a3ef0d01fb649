"""How often a law is tried: fewer times where EXAMPLES=few, as in `make check`; in full in `make test`."""

from __future__ import annotations

import os

from hypothesis import settings

FEW = os.environ.get("EXAMPLES") == "few"


def times(number: int) -> int:
    """Give how many examples stand for so many: a quarter of them, and at least ten, where few do."""
    return max(min(number, 10), number // 4) if FEW else number


def tried(number: int) -> settings:
    """Try a law on so many examples, or on few."""
    return settings(max_examples=times(number))
