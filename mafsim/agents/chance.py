"""Random numbers for one decision, drawn inside compiled code from the word that the View brings.

``drawn(word, i)`` is the output number `i` of SplitMix64 (Steele, Lea and Flood, 2014, OOPSLA) whose
state was `word`. The states of one seat's decisions lie `JUMP` numbers apart, so a decision may use
as many numbers as it likes up to that, in any order, and none is used twice. No function here keeps
a state.
"""

from __future__ import annotations

import numpy as np

from mafsim.kernels import kernel

Word = np.uint64

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
JUMP = np.uint64(1 << 16)
"""How many random numbers one decision may use."""
AHEAD = np.uint64(int(_STEP) * int(JUMP) % 2**64)
"""What is added to a state to pass over so many numbers."""
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)
_11, _16, _32 = np.uint64(11), np.uint64(16), np.uint64(32)
_SIXTEEN = np.uint64(0xFFFF)
_UNIT = 2.0**-53
_SPREAD = (12.0 / 4.0) ** 0.5 / 65536.0


@kernel
def drawn(word: Word, i: int) -> Word:
    """Give the output number `i` of the generator whose state is `word`: 64 random bits."""
    z = word + _STEP * np.uint64(i + 1)
    z = (z ^ (z >> _30)) * _FIRST
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@kernel
def uniform(word: Word, i: int) -> float:
    """Give a number from 0 to 1, without 1, with 53 random bits."""
    return float(drawn(word, i) >> _11) * _UNIT


@kernel
def below(word: Word, i: int, n: int) -> int:
    """Give a whole number from 0 to n - 1, each with the same chance up to one in four billion."""
    return int(((drawn(word, i) >> _32) * np.uint64(n)) >> _32)


@kernel
def normal(word: Word, i: int) -> float:
    """Give a number with mean 0 and variance 1, bell-shaped, never beyond 3.5.

    It is the sum of four uniform numbers of 16 bits, so it is the same on every machine.
    """
    z = drawn(word, i)
    total = z & _SIXTEEN
    total += (z >> _16) & _SIXTEEN
    total += (z >> _32) & _SIXTEEN
    total += (z >> _32) >> _16
    return (float(total) - 131070.0) * _SPREAD
