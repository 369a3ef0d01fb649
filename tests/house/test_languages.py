"""Whatever people read comes from the catalogues: no sentence stands in the code, none is left in English."""

from __future__ import annotations

import ast
import builtins
import re
import shlex
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from mafsim.agents import KINDS, load
from mafsim.cli import main, progress
from mafsim.cli.frame import Command
from mafsim.regulations import names
from mafsim.words import catalogue

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mafsim"
SHIPPED = ROOT / "examples"

SENTENCE = re.compile(r"[A-Za-zА-ЯЁа-яё]{2,},?( [A-Za-zА-ЯЁа-яё]+,?){2,}")
READ_NOT_SAID = ("files/judges.py", "files/record.py", "files/roster.py", "files/plan_of_rows.py")
"""Where headers and words of the files that are read are listed."""
FOR_EDITORS = ("files/schemas.py", "files/simulation.py", "regulations/schema.py")
"""Descriptions within a JSON Schema are English, as its keys are."""


def spared(tree: ast.AST) -> set[int]:
    """Give the strings that nobody reads: docstrings, examples, and what should never happen."""
    found: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                found.add(id(text))
            case ast.Assert(msg=ast.expr() as told) | ast.keyword(arg="example", value=told):
                found |= {id(each) for each in ast.walk(told)}
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as told) if hasattr(builtins, name):
                found |= {id(each) for each in ast.walk(told)}
    return found


def sentences() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name in (*READ_NOT_SAID, *FOR_EDITORS):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = spared(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                formal = node.value.lstrip().startswith("<") or "\\" in node.value
                if id(node) not in skipped and not formal and SENTENCE.search(node.value):
                    yield f"{name}:{node.lineno}", node.value


def test_no_sentence_stands_in_the_code() -> None:
    assert list(sentences()) == []


@pytest.mark.parametrize("page", sorted(PACKAGE.rglob("templates/*.html")), ids=lambda p: p.name)
def test_no_word_stands_in_a_template(page: Path) -> None:
    """What is left of a page without tags and fields has no letters."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", page.read_text(encoding="utf-8"))
    bare = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", "", text, flags=re.DOTALL)
    assert re.findall(r"\w*[A-Za-zА-Яа-я]\w*", bare) == []
    assert re.findall(r'(?:aria-label|title|placeholder|alt)="(?!\")[^"{]*[A-Za-z]', text) == []


# --- what comes out in Russian ----------------------------------------------------------------


def commands(group: click.Group) -> Iterator[Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Command)
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


def latin(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[A-Za-z]{3,}", text)}


KNOWN = {
    word
    for sentence in catalogue("ru").values()
    for text in (sentence.values() if isinstance(sentence, dict) else [sentence])
    for word in latin(re.sub(r"\{[^}]*\}", "", str(text)))
}
"""Latin words that the Russian sentences themselves have: options, formats, names of programs."""


class Visible(HTMLParser):
    """The words of a page that somebody sees or hears."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hidden = 0
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("style", "script")
        told = dict(attrs)
        self.seen += [value or "" for key, value in told.items() if key in ("aria-label", "title")]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.seen.append(data)


FORMAL = ("--toml", "--json", "schema", "json", "schedule", "people", "array", "xlsx", "ics")
"""What makes a command's output a file for a program."""
CALLS = [line for each in [main, *commands(main)] for line in each.example.splitlines()] + [
    "mafsim check plan.json",
    "mafsim report plan.json",
    "mafsim export plan.json --to html",
    "mafsim export plan.json --to csv",
    "mafsim standings ugra-2021 examples/ugra-2021-results.csv --to html",
    "mafsim standings ugra-2021 examples/ugra-2021-results.csv --by player --protests",
    "mafsim swap plan.json --round 1 p1 p2",
    *(f"mafsim regulations show {name}" for name in ("charlie-2016", "togliatti-2014", "plain")),
]
WRONG = [
    "mafsim seat --players 25 --tables 3 --rounds 10 --games 7",
    "mafsim seat --players 5 --tables 1 --rounds 2",
    "mafsim seat togliatti-2014 --players 30",
    "mafsim check nobody.json",
    "mafsim check examples",
    "mafsim check broken.json",
    "mafsim check twice.csv",
    "mafsim export plan.json --to text -o /nowhere/x.txt",
    "mafsim export plan.json --to text -o plan.json",
    "mafsim report plan.json --plot x.jpg",
    "mafsim standings ugra-2021 twice.csv",
    "mafsim standings nothing-2021 twice.csv",
    "mafsim replan plan.json --from-round 99",
    "mafsim draw twice.csv",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the shipped examples, a plan, and files that are wrong."""
    folder = tmp_path_factory.mktemp("russian")
    shutil.copytree(SHIPPED, folder / "examples")
    (folder / "broken.json").write_text('{"format": "mafsim-plan", "rounds": 7', encoding="utf-8")
    rows = "".join(f"{r},1,{s},И{s % 9}\n" for r in (1, 2) for s in range(1, 11))
    (folder / "twice.csv").write_text(f"round,table,seat,player\n{rows}", encoding="utf-8")
    return folder


def strange(call: str, folder: Path) -> set[str]:
    """Give the Latin words of a command's output that are neither data nor known."""
    line, _, target = call.partition(" > ")
    words = shlex.split(line)[1:]
    if words[0] == "seat":
        words += ["--effort", "0", "--force"]
    if words[0] in ("simulate", "compare"):
        words += ["-n", "40"]
    told = CliRunner().invoke(main, [*words, "--lang", "ru"])
    assert told.exit_code in (0, 1, 2, 3), told.output
    if target:
        Path(target).write_bytes(told.stdout_bytes)
    out = "" if any(word in FORMAL for word in words) else told.stdout
    if out.startswith("<!DOCTYPE"):
        out = " ".join(Visible(out).seen)
    data = [call, str(folder), " ".join(names())]
    data += [path.name for path in folder.rglob("*")]
    data += [path.read_text(encoding="utf-8") for path in folder.rglob("*") if is_text(path)]
    if words[0] in ("regulations", "seat", "next", "play", "simulate", "compare"):
        data += [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.toml")]
    if words[0] == "agents":
        data += KINDS
        data += [each.name for kind in KINDS for each in load(kind).parameters]
    return latin(out + told.stderr) - KNOWN - latin(" ".join(data)) - {"player", "team"}


def is_text(path: Path) -> bool:
    return path.suffix in (".csv", ".json") and path.is_file()


@pytest.mark.slow
def test_every_command_answers_in_russian(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example, pages and refusals: a Latin word in them is a name, an option or a file's own."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(progress, "FIRST_LINE", float("inf"))
    found = {call: strange(call, folder) for call in dict.fromkeys([*CALLS, *WRONG])}
    assert {call: words for call, words in found.items() if words} == {}


def test_what_an_option_does_is_told_in_whole_sentences() -> None:
    for lang in ("en", "ru"):
        told = {k: v for k, v in catalogue(lang).items() if k.startswith("cli.option.")}
        begins = re.compile("[A-ZА-ЯЁ]|(text|ics|plan|CSV)\\b")
        wrong = [key for key, text in told.items() if not begins.match(text) or text[-1] != "."]
        assert wrong == []


@pytest.mark.parametrize("command", [main, *commands(main)], ids=lambda c: c.name or "mafsim")
def test_help_is_in_russian(command: Command) -> None:
    context = click.Context(command, info_name=command.name, obj="ru")
    told = command.get_help(context).partition("\nПример:\n")[0]
    options = " ".join(
        f"{' '.join(param.opts)} {param.metavar}" for param in command.get_params(context)
    )
    called = " ".join(each.name or "" for each in commands(main))
    metavars = {"plan", "results", "regulation", "file", "name", "kind"}
    assert latin(told) - KNOWN - latin(f"{options} {called} mafsim") - metavars == set()
