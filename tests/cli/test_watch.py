"""`mafsim standings --to html`: a page for the hall, written anew when its results change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import Result

from mafsim.cli.watch import changes
from mafsim.words import LANGUAGES

Run = Callable[..., Result]

ROLES = ("civilian", "civilian", "sheriff", "mafia", "don", "mafia") + ("civilian",) * 4
HEADER = "round,table,seat,name,role,result\n"
CALL = "standings ugra-2021 results.csv --by player"


def game(round_: int, result: str) -> str:
    return "".join(
        f"{round_},1,{seat},N{seat},{role},{result}\n" for seat, role in enumerate(ROLES, start=1)
    )


@pytest.fixture
def results(folder: Path) -> Path:
    file = folder / "results.csv"
    file.write_text(HEADER + game(1, "red"), encoding="utf-8")
    return file


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let things happen between two looks at the files, and Ctrl-C be pressed in the end."""

    def _looks(*happenings: Callable[[], object]) -> None:
        steps: Iterator[Callable[[], object]] = iter(happenings)

        def sleep(_seconds: float) -> None:
            happening = next(steps, None)
            if happening is None:
                raise KeyboardInterrupt
            happening()

        monkeypatch.setattr("mafsim.cli.watch.time.sleep", sleep)

    return _looks


Looks = Callable[..., None]
_clock = count(1)


def put(file: Path, text: str) -> Callable[[], object]:
    """Give a happening: a file gets a text, at a moment of its own."""

    def happen() -> None:
        file.write_text(text, encoding="utf-8")
        moment = 1_700_000_000 + next(_clock)
        os.utime(file, (moment, moment))

    return happen


def nothing() -> None:
    pass


def test_the_page_is_what_standard_output_would_be(run: Run, results: Path, folder: Path) -> None:
    shown = run(f"{CALL} --to html")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("<!DOCTYPE html>")
    assert "ugra-2021: players, after 1 round" in shown.stdout
    assert run(f"{CALL} --to html -o places.html").output == ""
    assert (folder / "places.html").read_text(encoding="utf-8") == shown.stdout


def test_without_a_watch_the_page_stays_as_it_is(run: Run, results: Path) -> None:
    assert 'data-reload="0"' in run(f"{CALL} --to html").stdout


def test_an_existing_page_is_replaced_only_if_told(run: Run, results: Path, folder: Path) -> None:
    (folder / "places.html").write_text("mine", encoding="utf-8")
    assert run(f"{CALL} --to html -o places.html").exit_code == 3
    assert run(f"{CALL} --to html -o places.html --force").exit_code == 0


def test_text_and_json_can_be_written_too(run: Run, results: Path, folder: Path) -> None:
    for more in ("", " --json"):
        told = run(CALL + more).stdout
        assert run(f"{CALL}{more} -o places.txt --force").output == ""
        assert (folder / "places.txt").read_text(encoding="utf-8") == told


def test_the_page_follows_the_results_until_ctrl_c(
    run: Run, looks: Looks, results: Path, folder: Path
) -> None:
    seen: list[str] = []

    def look() -> None:
        seen.append((folder / "places.html").read_text(encoding="utf-8"))

    two = HEADER + game(1, "red") + game(2, "black")
    looks(look, put(results, two), nothing, look)
    told = run(f"{CALL} --to html --watch -o places.html")
    assert told.exit_code == 0
    assert ["after 1 round" in seen[0], "after 2 rounds" in seen[1]] == [True, True]
    assert 'data-reload="10"' in seen[1]
    assert [line.split(": ", 1)[1] for line in told.stderr.splitlines()] == [
        "places.html is written anew whenever the results change; open it in a browser, it follows by"
        " itself. Ctrl-C ends this.",
        "written anew: places.html",
    ]


def test_results_with_faults_leave_the_page_as_it_was(
    run: Run, looks: Looks, results: Path, folder: Path
) -> None:
    wrong = HEADER + game(1, "red").replace("sheriff", "shrf")
    seen: list[str] = []

    def look() -> None:
        seen.append((folder / "places.html").read_text(encoding="utf-8"))

    looks(look, put(results, wrong), nothing, results.unlink, nothing, look)
    told = run(f"{CALL} --to html --watch -o places.html")
    assert told.exit_code == 0
    assert seen[0] == seen[1]
    assert told.stderr.count("places.html stays as it was until the results can be read") == 2
    assert "Traceback" not in told.stderr


def test_a_page_that_cannot_be_written_is_tried_again_at_the_next_change(
    run: Run, looks: Looks, results: Path, folder: Path
) -> None:
    page = folder / "places.html"

    def block() -> None:
        page.unlink()
        page.mkdir()

    two = HEADER + game(1, "red") + game(2, "black")
    looks(
        block,
        put(results, two),
        nothing,
        page.rmdir,
        put(results, HEADER + game(1, "black")),
        nothing,
    )
    told = run(f"{CALL} --to html --watch -o places.html")
    assert told.exit_code == 0
    assert told.stderr.count("places.html stays as it was") == 1
    assert "after 1 round" in page.read_text(encoding="utf-8")


def test_the_roster_is_watched_too(run: Run, looks: Looks, results: Path, folder: Path) -> None:
    roster = folder / "people.csv"
    names = "name,team\n" + "".join(f"N{seat},T{(seat + 1) // 2}\n" for seat in range(1, 11))
    roster.write_text(names, encoding="utf-8")
    looks(put(roster, names.replace("T5", "Five")), nothing)
    call = CALL.replace("player", "team")
    assert run(f"{call} --roster people.csv --to html --watch -o places.html").exit_code == 0
    assert "Five" in (folder / "places.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "more",
    [" --watch", " --to html --watch", " --watch -o x.html", " --to html --watch --json -o x.html"],
)
def test_a_watch_needs_a_page(more: str, lang: str, run: Run, results: Path) -> None:
    told = run(CALL + more + f" --lang {lang}")
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1
    assert "--watch" in told.stderr


def test_standard_input_cannot_be_watched(run: Run) -> None:
    told = run("standings ugra-2021 - --to html --watch -o x.html")
    assert told.exit_code == 2


def test_a_change_counts_once_the_file_is_at_rest(looks: Looks, folder: Path) -> None:
    """Somebody saves in two goes: what is between them is not read."""
    file = folder / "results.csv"
    put(file, "a")()
    seen: list[str] = []
    looks(nothing, put(file, "ab"), put(file, "abc"), nothing, nothing)

    def read_all() -> None:
        for _ in changes([file]):
            seen.append(file.read_text())  # noqa: PERF401 (the loop ends by Ctrl-C)

    with pytest.raises(KeyboardInterrupt):
        read_all()
    assert seen == ["abc"]
