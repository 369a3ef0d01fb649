"""Random numbers by address: a stream depends on the seed, its purpose and its indices alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import IntEnum

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]


class Purpose(IntEnum):
    """What a stream is for; a number, once given, never changes its meaning."""

    SEARCH = 1
    TABLES = 2
    NEIGHBOURS = 3
    DRAW = 4
    BYES = 5
    BEST_PLAYER = 6
    LOT = 7


def stream(seed: int, purpose: Purpose, *address: int) -> np.random.Generator:
    """Give the generator that lives at an address.

    The address goes into ``spawn_key``: lists of seeds will not do, since numpy gives one and
    the same stream for ``42``, ``[42]`` and ``[42, 0]``.
    """
    return np.random.Generator(np.random.Philox(_sequence(seed, purpose, address)))


def word(seed: int, purpose: Purpose, *address: int) -> np.uint64:
    """Give one 64-bit word of the address: the start of a generator inside a compiled kernel."""
    return np.uint64(_sequence(seed, purpose, address).generate_state(1, np.uint64)[0])


def _sequence(seed: int, purpose: Purpose, address: tuple[int, ...]) -> np.random.SeedSequence:
    # numpy reads a number of two words as two numbers: (2**32 + 5,) would be (5, 1).
    assert all(0 <= index < 2**32 for index in address)
    return np.random.SeedSequence(seed, spawn_key=(int(purpose), *address))


def lots(seed: int, purpose: Purpose, names: Iterable[str]) -> Words:
    """Give a 64-bit word for each name, such as an entrant's id: whoever has the highest wins.

    A name's word depends on the name alone, not on the others or on their order.
    """
    return np.array([word(seed, purpose, *_address(name)) for name in names], dtype=np.uint64)


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
