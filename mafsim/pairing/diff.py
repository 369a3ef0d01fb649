"""What differs between two plans of one event: who has come, who has gone, and whose seat has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mafsim import words
from mafsim.plan import EMPTY, Plan

Place = tuple[int, int]
"""A table and a seat, zero-based."""


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody whose place in a round has changed; None is no seat."""

    round: int
    name: str
    before: Place | None
    after: Place | None

    def sentence(self, lang: str) -> str:
        """Tell it to a person."""
        return words.say(
            lang,
            "diff.move",
            round=self.round,
            name=self.name,
            before=_told(self.before, lang),
            after=_told(self.after, lang),
        )


def _told(place: Place | None, lang: str) -> str:
    if place is None:
        return words.say(lang, "diff.no_seat")
    return words.say(lang, "diff.place", table=place[0], seat=place[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """All that differs in who sits where, round by round."""

    come: tuple[str, ...]
    """Who is seated in the second plan alone, by name."""
    gone: tuple[str, ...]
    """Who is seated in the first plan alone."""
    moves: tuple[Move, ...]
    """Changed places of those whom both plans know and who take part in the round in both."""
    rounds: tuple[int, int]
    """How many rounds each plan has."""

    @property
    def people(self) -> int:
        """How many people have another place in some round."""
        return len({move.name for move in self.moves})

    def sentences(self, lang: str) -> tuple[str, ...]:
        """Tell it to a person, one sentence a change."""
        return tuple(self._sentences(lang))

    def _sentences(self, lang: str) -> Iterator[str]:
        if self.rounds[0] != self.rounds[1]:
            yield words.say(lang, "diff.rounds", before=self.rounds[0], after=self.rounds[1])
        if self.come:
            yield words.say(lang, "diff.come", names=self.come, n=len(self.come))
        if self.gone:
            yield words.say(lang, "diff.gone", names=self.gone, n=len(self.gone))
        if not self.moves:
            yield words.say(lang, "diff.nobody_moves")
        for move in self.moves:
            yield move.sentence(lang)


def difference(old: Plan, new: Plan) -> Difference:
    """Compare two plans of one event; people are matched by their ids."""
    olds, news = _places(old), _places(new)
    names = _names(old) | _names(new)
    seated = [{entrant for _, entrant in places} for places in (olds, news)]
    known = [_takes_part(plan) for plan in (old, new)]
    moves = [
        Move(round_, names[entrant], olds.get((round_, entrant)), news.get((round_, entrant)))
        for round_, entrant in sorted(
            olds.keys() | news.keys(), key=lambda key: (key[0], names[key[1]], key[1])
        )
        if olds.get((round_, entrant)) != news.get((round_, entrant))
        and (round_, entrant) in known[0]
        and (round_, entrant) in known[1]
    ]
    return Difference(
        come=tuple(sorted(names[entrant] for entrant in seated[1] - seated[0])),
        gone=tuple(sorted(names[entrant] for entrant in seated[0] - seated[1])),
        moves=tuple(moves),
        rounds=(old.rounds, new.rounds),
    )


def _places(plan: Plan) -> dict[tuple[int, str], Place]:
    ids = [entrant.id for entrant in plan.roster.entrants]
    return {
        (round_, ids[plan.seats[round_, table, seat]]): (table, seat)
        for round_, table, seat in np.argwhere(plan.seats != EMPTY).tolist()
    }


def _names(plan: Plan) -> dict[str, str]:
    return {entrant.id: entrant.name for entrant in plan.roster.entrants}


def _takes_part(plan: Plan) -> set[tuple[int, str]]:
    return {
        (round_, entrant.id)
        for entrant in plan.roster.entrants
        for round_ in range(plan.rounds)
        if entrant.takes_part(round_)
    }
