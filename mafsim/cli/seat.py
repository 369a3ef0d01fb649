"""``mafsim seat``: seat an event, by a regulation or by a bare shape."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options, questions
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.outcome import finish
from mafsim.cli.progress import progress
from mafsim.cli.terminal import warn
from mafsim.errors import UsageError

if TYPE_CHECKING:
    from mafsim.pairing.problem import Problem
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster

GAMES = ("mafia", "shapka")
STARTS = ("even", "lot")


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
@options.draw
@option("--start", metavar=choice(STARTS), callback=one_of(STARTS), help="cli.option.start")
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
    draw: str | None,
    start: str | None,
    keep_apart: str | None,
    judges: str | None,
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
    alone = all(each is None for each in (regulation, roster, stage, keep_apart, judges))
    if alone and not given and questions.can_ask():
        answers = questions.ask(lang)
        roster, given = answers.roster, answers.shape
        output = output or answers.output
    _refuse_mixture(regulation, stage, given, roster, keep_apart, judges)
    from mafsim import files

    if output is not None:
        files.refuse_unwritable(output, force=force)
    rules = inputs.regulation(regulation)
    problem = _problem(rules, inputs.roster(roster, keep_apart, lang, judges=judges), stage, given)
    warn(lang, problem.warnings)
    problem = _started(problem, start)
    dealt = draw or _draw(rules, problem)
    if dealt == "random" and problem.game == "mafia":
        plan = _drawn(problem, rules, seed)
    else:
        plan = _searched(
            problem,
            lang,
            seed=seed,
            effort=effort,
            seconds=seconds,
            jobs=jobs,
            prefer=prefer,
            table_balance=table_balance,
        )
    if dealt == "random" and problem.game == "shapka":
        from mafsim.pairing.draw import draw as lot

        plan = lot(plan, seed=seed).plan
    chosen = {
        "draw": draw,
        "start": start,
        "prefer": prefer if prefer != "even" else None,
        "table_balance": table_balance if table_balance != "free" else None,
    }
    words = _reduced(rules, stage, given, chosen, seed, effort, seconds, plan)
    plan = plan.with_(provenance=_provenance(rules, seed, words, problem.reserves))
    finish(plan, lang, output=output, force=force, as_json=as_json)


def _searched(problem: Problem, lang: str, **how: Any) -> Plan:
    """Search for an even plan, and show how the search stands."""
    from mafsim.pairing.solve import seat

    with progress(lang) as watcher:
        return seat(problem, progress=watcher, **how)


def _draw(rules: Regulation | None, problem: Problem) -> str:
    """Give how a regulation deals the rounds that are seated; a bare shape is balanced."""
    if rules is None or not problem.stages:
        return "balanced"
    return next(stage.draw for stage in rules.stages if stage.name == problem.stages[0])


def _started(problem: Problem, start: str | None) -> Problem:
    """Say who begins at the tables of Shapka, if an option says otherwise than the regulation."""
    if start is None:
        return problem
    if problem.game != "shapka":
        raise UsageError("cli.seat.start_of_mafia")
    return replace(problem, order={"even": "balanced", "lot": "random"}[start])


def _drawn(problem: Problem, rules: Regulation | None, seed: int) -> Plan:
    """Deal the event by lot."""
    from mafsim.pairing.lottery import drawn

    return drawn(problem, seed=seed, order=rules.table.order if rules else "balanced")


def _refuse_mixture(
    regulation: str | None,
    stage: str | None,
    shape: dict[str, Any],
    roster: str | None,
    keep_apart: str | None,
    judges: str | None,
) -> None:
    """Refuse what does not say one event: a regulation, or else a whole shape."""
    if regulation is not None and shape:
        raise UsageError("cli.seat.two_shapes", option=_spelled(next(iter(shape))))
    if regulation is None and stage is not None:
        raise UsageError("cli.seat.stage_alone")
    if keep_apart is not None and roster is None:
        raise UsageError("cli.seat.nobody_to_keep_apart")
    if judges is not None and roster is None:
        raise UsageError("cli.seat.nobody_to_judge")
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


def _provenance(
    rules: Regulation | None, seed: int, command_words: str, reserves: tuple[str, ...]
) -> dict[str, Any]:
    from mafsim import __version__

    standing_by = {"reserves": list(reserves)} if reserves else {}
    return standing_by | {
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
    stopped = (plan.certificate or {}).get("stopped_by")
    kept = {
        "stage": stage,
        **shape,
        **chosen,
        "seed": seed,
        "effort": effort if stopped != "drawn" else None,
        "seconds": seconds if stopped == "seconds" else None,
    }
    words = ["mafsim", "seat", *([rules.name] if rules else [])]
    for name, value in kept.items():
        if value is not None:
            words += [_spelled(name), _number(value)]
    return " ".join(words)


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
