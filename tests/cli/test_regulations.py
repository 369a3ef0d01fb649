"""`mafsim regulations` and `mafsim schema`: what is written, and what may be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mafsim import regulations
from mafsim.words import LANGUAGES

Run = Callable[..., Result]


def test_all_regulations_are_listed(run: Run) -> None:
    listed = run("regulations list").stdout
    for name in regulations.names():
        assert f"\n{name} " in f"\n{listed}"
    assert "30 players, 15 teams of 2, 15 rounds, tables of 10" in listed


def test_without_a_command_they_are_listed(run: Run) -> None:
    assert run("regulations").stdout == run("regulations list").stdout
    assert run("regulations").exit_code == 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", regulations.names())
def test_every_regulation_is_shown(name: str, lang: str, run: Run) -> None:
    shown = run(f"regulations show {name} --lang {lang}")
    assert shown.exit_code == 0
    regulation = regulations.load(name)
    assert regulation.title.in_language(lang) in shown.stdout
    assert f"entry.entrants = {regulation.entry.entrants}" in shown.stdout
    for clause in regulation.clauses:
        assert f"\n  {clause.id} " in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80 + 20  # a long word stands as it is


@pytest.mark.parametrize("name", regulations.names())
def test_what_is_assumed_is_shown_with_the_reading_taken(name: str, run: Run) -> None:
    shown = run(f"regulations show {name} --assumed").stdout
    regulation = regulations.load(name)
    assert shown.count("→") == len(regulation.assumed)
    for assumed in regulation.assumed:
        assert f"\n{assumed.id} " in shown
        assert f"→ {assumed.taken}" in shown


def test_a_regulation_is_shown_as_a_document(run: Run) -> None:
    shown = json.loads(run("regulations show ugra-2021 --json").stdout)
    assert shown["digest"] == regulations.load("ugra-2021").digest
    assumed = json.loads(run("regulations show ugra-2021 --json --assumed").stdout)
    assert assumed == {"assumed": shown["assumed"]}


@pytest.mark.parametrize("other", ["--json", "--assumed"])
def test_the_file_as_it_is_goes_with_no_other_form(other: str, run: Run) -> None:
    result = run(f"regulations show ugra-2021 --toml {other}")
    assert (result.exit_code, result.stdout) == (2, "")


def test_the_file_itself_can_be_had_and_checked(run: Run, folder: Path) -> None:
    text = run("regulations show ugra-2021 --toml").stdout
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    good = run("regulations check mine.toml")
    assert good.exit_code == 0
    digest = regulations.load("ugra-2021").digest[:12]
    assert good.stdout == f"ugra-2021: the regulation can be used (digest {digest})\n"


def test_a_file_with_an_unknown_key_is_refused_with_a_near_guess(run: Run, folder: Path) -> None:
    text = run("regulations show ugra-2021 --toml").stdout
    (folder / "mine.toml").write_text(text.replace("team_size", "team_sise", 1), encoding="utf-8")
    result = run("regulations check mine.toml")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "mine.toml" in result.stderr
    assert "'team_sise'" in result.stderr
    assert "'team_size'" in result.stderr


@pytest.mark.parametrize("command", ["show nowhere-1999", "check nowhere.toml"])
def test_what_is_not_there_is_2(command: str, run: Run) -> None:
    assert run(f"regulations {command}").exit_code == 2


@pytest.mark.parametrize("kind", ["plan", "roster", "regulation"])
def test_a_schema_is_a_json_document(kind: str, run: Run) -> None:
    result = run(f"schema {kind}")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_a_clause_is_shown_beside_its_values_and_the_reading_taken(run: Run) -> None:
    shown = run("regulations show ugra-2021").stdout
    clause = shown[shown.index("\n  U22 ") : shown.index("\n  U23 ")]
    assert "= rules.fouls.loss_at = 3" in clause
    assert "? A25: the speech;" in clause


def test_what_the_base_fills_in_is_shown_apart(run: Run) -> None:
    shown = run("regulations show ugra-2021").stdout
    said, _, filled_in = shown.partition('"классические" rules fill in\n')
    assert "  rules.vote.at_four = lift  [U24]" in said
    assert "\n  rules.vote.not_cast = last_candidate\n" in filled_in
    assert "rules.vote.not_cast" not in said


def test_nothing_is_filled_in_where_the_text_refers_to_no_rules(run: Run) -> None:
    assert "fill in" not in run("regulations show togliatti-2014").stdout


def test_another_reading_is_shown_with_its_switch(run: Run) -> None:
    shown = run("regulations show ugra-2021 --assumed").stdout
    assert "--set 'scoring.disqualification.fourth_foul=false'" in shown


def test_in_russian_the_words_of_a_russian_text_stand_for_themselves(run: Run) -> None:
    shown = run("regulations show ugra-2021 --lang ru").stdout
    assert "One point for a win" not in shown
    assert "«за победу каждый игрок “красной” команды получает 1 балла;" in shown
