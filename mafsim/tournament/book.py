"""Games that several regulations have in common: each is played once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mafsim.agents import Player
from mafsim.games import EMPTY, Array, Flags
from mafsim.mafia import payoffs_of, rules_of
from mafsim.mafia.crowd import Crowd, Laid, play_crowd
from mafsim.mafia.play import Played
from mafsim.regulations import Regulation
from mafsim.roster import Roster
from mafsim.streams import Words

OBLIVIOUS = frozenset({"bayes", "consigliere", "human", "random", "scripted"})
"""The kinds whose decisions do not depend on what a regulation pays."""

_BALLOTS = ("votes", "vote_day", "vote_kind")
_RECORD = (
    *("entrants", "roles", "winner", "ended", "left", "left_on", "best_move"),
    *("best_player_votes", "fouls", "disqualified", "reveals"),
)
_ALWAYS = ("days", "claims", "broke")


@dataclass(slots=True)
class Book:
    """The games of one block that were played so far; it grows with every regulation.

    Two games are the same if their rules, their chances and their people are; and also what is paid,
    where somebody plays for that.
    """

    chapters: dict[bytes, list[_Chapter]] = field(default_factory=dict)
    played: int = 0
    """How many games were played."""
    shared: int = 0
    """How many were not, since they were in the book."""

    def play(
        self,
        regulation: Regulation,
        crowd: Crowd,
        seated: Array,
        words: Words,
        *,
        roster: Roster,
        laid: Laid | None = None,
    ) -> Played:
        """Give what `mafsim.mafia.crowd.play_crowd` gives."""
        known = self.chapters.setdefault(_key(regulation, crowd.kinds), [])
        asked = _Chapter.of(crowd, seated, words)
        found = [(chapter, *chapter.where(asked)) for chapter in known]
        missing = np.ones(len(words), dtype=np.bool_)
        parts: list[tuple[Array, Played]] = []
        for chapter, here, there in found:
            new = missing[here]
            here, there = here[new], there[new]
            if len(here):
                assert chapter.games is not None
                parts.append((here, _select(chapter.games, there)))
                missing[here] = False
        self.shared += int((~missing).sum())
        left = np.flatnonzero(missing)
        self.played += len(left)
        if len(left):
            played = play_crowd(
                regulation, crowd, seated[left], words[left], roster=roster, laid=laid
            )
            known.append(replace(asked.some(left), games=played))
            parts.append((left, played))
        return parts[0][1] if len(parts) == 1 and not found else _merged(parts, crowd.kinds)


def _key(regulation: Regulation, kinds: tuple[Player, ...]) -> bytes:
    paid = not OBLIVIOUS.issuperset(player.kind for player in kinds)
    parts = [repr([player.kind for player in kinds]).encode(), rules_of(regulation).tobytes()]
    return b"".join([*parts, np.asarray(payoffs_of(regulation)).tobytes() if paid else b""])


@dataclass(frozen=True, slots=True, eq=False)
class _Chapter:
    """Games that were played together, and all on which they depend."""

    words: Words
    """The word of each game; no two have one."""
    people: Array
    """``people[game, seat, i]``: kind, skill and parameters."""
    games: Played | None = None

    @classmethod
    def of(cls, crowd: Crowd, seated: Array, words: Words) -> _Chapter:
        numbers = [crowd.kind[:, None], crowd.skill[:, None], crowd.parameters]
        return cls(words, np.concatenate(numbers, axis=1)[seated])

    def some(self, which: Array) -> _Chapter:
        return _Chapter(self.words[which], self.people[which])

    def where(self, other: _Chapter) -> tuple[Array, Array]:
        """Say which games of another are here, and where."""
        order = np.argsort(self.words)
        place = np.minimum(np.searchsorted(self.words[order], other.words), len(order) - 1)
        place = order[place]
        same: Flags = self.words[place] == other.words
        if self.people.shape[2] != other.people.shape[2]:
            same = np.zeros_like(same)
        here = np.flatnonzero(same)
        equal = (self.people[place[here]] == other.people[here]).all(axis=(1, 2))
        here = here[equal]
        return here, place[here]


def _select(played: Played, which: Array) -> Played:
    changes = {name: getattr(played, name)[which] for name in _ALWAYS}
    told = played.told[which] if len(played.told) else played.told
    return replace(played, games=played.games.select(which), told=told, **changes)


def _merged(parts: list[tuple[Array, Played]], kinds: tuple[Player, ...]) -> Played:
    """Give games that were found in several places as one, each where it was asked for."""
    order = np.argsort(np.concatenate([where for where, _ in parts]))
    records = [played.games for _, played in parts]
    ballots = max(each.votes.shape[1] for each in records)
    nights = max(each.checks.shape[1] for each in records)
    one = records[0]
    whole: dict[str, Any] = {
        name: np.concatenate([getattr(each, name) for each in records])[order] for name in _RECORD
    }
    for name in _BALLOTS:
        whole[name] = np.concatenate([_wide(getattr(each, name), ballots) for each in records])[
            order
        ]
    whole["checks"] = np.concatenate([_wide(each.checks, nights) for each in records])[order]
    told = [played.told for _, played in parts]
    return replace(
        parts[0][1],
        games=type(one)(roster=one.roster, **whole),
        players=kinds,
        told=np.concatenate(told)[order] if all(map(len, told)) else told[0][:0],
        **{
            name: np.concatenate([getattr(played, name) for _, played in parts])[order]
            for name in _ALWAYS
        },
    )


def _wide(array: Array, wanted: int) -> Array:
    """Give an array with so many columns; those that are added are empty."""
    missing = wanted - array.shape[1]
    if not missing:
        return array
    shape = (array.shape[0], missing, *array.shape[2:])
    return np.concatenate([array, np.full(shape, EMPTY, dtype=array.dtype)], axis=1)
