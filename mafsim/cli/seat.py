"""``mafsim seat``: seat an event, by a regulation or by a bare shape."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options, questions
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.outcome import finish
from mafsim.cli.progress import counting, progress
from mafsim.cli.terminal import tell, warn
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.pairing.problem import Problem
    from mafsim.pairing.weighed import Weights
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster

HEAVIEST = 1000

GAMES = ("mafia", "shapka")
STARTS = ("even", "lot")


def weights(_context: object, _parameter: object, text: str | None) -> Weights | None:
    """Read weights such as ``teams=1,common=0.5``."""
    if text is None:
        return None
    from mafsim.pairing.weighed import Weights

    read: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.strip().partition("=")
        if name in read:
            raise UsageError("cli.seat.weigh_twice", name=name, given=text)
        try:
            read[name] = float(number)
        except ValueError:
            raise UsageError("cli.seat.weigh", given=part) from None
        if name not in ("teams", "common") or not 0 <= read[name] <= HEAVIEST:
            raise UsageError("cli.seat.weigh", given=part)
    return Weights(**read)


def _weights_spelled(weigh: Weights) -> str:
    return f"teams={_number(weigh.teams)},common={_number(weigh.common)}"


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
@option("--from-scratch", is_flag=True, help="cli.option.from_scratch")
@options.advise
@option("--weigh", metavar="teams=W,common=W", callback=weights, help="cli.option.weigh")
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
    from_scratch: bool,
    advise: bool,
    weigh: Weights | None,
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
    if weigh is not None and (problem.game == "shapka" or dealt == "random"):
        raise UsageError("cli.seat.weigh_even_mafia")
    if weigh is not None and weigh.teams and len(problem.roster.teams()) < 2:
        raise UsageError("cli.seat.weigh_no_teams")
    if weigh is not None and weigh.common and not weigh.teams and _all_meet(problem, seed, lang):
        warn(lang, (("seat.all_meet", {}),))
        weigh = None
    if dealt == "random" and problem.game == "mafia":
        plan = _drawn(problem, rules, seed)
    else:
        plan = _searched(
            problem,
            lang,
            seed=seed,
            effort=effort if _is_given("effort") else None,
            seconds=seconds,
            jobs=jobs,
            prefer=prefer,
            table_balance=table_balance,
            from_scratch=from_scratch,
            **({} if weigh is None else {"weigh": weigh}),
        )
    if dealt == "random" and problem.game == "shapka":
        from mafsim.pairing.draw import draw as lot

        plan = lot(plan, seed=seed).plan
    chosen = {
        "draw": draw,
        "start": start,
        "prefer": prefer if prefer != "even" else None,
        "table_balance": table_balance if table_balance != "free" else None,
        "from_scratch": True if from_scratch else None,
        "weigh": None if weigh is None else _weights_spelled(weigh),
    }
    words = _reduced(rules, stage, given, chosen, seed, effort, seconds, plan)
    words += " --advise" if advise else ""
    plan = plan.with_(provenance=_provenance(rules, seed, words, problem.reserves))
    advice: list[str] = []
    if advise:
        plan, advice = advised(
            plan,
            problem,
            lang,
            seed=seed,
            prefer=prefer,
            table_balance=table_balance,
            from_scratch=from_scratch,
            seconds=seconds,
            jobs=jobs,
        )
    finish(plan, lang, output=output, force=force, as_json=as_json, advice=advice)


def advised(plan: Plan, problem: Problem, lang: str, **how: Any) -> tuple[Plan, list[str]]:
    """Give a plan with its advice, and that advice in sentences."""
    from mafsim.pairing import advise

    with counting(lang, "advice.tried") as count:

        def told(number: int, of: int) -> None:
            if number == 0:
                effort = str(advise.EFFORT).replace(".", say(lang, "report.decimal_point"))
                tell(say(lang, "advice.trying", n=of, effort=effort))
            count(number, of)

        found = advise.advise(problem, plan, told=told, **how)
    sentences = [each.sentence(lang) for each in found]
    nothing = "advice.none_shapka" if problem.game == "shapka" else "advice.none"
    heading = say(lang, "advice.heading") if found else say(lang, nothing)
    return plan.with_(advice=tuple(each.document() for each in found)), [heading, *sentences]


def _searched(problem: Problem, lang: str, **how: Any) -> Plan:
    """Search for an even plan, and show how the search stands."""
    from mafsim.pairing.solve import seat

    with progress(lang) as watcher:
        return seat(problem, progress=watcher, **how)


def _all_meet(problem: Problem, seed: int, lang: str) -> bool:
    """Say whether in the first plan at hand all meet who may, so that none need a common opponent."""
    first = _searched(problem, lang, seed=seed, effort=0)
    return bool((first.certificate or {})["meetings"]["min"])


def _is_given(name: str) -> bool:
    """Say whether somebody has given an option, rather than left it to its default."""
    from click.core import ParameterSource

    source = click.get_current_context().get_parameter_source(name)
    return source is not ParameterSource.DEFAULT


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
    chosen: dict[str, str | bool | None],
    seed: int,
    effort: float,
    seconds: float | None,
    plan: Plan,
) -> str:
    """Give the command reduced to what changes the result: no path, no jobs, no idle time limit."""
    certificate = plan.certificate or {}
    stopped = certificate.get("stopped_by")
    searched = stopped != "drawn" and (certificate.get("effort") != 0 or _is_given("effort"))
    kept = {
        "stage": stage,
        **shape,
        **chosen,
        "seed": seed,
        "effort": effort if searched else None,
        "seconds": seconds if stopped == "seconds" else None,
    }
    words = ["mafsim", "seat", *([rules.name] if rules else [])]
    for name, value in kept.items():
        if value is not None:
            words += [_spelled(name), *([] if value is True else [_number(value)])]
    return " ".join(words)


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
