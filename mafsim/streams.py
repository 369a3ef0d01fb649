"""Random numbers by address: a stream depends on the seed, its purpose and its indices alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
HalfWords = npt.NDArray[np.uint32]


class Purpose(IntEnum):
    """What a stream is for; a number, once given, never changes its meaning."""

    SEARCH = 1
    TABLES = 2
    NEIGHBOURS = 3
    DRAW = 4
    BYES = 5
    BEST_PLAYER = 6
    LOT = 7
    GAME = 8
    JUDGE = 12
    PEOPLE = 14
    SLOTS = 15
    CAST = 16
    EVENT = 20
    CATALOGUE = 21


def stream(seed: int, purpose: Purpose, *address: int) -> np.random.Generator:
    """Give the generator that lives at an address.

    The address goes into ``spawn_key``: lists of seeds will not do, since numpy gives one and
    the same stream for ``42``, ``[42]`` and ``[42, 0]``.
    """
    return np.random.Generator(np.random.Philox(_sequence(seed, purpose, address)))


def word(seed: int, purpose: Purpose, *address: int) -> np.uint64:
    """Give one 64-bit word of the address: the start of a generator inside a compiled kernel."""
    return np.uint64(_sequence(seed, purpose, address).generate_state(1, np.uint64)[0])


def words(seed: int, purpose: Purpose, first: int, n: int) -> Words:
    """Give what `word` gives for the addresses `first`, `first` + 1, ...: `n` words, all at once.

    It is `numpy.random.SeedSequence` with arrays for the last part of the address, which numpy
    promises never to change: O'Neill, Developing a seed_seq Alternative, 2015.
    """
    assert seed >= 0
    assert 0 <= first <= first + n <= 2**32
    entropy = [*_halves(seed, 4), *_halves(int(purpose), 1)]
    numbers = np.arange(first, first + n, dtype=np.uint32)
    each = [*(np.full(n, half, dtype=np.uint32) for half in entropy), numbers]
    pool, constant = [], _INIT_A
    for value in each[:4]:
        hashed, constant = _hashed(value, constant, _MULT_A)
        pool.append(hashed)
    for source in range(4):
        for target in range(4):
            if source != target:
                hashed, constant = _hashed(pool[source], constant, _MULT_A)
                pool[target] = _together(pool[target], hashed)
    for value in each[4:]:
        for target in range(4):
            hashed, constant = _hashed(value, constant, _MULT_A)
            pool[target] = _together(pool[target], hashed)
    low, constant = _hashed(pool[0], _INIT_B, _MULT_B)
    high, _ = _hashed(pool[1], constant, _MULT_B)
    return low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)


_INIT_A, _MULT_A = 0x43B0D7E5, 0x931E8875
_INIT_B, _MULT_B = 0x8B51F9DD, 0x58F38DED
_LEFT, _RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
_HALF = np.uint32(16)


def _halves(number: int, least: int) -> list[int]:
    """Give a number in parts of 32 bits, the lowest first, and zeros up to the least many."""
    found = []
    while number:
        found.append(number & 0xFFFFFFFF)
        number >>= 32
    return found + [0] * (least - len(found))


def _hashed(value: HalfWords, constant: int, factor: int) -> tuple[HalfWords, int]:
    after = constant * factor & 0xFFFFFFFF
    value = (value ^ np.uint32(constant)) * np.uint32(after)
    return value ^ value >> _HALF, after


def _together(one: HalfWords, other: HalfWords) -> HalfWords:
    both = _LEFT * one - _RIGHT * other
    return np.asarray(both ^ both >> _HALF)


def _sequence(seed: int, purpose: Purpose, address: tuple[int, ...]) -> np.random.SeedSequence:
    # numpy reads a number of two words as two numbers: (2**32 + 5,) would be (5, 1).
    assert all(0 <= index < 2**32 for index in address)
    return np.random.SeedSequence(seed, spawn_key=(int(purpose), *address))


def lots(seed: int, purpose: Purpose, names: Iterable[str]) -> Words:
    """Give a 64-bit word for each name, such as an entrant's id: whoever has the highest wins.

    A name's word depends on the name alone, not on the others or on their order.
    """
    return _lots(seed, purpose, tuple(names))


@lru_cache(maxsize=64)
def _lots(seed: int, purpose: Purpose, names: tuple[str, ...]) -> Words:
    drawn = np.array([word(seed, purpose, *_address(name)) for name in names], dtype=np.uint64)
    drawn.flags.writeable = False
    return drawn


def _address(name: str) -> tuple[int, ...]:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4))


def mixed(words: Words) -> Words:
    """Mix words so that every bit of each depends on all of its bits.

    This is the output function of SplitMix64 (Steele, Lea and Flood, 2014, OOPSLA).
    """
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
