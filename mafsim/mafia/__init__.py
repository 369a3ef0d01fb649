"""One table of sports Mafia under given rules: the compiled engine, its log and its statistics."""

from __future__ import annotations

from mafsim.mafia.play import Incident, Played, blocks, play, play_seated
from mafsim.mafia.rules import payoffs_of, rules_of
from mafsim.mafia.table import When

__all__ = [
    "Incident",
    "Played",
    "When",
    "blocks",
    "payoffs_of",
    "play",
    "play_seated",
    "rules_of",
]
