"""One table of Shapka under given rules, and the pairs that play at it: compiled, by the block."""

from mafsim.shapka.parameters import World, usual
from mafsim.shapka.people import people
from mafsim.shapka.play import play, slowness, starts, with_breaches_away, withdrawing
from mafsim.shapka.strength import strength

__all__ = [
    "World",
    "people",
    "play",
    "slowness",
    "starts",
    "strength",
    "usual",
    "with_breaches_away",
    "withdrawing",
]
