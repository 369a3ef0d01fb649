"""A game's log in passages: what is told together, and what holds at the table meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from mafsim.agents.view import NOBODY, SEATS, Decision, Event, Phase, Role
from mafsim.mafia.last_word import SPLIT
from mafsim.mafia.log import DECISION, Secret

Row = Any
"""One record of the type `mafsim.mafia.log.ROW`."""


class Passage(Enum):
    """What rows of the log make up one thing to tell."""

    DEAL = auto()
    SPEECH = auto()
    BALLOT = auto()
    SHOTS = auto()
    EVENT = auto()
    SECRET = auto()
    DECISION = auto()


_OF_SPEECH = {
    Event.SPEECH,
    Event.LAST_WORD,
    Event.NOMINATED,
    Event.WITHDRAWN,
    Event.CLAIMED,
    Event.TOLD_CHECK,
    Event.OPINION,
    Event.SPLIT,
}
_ASKED_IN_SPEECH = {Decision.NOMINATE, Decision.WITHDRAW, Decision.SPEAK}
_ASKED_FOR_A_BALLOT = {Decision.VOTE, Decision.LIFT}


def passages(rows: Iterable[Row]) -> Iterator[tuple[Passage, list[Row]]]:
    """Put together what is told together: the deal, one speech, one ballot, one night's shots."""
    kept: list[Row] = []
    for row in rows:
        if kept and not _goes_on(kept[-1], row):
            yield passage_of(kept[0]), kept
            kept = []
        kept.append(row)
    if kept:
        yield passage_of(kept[0]), kept


def _goes_on(before: Row, row: Row) -> bool:
    """Say whether a row belongs to the same passage as the one before."""
    if passage_of(row) is not passage_of(before):
        return False
    if passage_of(row) in (Passage.EVENT, Passage.SECRET, Passage.DECISION):
        return False
    if passage_of(row) is Passage.SPEECH:
        return int(row["event"]) not in (Event.SPEECH, Event.LAST_WORD)
    return bool(int(before["event"]) != Event.BALLOT)


def passage_of(row: Row) -> Passage:
    """Say what a row is part of."""
    event, decision = int(row["event"]), int(row["decision"])
    if event == DECISION:
        if decision in _ASKED_IN_SPEECH:
            return Passage.SPEECH
        if decision in _ASKED_FOR_A_BALLOT:
            return Passage.BALLOT
        return Passage.SHOTS if decision == Decision.SHOOT else Passage.DECISION
    if event in (Secret.PLAYER, Secret.DEALT):
        return Passage.DEAL
    if event in (Secret.SHOT_AT, Secret.VICTIM):
        return Passage.SHOTS
    if event >= min(Secret):
        return Passage.SECRET
    if event in _OF_SPEECH:
        return Passage.SPEECH
    return Passage.BALLOT if event == Event.BALLOT else Passage.EVENT


@dataclass(slots=True)
class Table:
    """What holds at the table at a point of the log."""

    roles: dict[int, int] = field(default_factory=dict)
    """The cards by seat."""
    players: dict[int, int] = field(default_factory=dict)
    """Which of the players who were given to the engine sits where."""
    phase: int = Phase.NIGHT_0
    """The part of the game in which something has happened last, before its end."""
    living: list[int] = field(default_factory=list)
    """Who is at the table, by seat."""
    fouls: dict[int, int] = field(default_factory=dict)
    """How many fouls each has."""
    order: list[int] = field(default_factory=list)
    """The order of shots of night 0."""
    candidates: list[int] = field(default_factory=list)
    """Today's candidates in the order of nomination."""
    named: list[int] = field(default_factory=list)
    """For whom each is to vote by what was said last, whether it is a split or not."""
    split: dict[int, int] = field(default_factory=dict)
    """For whom each is to vote by the split that was announced last."""
    tied: list[int] = field(default_factory=list)
    """Who had the most votes in today's last ballot."""
    out: list[int] = field(default_factory=list)
    """Whom today's vote has met."""
    ballots: int = 0
    """How many ballots today has had."""
    removed_today: list[int] = field(default_factory=list)
    """Who was removed since this day began."""
    removed_for: int = NOBODY
    """For which act somebody was removed last, nobody's act if for the number of his fouls."""
    no_vote: dict[int, int] = field(default_factory=dict)
    """By day: whose removal costs its vote."""

    @property
    def black(self) -> list[int]:
        """Give the black seats at the table."""
        return [seat for seat in self.living if self.roles[seat] >= Role.MAFIA]

    def follow(self, row: Row) -> None:
        """Let what a row says hold."""
        if int(row["phase"]) != Phase.OVER:
            self.phase = int(row["phase"])
        if int(row["event"]) == DECISION:
            self._take(row)
            return
        event, seat = int(row["event"]), int(row["seat"])
        target, value = int(row["target"]), int(row["value"])
        match event:
            case Secret.DEALT:
                self.roles[seat] = value
                self.living = sorted({*self.living, seat})
            case Secret.PLAYER:
                self.players[seat] = value
            case Secret.VOTED_OUT:
                self.out.append(seat)
            case Secret.NO_VOTE:
                self.no_vote[value] = seat
            case Event.DAY_BEGINS:
                self.split, self.tied, self.out, self.ballots = {}, [], [], 0
                self.removed_today = []
            case Event.REMOVED:
                self.removed_today.append(seat)
                self.removed_for = value
            case Event.SPLIT:
                self.announce()
            case Event.SHOT:
                self.candidates = []
            case Event.NOMINATED:
                self.candidates.append(target)
            case Event.WITHDRAWN if target in self.candidates:
                self.candidates.remove(target)
            case Event.FOUL:
                self.fouls[seat] = self.fouls.get(seat, 0) + 1
            case Event.LEFT:
                self.living = [each for each in self.living if each != seat]

    def _take(self, row: Row) -> None:
        """Take note of an answer that no event repeats."""
        match int(row["decision"]):
            case Decision.ORDER:
                self.order = row["answer"].tolist()
            case Decision.SPEAK:
                self.named = row["answer"][SPLIT : SPLIT + SEATS].tolist()

    def announce(self) -> None:
        """Let the split that was named last hold, as far as it names those who stand to the vote."""
        stand = self.tied if self.phase == Phase.TIED else self.candidates
        self.split = {seat: target for seat, target in enumerate(self.named) if target in stand}
