"""`mafsim export`: the plan in another form, on standard output or in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mafsim import export
from mafsim.cli.export import FORMATS

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _plan(run: Run) -> None:
    assert run("seat --players 20 --tables 2 --rounds 2 --effort 0 -o plan.json").exit_code == 0


def test_every_form_can_be_asked_for() -> None:
    assert set(FORMATS) == set(export.FORMATS)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_file_holds_what_standard_output_would(
    form: str, lang: str, run: Run, folder: Path
) -> None:
    shown = run(f"export plan.json --to {form} --lang {lang}")
    written = run(f"export plan.json --to {form} --lang {lang} -o out.{form}")
    assert (shown.exit_code, written.exit_code) == (0, 0)
    assert written.output == ""
    assert (folder / f"out.{form}").read_bytes() == shown.stdout_bytes
    assert b"Player 07" in shown.stdout_bytes


def test_an_existing_file_is_kept(run: Run, folder: Path) -> None:
    (folder / "out.html").write_text("mine", encoding="utf-8")
    result = run("export plan.json --to html -o out.html")
    assert result.exit_code == 3
    assert (folder / "out.html").read_text(encoding="utf-8") == "mine"
    assert run("export plan.json --to html -o out.html --force").exit_code == 0
    assert (folder / "out.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_exported_sheet_is_a_plan_again(lang: str, run: Run) -> None:
    run(f"export plan.json --to csv -o plan.csv --lang {lang}")
    text = [run(f"export {file} --to text").stdout for file in ("plan.json", "plan.csv")]
    assert text[0] == text[1]
