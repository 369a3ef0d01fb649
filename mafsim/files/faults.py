"""What is wrong in a results file: every fault with its place, gathered before any is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from mafsim import words
from mafsim.files.limits import MAX_FAULTS
from mafsim.files.place import Place, PlacedError

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.scoring import Refusal

Value = TypeVar("Value")


class ForbiddenError(PlacedError):
    """Something that a regulation forbids, told with its row and the clauses that forbid it."""

    def __init__(self, refusal: Refusal, games: AnyGames, place: Place, clauses: tuple[str, ...]):
        super().__init__("results.forbidden", place=place)
        self.refusal = refusal
        self.games = games
        self.place = place
        self.clauses = clauses

    def sentence(self, lang: str = "en") -> str:
        """Tell it to a person: the place, what is forbidden, and by what."""
        place, what = self.place.say(lang), self.refusal.sentence(self.games, lang)
        by = self.clauses or ((self.refusal.path,) if self.refusal.path else ())
        if not by:
            return words.say(lang, "refusal.told", place=place, what=what)
        return words.say(lang, "refusal.told_by", place=place, what=what, by=by)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.refusal, self.games, self.place, self.clauses)


def fault_document(fault: PlacedError) -> dict[str, object]:
    """Give a fault as plain data: what is wrong, where, which clauses forbid it, and a sentence."""
    place = fault.fields["place"]
    told: dict[str, object] = {
        "rule": fault.key.rpartition(".")[2],
        "row": place.row,
        "path": place.path or None,
        "clauses": [],
        "text": fault.sentence("en"),
    }
    if isinstance(fault, ForbiddenError):
        told |= {"rule": fault.refusal.key, "clauses": list(fault.clauses)}
    return told


TOLD_ONCE = frozenset({"results.no_stage", "results.no_round", "results.no_round_at_all"})
"""Faults of whole rounds and stages: each is told where it first stands, not on all its rows."""


@dataclass(slots=True)
class Faults:
    """The faults of one file, in the order in which they were found; filled while it is read."""

    found: list[PlacedError] = field(default_factory=list)
    _told: set[tuple[str, object, object]] = field(default_factory=set)

    def add(self, fault: PlacedError) -> None:
        """Keep a fault, unless it is one of those that are told once, and has been told.

        Raises
        ------
        PlacedError
            There are so many that the file must be something else.
        """
        if fault.key in TOLD_ONCE:
            told = (fault.key, fault.fields["value"], fault.fields.get("stage"))
            if told in self._told:
                return
            self._told.add(told)
        self.found.append(fault)
        if len(self.found) > MAX_FAULTS:
            first = self.found[0]
            raise PlacedError("results.hopeless", place=first.fields["place"], limit=MAX_FAULTS)

    def attempt(self, read: Callable[[], Value], otherwise: Value) -> Value:
        """Read something; where that fails, keep the fault and give something else."""
        try:
            return read()
        except PlacedError as fault:
            self.add(fault)
            return otherwise
