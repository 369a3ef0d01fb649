"""``mafsim seat`` without arguments, on a terminal: five questions that an organiser can answer."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mafsim.cli.terminal import end_waiting
from mafsim.errors import MafsimError, UsageError
from mafsim.words import plain, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from mafsim.roster import Roster

TABLE_SIZE = 10


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered: a roster's file or none, a shape, and where the plan goes."""

    roster: str | None
    shape: dict[str, Any]
    output: Path | None

    @property
    def command(self) -> str:
        """The command that says the same."""
        import shlex

        words = ["mafsim", "seat"]
        if self.roster is not None:
            words += ["--roster", self.roster]
        for name, value in self.shape.items():
            words += [f"--{name.replace('_', '-')}", str(value)]
        if self.output is not None:
            words += ["-o", str(self.output)]
        return shlex.join(words)


def can_ask() -> bool:
    """Say whether somebody sits at a terminal and can answer."""
    return all(each is not None and each.isatty() for each in (sys.stdin, sys.stderr))


def ask(lang: str) -> Answers:
    """Ask until everything is answered; an answer that cannot be is told, and asked for again."""
    end_waiting()
    _say(say(lang, "cli.ask.welcome"))
    people = _asked(lang, "people", None, _people)
    players = people if isinstance(people, int) else len(people[1].entrants)
    most = max(1, players // TABLE_SIZE)
    tables = _asked(lang, "tables", str(most), lambda text: _number(text, 1, most))
    rounds = _asked(lang, "rounds", "10", lambda text: _number(text, 1, 1000))
    shape: dict[str, Any] = {"tables": tables, "rounds": rounds}
    if players > tables * TABLE_SIZE:
        _say(say(lang, "cli.ask.byes", n=players - tables * TABLE_SIZE))
    if isinstance(people, int):
        shape = {"players": players} | shape
        team = _asked(lang, "team", "1", lambda text: _number(text, 1, players))
        if team > 1:
            shape["team_size"] = team
    output = _asked(lang, "output", "plan.json", _output)
    answers = Answers(None if isinstance(people, int) else people[0], shape, output)
    _say(say(lang, "cli.ask.command", command=answers.command))
    return answers


def _asked(lang: str, key: str, default: str | None, reading: Callable[[str], Any]) -> Any:
    """Ask one question until its answer can be read; an empty one is the default."""
    while True:
        question = say(lang, f"cli.ask.{key}")
        sys.stderr.write(f"{question} [{default}] " if default else f"{question} ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:  # the end of the input: nobody will answer
            raise KeyboardInterrupt
        answer = line.strip() or default or ""
        try:
            return reading(answer)
        except MafsimError as error:
            _say(error.sentence(lang))


def _people(answer: str) -> int | tuple[str, Roster]:
    """Read a number of players, or the file with their names."""
    if answer.isdecimal():
        from mafsim.pairing.problem import LIMIT_ENTRANTS

        return _number(answer, TABLE_SIZE, LIMIT_ENTRANTS)
    if not answer:
        raise UsageError("cli.ask.people")
    from mafsim.files import read_roster

    return answer, read_roster(answer)


def _number(answer: str, least: int, most: int) -> int:
    number = int(answer) if answer.isdecimal() and len(answer) < 10 else 0
    if not least <= number <= most:
        raise UsageError("cli.ask.number", answer=answer, least=least, most=most)
    return number


def _output(answer: str) -> Path:
    from mafsim.files import refuse_unwritable

    path = Path(answer)
    refuse_unwritable(path)
    return path


def _say(sentence: str) -> None:
    sys.stderr.write(f"{plain(sentence)}\n")
    sys.stderr.flush()
