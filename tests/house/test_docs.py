"""The docs are true where a machine can tell: links lead somewhere, commands and paths are real."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from mafsim.cli import main

ROOT = Path(__file__).parents[2]
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("experiments/**/*.md")])
TOP_LEVEL = ("mafsim", "docs", "tests", "examples", "experiments", "benchmarks", ".ci")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Give a page without its code blocks."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def commands(text: str, program: str) -> list[str]:
    """Give the calls of a program in a page's code blocks, comments and pipes left out."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    calls = (line.strip().removeprefix("$ ").removeprefix(".venv/bin/") for line in lines)
    return [
        re.split(r" +[#|<>&]", call)[0].strip() for call in calls if call.split()[:1] == [program]
    ]


def anchors(text: str) -> set[str]:
    """Give the anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links() -> list[tuple[str, str]]:
    return [
        (name(page), target)
        for page in DOCS
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(read(page)))
    ]


@pytest.mark.parametrize(("page", "target"), links())
def test_every_link_leads_somewhere(page: str, target: str) -> None:
    if "://" in target:
        pytest.fail(f"{page} links to {target}: the project speaks of itself alone")
    path, _, anchor = target.partition("#")
    file = (ROOT / page).parent / path if path else ROOT / page
    assert file.resolve().is_relative_to(ROOT)
    assert file.exists()
    assert not anchor or anchor in anchors(read(file))


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, queue = set(), ["README.md"]
    while queue:
        page = queue.pop()
        if page not in reached:
            reached.add(page)
            queue += [
                name(((ROOT / page).parent / target.partition("#")[0]).resolve())
                for source, target in links()
                if source == page and target.partition("#")[0].endswith(".md")
            ]
    assert {name(page) for page in DOCS} <= reached


def parse(call: str) -> None:
    """Parse a call of mafsim as the command line would, without running it."""
    words = shlex.split(call)[1:]
    command: click.Command = main
    context = click.Context(command, info_name="mafsim")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        chosen = command.get_command(context, words[0])
        assert chosen, f"mafsim has no command {words[0]}"
        command, words = chosen, words[1:]
        context = click.Context(command, info_name=command.name, parent=context)
    _, left, _ = command.make_parser(context).parse_args(words)
    assert not left, f"mafsim {command.name} does not take {left}"


CALLS = [(name(page), call) for page in DOCS for call in commands(read(page), "mafsim")]


@pytest.mark.parametrize(("page", "call"), CALLS)
def test_every_command_in_the_docs_names_real_options(page: str, call: str) -> None:
    parse(call)


@pytest.mark.parametrize("page", ["README.md", "README.ru.md"])
def test_a_readme_shows_a_whole_evening(page: str) -> None:
    shown = {call.split()[1] for source, call in CALLS if source == page}
    assert {"seat", "check", "export"} <= shown


def test_an_invented_option_would_be_caught() -> None:
    with pytest.raises(click.NoSuchOption):
        parse("mafsim seat ugra-2021 --no-such-option")
    with pytest.raises(AssertionError, match="no command"):
        parse("mafsim sit ugra-2021")


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_every_rule_of_make_in_the_docs_is_there(page: Path) -> None:
    rules = set(re.findall(r"^([a-z]+):", read(ROOT / "Makefile"), re.MULTILINE))
    called = re.findall(r"`(make [a-z ]+)`", prose(read(page))) + commands(read(page), "make")
    assert set(" ".join(called).split()) - {"make"} <= rules


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_every_path_in_the_docs_is_there(page: Path) -> None:
    spelled = re.findall(r"`([\w./-]+)`", prose(read(page)))
    paths = [path for path in spelled if path.split("/")[0] in TOP_LEVEL and "/" in path]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_both_readmes_show_the_same_commands() -> None:
    english, russian = (read(ROOT / page) for page in ("README.md", "README.ru.md"))
    for program in ("make", "mafsim"):
        shown = commands(russian, program)
        assert shown
        assert set(shown) <= set(commands(english, program))


def test_every_name_of_the_glossary_is_a_name_of_the_code() -> None:
    rows = re.findall(r"^\| .* \|$", read(ROOT / "docs" / "glossary.md"), re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    sources = " ".join(read(path) for path in ROOT.glob("mafsim/**/*.py"))
    assert names
    assert names - set(re.findall(r"\w+", sources)) == set()
