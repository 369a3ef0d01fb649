"""A shell completes commands, options, the words to choose from, names of regulations and files."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mafsim.cli import COMMANDS, main


def completed(words: str, *, locale: str = "C") -> list[tuple[str, str, str]]:
    """Give kind, text and help of each completion of the last word, as zsh is told."""
    *before, last = words.split(" ")
    told = CliRunner(
        env={
            "_MAFSIM_COMPLETE": "zsh_complete",
            "COMP_WORDS": " ".join([*before, last]),
            "COMP_CWORD": str(len(before)),
            "LC_ALL": locale,
        }
    ).invoke(main)
    assert told.stderr == ""
    lines = told.stdout.splitlines()
    return list(zip(lines[0::3], lines[1::3], lines[2::3], strict=False))


def texts(words: str) -> list[str]:
    return [text for _, text, _ in completed(words)]


def test_every_command_is_completed() -> None:
    assert texts("mafsim ") == list(COMMANDS)
    assert texts("mafsim sta") == ["standings"]
    assert texts("mafsim regulations s") == ["show"]


def test_options_come_with_their_sentence_in_the_locale_s_language() -> None:
    ((_, option, told),) = completed("mafsim seat --see")
    assert (option, told[:17]) == ("--seed", "Another seed give")
    ((_, _, told),) = completed("mafsim seat --see", locale="ru_RU.UTF-8")
    assert told.startswith("С другим числом рассадка")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("mafsim seat --prefer ", ["even", "range"]),
        ("mafsim seat --lang r", ["ru"]),
        ("mafsim schema ro", ["roster"]),
        ("mafsim export plan.json --to ht", ["html"]),
    ],
)
def test_words_to_choose_from_are_completed(words: str, found: list[str]) -> None:
    assert texts(words) == found


def test_regulations_are_completed_by_name_or_as_files() -> None:
    assert completed("mafsim seat ug") == [("plain", "ugra-2021", "_"), ("file", "ug", "_")]


@pytest.mark.parametrize("words", ["mafsim check pl", "mafsim seat --roster pl"])
def test_files_are_left_to_the_shell(words: str) -> None:
    assert completed(words) == [("file", "pl", "_")]


def test_what_is_half_typed_and_wrong_says_nothing() -> None:
    assert completed("mafsim sea --") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(shell: str) -> None:
    told = CliRunner(env={"_MAFSIM_COMPLETE": f"{shell}_source"}).invoke(main)
    assert "_MAFSIM_COMPLETE" in told.stdout
