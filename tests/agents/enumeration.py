"""The belief of thinking players by brute force, in plain Python: every set of black players, every
sheriff, and how likely all that happened is with them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mafsim.agents import beliefs
from mafsim.agents.view import (
    BALLOTS,
    BLACK,
    EVENT,
    NOBODY,
    PUBLIC,
    SEATS,
    Ballot,
    Claim,
    Event,
    Phase,
)

UNSET = (
    "split_by", "best_move_by", "speaker", "candidates", "on_ballot", "left", "left_on", "loses",
    "claimed_on", "split", "broke", "best_move", "shot", "vote_day", "vote_kind", "told", "opinions",
    "nominated", "votes",
)  # fmt: skip
"""The fields of the public record that hold nobody before anything has happened."""


@dataclass
class Table:
    """A table at which events happen by hand: told to the witness, and kept for the enumeration."""

    size: int = SEATS
    public: Any = field(init=False)
    memory: Any = field(init=False)
    belief: Any = field(init=False)
    acts: list[tuple[int, int, int]] = field(default_factory=list)
    frames: list[frozenset[int]] = field(default_factory=list)
    shot: set[int] = field(default_factory=set)
    standing: dict[int, bool] = field(default_factory=dict)
    told: dict[tuple[int, int], int] = field(default_factory=dict)
    spared: dict[int, int] = field(default_factory=dict)
    silent: dict[int, int] = field(default_factory=dict)
    spoken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.public = np.zeros(1, dtype=PUBLIC).view(np.recarray)[0]
        self.public["alive"][: self.size] = 1
        self.public["living"] = self.size
        for name in UNSET:
            self.public[name] = NOBODY
        self.public["day"], self.public["phase"] = 1, Phase.SPEECHES
        self.memory = np.zeros(beliefs.MEMORY)
        self.belief = self.memory.view(beliefs.BELIEF).view(np.recarray)[0]
        self._tell(Event.GAME_BEGINS)

    @property
    def living(self) -> list[int]:
        return [seat for seat in range(self.size) if self.public["alive"][seat]]

    def _tell(self, kind: Event, seat: int = -1, target: int = -1, value: int = -1) -> None:
        event = np.zeros(1, dtype=EVENT).view(np.recarray)[0]
        for name, number in (("kind", kind), ("seat", seat), ("target", target), ("value", value)):
            event[name] = number
        beliefs.witness(event, self.public, self.memory)

    def nominate(self, seat: int, target: int) -> None:
        p = self.public
        if p["nominated"][p["day"], target] == NOBODY:
            p["candidates"][p["n_candidates"]] = target
            p["n_candidates"] += 1
            p["nominated"][p["day"], target] = seat
        self._tell(Event.NOMINATED, seat, target)
        self.acts.append((beliefs.NOMINATED, seat, target))

    def call(self, seat: int, target: int, colour: int) -> None:
        self.public["opinions"][seat, target] = colour
        self._tell(Event.OPINION, seat, target, colour)
        kind = beliefs.CALLED_BLACK if colour == BLACK else beliefs.CALLED_RED
        self.acts.append((kind, seat, target))

    def ballot(self, votes: Sequence[int], kind: Ballot = Ballot.VOTE) -> None:
        number = int(self.public["ballots"])
        assert number < BALLOTS
        self.public["vote_kind"][number] = kind
        self.public["votes"][number, : len(votes)] = votes
        self.public["ballots"] += 1
        self._tell(Event.BALLOT, value=number)
        if kind != Ballot.LIFT:
            cast = [(seat, vote) for seat, vote in enumerate(votes) if vote != NOBODY]
            self.acts += [(beliefs.VOTED, seat, vote) for seat, vote in cast]

    def speak(self, seat: int) -> None:
        self._tell(Event.SPEECH, seat, value=2)
        self.spoken.add(seat)

    def claim(self, seat: int) -> None:
        if not self.standing:
            self.spoken.clear()
        self.standing[seat] = True
        self.spared[seat] = 0
        self.public["claims"][seat] = Claim.STANDS
        self._tell(Event.CLAIMED, seat, value=1)

    def take_back(self, seat: int) -> None:
        self.standing[seat] = False
        self.public["claims"][seat] = Claim.TAKEN_BACK
        self._tell(Event.CLAIMED, seat, value=2)

    def tell_check(self, seat: int, target: int, colour: int) -> None:
        self.told[seat, target] = colour
        self.public["told"][seat, target] = colour
        self._tell(Event.TOLD_CHECK, seat, target, colour)

    def night(self) -> None:
        self._go_on()
        self._tell(Event.NIGHT_BEGINS)
        if self.standing:
            for seat in self.spoken:
                self.silent[seat] = self.silent.get(seat, 0) + 1
            self.spoken.clear()
        self.public["phase"] = Phase.NIGHT
        self.public["nights"] += 1

    def day(self) -> None:
        self._go_on()
        p = self.public
        p["day"], p["phase"], p["n_candidates"] = p["nights"] + 1, Phase.SPEECHES, 0
        self._tell(Event.DAY_BEGINS)

    def _go_on(self) -> None:
        if len(self.living) < SEATS - 2:
            self.frames.append(frozenset(self.living))

    def shoot(self, target: int) -> None:
        self._tell(Event.SHOT, target=target)
        for seat in self.living:
            if seat != target and self.standing.get(seat):
                self.spared[seat] += 1
        if target != NOBODY:
            self.shot.add(target)
            self.leave(target)

    def leave(self, seat: int) -> None:
        self.public["alive"][seat] = 0
        self.public["living"] -= 1

    # ---- The enumeration

    def weight(self, black: frozenset[int], sheriff: int) -> float:
        """Give how likely all of it is with these black players and this sheriff."""
        total = 1.0
        for kind, seat, target in self.acts:
            if seat != target:
                row = (1.0, *beliefs.EVIDENCE[kind])
                total *= row[2 * (seat in black) + (target in black)]
        for frame in self.frames_that_differ():
            if len(frame & black) in (0, *range((len(frame) + 1) // 2, SEATS + 1)):
                total *= beliefs.OVER
        total *= 0.0 if self.shot & black else 1.0
        for seat, stands in self.standing.items():
            if not stands:
                total *= 0.0 if seat == sheriff else 1.0
            elif seat == sheriff:
                total *= beliefs.CLAIM_TRUE * beliefs.SPARED ** self.spared[seat]
            else:
                total *= beliefs.CLAIM_BLACK if seat in black else beliefs.CLAIM_RED
        if self.standing and sheriff not in self.standing:
            total *= beliefs.SILENT ** self.silent.get(sheriff, 0)
        if self.standing.get(sheriff):
            for (seat, target), colour in self.told.items():
                if seat == sheriff and (target in black) != (colour == BLACK):
                    total *= beliefs.FALSE_CHECK
        return total

    def frames_that_differ(self) -> list[frozenset[int]]:
        return [frame for frame, _ in itertools.groupby(self.frames)]

    def suspicions(
        self,
        n_black: int,
        own: Sequence[float],
        *,
        seat: int = NOBODY,
        needed: frozenset[int] = frozenset(),
        sheriff: bool = False,
    ) -> list[float]:
        """Give how likely each seat is black for an observer with evidence of his own."""
        chances = np.zeros(SEATS)
        for each in itertools.combinations(range(self.size), n_black):
            black = frozenset(each)
            if seat in black or not needed <= black:
                continue
            weight = sum(
                self.weight(black, who)
                for who in range(self.size)
                if who not in black and (who == seat) == sheriff
            )
            for one in black:
                weight *= own[one]
            chances[list(black)] += weight
        return list(chances * n_black / chances.sum()) if chances.any() else list(chances)
