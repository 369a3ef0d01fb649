"""Every way for a command to end has its exit code and at most one sentence, in both languages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from mafsim.cli import COMMANDS, frame, main
from mafsim.cli.export import FORMATS
from mafsim.cli.frame import language_of
from mafsim.cli.schema import KINDS
from mafsim.words import LANGUAGES

SHAPE = ["--players", "4", "--tables", "2", "--rounds", "3", "--table-size", "2", "--effort", "0"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def in_a_shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a pipe or a redirection, `mafsim` standing for this very interpreter's mafsim."""
    mafsim = f"{sys.executable} -m mafsim"
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHONIO"))}
    return subprocess.run(
        ["bash", "-c", command.replace("mafsim", mafsim)],
        capture_output=True,
        check=False,
        env=kept | environment,
    )


# --- language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ru_RU.UTF-8"}, "ru"),
        ([], {"LANG": "C"}, "en"),
        ([], {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        ([], {"LC_ALL": "", "LC_MESSAGES": "ru_RU", "LANG": "en_US"}, "ru"),
        (["--lang", "ru"], {"LANG": "en_US"}, "ru"),
        (["--lang=en", "seat"], {"LANG": "ru_RU"}, "en"),
        (["--lang", "en", "seat", "--lang", "ru"], {}, "ru"),
        (["seat", "--lang"], {"LANG": "ru_RU"}, "ru"),
        (["seat", "--lang", "fr"], {"LANG": "ru_RU"}, "ru"),
    ],
)
def test_the_language_is_asked_for_or_the_locale_s(
    arguments: list[str], environment: dict[str, str], lang: str
) -> None:
    assert language_of(arguments, environment) == lang


@pytest.mark.parametrize("words", [("--lang", "ru", "seat"), ("seat", "--lang=ru")])
def test_the_language_may_stand_before_and_after_the_command(words: tuple[str, ...]) -> None:
    assert run(*words).stderr.startswith("mafsim: скажите, что рассадить")


def test_help_is_in_the_language_wherever_it_is_asked_for() -> None:
    assert "Вызов: mafsim seat [ПАРАМЕТРЫ]" in run("seat", "--help", "--lang", "ru").output


def test_the_locale_chooses_russian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert "Команды:" in run("--help").output


# --- usage ------------------------------------------------------------------------------------

WRONG = {
    ("sea",): "no such command: sea; did you mean seat?",
    ("dance",): "no such command: dance; see mafsim --help",
    ("regulations", "sho"): "no such command: sho; did you mean show?",
    ("seat", "--tabels", "3"): "no such option: --tabels; did you mean --tables?",
    ("seat", "--zzz"): "no such option: --zzz; see mafsim seat --help",
    ("seat", "--bogus"): "no such option: --bogus; see mafsim seat --help",
    ("-q",): "no such option: -q; see mafsim --help",
    ("check",): "PLAN is missing; see mafsim check --help",
    ("export", "plan.json"): "--to is missing; see mafsim export --help",
    ("check", "a", "b"): "b is one argument too many; see mafsim check --help",
    ("seat", "--seed"): "--seed needs a value",
    ("seat", "--json=1"): "--json takes no value",
    ("seat", "--lang", "fr"): "--lang takes one of en, ru, not fr",
    (
        "export",
        "x",
        "--to",
        "txt",
    ): f"--to takes one of {', '.join(FORMATS)}, not txt; did you mean text?",
    (
        "schema",
        "plans",
    ): f"KIND takes one of {', '.join(KINDS)}, not plans; did you mean plan?",
    ("seat", "--rounds", "0"): "--rounds takes a whole number from 1 up, not 0",
    ("seat", "--rounds", "2.5"): "--rounds takes a whole number from 1 up, not 2.5",
    ("seat", "--seed", "-1"): "--seed takes a whole number from 0 up, not -1",
    ("seat", "--seed", "9" * 5000): "--seed takes a whole number from 0 up, not " + "9" * 199 + "…",
    ("seat", "--jobs", "0"): "--jobs takes a whole number from 1 to 1024, not 0",
    ("seat", "--effort", "-0.1"): "--effort takes a number that is not negative, not -0.1",
    ("seat", "--effort", "nan"): "--effort takes a number that is not negative, not nan",
    ("seat", "--seconds", "inf"): "--seconds takes a number that is not negative, not inf",
    ("seat", "--seconds", "soon"): "--seconds takes a number that is not negative, not soon",
}


@pytest.mark.parametrize(("words", "sentence"), WRONG.items())
def test_wrong_usage_is_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.stderr == f"mafsim: {sentence}\n"
    assert result.stdout == ""
    assert result.exit_code == 2


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage_is_told_in_russian_too(words: tuple[str, ...]) -> None:
    result = run("--lang", "ru", *words)
    assert result.stderr.startswith("mafsim: ")
    assert result.stderr.count("\n") == 1
    assert any("а" <= letter <= "я" for letter in result.stderr)
    assert result.exit_code == 2


def test_an_argument_never_leaves_its_line() -> None:
    result = run("seat\nmafsim: done\x1b[2J")
    assert (
        result.stderr
        == r"mafsim: no such command: seat\nmafsim: done\x1b[2J; see mafsim --help" + "\n"
    )


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == run("--help").stdout


# --- faults and interruptions -----------------------------------------------------------------


def planted(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(main.get_command(click.Context(main), "schema"), "callback", fail)


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "please report it"), ("ru", "пожалуйста, сообщите")]
)
def test_a_fault_of_our_own_keeps_its_traceback_and_is_70(
    lang: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch, ZeroDivisionError("planted"))
    result = run("--lang", lang, "schema", "plan")
    assert result.exit_code == frame.FAULT == 70
    assert "Traceback" in result.stderr
    assert "ZeroDivisionError: planted" in result.stderr
    assert sentence in result.stderr.splitlines()[-1]


def test_an_interruption_with_nothing_to_show_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, KeyboardInterrupt())
    result = run("schema", "plan")
    assert result.exit_code == 130
    assert result.stderr.strip() == "mafsim: interrupted, with nothing to show yet"


# --- streams ----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["C", "POSIX", "ru_RU.KOI8-R"])
def test_cyrillic_is_written_whatever_the_locale(locale: str) -> None:
    done = in_a_shell("mafsim --lang ru --help; mafsim --lang ru dance", LC_ALL=locale)
    assert "Рассадка турниров" in done.stdout.decode()
    assert "нет такой команды" in done.stderr.decode()


def test_a_stream_of_another_encoding_is_turned_to_utf8() -> None:
    done = in_a_shell("mafsim --lang ru --help", PYTHONIOENCODING="ascii")
    assert "Рассадка турниров" in done.stdout.decode()


def test_a_reader_that_goes_away_is_no_error() -> None:
    """The pipe has room for less than the schema and the reader takes none of it."""
    done = in_a_shell("mafsim schema regulation | true; echo ${PIPESTATUS[0]}")
    assert done.stdout == b"0\n"
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_standard_output_is_told() -> None:
    done = in_a_shell("mafsim schema regulation > /dev/full")
    assert done.returncode == 3
    assert done.stderr.startswith(b"mafsim: the result cannot be written to standard output: ")
    assert done.stderr.count(b"\n") == 1


def test_a_closed_standard_output_is_no_fault() -> None:
    done = in_a_shell("mafsim --version >&-")
    assert (done.returncode, done.stderr) == (0, b"")


# --- help -------------------------------------------------------------------------------------


def every_command() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for name in COMMANDS:
        found.append((name,))
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group):
            found += [(name, inner) for inner in command.list_commands(click.Context(command))]
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_help_ends_with_an_example(words: tuple[str, ...], lang: str) -> None:
    result = run("--lang", lang, *words, "--help")
    assert result.exit_code == 0
    assert result.stderr == ""
    heading = {"en": "Example:", "ru": "Пример:"}[lang]
    text, _, example = result.stdout.partition(f"\n{heading}\n")
    assert example
    assert all(line.startswith("  mafsim ") for line in example.splitlines())
    assert max(map(len, text.splitlines())) <= 80  # an example is one line, to be copied


def test_help_is_quick() -> None:
    """Nothing heavy is imported until a command needs it."""
    script = (
        "import sys; from mafsim.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'ortools', 'matplotlib', 'pydantic', 'jinja2', 'rich', 'babel',"
        " 'python_calamine', 'xlsxwriter', 'icalendar', 'networkx', 'dask', 'distributed'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_version_names_what_the_result_depends_on() -> None:
    shown = run("--version").stdout
    assert shown.startswith("mafsim ")
    for package in ("numba ", "ortools ", "Python "):
        assert package in shown


def test_version_imports_none_of_what_it_names() -> None:
    script = (
        "import sys; from mafsim.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'ortools'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
