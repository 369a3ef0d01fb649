"""``mafsim seat``: seat an event, by a regulation or by a bare shape."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.progress import progress
from mafsim.cli.report import show
from mafsim.cli.terminal import emit, warn
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.pairing.problem import Problem
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster

GAMES = ("mafia", "shapka")


@click.command(
    "seat",
    cls=Command,
    short_help="cli.seat.summary",
    help="cli.seat.about",
    example="mafsim seat charlie-2016 -o plan.json\n"
    "mafsim seat --players 21 --tables 2 --rounds 11 --games 10",
)
@click.argument("regulation", required=False, metavar="[REGULATION]")
@options.roster
@option("--stage", metavar="NAME", help="cli.option.stage")
@option("--players", metavar="N", callback=whole(least=1), help="cli.option.players")
@option("--tables", metavar="T", callback=whole(least=1), help="cli.option.tables")
@option("--rounds", metavar="R", callback=whole(least=1), help="cli.option.rounds")
@option("--games", metavar="G", callback=whole(least=1), help="cli.option.games")
@option("--table-size", metavar="N", callback=whole(least=2), help="cli.option.table_size")
@option("--team-size", metavar="N", callback=whole(least=1), help="cli.option.team_size")
@option("--game", metavar=choice(GAMES), callback=one_of(GAMES), help="cli.option.game")
@options.search
@options.output
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulation: str | None,
    roster: str | None,
    stage: str | None,
    keep_apart: str | None,
    output: Path | None,
    force: bool,
    as_json: bool,
    seed: int,
    effort: float,
    seconds: float | None,
    jobs: int | None,
    prefer: str,
    table_balance: str,
    **shape: Any,
) -> None:
    """Seat an event; print the report, or the plan itself."""
    given = {name: value for name, value in shape.items() if value is not None}
    _refuse_mixture(regulation, stage, given, roster, keep_apart)
    from mafsim import files

    if output is not None:
        files.refuse_unwritable(output, force=force)
    rules = inputs.regulation(regulation)
    problem = _problem(rules, inputs.roster(roster, keep_apart, lang), stage, given)
    warn(lang, problem.warnings)
    from mafsim.pairing.solve import seat

    with progress(lang) as watcher:
        plan = seat(
            problem,
            seed=seed,
            effort=effort,
            seconds=seconds,
            jobs=jobs,
            prefer=prefer,
            table_balance=table_balance,
            progress=watcher,
        )
    chosen = {
        "prefer": prefer if prefer != "even" else None,
        "table_balance": table_balance if table_balance != "free" else None,
    }
    words = _reduced(rules, stage, given, chosen, seed, effort, seconds, plan)
    plan = plan.with_(provenance=_provenance(rules, seed, words))
    if output is not None:
        with _unhurried():
            files.write_plan(plan, output, force=force)
    if as_json:
        emit(files.plan_text(plan))
        return
    show(plan, lang)
    emit("")
    emit(_kept(output, lang))


@contextmanager
def _unhurried() -> Iterator[None]:
    """Let nobody's Ctrl-C come between a plan that is found and its file: they wanted the plan."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _refuse_mixture(
    regulation: str | None,
    stage: str | None,
    shape: dict[str, Any],
    roster: str | None,
    keep_apart: str | None,
) -> None:
    """Refuse what does not say one event: a regulation, or else a whole shape."""
    if regulation is not None and shape:
        raise UsageError("cli.seat.two_shapes", option=_spelled(next(iter(shape))))
    if regulation is None and stage is not None:
        raise UsageError("cli.seat.stage_alone")
    if keep_apart is not None and roster is None:
        raise UsageError("cli.seat.nobody_to_keep_apart")
    if regulation is not None:
        return
    if not shape:
        raise UsageError("cli.seat.no_event")
    if "rounds" not in shape:
        raise UsageError("cli.seat.no_rounds")
    if "players" not in shape and roster is None:
        raise UsageError("cli.seat.no_players")
    if "team_size" in shape and roster is not None:
        raise UsageError("cli.seat.two_teams")


def _spelled(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _problem(
    rules: Regulation | None, entrants: Roster | None, stage: str | None, shape: dict[str, Any]
) -> Problem:
    from mafsim.pairing.problem import of_regulation, of_shape

    if rules is None:
        return of_shape(roster=entrants, **shape)
    return of_regulation(rules, entrants, stage=stage)


def _provenance(rules: Regulation | None, seed: int, command_words: str) -> dict[str, Any]:
    from mafsim import __version__

    return {
        "mafsim": __version__,
        "regulation": rules.name if rules else None,
        "regulation_digest": rules.digest if rules else None,
        "seed": seed,
        "command": command_words,
    }


def _reduced(
    rules: Regulation | None,
    stage: str | None,
    shape: dict[str, Any],
    chosen: dict[str, str | None],
    seed: int,
    effort: float,
    seconds: float | None,
    plan: Plan,
) -> str:
    """Give the command reduced to what changes the result: no path, no jobs, no idle time limit."""
    reached = (plan.certificate or {}).get("stopped_by") == "seconds"
    kept = {
        "stage": stage,
        **shape,
        **chosen,
        "seed": seed,
        "effort": effort,
        "seconds": seconds if reached else None,
    }
    words = ["mafsim", "seat", *([rules.name] if rules else [])]
    for name, value in kept.items():
        if value is not None:
            words += [_spelled(name), _number(value)]
    return " ".join(words)


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _kept(output: Path | None, lang: str) -> str:
    if output is None:
        return say(lang, "cli.seat.not_saved")
    return say(lang, "cli.seat.saved", path=str(output))
