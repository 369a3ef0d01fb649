"""``mafsim next``: from a plan and its results to the next stage or round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.outcome import finish
from mafsim.cli.progress import progress
from mafsim.cli.terminal import warn
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.regulations import Regulation
    from mafsim.tournament import Step

REFUSED = 3
SEATED_BY = ("roster", "alternating", "standings")


@click.command(
    "next",
    cls=Command,
    short_help="cli.next.summary",
    help="cli.next.about",
    example="mafsim next ugra-2021 examples/ugra-2021-plan.json examples/ugra-2021-results.csv "
    "--after-round 12 -o final-1.json",
)
@click.argument("regulation", metavar="REGULATION")
@options.plan
@click.argument("results", metavar="RESULTS")
@option("--after-round", metavar="K", callback=whole(least=1), help="cli.option.only_rounds")
@option("--withdraw", metavar="NAME", multiple=True, help="cli.option.withdraw")
@option("--seated", metavar=choice(SEATED_BY), callback=one_of(SEATED_BY), help="cli.option.seated")
@option("--sits", metavar="NAME", multiple=True, help="cli.option.sits")
@options.draw
@options.search
@options.assignments
@options.output
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulation: str,
    plan: str,
    results: str,
    after_round: int | None,
    keep_apart: str | None,
    judges: str | None,
    assignments: tuple[str, ...],
    output: Path | None,
    force: bool,
    as_json: bool,
    seed: int,
    withdraw: tuple[str, ...],
    seated: str | None,
    sits: tuple[str, ...],
    draw: str | None,
    **how: Any,
) -> int:
    """Seat what comes next; print the report, or the plan itself.

    The exit code is 3 where the results cannot be accepted, and 1 where nothing comes next.
    """
    from mafsim import files

    if output is not None:
        files.refuse_unwritable(output, force=force)
    rules = inputs.changed_regulation(regulation, assignments)
    data, file = inputs.content(plan)
    if files.is_results(data, file=file):
        raise UsageError("cli.next.results_first", file=plan)
    before = inputs.plan_of(data, file, lang, written=rules)
    people = inputs.demands(before.roster, keep_apart, judges)
    read = inputs.results(results, lang, written=rules, people=people, lenient=False)
    if read is None:
        return REFUSED
    games = read.games if after_round is None else read.games.until(after_round)
    from mafsim.tournament import Choice, Search, step

    chosen = Choice(withdraw=withdraw, sits=sits, seated_by=seated, draw=draw)
    with progress(lang) as watcher:
        done = step(
            before.with_(roster=people),
            games,
            rules,
            seed=seed,
            choice=chosen,
            search=Search(progress=watcher, **how),
        )
    warn(lang, done.warnings)
    words = {"after_round": after_round, "withdraw": withdraw, "seated": seated, "sits": sits}
    command_words = _reduced(done, rules, {**words, "draw": draw, "set": assignments}, seed, how)
    made = done.plan.with_(provenance=_provenance(rules, games, seed, command_words))
    heading = list(_heading(done, rules, lang))
    finish(made, lang, output=output, force=force, as_json=as_json, heading=heading)
    return 0


def _heading(done: Step, rules: Regulation, lang: str) -> Iterator[str]:
    """Say what comes next, who plays on, who does not, and what is assumed."""
    coming = done.coming
    fields = {"stage": coming.stage.name, "round": coming.first, "n": len(coming.stages)}
    yield say(lang, "next.coming", **fields)
    if done.field.out:
        yield say(lang, "next.plays_on", n=len(done.field.entrants))
        yield say(lang, "next.out", names=done.field.out)
    if done.assumed:
        yield say(lang, "next.assumed", ids=done.assumed, regulation=rules.name)


def _provenance(
    rules: Regulation, games: AnyGames, seed: int, command_words: str
) -> dict[str, Any]:
    from mafsim import __version__
    from mafsim.files.written_results import results_digest

    return {
        "mafsim": __version__,
        "regulation": rules.name,
        "regulation_digest": rules.digest,
        "results_digest": results_digest(games),
        "seed": seed,
        "command": command_words,
    }


def _reduced(
    done: Step, rules: Regulation, asked: dict[str, Any], seed: int, how: dict[str, Any]
) -> str:
    """Give the command reduced to what changes the result: no path, no jobs, no idle time limit."""
    stopped = (done.plan.certificate or {}).get("stopped_by")
    searched = stopped not in ("dealt", "drawn")
    kept = {
        **asked,
        "prefer": how["prefer"] if searched and how["prefer"] != "even" else None,
        "table_balance": how["table_balance"]
        if searched and how["table_balance"] != "free"
        else None,
        "seed": seed,
        "effort": how["effort"] if searched else None,
        "seconds": how["seconds"] if stopped == "seconds" else None,
    }
    words = ["mafsim", "next", rules.name]
    for name, value in kept.items():
        for each in value if isinstance(value, tuple) else (value,):
            if each is not None:
                words += [f"--{name.replace('_', '-')}", _spelled(each)]
    return " ".join(words)


def _spelled(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
