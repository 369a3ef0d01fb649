"""``mafsim report``: how even a plan is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, option
from mafsim.cli.terminal import emit, in_colour, width

if TYPE_CHECKING:
    from mafsim.pairing.check import Findings
    from mafsim.plan import Plan

MOST_VIOLATIONS = 10
"""How many violations a report tells; `mafsim check` tells all of them."""


@click.command(
    "report",
    cls=Command,
    short_help="cli.report.summary",
    help="cli.report.about",
    example="mafsim seat charlie-2016 -o plan.json\nmafsim report plan.json --plot balance.svg",
)
@options.plan
@option("--plot", metavar="FILE", type=Path, help="cli.option.plot")
@options.force
@options.as_json
@click.pass_obj
def command(lang: str, /, plan: str, plot: Path | None, force: bool, as_json: bool) -> None:
    """Print a plan's balance, and draw it if asked."""
    if plot is not None:
        from mafsim.files import refuse_unwritable
        from mafsim.plots import balance_figure, refuse_suffix

        refuse_suffix(plot)
        refuse_unwritable(plot, force=force)
    read = inputs.plan(plan, lang)
    from mafsim.pairing.check import examine

    findings = examine(read)
    if plot is not None:
        balance_figure(read, plot, lang, findings=findings, force=force)
    if as_json:
        print_document(read, findings)
    else:
        show(read, lang, findings, most_violations=MOST_VIOLATIONS)


def show(
    plan: Plan, lang: str, findings: Findings | None = None, *, most_violations: int | None = None
) -> None:
    """Print a plan's report, as wide as the terminal."""
    from mafsim import report
    from mafsim.pairing.check import examine

    emit(
        report.table(
            plan,
            findings or examine(plan),
            lang,
            width=width(),
            colour=in_colour(),
            most_violations=most_violations,
        )
    )


def print_document(plan: Plan, findings: Findings | None = None) -> None:
    """Print a plan's violations and balance as one JSON document."""
    import json

    from mafsim.pairing.check import document, examine

    found = document(plan, findings or examine(plan))
    emit(json.dumps(found, ensure_ascii=False, indent=2))
