"""``mafsim regulations``: list, show and check what is written."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import options
from mafsim.cli.frame import Command, Group, option
from mafsim.cli.terminal import emit, width
from mafsim.errors import UsageError
from mafsim.words import LANGUAGES, plain, say

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

Document = dict[str, Any]


@click.group(
    "regulations",
    cls=Group,
    short_help="cli.regulations.summary",
    help="cli.regulations.about",
    example="mafsim regulations\nmafsim regulations show ugra-2021",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the regulations where no command is given."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@command.command(
    "list",
    cls=Command,
    short_help="cli.regulations.list.summary",
    help="cli.regulations.list.about",
    example="mafsim regulations list",
)
@click.pass_obj
def list_(lang: str) -> None:
    """Print a line for each regulation."""
    from mafsim.regulations import load, names

    known = [load(name) for name in names()]
    longest = max(len(regulation.name) for regulation in known)
    for regulation in known:
        title = plain(regulation.title.in_language(lang))
        lines = [title, _overview(regulation, lang)]
        emit(_hanging(f"{regulation.name:{longest}}", lines, longest + 2))


@command.command(
    "show",
    cls=Command,
    short_help="cli.regulations.show.summary",
    help="cli.regulations.show.about",
    example="mafsim regulations show ugra-2021 --assumed",
)
@click.argument("name", metavar="NAME")
@option("--assumed", is_flag=True, help="cli.option.assumed")
@option("--toml", is_flag=True, help="cli.option.toml")
@options.as_json
@click.pass_obj
def show(lang: str, /, name: str, assumed: bool, toml: bool, as_json: bool) -> None:
    """Print a regulation: its values and clauses, its open questions, or its file."""
    from mafsim.regulations import describe, load, source

    if toml and (assumed or as_json):
        raise UsageError("cli.regulations.toml_alone")
    if toml:
        emit(source(name))
        return
    regulation = load(name)
    known = describe(regulation)
    if as_json:
        shown = {"assumed": known["assumed"]} if assumed else known
        emit(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    heading = (f"{_in(lang, known['title'])} ({regulation.name})", _overview(regulation, lang), "")
    emit("\n".join([*heading, *(_questions if assumed else _chapters)(known, lang)]))


@command.command(
    "check",
    cls=Command,
    short_help="cli.regulations.check.summary",
    help="cli.regulations.check.about",
    example="mafsim regulations show ugra-2021 --toml > my.toml\nmafsim regulations check my.toml",
)
@click.argument("file", metavar="FILE")
@click.pass_obj
def check(lang: str, /, file: str) -> None:
    """Say that a regulation's file can be used; an error says what cannot be accepted."""
    from mafsim.regulations import check_file

    regulation = check_file(file)
    emit(
        say(
            lang,
            "cli.regulations.check.good",
            name=regulation.name,
            digest=regulation.digest[:12],
        )
    )


def _hanging(head: str, paragraphs: Iterable[str], indent: int) -> str:
    """Give paragraphs in a column of their own, the head beside or above the first line."""
    room = max(20, width() - indent)
    wrapped = [
        f"{'':{indent}}{line}"
        for paragraph in paragraphs
        for line in textwrap.wrap(paragraph, room, break_long_words=False, break_on_hyphens=False)
    ]
    if len(head) + 1 < indent and wrapped:
        wrapped[0] = f"{head:{indent}}{wrapped[0][indent:]}"
        return "\n".join(wrapped)
    return "\n".join([head, *wrapped])


def _overview(regulation: Regulation, lang: str) -> str:
    """Say field, teams, rounds and tables in one line."""
    entry = regulation.entry
    rounds = sum(stage.rounds for stage in regulation.stages)
    parts = [say(lang, f"cli.regulations.{regulation.game}", n=entry.entrants)]
    if entry.team_size > 1:
        teams = entry.entrants // entry.team_size
        parts.append(say(lang, "cli.regulations.teams", n=teams, size=entry.team_size))
    parts.append(say(lang, "cli.regulations.rounds", n=rounds))
    parts.append(say(lang, "cli.regulations.tables", n=regulation.table.size))
    return ", ".join(parts)


def _chapters(known: Document, lang: str) -> Iterator[str]:
    """Give the clauses beside their values, then all values, then what is left open."""
    for status in ("bound", "unmodelled"):
        clauses = [clause for clause in known["clauses"] if clause["status"] == status]
        if clauses:
            yield say(lang, f"cli.regulations.clauses.{status}")
            yield from _clauses(clauses, known, lang)
            yield ""
    yield say(lang, "cli.regulations.values")
    for value in known["values"]:
        if not value["from_base"]:
            yield _hanging("", [_valued(value, lang)], 2)
    filled_in = [value for value in known["values"] if value["from_base"]]
    if filled_in:
        yield f"\n{say(lang, 'cli.regulations.from_base', base=known['base'])}"
        yield from (_hanging("", [_valued(value, lang)], 2) for value in filled_in)
    if known["departures"]:
        yield f"\n{say(lang, 'cli.regulations.departures')}"
    for departure in known["departures"]:
        yield _hanging("", [say(lang, "cli.regulations.departure", **departure)], 2)
    if known["assumed"]:
        told = say(lang, "cli.regulations.open", n=len(known["assumed"]), name=known["name"])
        yield f"\n{told}"


def _valued(value: Document, lang: str) -> str:
    """Write a value with its path and the clauses and questions that it comes from."""
    sources = ", ".join([*value["clauses"], *value["assumed"]])
    written = f"{value['path']} = {_written(value['value'], lang)}"
    return f"{written}  [{sources}]" if sources else written


def _clauses(clauses: Iterable[Document], known: Document, lang: str) -> Iterator[str]:
    """Give each clause with its words, the values that it sets, and the readings that are taken."""
    clauses = sorted(clauses, key=lambda clause: _natural(clause["id"]))
    indent = 4 + max(len(clause["id"]) for clause in clauses)
    for clause in clauses:
        paragraphs = []
        if clause["words"] is None or lang in clause["says"]:
            paragraphs.append(_in(lang, clause["says"]))
        if clause["words"] is not None:
            paragraphs.append(f"«{plain(clause['words'])}»")
        paragraphs += [f"= {written}" for written in _set_by(clause, known, lang)]
        paragraphs += [f"? {told}" for told in _taken_for(clause, known, lang)]
        if clause["note"] is not None:
            paragraphs.append(_in(lang, clause["note"]))
        yield _hanging(f"  {clause['id']}", paragraphs, indent)


def _set_by(clause: Document, known: Document, lang: str) -> Iterator[str]:
    """Write the values that a clause sets."""
    for value in known["values"]:
        if clause["id"] in value["clauses"]:
            yield f"{value['path']} = {_written(value['value'], lang)}"


def _taken_for(clause: Document, known: Document, lang: str) -> Iterator[str]:
    """Tell the readings that are taken where a clause leaves a question open."""
    for question in known["assumed"]:
        if question["id"] in clause["assumed"]:
            (taken,) = (each for each in question["readings"] if each["taken"])
            yield f"{question['id']}: {_in(lang, taken['says'])}"


def _natural(text: str) -> list[tuple[bool, int, str]]:
    """Give what sorts U2 before U10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def _questions(known: Document, lang: str) -> Iterator[str]:
    """Give what the text leaves open, the readings, and the one that is taken."""
    if not known["assumed"]:
        yield say(lang, "cli.regulations.nothing_open")
    for question in known["assumed"]:
        yield _hanging(question["id"], [_in(lang, question["question"])], 5)
        for reading in question["readings"]:
            mark = "→" if reading["taken"] else " "
            switch = [f"--set '{each}'" for each in reading["set"]]
            paragraphs = [_in(lang, reading["says"]), *switch]
            yield _hanging(f"   {mark} {reading['key']}", paragraphs, 8)
        yield _hanging("", [_in(lang, question["why"])], 5) + "\n"


def _in(lang: str, text: Document) -> str:
    """Give a text in a language, or in the other one where it is in that alone."""
    return plain(next(text[each] for each in (lang, *LANGUAGES) if each in text))


def _written(value: Any, lang: str) -> str:
    """Write a value, or a list of values, on one line."""
    match value:
        case str():
            return plain(value)
        case {"date": date, "start": start, "end": end}:
            return f"{date} {start}–{end}"
        case dict() if value and value.keys() <= set(LANGUAGES):
            return _in(lang, value)
        case dict():
            return " ".join(f"{key} {_written(inner, lang)}" for key, inner in value.items())
        case list():
            return "; ".join(_written(inner, lang) for inner in value)
    return json.dumps(value)
