"""Which stage and which round a line means: rounds numbered through the stages, or anew in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ROUNDS
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import Guess, fold, shown

if TYPE_CHECKING:
    from mafsim.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says: the stage as it is spelled, perhaps not at all, and a round from one up."""

    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class Calendar:
    """The stages of an event, and how the rounds of a file are numbered."""

    stages: tuple[str, ...]
    words: Mapping[str, int]
    """Which stage a word means, by the `fold` of the word."""
    first: Sequence[int]
    """The first round of each stage, zero-based and numbered through."""
    rounds: Sequence[int]
    """How many rounds each stage has."""
    shift: Sequence[int]
    """What a stage's number of a round is behind that of the numbering through."""
    warnings: Warnings = field(default_factory=list)

    def find(self, said: Said, place: Place) -> tuple[int, int]:
        """Give a line's stage, and its round zero-based and numbered through.

        Raises
        ------
        PlacedError
            No stage is called so, or it has no such round.
        """
        round_ = said.round - 1
        if said.stage:
            stage = self.index(said.stage, place)
            round_ += self.shift[stage]
        else:
            stage = max(i for i, first in enumerate(self.first) if first <= round_ or not i)
        if self.first[stage] <= round_ < self.first[stage] + self.rounds[stage]:
            return stage, round_
        if not said.stage:
            n = sum(self.rounds)
            raise PlacedError("results.no_round_at_all", place=place, value=said.round, n=n)
        raise PlacedError(
            "results.no_round",
            place=place,
            value=said.round,
            stage=self.stages[stage],
            n=self.rounds[stage],
        )

    def index(self, spelled: str, place: Place) -> int:
        """Give the stage that a word means.

        Raises
        ------
        PlacedError
            No stage is called so; the sentence guesses which was meant.
        """
        stage = self.words.get(fold(spelled))
        if stage is None:
            raise PlacedError(
                "results.no_stage",
                place=place,
                value=shown(spelled),
                known=list(self.stages),
                guess=Guess(spelled, tuple(self.stages)),
            )
        return stage


def calendar(regulation: Regulation | None, lines: Iterable[Said], *, file: str) -> Calendar:
    """Give the stages of a regulation, or those that the lines themselves name.

    A stage's rounds are numbered through if its numbers fit that; else they begin at one.
    """
    lines = list(lines)
    if regulation is None or not regulation.stages:
        return _of_lines(lines)
    rounds = [stage.rounds for stage in regulation.stages]
    known = Calendar(
        stages=tuple(stage.name for stage in regulation.stages),
        words=_words(regulation),
        first=[0, *accumulate(rounds)][:-1],
        rounds=rounds,
        shift=[0] * len(rounds),
    )
    shift: list[int] = []
    warnings: Warnings = []
    for index, name in enumerate(known.stages):
        said = {line.round for line in lines if known.words.get(fold(line.stage)) == index}
        first, last = known.first[index], known.first[index] + rounds[index]
        anew = all(round_ <= rounds[index] for round_ in said)
        through = all(first < round_ <= last for round_ in said)
        shift.append(first if anew and not through else 0)
        if anew and through and first and said:
            warnings.append(("results.numbered_through", {"file": file, "stage": name}))
    return Calendar(known.stages, known.words, known.first, rounds, shift, warnings)


def _words(regulation: Regulation) -> dict[str, int]:
    words: dict[str, int] = {}
    for index, stage in enumerate(regulation.stages):
        titles = (stage.title.en, stage.title.ru) if stage.title else ()
        for word in (stage.name, *filter(None, titles)):
            words.setdefault(fold(word), index)
    return words


def _of_lines(lines: Sequence[Said]) -> Calendar:
    """Give the stages that lines name, in the order of their rounds.

    Where two stages have rounds of one number they begin anew, and stand in the order of the file.
    """
    spelled: dict[str, str] = {}
    numbers: dict[str, list[int]] = {}
    for line in lines:
        spelled.setdefault(fold(line.stage), line.stage)
        numbers.setdefault(fold(line.stage), []).append(line.round)
    order = sorted(numbers, key=lambda key: min(numbers[key]))
    ends = accumulate((max(numbers[key]) for key in order), max)
    through = all(min(numbers[key]) > end for key, end in zip(order[1:], ends, strict=False))
    if not through:
        order = list(numbers)
    starts = [0, *accumulate(max(numbers[key]) for key in order)]
    first = [min(numbers[key]) - 1 for key in order] if through else starts[:-1]
    return Calendar(
        stages=tuple(spelled[key] for key in order) if any(spelled) else (),
        words={key: index for index, key in enumerate(order)},
        first=first or [0],
        rounds=[MAX_ROUNDS] * max(len(order), 1),
        shift=[0] * len(order) if through else first,
    )
