from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mafsim.files import plan_digest, read_plan

Run = Callable[[list[str]], Result]
SMALL = ("--game", "mafia", "--table-size", "4-5", "--tables", "1-2", "--rounds", "2-4")


@pytest.mark.slow
def test_the_seed_is_told_first_and_what_is_made_can_be_made_again(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = run(["generate", "--seed", "17", *SMALL, "-o", str(tmp_path / "event")])
    assert ended.exit_code == 0, ended.stderr
    assert ended.stdout.splitlines()[0] == "seed 17"
    assert ended.stdout.splitlines()[-1] == f"Saved: {tmp_path / 'event'}"
    monkeypatch.chdir(tmp_path / "event")
    event = json.loads(Path("event.json").read_text(encoding="utf-8"))
    assert (event["seed"], event["complete"]) == (17, True)
    Path("again").mkdir()
    for line in Path("commands.txt").read_text(encoding="utf-8").splitlines():
        words = shlex.split(line)
        if words[0] == "mafsim":
            done = run(words[1:])
            assert done.exit_code == 0, (line, done.stderr)
    for turn in event["turns"]:
        assert plan_digest(read_plan(f"again/{turn['plan']}")) == turn["plan_digest"]


def test_a_folder_that_holds_an_event_is_kept(tmp_path: Path, run: Run) -> None:
    (tmp_path / "event.json").write_text("mine")
    ended = run(["generate", *SMALL, "-o", str(tmp_path)])
    assert ended.exit_code == 3
    assert "exists already" in ended.stderr
    assert (tmp_path / "event.json").read_text() == "mine"


def test_the_seed_is_kept_though_the_event_fails(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mafsim.tournament.generate.walked", fail)
    ended = run(["generate", "--seed", "4", *SMALL, "-o", str(tmp_path / "event")])
    assert ended.exit_code == 70
    assert ended.stdout.splitlines() == ["seed 4"]
    kept = json.loads((tmp_path / "event" / "event.json").read_text(encoding="utf-8"))
    assert (kept["seed"], kept["complete"]) == (4, False)


@pytest.mark.parametrize(
    ("words", "lang", "sentence"),
    [
        (("--players", "9-3"), "en", "--players takes a number such as 30 or two such as 20-40"),
        (("--players", "x"), "ru", "--players принимает число, например 30, или два"),
        (("--late", "2"), "en", "--late takes a share from 0 to 1, such as 0.1, not 2"),
        (("--game", "mafia", "--players", "3"), "ru", "мало, чтобы заполнить"),
    ],
)
def test_what_cannot_be_ordered_is_one_sentence(
    words: tuple[str, ...], lang: str, sentence: str, run: Run
) -> None:
    ended = run(["generate", *words, "--lang", lang])
    assert ended.exit_code == 2
    assert sentence in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
