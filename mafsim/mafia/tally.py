"""What games show when they are counted: whole numbers that add up, and the shares made of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.agents.view import Claim, Left, Role
from mafsim.games import EMPTY, Array, Ended, Flags, Games, Winner
from mafsim.scoring import first_killed

if TYPE_CHECKING:
    from mafsim.mafia.play import Played
    from mafsim.regulations import Regulation

DIGITS = 6
"""To how many digits a share is written."""

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often things have happened in games; tallies of different games add up.

    A key says what was counted and how it came out, such as ``("winner", "red")``.
    """

    games: int = 0
    """How many games were counted."""
    counts: Counter[Key] = field(default_factory=Counter)
    """How often each thing came out as it did."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.counts + other.counts)

    def document(self) -> dict[str, Any]:
        """Give the shares, as `mafsim play --json` prints them.

        `red`, `black` and `draw` are shares of the games; so are `days`, on how many days there were
        speeches, `final`, how many red and black ones were left (``3-3``), and `ended`, what ended
        them. `first_killed` is the share of each role among those killed first, `best_move` that of
        each number of black ones among the three who were named. `voted_out` is how many left by the
        vote of the first day, and on later days by how many were at the table that day. `misses` is
        the share of nights whose shot met nobody; `claims`, by role, how often one who had it said
        that he is the sheriff; `removed` and `fouls` are means of a game.
        """
        shares = self.shares
        return {
            "games": self.games,
            **{side: self.share("winner", side) for side in ("red", "black", "draw")},
            "days": shares("days"),
            "final": shares("final"),
            "ended": shares("ended"),
            "first_killed": shares("first_killed"),
            "nobody_killed_first": self.share("killed_first", "nobody"),
            "best_move": shares("best_move"),
            "voted_out": {
                "first_day": shares("first_day"),
                "later_days": {
                    living: shares("later_day", living) for living in self.names("later_day")
                },
            },
            "misses": self.share("shot", "nobody"),
            "claims": {role: self.share("claimed", role, "yes") for role in self.names("claimed")},
            "removed": self.mean("removed"),
            "fouls": self.mean("fouls"),
        }

    def names(self, *key: str) -> list[str]:
        """Give what was counted one level below a key, numbers in their order."""
        depth = len(key)
        found = {each[depth] for each in self.counts if each[:depth] == key and len(each) > depth}
        return sorted(found, key=lambda name: (name.isdecimal(), name.zfill(3)))

    def share(self, *key: str) -> float:
        """Give the share of one outcome among all that were counted with it."""
        total = sum(n for each, n in self.counts.items() if each[:-1] == key[:-1])
        return round(self.counts[key] / total, DIGITS) if total else 0.0

    def shares(self, *key: str) -> dict[str, float]:
        """Give the share of every outcome."""
        return {name: self.share(*key, name) for name in self.names(*key)}

    def mean(self, *key: str) -> float:
        """Give the mean of a number over the games."""
        return round(self.counts[key] / self.games, DIGITS) if self.games else 0.0


def tally(played: Played, regulation: Regulation) -> Tally:
    """Count what games show."""
    games = played.games
    counts: Counter[Key] = Counter()
    _count(counts, ("winner",), games.winner, {w: w.name.lower() for w in Winner})
    _count(counts, ("ended",), games.ended, {e: e.name.lower() for e in Ended})
    _count(counts, ("days",), played.days)
    _count_final(counts, games)
    _count_first_killed(counts, games, first_killed(games, regulation))
    _count_votes(counts, games, played.days)
    _count_shots(counts, games, played.days)
    _count_claims(counts, games, played.claims)
    counts["removed",] = int((games.left == Left.FOUL).sum())
    counts["fouls",] = int(games.fouls.sum())
    return Tally(len(games), counts)


def _count(
    counts: Counter[Key], key: Key, values: Array, names: dict[Any, str] | None = None
) -> None:
    """Count how often each value occurs."""
    for value, n in zip(*np.unique(values, return_counts=True), strict=True):
        name = str(value) if names is None else names[int(value)]
        counts[*key, name] += int(n)


def _count_final(counts: Counter[Key], games: Games) -> None:
    """Count how many red and black ones were left at the end."""
    stayed = games.left == EMPTY
    red, black = (stayed & games.red).sum(axis=1), (stayed & games.black).sum(axis=1)
    base = games.entrants.shape[1] + 1
    for code, n in zip(*np.unique(red * base + black, return_counts=True), strict=True):
        counts["final", f"{code // base}-{code % base}"] += int(n)


def _count_first_killed(counts: Counter[Key], games: Games, killed: Flags) -> None:
    """Count who was killed first, and what he named."""
    somebody = killed.any(axis=1)
    counts["killed_first", "somebody"] = int(somebody.sum())
    counts["killed_first", "nobody"] = int((~somebody).sum())
    _count(counts, ("first_killed",), games.roles[killed], {r: r.name.lower() for r in Role})
    made = games.best_move[:, 0] != EMPTY
    named = games.best_move[made]
    black = np.take_along_axis(games.black[made], np.maximum(named, 0), axis=1) & (named != EMPTY)
    _count(counts, ("best_move",), black.sum(axis=1))


def _count_votes(counts: Counter[Key], games: Games, days: Array) -> None:
    """Count how many left by the vote of each day, by how many were there in its morning."""
    for day in range(1, int(days.max(initial=0)) + 1):
        held = days >= day
        left, on = games.left[held], games.left_on[held]
        out = ((left == Left.VOTE) & (on == day)).sum(axis=1)
        if day == 1:
            _count(counts, ("first_day",), out)
            continue
        living = ((left == EMPTY) | (on >= day)).sum(axis=1)
        for n in np.unique(living):
            _count(counts, ("later_day", str(n)), out[living == n])


def _count_shots(counts: Counter[Key], games: Games, days: Array) -> None:
    """Count the nights in which somebody was shot, and those in which nobody was.

    There was a night after every day but the last one, and after that as well if nobody left on it
    by day: the game has ended with the night.
    """
    last = games.left_on == days[:, None]
    by_day = (last & (games.left != Left.NIGHT)).any(axis=1) | (games.ended != Ended.PLAY)
    shot = games.left == Left.NIGHT
    nights = days - 1 + ((shot & last).any(axis=1) | ~by_day)
    counts["shot", "somebody"] = int(shot.sum())
    counts["shot", "nobody"] = int(nights.sum()) - int(shot.sum())


def _count_claims(counts: Counter[Key], games: Games, claims: Array) -> None:
    """Count for each role how many said that they are the sheriff, be it true or not."""
    for role in Role:
        claimed = claims[games.roles == role] != Claim.NONE
        if claimed.size:
            counts["claimed", role.name.lower(), "yes"] = int(claimed.sum())
            counts["claimed", role.name.lower(), "no"] = int((~claimed).sum())
