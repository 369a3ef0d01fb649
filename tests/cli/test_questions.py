"""`mafsim seat` alone on a terminal asks what to seat; nowhere else does it wait for an answer."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mafsim.cli import questions
from mafsim.words import LANGUAGES

Run = Callable[..., Result]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[questions.Answers, str]]:
    def _answered(lang: str, *lines: str) -> tuple[questions.Answers, str]:
        told = Terminal()
        monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{line}\n" for line in lines)))
        monkeypatch.setattr(sys, "stderr", told)
        return questions.ask(lang), told.getvalue()

    return _answered


Answered = Callable[..., tuple[questions.Answers, str]]


def test_five_answers_are_an_event(answered: Answered) -> None:
    answers, told = answered("en", "30", "3", "12", "2", "evening.json")
    assert answers.roster is None
    assert answers.shape == {"players": 30, "tables": 3, "rounds": 12, "team_size": 2}
    assert answers.output == Path("evening.json")
    assert told.count("?") == 5
    command = "mafsim seat --players 30 --tables 3 --rounds 12 --team-size 2 -o evening.json"
    assert told.splitlines()[-1].endswith(f": {command}")


def test_enter_takes_what_stands_in_brackets(answered: Answered) -> None:
    answers, told = answered("ru", "25", "", "", "", "")
    assert answers.shape == {"players": 25, "tables": 2, "rounds": 10}
    assert "Сколько столов? [2] " in told
    assert answers.output == Path("plan.json")


def test_who_sits_out_is_told(answered: Answered) -> None:
    assert "5 players sit out each round." in answered("en", "25", "2", "5", "1", "")[1]
    assert "В каждом туре 1 игрок пропускает." in answered("ru", "21", "2", "5", "1", "")[1]


def test_a_file_has_its_own_teams(answered: Answered, folder: Path) -> None:
    names = "name,team\n" + "".join(f"N{k},T{k // 2}\n" for k in range(20))
    (folder / "people.csv").write_text(names, encoding="utf-8")
    answers, told = answered("en", "people.csv", "", "4", "")
    assert answers.roster == "people.csv"
    assert answers.shape == {"tables": 2, "rounds": 4}
    assert told.count("?") == 4
    assert "mafsim seat --roster people.csv --tables 2 --rounds 4 -o plan.json" in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_answer_is_told_and_asked_for_again(
    lang: str, answered: Answered, folder: Path
) -> None:
    (folder / "mine.json").write_text("{}", encoding="utf-8")
    lines = (
        "",
        "nobody.csv",
        "1",
        "30",
        "three",
        "-1",
        "3",
        "0",
        "5",
        "31",
        "2",
        "mine.json",
        "new.json",
    )
    answers, told = answered(lang, *lines)
    assert answers.shape == {"players": 30, "tables": 3, "rounds": 5, "team_size": 2}
    assert answers.output == Path("new.json")
    assert "Traceback" not in told
    wrong = {"en": "is no whole number from 1 to", "ru": "не целое число от 1 до"}[lang]
    assert told.count(wrong) == 4


def test_a_shape_that_cannot_be_seated_is_told_at_its_question(answered: Answered) -> None:
    answers, told = answered("en", "7", "2001", "25", "3", "2", "5", "1", "")
    assert answers.shape == {"players": 25, "tables": 2, "rounds": 5}
    assert told.count("is no whole number from 10 to 2000") == 2
    assert "'3' is no whole number from 1 to 2" in told


def test_the_end_of_the_input_ends_the_asking(answered: Answered) -> None:
    with pytest.raises(KeyboardInterrupt):
        answered("en", "30")


def test_away_from_a_terminal_nothing_is_asked(run: Run) -> None:
    result = run("seat", stdin="30\n")
    assert result.exit_code == 2
    assert result.stderr.startswith("mafsim: say what to seat")


def typed(words: Sequence[str], lines: str, **environment: Any) -> tuple[int, str]:
    """Run mafsim on a terminal of its own, type lines, and give the exit code and what was shown."""
    pty = pytest.importorskip("pty", reason="no terminals of one's own on this system")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "mafsim", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"} | environment,
    )
    os.close(theirs)
    os.write(ours, lines.encode())
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other side has gone
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return process.wait(), shown.decode()


@pytest.mark.slow
def test_on_a_terminal_an_evening_is_seated_by_five_answers(folder: Path) -> None:
    code, shown = typed(["seat", "--lang", "ru"], "20\n2\n3\n3\nplan.json\n")
    assert code == 1  # three of a team do not fit at two tables: told, and nothing is saved
    assert "не сидят за одним столом" in shown
    assert not (folder / "plan.json").exists()
    code, shown = typed(["seat", "--effort", "0", "--lang", "ru"], "20\n2\n3\n2\nplan.json\n")
    assert code == 0, shown
    assert "Сохранено: plan.json" in shown.replace("\r", "")
    assert (folder / "plan.json").exists()


@pytest.mark.slow
def test_leaving_the_questions_is_an_interruption() -> None:
    """Ctrl-D on a terminal ends the input."""
    code, shown = typed(["seat"], "30\n\x04")
    assert code == 130
    assert "Traceback" not in shown
