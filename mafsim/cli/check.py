"""``mafsim check``: whether a plan, from any program, or a results file keeps every rule."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, option
from mafsim.cli.report import print_document, show
from mafsim.cli.terminal import emit, warn
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.regulations import Regulation


@click.command(
    "check",
    cls=Command,
    short_help="cli.check.summary",
    help="cli.check.about",
    example="mafsim seat charlie-2016 -o plan.json\nmafsim check plan.json",
)
@options.plan
@options.roster
@option("--regulation", metavar="REGULATION", help="cli.option.regulation")
@options.as_json
@click.pass_obj
def command(
    lang: str, /, plan: str, roster: str | None, regulation: str | None, as_json: bool
) -> int:
    """Print what a plan breaks and how even it is, or what is wrong with results.

    The exit code is 1 where anything is.
    """
    from mafsim.files.results import is_results

    written = inputs.regulation(regulation)
    data, file = inputs.content(plan)
    if is_results(data, file=file):
        return _check_results(data, file, lang, roster, written, as_json=as_json)
    from mafsim.pairing.check import examine

    read = inputs.plan_of(data, file, lang, roster_source=roster, written=written)
    if written is not None and written.entry.team_size > 1 and not read.roster.teams():
        warn(lang, (("problem.no_teams", {"size": written.entry.team_size}),))
    findings = examine(read, written)
    if as_json:
        print_document(read, findings)
    else:
        show(read, lang, findings)
    return 1 if findings.violations else 0


def _check_results(
    data: bytes,
    file: str,
    lang: str,
    roster: str | None,
    written: Regulation | None,
    *,
    as_json: bool,
) -> int:
    """Print what is wrong with results, row by row."""
    from mafsim.files.faults import fault_document
    from mafsim.files.results import parse_results

    people = inputs.roster(roster, None, lang)
    if people is not None and written is not None and written.game == "shapka":
        from mafsim.regulations.entry import placed

        people = placed(written, people)
    read = parse_results(data, written, file=file, roster=people, lenient=True)
    warn(lang, read.warnings)
    if as_json:
        violations = [fault_document(fault) for fault in read.faults]
        document = {"violations": violations, "games": len(read.games)}
        emit(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        kept = say(lang, "cli.check.results_kept", file=file, n=len(read.games))
        broken = [fault.sentence(lang) for fault in read.faults]
        emit("\n".join(broken) or kept)
    return 1 if read.faults else 0
