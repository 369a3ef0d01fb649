"""``mafsim export``: a plan as a text, a sheet or a page."""

from __future__ import annotations

from pathlib import Path

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option
from mafsim.cli.terminal import emit

FORMATS = ("text", "csv", "html")


@click.command(
    "export",
    cls=Command,
    short_help="cli.export.summary",
    help="cli.export.about",
    example="mafsim seat charlie-2016 -o plan.json\n"
    "mafsim export plan.json --to html -o plan.html\n"
    "mafsim export plan.json --to text",
)
@options.plan
@option(
    "--to",
    metavar=choice(FORMATS),
    callback=one_of(FORMATS),
    required=True,
    help="cli.option.to",
)
@options.output
@options.force
@click.pass_obj
def command(lang: str, /, plan: str, to: str, output: Path | None, force: bool) -> None:
    """Write a plan in another form."""
    from mafsim import export, files

    if output is not None:
        files.refuse_unwritable(output, force=force)
    written = export.FORMATS[to](inputs.plan(plan, lang), lang)
    if output is None:
        emit(written)
    else:
        files.write_text(written, output, force=force)
