"""What is told while tournaments are played."""

from __future__ import annotations

import pytest

from mafsim.cli import progress
from mafsim.cli.simulating import _now_and_then, duration
from mafsim.simulate import Progress


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "0 s"),
        (0.2, "1 s"),
        (59.6, "60 s"),
        (89, "89 s"),
        (90, "2 min"),
        (5000, "83 min"),
        (7200, "2 h 0 min"),
        (100_000, "27 h 47 min"),
    ],
)
def test_a_time_is_told_as_exactly_as_anybody_wants_to_know(seconds: float, told: str) -> None:
    assert duration(seconds, "en") == told


def test_where_nobody_watches_a_line_is_told_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    watcher = _now_and_then("en")
    watcher(Progress(500, 2000, 10.0, 50.0))
    told = capsys.readouterr().err

    assert told == "mafsim: 500 tournaments of 2000, 50 a second, 30 s left\n"


def test_no_rate_is_told_of_blocks_that_were_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    _now_and_then("en")(Progress(500, 2000, 10.0, 0.0))

    assert capsys.readouterr().err == "mafsim: 500 tournaments of 2000\n"
