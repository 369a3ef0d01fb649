"""How often a law is tried: in `make check` a quarter, in `make test` half, with EXAMPLES=all in full."""

from __future__ import annotations

import os

from hypothesis import settings

SHARE = {"few": 4, "all": 1}.get(os.environ.get("EXAMPLES", ""), 2)
FEW = SHARE > 1


def times(number: int) -> int:
    """Give how many examples stand for so many here: a share of them, and at least ten."""
    return max(min(number, 10), number // SHARE)


def enough(number: int) -> int:
    """Give how many games stand for so many: a fifth where numba compiles nothing."""
    return number if os.environ.get("NUMBA_DISABLE_JIT") != "1" else -(-number // 5)


def tried(number: int) -> settings:
    """Try a law on so many examples, or on a share of them."""
    return settings(max_examples=times(number))
