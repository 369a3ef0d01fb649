"""What is written where, and how wide a table may be."""

from __future__ import annotations

import io
import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from mafsim import kernels
from mafsim.cli import progress, terminal


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("columns", "wide"), [("50", 50), ("20", 40), ("500", 120), ("", 80)])
def test_a_table_is_as_wide_as_the_terminal_within_reason(
    columns: str, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal.width() == wide


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert terminal.in_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.in_colour()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal.in_colour()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setenv("TERM", "xterm")
    assert not terminal.in_colour()


def test_a_result_ends_with_one_line_s_end(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.emit("a")
    terminal.emit("b\n")
    assert capsys.readouterr().out == "a\nb\n"


def test_a_warning_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    fields: dict[str, object] = {"rounds": [0], "there": 19, "wanted": 2, "n": 1}
    terminal.warn("en", [("problem.fewer_tables", fields), ("problem.fewer_tables", fields)])
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("mafsim: warning: ")
    assert told.err.count("\n") == 1


def state(elapsed: float, best: int | None = 6510) -> Any:
    return SimpleNamespace(elapsed=elapsed, done=0.25, best=best, low=2, high=6, bound=6372)


def test_a_short_search_says_nothing_where_nobody_watches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress.progress("en") as watcher:
        watcher(state(1))
        watcher(state(14))
    assert capsys.readouterr() == ("", "")


def test_a_long_search_says_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress("en") as watcher:
        for second in range(100):
            watcher(state(second))
    told = capsys.readouterr().err.splitlines()
    figures = "sum of squares 6510 (no plan has less than 6372), meetings 2 to 6"
    assert told == [f"mafsim: 25 %, {second} s, {figures}" for second in (15, 30, 60)]


def test_before_the_first_plan_no_figures_are_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress("ru") as watcher:
        watcher(state(20, best=None))
    assert capsys.readouterr().err == "mafsim: 25 %, 20 с, идёт поиск первой рассадки\n"


def test_on_a_terminal_the_first_search_says_why_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(kernels, "cold", lambda module: True)
    with progress.progress("en"):
        pass
    assert "compiling the search, which is needed once" in stream.getvalue()


def test_on_a_terminal_a_bar_is_drawn_and_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.progress("en") as watcher:
        watcher(state(3))
    drawn = stream.getvalue()
    assert "sum of squares 6510" in drawn
    assert "25%" in drawn
    assert drawn.rstrip().endswith("\x1b[2K")  # the line is erased in the end


# --- patience ---------------------------------------------------------------------------------


def screen_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, from within the test: pytest sets it anew before each."""
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def shown_life(stream: Terminal) -> bool:
    """Wait until the sign of life is on the screen."""
    for _ in range(200):
        if "working" in stream.getvalue():
            return True
        time.sleep(0.02)
    return False


def test_who_waits_sees_that_something_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.patience("en"):
        assert shown_life(screen)
    assert screen.getvalue().rstrip().endswith("\x1b[2K")  # and it is erased in the end


def test_the_first_words_end_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.patience("en"):
        assert shown_life(screen)
        terminal.tell("done")
        told = screen.getvalue()
        time.sleep(0.3)
        assert screen.getvalue() == told
    assert told.endswith("mafsim: done\n")


def test_what_is_quick_shows_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    with progress.patience("en"):
        pass
    assert screen.getvalue() == ""


def test_where_nobody_looks_no_sign_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.patience("en"):
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")


def test_changes_that_are_tried_are_counted_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with progress.counting("en", "advice.tried") as count:
        for number in range(9):
            now[0] = 10.0 * number
            count(number, 9)
    assert capsys.readouterr().err.splitlines() == [
        "mafsim: 2 of 9 changes tried, 20 s",
        "mafsim: 4 of 9 changes tried, 40 s",
        "mafsim: 8 of 9 changes tried, 80 s",
    ]


def test_on_a_terminal_changes_are_counted_by_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen)
    with progress.counting("ru", "advice.tried") as count:
        count(3, 9)
    assert "опробовано изменений: 3 из 9" in screen.getvalue()
