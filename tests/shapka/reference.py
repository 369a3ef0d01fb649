"""One game of Shapka played by hand, in plain Python: the same random words, none of the same code.

It follows docs/shapka-table.md, a word at a time with a list for the hat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import NormalDist

from mafsim.regulations.rules import ShapkaRules
from mafsim.shapka import World

WAYS = ("words", "one_word", "mime", "drawing")
MASK = 2**64 - 1


def splitmix(state: int) -> int:
    """Give the output function of SplitMix64 at a state."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & MASK
    return state ^ state >> 31


def number(word: int, i: int) -> int:
    return splitmix((word + 0x9E3779B97F4A7C15 * (i + 1)) & MASK)


def mixed(word: int) -> int:
    return number(word & MASK, 0)


def quantile(z: int, spread: float) -> float:
    """Give what is harder than ordinary by the level that the ten highest bits name."""
    return math.exp(spread * NormalDist().inv_cdf(((z >> 54) + 0.5) / 1024))


@dataclass
class Told:
    """What came out, seat by seat."""

    words: dict[tuple[int, int, int], int] = field(default_factory=dict)
    breaches: dict[int, int] = field(default_factory=dict)
    taken: int = 0
    """How often a word was taken out of the hat."""
    out: int = 0
    """How many words have left the hat for good."""


def play(
    start: int,
    round_: int,
    table: int,
    entrants: list[int],
    slowness: list[list[list[float]]],
    rules: ShapkaRules,
    world: World,
) -> Told:
    """Play the game at an address; ``slowness[pair][who][way]``."""
    told = Told()
    of_game = mixed(mixed(start + round_) + table)
    whole = quantile(number(of_game, 2**40), world.hat.hats)
    hat = [
        whole * quantile(number(of_game, k), world.hat.difficulty) for k in range(world.hat.words)
    ]
    luck = {pair: mixed(mixed(start + 2**32 + round_) + pair) for pair in entrants}
    had = 0
    for half, ways in enumerate(rules.halves):
        for part, way in enumerate(map(WAYS.index, ways)):
            for _ in range(rules.turns):
                explains = had % 2 if rules.explains == "alternate" else 0
                for seat, pair in enumerate(entrants):
                    own = slowness[pair][explains][way]
                    spoiled = world.ways[way].spoiled * 2**24 // 1000
                    n = turn(hat, luck[pair], had * 2**20, own, spoiled, rules, world, told)
                    place = (seat, half, part)
                    told.words[place] = told.words.get(place, 0) + n
                    conduct = number(luck[pair], had * 2**20 + 2**20 - 1) >> 40
                    guilty = conduct < world.breaches.at_table * 2**24 // 1000
                    told.breaches[seat] = told.breaches.get(seat, 0) + guilty
                had += 1
    return told


def turn(
    hat: list[float],
    luck: int,
    first: int,
    slowness: float,
    spoiled: int,
    rules: ShapkaRules,
    world: World,
    told: Told,
) -> int:
    clock, counted, tried = float(rules.seconds), 0, 0
    while hat and clock > world.turn.taking:
        clock -= world.turn.taking
        word = hat[0]
        told.taken += 1
        z = number(luck, first + tried)
        tried += 1
        needs = -math.log(((z >> 24) + 1) / 2**40) * slowness * word
        gives_up = rules.passing and needs > world.turn.patience
        if needs <= clock and not gives_up:
            hat.pop(0)
            told.out += 1
            clock -= needs
            counted += z % 2**24 >= spoiled
            continue
        if rules.unguessed == "back":
            lot = number(luck, first + 2**19 + tried) >> 32
            place = lot * len(hat) >> 32
            hat[0], hat[place] = hat[place], hat[0]
        else:
            hat.pop(0)
            told.out += 1
        if not (rules.passing and world.turn.patience < clock):
            break
        clock -= world.turn.patience
    return counted
