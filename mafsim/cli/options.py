"""The options that several commands share: each means the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from mafsim.cli.frame import choice, number, one_of, option, spelled, whole
from mafsim.errors import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Function], Function]


def _file(_ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    if value == "-":
        raise UsageError("cli.dash_output")
    if value == "":
        raise UsageError("cli.needs_value", option=spelled(param))
    return None if value is None else Path(value)


plan = click.argument("plan", metavar="PLAN")
roster = option("--roster", metavar="FILE", help="cli.option.roster")
output = option("-o", "--output", metavar="FILE", callback=_file, help="cli.option.output")
force = option("--force", is_flag=True, help="cli.option.force")
as_json = option("--json", "as_json", is_flag=True, help="cli.option.json")
assignments = option(
    "--set", "assignments", metavar="PATH=VALUE", multiple=True, help="cli.option.set"
)
seed = option("--seed", metavar="N", callback=whole(), default="0", help="cli.option.seed")
lot_seed = option("--seed", metavar="N", callback=whole(), default="0", help="cli.option.lot_seed")
effort = option("--effort", metavar="N", callback=number, default="10", help="cli.option.effort")
seconds = option("--seconds", metavar="S", callback=number, help="cli.option.seconds")
jobs = option("--jobs", metavar="J", callback=whole(least=1, most=1024), help="cli.option.jobs")
keep_apart = option("--keep-apart", metavar="FILE", help="cli.option.keep_apart")
judges = option("--judges", metavar="FILE", help="cli.option.judges")
DRAWS = ("balanced", "random")
draw = option("--draw", metavar=choice(DRAWS), callback=one_of(DRAWS), help="cli.option.draw")
PREFERENCES = ("even", "range")
TABLE_BALANCES = ("free", "even")
prefer = option(
    "--prefer",
    metavar=choice(PREFERENCES),
    callback=one_of(PREFERENCES),
    default="even",
    help="cli.option.prefer",
)
table_balance = option(
    "--table-balance",
    metavar=choice(TABLE_BALANCES),
    callback=one_of(TABLE_BALANCES),
    default="free",
    help="cli.option.table_balance",
)


advise = option("--advise", is_flag=True, help="cli.option.advise")


def search(function: Function) -> Function:
    """Add the options of a search, in the order of the help."""
    options: list[Decorator[Function]] = [
        prefer,
        table_balance,
        keep_apart,
        judges,
        seed,
        effort,
        seconds,
        jobs,
    ]
    return reduce(lambda decorated, add: add(decorated), reversed(options), function)
