"""The commands, one file each: read files, call one library function, write the answer."""

from __future__ import annotations

import platform

import click

from mafsim.cli.frame import Option, Program
from mafsim.cli.terminal import emit

COMMANDS = (
    "seat",
    "check",
    "report",
    "draw",
    "replan",
    "swap",
    "export",
    "next",
    "standings",
    "play",
    "simulate",
    "compare",
    "agents",
    "generate",
    "regulations",
    "schema",
)


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        from mafsim import __version__

        packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "ortools"))
        emit(f"mafsim {__version__} ({packages}, Python {platform.python_version()})")
        ctx.exit()


def _without_command(ctx: click.Context) -> int:
    if ctx.invoked_subcommand is not None:
        return 0
    click.echo(ctx.get_help(), err=True)
    return 2


main = Program(
    "mafsim",
    modules={name: f"mafsim.cli.{name}" for name in COMMANDS},
    callback=click.pass_context(_without_command),
    params=[
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="cli.option.version",
        )
    ],
    short_help="cli.summary",
    help="cli.about",
    example="mafsim seat ugra-2021 -o plan.json\nmafsim export plan.json --to html -o plan.html",
)
