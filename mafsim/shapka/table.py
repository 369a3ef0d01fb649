"""One table of Shapka: the hat goes from pair to pair, half by half and part by part.

Compiled code that reads like the rules. Nobody keeps a state between turns but the hat. The words of
a hat come from the game's random word, everything that a pair does from a word of its own, so that
the same pair has the same luck whoever sits beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mafsim.agents.chance import below, drawn
from mafsim.kernels import kernel

LEVELS = 1024
"""Into how many equally likely levels the difficulty of words, and of hats, is divided."""

_LEVEL = np.uint64(54)  # what is left of 64 bits are the 10 of a level
_40, _24 = np.uint64(40), np.uint64(24)
_LOW_24 = np.uint64(0xFFFFFF)
_UNIT = 2.0**-40
_HAT = 1 << 40
_TURN = 1 << 20
"""How many random numbers are set aside for a turn."""
_CONDUCT = _TURN - 1
_BACK = _TURN >> 1

GRID = 1 << 24
"""Chances are whole parts of this."""


class Conditions(NamedTuple):
    """What holds at every table."""

    seconds: float
    """How long a pair has the hat."""
    turns: int
    """How often it has it in a part."""
    alternate: bool
    """The partners explain in turn; otherwise always the first of them."""
    passing: bool
    """One may go on before the word is guessed."""
    back: bool
    """A word that is not guessed goes back into the hat; otherwise it is out."""
    taking: float
    """Seconds to take a word out."""
    patience: float
    """Seconds until one goes on, where that is allowed."""
    breach: int
    """The chance of a breach in a turn, in parts of `GRID`."""


@kernel
def turn(
    hat: Any, at: int, luck: Any, first: int, slowness: float, spoiled: int, c: Conditions
) -> tuple[int, int]:
    """Let a pair have the hat once.

    ``hat[at:]`` are the words that are in it, as what they are harder than an ordinary one; `first` is
    where the turn's random numbers begin, `slowness` how many seconds the pair needs for an ordinary
    word. It gives how many words count, and where the hat begins now.
    """
    left = c.seconds
    counted = 0
    tried = 0
    while at < len(hat) and left > c.taking:
        left -= c.taking
        z = drawn(luck, first + tried)
        tried += 1
        needed = -np.log((float(z >> _24) + 1.0) * _UNIT) * slowness * hat[at]
        if needed <= left and not (c.passing and needed > c.patience):
            left -= needed
            at += 1
            counted += int(z & _LOW_24) >= spoiled
        elif c.passing and c.patience < left:
            left -= c.patience
            at = put_away(hat, at, luck, first + _BACK + tried, c.back)
        else:
            at = put_away(hat, at, luck, first + _BACK + tried, c.back)
            break
    return counted, at


@kernel
def put_away(hat: Any, at: int, luck: Any, number: int, back: bool) -> int:
    """Put the word that was not guessed aside, or back among those in the hat, in a place by lot."""
    if not back:
        return at + 1
    other = at + below(luck, number, len(hat) - at)
    word = hat[at]
    hat[at] = hat[other]
    hat[other] = word
    return at


@kernel
def fill(hat: Any, word: Any, levels: Any, hats: Any) -> None:
    """Fill a hat with words of difficulties by lot."""
    whole = hats[drawn(word, _HAT) >> _LEVEL]
    for k in range(len(hat)):
        hat[k] = whole * levels[drawn(word, k) >> _LEVEL]


@kernel
def play_tables(
    games: Any,
    luck: Any,
    pairs: Any,
    slowness: Any,
    ways: Any,
    spoiled: Any,
    levels: Any,
    hats: Any,
    size: int,
    c: Conditions,
    words: Any,
    breaches: Any,
) -> None:
    """Play a block of games.

    Parameters
    ----------
    games, luck
        The random word of each game, and ``luck[game, seat]`` of each pair in it.
    pairs
        ``pairs[game, seat]``: the pair, a row of `slowness`, in the order of play; below 0 for nobody.
    slowness
        ``slowness[pair, who, way]``: how many seconds it needs for an ordinary word if the first, or
        the second, explains.
    ways
        ``ways[half, part]``: how words are explained.
    spoiled
        ``spoiled[way]``: the chance that a guessed word does not count, in parts of `GRID`.
    levels, hats
        How much harder than an ordinary one a word, and a whole hat, of each level is.
    size
        How many words a hat has.
    c
        What else holds.
    words, breaches
        Filled: ``words[game, seat, half, part]``, ``breaches[game, seat]``.
    """
    hat = np.empty(size, dtype=np.float64)
    halves, parts = ways.shape
    for game in range(len(games)):
        fill(hat, games[game], levels, hats)
        at = 0
        had = 0  # how often everybody has had the hat
        for half in range(halves):
            for part in range(parts):
                way = ways[half, part]
                for _ in range(c.turns):
                    who = had % 2 if c.alternate else 0
                    for seat in range(pairs.shape[1]):
                        pair = pairs[game, seat]
                        if pair < 0:
                            continue
                        own = luck[game, seat]
                        counted, at = turn(
                            hat, at, own, had * _TURN, slowness[pair, who, way], spoiled[way], c
                        )
                        words[game, seat, half, part] += counted
                        if int(drawn(own, had * _TURN + _CONDUCT) >> _40) < c.breach:
                            breaches[game, seat] += 1
                    had += 1
