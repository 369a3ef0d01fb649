"""``mafsim agents``: list the kinds of player, and check an agent of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import options
from mafsim.cli.frame import Command, Group, number, option
from mafsim.cli.terminal import emit
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.mafia.bench import Finding

Document = dict[str, Any]


@click.group(
    "agents",
    cls=Group,
    short_help="cli.agents.summary",
    help="cli.agents.about",
    example="mafsim agents\nmafsim agents check examples.cautious:CAUTIOUS",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the kinds where no command is given."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@command.command(
    "list",
    cls=Command,
    short_help="cli.agents.list.summary",
    help="cli.agents.list.about",
    example="mafsim agents list",
)
@options.as_json
@click.pass_obj
def list_(lang: str, /, as_json: bool = False) -> None:
    """Print every kind, what it does, and its parameters."""
    if as_json:
        emit(json.dumps(list(_kinds("en")), ensure_ascii=False, indent=2))
        return
    for kind in _kinds(lang):
        emit("\n".join([f"{kind['kind']}: {kind['text']}", *map(_parameter, kind["parameters"])]))
    emit(say(lang, "cli.agents.list.own"))


def _kinds(lang: str) -> Iterator[Document]:
    from mafsim.agents import KINDS, load

    for kind in KINDS:
        yield {
            "kind": kind,
            "text": say(lang, f"agents.kind.{kind}"),
            "parameters": [
                {
                    "name": each.name,
                    "default": each.default,
                    "least": each.least,
                    "most": each.most,
                    "text": say(lang, f"agents.parameter.{each.name}"),
                }
                for each in load(kind).parameters
            ],
        }


def _parameter(parameter: Document) -> str:
    bounds = f"{parameter['least']:g}..{parameter['most']:g}"
    return f"    {parameter['name']}={parameter['default']:g} ({bounds}): {parameter['text']}"


@command.command(
    "check",
    cls=Command,
    short_help="cli.agents.check.summary",
    help="cli.agents.check.about",
    example="mafsim agents check examples.cautious:CAUTIOUS",
)
@click.argument("agent", metavar="MODULE:NAME")
@option(
    "--seconds", metavar="S", callback=number, default="60", help="cli.option.seconds_of_a_check"
)
@options.as_json
@click.pass_obj
def check(lang: str, /, agent: str, seconds: float, as_json: bool) -> int:
    """Try an agent, tell each finding as it comes, and say by the exit code whether all is well."""
    from mafsim.mafia import kit

    if seconds == 0:
        raise UsageError("cli.agents.no_time")
    found = []
    for finding in kit.check(agent, seconds=seconds):
        found.append(finding)
        if not as_json:
            emit(_line(finding, lang))
    passed = all(each.passed for each in found)
    if as_json:
        emit(json.dumps(_document(agent, found, passed=passed), ensure_ascii=False, indent=2))
    else:
        emit(say(lang, "cli.agents.check.good" if passed else "cli.agents.check.bad", agent=agent))
    return 0 if passed else 1


def _line(finding: Finding, lang: str) -> str:
    marks = {True: "kit.mark.passed", False: "kit.mark.failed", None: "kit.mark.skipped"}
    mark = say(lang, marks[finding.passed])
    return f"{mark:6} {say(lang, f'kit.check.{finding.check}')}: {finding.text(lang)}"


def _document(agent: str, found: list[Finding], *, passed: bool) -> Document:
    return {
        "agent": agent,
        "passed": passed,
        "checks": [
            {"check": each.check, "passed": each.passed, "code": each.key, "text": each.text()}
            for each in found
        ],
    }
