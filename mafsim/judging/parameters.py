"""What a simulated judge thinks of: the worth of each contribution, and how sure his eye is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What each contribution of a player adds to his merit.

    The unit is a thousandth of the most additional points that a winner may get.
    """

    seated: int = 0
    """For having played at all."""
    won: int = 0
    """His side has won."""
    stayed: int = 0
    """He was at the table to the end."""
    against_black: int = 0
    """For each black player whom his vote sent off."""
    against_red: int = 0
    """For each red player whom his vote sent off."""
    checked_black: int = 0
    """For each black player whom he found as the sheriff."""
    found_sheriff: int = 0
    """He found the sheriff as the don."""
    named_black: int = 0
    """For each black player in his best move."""
    claimed: int = 0
    """He said that he was the sheriff."""
    removed: int = 0
    """He was removed from the table."""


CONTRIBUTIONS = tuple(each.name for each in fields(Worth))
"""What a judge counts of each player, in the order of the last axis of `contributions`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A judge: what he values in a player of each colour, how far he errs, how strict he is."""

    red: Worth
    """What a red player's contributions are worth."""
    black: Worth
    """What a black player's are worth."""
    noise: int = 0
    """The standard deviation of his error about one player, in the unit of `Worth`."""
    mood: int = 0
    """The standard deviation of what he adds to everybody in one game."""
    agrees: int = 1000
    """In how many of 1000 cases the head judge agrees to points that need it."""
    notices: int = 1000
    """How many of 1000 acts that a penalty asks for are noticed."""
    best_from: int = 0
    """Nobody of less merit is the best player, unless there must be one."""
    second_within: int = 0
    """Others are best players too, where there may be several, if their merit is so near."""

    @classmethod
    def of(cls, written: dict[str, Any]) -> Self:
        """Give the judge that a table of these names says; what is left out keeps its default."""
        colours = {colour: Worth(**written[colour]) for colour in ("red", "black")}
        return cls(**written | colours)


@cache
def usual() -> Judge:
    """Give the judge of ``judge.toml``, fitted to public figures."""
    text = resources.files(__package__).joinpath("judge.toml").read_text(encoding="utf-8")
    return Judge.of(tomllib.loads(text))
