"""How many words a pair can expect: the truth that its results are held against.

A turn begins anew with every word that is taken out, so that the expected number of words in the
time left obeys a renewal equation (Feller, An Introduction to Probability Theory, volume 2, 1971,
section XI.1), solved here on a grid of time.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from mafsim.regulations.rules import ShapkaRules
from mafsim.shapka.parameters import WAYS, Turn, Way, World
from mafsim.shapka.words import levels

Floats = npt.NDArray[np.float64]

STEPS = 1200
"""Into how many steps a turn's time is divided."""

SPEEDS = np.linspace(-2.0, 2.0, 161)
"""The logarithms of speed for which expected words are worked out; between them they are interpolated."""

CLASSES = 64
"""How many levels of difficulty are told apart."""


def strength(speed: Floats, rules: ShapkaRules, world: World) -> Floats:
    """Give how many counted words each pair can expect in one game: ``strength[tournament, pair]``.

    Of an ordinary hat that never gets empty. ``speed[tournament, pair, who, way]``.
    """
    total = np.zeros(speed.shape[:2])
    had = 0
    for half in rules.halves:
        for way in half:
            which = WAYS.index(way)
            curve = expected(
                float(rules.seconds),
                rules.passing,
                world.ways[which],
                world.turn,
                world.hat.difficulty,
            )
            for _ in range(rules.turns):
                who = had % 2 if rules.explains == "alternate" else 0
                total += np.interp(speed[:, :, who, which], SPEEDS, curve)
                had += 1
    return total


@cache
def expected(seconds: float, passing: bool, way: Way, turn: Turn, difficulty: float) -> Floats:
    """Give how many words of a turn count, for each of `SPEEDS`."""
    step = seconds / STEPS
    mean = way.seconds * np.exp(-SPEEDS)[:, None] * levels(difficulty, CLASSES)[None, :]
    ends = np.arange(STEPS + 1) * step
    guessed = 1.0 - np.exp(-ends[:, None, None] / mean)
    by_then = guessed.mean(axis=2)  # by_then[k, speed]: the word is guessed within k steps
    limit = round(turn.patience / step) if passing else STEPS
    by_then[limit + 1 :] = by_then[min(limit, STEPS)]
    in_step = np.diff(by_then, axis=0)
    counts = 1.0 - way.spoiled / 1000
    taking = round(turn.taking / step)
    # value[k] is what k steps still bring, before the next word is taken out. A word that is guessed
    # inside a step is taken as guessed in its middle.
    value = np.zeros((STEPS + 1, len(SPEEDS)))
    for k in range(taking + 1, STEPS + 1):
        left = k - taking
        after = (value[left - 1 :: -1][:left] + value[left:0:-1]) / 2
        value[k] = counts * by_then[left] + (in_step[:left] * after).sum(axis=0)
        if passing and limit < left:
            value[k] += (1.0 - by_then[limit]) * value[left - limit]
        if not taking:  # a word guessed in the first step leaves half of what is worked out here
            value[k] /= 1.0 - in_step[0] / 2
    return np.asarray(value[STEPS])
