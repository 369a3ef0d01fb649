"""Spoiled and hostile files are read or refused with a sentence: in short; `make fuzz` is the whole."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.readers import FILES, READERS, attempt, wrong_sentence

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow

FOUND = {
    "bytes that are no text in --set": ("set", b"rules.f\xed\xa0\x80oul_limit=3"),
    "a value that is no text": ("set", b"title.en=\x80"),
    "bytes that are no text in --variant": ("variant", b"a:f\x80=3"),
    "a long text for --agents": ("agents", b"x" * 5_000),
    "a long text for --until": ("until", "я".encode() * 5_000),
    "a number of too many digits": ("population", b"skill = " + b"9" * 5_000),
    "tables nested too deeply": ("population", b"skill = " + b"[" * 5_000),
    "a key of a thousand parts": ("world", b"a." * 1_000 + b"b = 1"),
    "a long key": ("population", b"[parameters.strength]\n" + b"k" * 5_000 + b" = 1"),
    "a block nested too deeply": ("resume", b"[" * 20_000),
    "a number of tournaments beyond all": ("resume", b'{"counted": {"tournaments": 1e999}}'),
    "a slot far beyond the seats": ("plan-foreign", b"[[[1,2,3],[4125,6]],[[1,4,5],[2,3,6]]]"),
    "code in a file of people": ("population", b'kind = "antigravity:fly"'),
}
"""What once ended in a traceback, in a sentence without end, or ran somebody's code."""


@pytest.fixture(autouse=True)
def _no_files_stay() -> object:
    yield
    FILES.clear()


@pytest.mark.parametrize("name", FOUND)
def test_what_was_a_fault_is_a_sentence(name: str) -> None:
    reader, data = FOUND[name]
    outcome, sentences = attempt(READERS[reader], data)
    assert outcome != "read"
    assert wrong_sentence(sentences) is None


@pytest.mark.parametrize("name", READERS)
def test_right_files_are_read(name: str) -> None:
    outcomes = [attempt(READERS[name], seed)[0] for seed in READERS[name].source.seeds]
    assert outcomes == ["read"] * len(outcomes)


@pytest.mark.parametrize("name", READERS)
def test_spoiled_files_are_read_or_refused(name: str) -> None:
    reader = READERS[name]
    outcomes = set()
    for number in range(30):
        outcome, sentences = attempt(reader, reader.source.input(1, name, number))
        assert wrong_sentence(sentences) is None
        outcomes.add(outcome)
    assert len(outcomes) > 1 or name == "spreadsheet"


def test_an_input_depends_on_its_number_alone() -> None:
    source = READERS["plan-json"].source
    numbers = range(1_000)
    forwards = {number: source.input(0, "plan-json", number) for number in numbers}
    assert {n: source.input(0, "plan-json", n) for n in reversed(numbers)} == forwards


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )


def test_hostile_files_take_neither_time_nor_memory() -> None:
    # Time is the processor's own; a shared machine makes even that longer.
    done = fuzz("--hostile", "short", "--patience", "10")
    assert done.returncode == 0, done.stderr
    assert " 0 faults" in done.stdout


@pytest.mark.soak
def test_every_hostile_file_takes_neither_time_nor_memory() -> None:
    done = fuzz("--hostile", "all", "--patience", "10")
    assert done.returncode == 0, done.stderr


@pytest.fixture
def _unbound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the fuzzer leave the memory of this process alone."""
    monkeypatch.setattr("tests.fuzz.__main__.resource.setrlimit", lambda *_: None)


@pytest.mark.usefixtures("_unbound")
def test_the_fuzzer_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ("--kept", str(tmp_path / "fuzz.json"))
    assert main(["until", "--count", "5", *kept]) == 0
    assert main(["until", "--count", "8", *kept]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "5 of       5 tried" in first
    assert "8 of       8 tried" in second


@pytest.mark.usefixtures("_unbound")
def test_the_fuzzer_sees_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(data: bytes) -> list[str]:
        raise ZeroDivisionError(data[:1])

    whole = READERS["until"]
    monkeypatch.setattr("tests.fuzz.__main__._warm", lambda _: None)
    monkeypatch.setitem(READERS, "until", replace(whole, read=broken))
    assert main(["until", "--count", "2", "--kept", str(tmp_path / "fuzz.json")]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert len(list(tmp_path.glob("fuzz-until-*.bin"))) == 2
