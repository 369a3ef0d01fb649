"""A seat's shadow: it lets the agent decide, and asks it again where only what it cannot know differs.

The agent decides in a copy of the whole table, so that whatever lies around its View lies there too.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mafsim.agents import Player
from mafsim.agents.python import compiled
from mafsim.agents.view import ANSWER, DECIDE, MEMORY, NOBODY, SEATS, VIEW, Agent, Decision, Role
from mafsim.kernels import interpreted
from mafsim.mafia.table import TABLE


def _at(dtype: np.dtype[Any], name: str) -> int:
    """Give where a field of a record begins."""
    assert dtype.fields is not None
    return int(dtype.fields[name][1])


_VIEWS, _MEMORIES = _at(TABLE, "views"), _at(TABLE, "memories")
_SEAT, _ANSWER, _THOUGHTS = _at(VIEW, "seat"), _at(VIEW, "answer"), _at(VIEW, "thoughts")
_NUMBER = np.dtype(np.float64).itemsize
_MEMORY = MEMORY * _NUMBER
_BEHIND = _MEMORIES + (SEATS + 1) * _MEMORY
_LOG = _at(TABLE, "log")

Answer = tuple[int, bytes]
"""The number that an agent gave, and its longer answer."""

KEPT = 200
"""How many situations are kept to be asked about again."""
EVERY = 5
"""Every such decision is kept, until there are enough."""


def _own(kind: int) -> int:
    """Give where in a View that begins what may be written in a decision: thoughts, or the answer."""
    return _THOUGHTS if kind == Decision.THINK else _ANSWER


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision as it was asked, and what was answered."""

    kind: int
    seat: int
    slot: int
    table: tuple[bytes, ...]
    answer: Answer


class Shadow:
    """Sits where the agent would, answers what it answers, and notes where it should not differ."""

    def __init__(self, agent: Agent) -> None:
        self.decide = compiled(agent)
        self.table = np.zeros(1, dtype=TABLE).view(np.recarray)
        self.place = self.table.ctypes.data
        self.views = [self.table[0].views[seat] for seat in range(SEATS)]
        self.memories = [np.asarray(self.table[0].memories[slot]) for slot in range(SEATS + 1)]
        for memory in self.memories:
            memory.flags.writeable = False
        self.size = agent.memory * _NUMBER
        self.asked = 0
        self.shots = 0
        self.situations: list[Situation] = []
        self.peeked: Decision | None = None
        """The first decision that changed with roles that the seat cannot know."""
        self.told = False
        """Whether a shot changed with a check, one's own or a partner's."""
        self.wrote: Decision | None = None
        """The first decision in which it wrote into its View."""
        self.agent = Agent(
            decide=interpreted(self.by_address, self.plainly, DECIDE),
            compiled=True,
            parameters=agent.parameters,
            asked=agent.asked,
            sees_record=agent.sees_record,
            sees_history=agent.sees_history,
            witness=agent.witness,
            memory=agent.memory,
            reads=agent.reads,
            hides=agent.hides,
            shares=agent.shares,
            misbehaves=agent.misbehaves,
        )

    def by_address(self, kind: int, view: int, memory: int, _: int) -> int:
        """Answer the decision that is asked at a table in memory."""
        seat = ctypes.c_int16.from_address(view + _SEAT).value
        table = view - _VIEWS - seat * VIEW.itemsize
        slot = (memory - table - _MEMORIES) // _MEMORY
        answer = self.decided(kind, seat, slot, lambda: self._copy(table, slot))
        ctypes.memmove(view + _own(kind), answer[1], len(answer[1]))
        return answer[0]

    def plainly(self, kind: int, view: Any, memory: Any) -> int:
        """Answer where nothing is compiled: there is no table around the View then."""

        def lay() -> None:
            ctypes.memmove(self._place_of(int(view.seat)), view.tobytes(), VIEW.itemsize)
            ctypes.memmove(self.place + _MEMORIES, memory.tobytes(), self.size)

        answer = self.decided(int(kind), int(view.seat), 0, lay)
        view.answer[:] = np.frombuffer(answer[1][-ANSWER:], dtype=np.int8)
        if kind == Decision.THINK:
            view.thoughts[:] = np.frombuffer(answer[1][:-ANSWER])
        return answer[0]

    def decided(self, kind: int, seat: int, slot: int, lay: Callable[[], None]) -> Answer:
        """Let the agent decide at the table that `lay` lays, and again at changed ones."""
        lay()
        before = self._bytes(kind, seat)
        answer = self._ask(kind, seat, slot)
        if self._bytes(kind, seat) != before:
            self.wrote = self.wrote or Decision(kind)
        lay()
        self._keep(kind, seat, slot, answer)
        for _ in self._other_deals(seat):
            if self._ask(kind, seat, slot) != answer:
                self.peeked = self.peeked or Decision(kind)
            lay()
        if kind == Decision.SHOOT:
            self.shots += 1
            for _ in self._other_checks(seat):
                self.told |= self._ask(kind, seat, slot) != answer
                lay()
        self.asked += 1
        return answer

    def again(self) -> Decision | None:
        """Ask about all that was kept once more, from the last to the first.

        Returns
        -------
        Decision | None
            The first decision that is answered otherwise, if there is one.
        """
        for kept in reversed(self.situations):
            for (first, _), part in zip(self._parts(kept.slot), kept.table, strict=True):
                ctypes.memmove(self.place + first, part, len(part))
            if self._ask(kept.kind, kept.seat, kept.slot) != kept.answer:
                return Decision(kept.kind)
        return None

    def _parts(self, slot: int) -> tuple[tuple[int, int], ...]:
        """Give first and last bytes of a table without its log and the memories of others."""
        own = _MEMORIES + slot * _MEMORY
        return (0, _MEMORIES), (own, own + self.size), (_BEHIND, _LOG)

    def _copy(self, table: int, slot: int) -> None:
        for first, behind in self._parts(slot):
            ctypes.memmove(self.place + first, table + first, behind - first)

    def _place_of(self, seat: int) -> int:
        return int(self.place + _VIEWS + seat * VIEW.itemsize)

    def _bytes(self, kind: int, seat: int) -> bytes:
        """Give a seat's View without what it may write."""
        whole = ctypes.string_at(self._place_of(seat), VIEW.itemsize)
        return whole[: _own(kind)] + whole[_ANSWER + ANSWER :]

    def _ask(self, kind: int, seat: int, slot: int) -> Answer:
        view = self.views[seat]
        view.answer[:] = NOBODY
        choice = int(self.decide(kind, view, self.memories[slot]))
        thoughts = view.thoughts.tobytes() if kind == Decision.THINK else b""
        return choice, thoughts + view.answer.tobytes()

    def _keep(self, kind: int, seat: int, slot: int, answer: Answer) -> None:
        """Keep the situation that lies on the table, if it is its turn."""
        if self.asked % EVERY == 0 and len(self.situations) < KEPT:
            table = tuple(
                ctypes.string_at(self.place + first, behind - first)
                for first, behind in self._parts(slot)
            )
            self.situations.append(Situation(kind, seat, slot, table, answer))

    def _other_deals(self, seat: int) -> Iterator[None]:
        """Deal the others' roles in other ways, one after another; the seat's own View stays."""
        g = self.table[0]
        size = int(g["seats"]) or SEATS
        others = np.array([each for each in range(size) if each != seat])
        for turn in range(1, 4):
            shift = 1 + (self.asked + 3 * turn) % max(len(others) - 1, 1)
            g.role[others] = np.roll(g.role[others], shift)
            self._deal(g, seat, size)
            yield

    def _deal(self, g: Any, seat: int, size: int) -> None:
        """Let everything that is no part of a seat's View follow the roles."""
        black = g.role[:size] >= Role.MAFIA
        dons, sheriffs = (
            np.flatnonzero(g.role[:size] == role) for role in (Role.DON, Role.SHERIFF)
        )
        g["don"] = dons[0] if dons.size else NOBODY
        g["sheriff"] = sheriffs[0] if sheriffs.size else NOBODY
        for other in range(size):
            if other == seat:
                continue
            view = self.views[other]
            view["role"] = g.role[other]
            view["don"] = g.don if black[other] else NOBODY
            view.partners[:size] = black & black[other] & (np.arange(size) != other)
            view.checked[:size] = NOBODY

    def _other_checks(self, seat: int) -> Iterator[None]:
        """Let the shooting players have other results of their checks: none, and the sheriff found."""
        g = self.table[0]
        nights = int(g.public.nights)
        reds = [s for s in range(SEATS) if g.public.alive[s] and g.role[s] < Role.MAFIA]
        for found in (NOBODY, *(reds[:: max(len(reds) - 1, 1)] if nights else ())):
            for shooter in range(SEATS):
                if shooter == seat or g.role[shooter] >= Role.MAFIA:
                    view = self.views[shooter]
                    view.checked[:] = NOBODY
                    view.checked_on[:] = NOBODY
                    if found != NOBODY:
                        view.checked[found] = 1
                        view.checked_on[found] = nights
            yield


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadowed(Player):
    """A player in whose place a shadow sits."""

    shadow: Shadow

    @property
    def agent(self) -> Agent:
        """The shadow, as an agent."""
        return self.shadow.agent


def shadowed(player: Player) -> Shadowed:
    """Put a shadow into a player's place."""
    return Shadowed(
        kind=player.kind,
        parameters=player.parameters,
        name=player.name,
        skill=player.skill,
        shadow=Shadow(player.agent),
    )
