"""``mafsim replan``: seat the rounds that are still to come anew, for whoever is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, option, whole
from mafsim.cli.outcome import finish
from mafsim.cli.progress import progress
from mafsim.cli.terminal import warn
from mafsim.errors import Impossible, MafsimError, UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.pairing.problem import Warnings
    from mafsim.pairing.replan import Changes
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster

MOST_MOVES = 40
"""How many changed places are told one by one."""


@click.command(
    "replan",
    cls=Command,
    short_help="cli.replan.summary",
    help="cli.replan.about",
    example="mafsim replan examples/ugra-2021-plan.json --from-round 9 --replace Штурман Анна "
    "--effort 1 -o changed.json",
)
@options.plan
@option("--from-round", metavar="K", callback=whole(least=1), help="cli.option.from_round")
@option("--drop", metavar="NAME", multiple=True, help="cli.option.drop")
@option("--expel", metavar="NAME", multiple=True, help="cli.option.expel")
@option("--add", metavar="NAME", multiple=True, help="cli.option.add")
@option("--team", metavar="TEAM", multiple=True, help="cli.option.team")
@option("--replace", metavar="OLD NEW", nargs=2, multiple=True, help="cli.option.replace")
@option("--uncredited", is_flag=True, help="cli.option.uncredited")
@option("--absent", metavar="NAME ROUNDS", nargs=2, multiple=True, help="cli.option.absent")
@option("--tables", metavar="T", callback=whole(least=1), help="cli.option.tables_onward")
@option("--keep-most", is_flag=True, help="cli.option.keep_most")
@option("--fairest", is_flag=True, help="cli.option.fairest")
@option("--leave-empty", is_flag=True, help="cli.option.leave_empty")
@options.search
@options.output
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    plan: str,
    from_round: int | None,
    keep_most: bool,
    fairest: bool,
    leave_empty: bool,
    keep_apart: str | None,
    judges: str | None,
    output: Path | None,
    force: bool,
    as_json: bool,
    seed: int,
    **how: Any,
) -> int:
    """Seat the coming rounds anew; print what changes and the report, or the plan itself."""
    from mafsim import files

    if from_round is None:
        raise UsageError("cli.replan.no_round")
    if keep_most + fairest + leave_empty > 1:
        raise UsageError("cli.replan.two_ways")
    if output is not None:
        files.refuse_unwritable(output, force=force)
    asked = {name: how.pop(name) for name in _ASKED}
    changes = _changes(asked)
    before = inputs.plan(plan, lang)
    rules = _regulation(before)
    first = from_round - 1
    from mafsim.pairing import replan as late

    people = inputs.demands(before.roster, keep_apart, judges)
    if leave_empty:
        _refuse_idle(changes, keep_apart, judges)
    elif changes.tables is not None:
        coming = late.revised(people, changes, first)
        warn(lang, _too_few_for(coming, before, first, changes.tables))
    warn(lang, _behind_the_last(changes, before.rounds))
    empty: list[str] = []
    if leave_empty:
        made = late.leave_empty(before, changes, from_round=first)
        if holes := late.holes(made):
            empty = [say(lang, "replan.empty", n=holes)]
    else:
        with progress(lang) as watcher:
            found = late.replan(
                before,
                changes,
                from_round=first,
                keep="fairest" if fairest else "most",
                roster=people,
                regulation=rules,
                seed=seed,
                progress=watcher,
                **how,
            )
        warn(lang, found.warnings)
        made = found.plan
    heading = [*_heading(before, made, lang), *empty]
    way = {"leave_empty": leave_empty, "fairest": fairest}
    words = _reduced(from_round, asked, way, seed, how, made)
    made = made.with_(provenance=_provenance(before, seed, words))
    finish(made, lang, output=output, force=force, as_json=as_json, heading=heading)
    return 1 if empty else 0


_ASKED = ("drop", "expel", "add", "team", "replace", "uncredited", "absent", "tables")


def _changes(asked: dict[str, Any]) -> Changes:
    from mafsim.files import values
    from mafsim.files.place import Place
    from mafsim.pairing.replan import Changes

    teams = asked["team"]
    if teams and len(teams) != len(asked["add"]):
        raise UsageError("cli.replan.teams", teams=len(teams), n=len(asked["add"]))
    absent = []
    for name, rounds in asked["absent"]:
        try:
            read = values.absent(rounds, Place("--absent"))
        except MafsimError:
            read = frozenset()
        if not read:
            raise UsageError("cli.replan.rounds", name=name, value=rounds)
        absent.append((name, read))
    return Changes(
        drop=asked["drop"],
        expel=asked["expel"],
        add=tuple(zip(asked["add"], teams or (None,) * len(asked["add"]), strict=True)),
        replace=asked["replace"],
        credited=not asked["uncredited"],
        absent=tuple(absent),
        tables=asked["tables"],
    )


def _refuse_idle(changes: Changes, keep_apart: str | None, judges: str | None) -> None:
    """Refuse what says where people sit, where nobody is seated anew."""
    given = {"--tables": changes.tables, "--keep-apart": keep_apart, "--judges": judges}
    for name, value in given.items():
        if value is not None:
            raise UsageError("cli.replan.leave_empty_alone", option=name)


def _too_few_for(people: Roster, before: Plan, first: int, tables: int) -> Warnings:
    """Warn of rounds with too few people for the tables that are asked for.

    Raises
    ------
    Impossible
        No coming round has enough.
    """
    size = before.table_size
    fewer: dict[int, list[int]] = {}
    for round_ in range(first, before.rounds):
        there = sum(entrant.is_there(round_) for entrant in people.entrants)
        fewer.setdefault(there, []).append(round_)
    most = max(fewer, default=tables * size)
    if most < tables * size:
        raise Impossible(
            "problem.too_many_tables",
            tables=tables,
            size=size,
            seats=tables * size,
            players=most,
            fills=most // size,
        )
    return tuple(
        (
            "problem.fewer_tables",
            {"rounds": rounds, "there": there, "wanted": tables, "n": there // size},
        )
        for there, rounds in fewer.items()
        if there < tables * size
    )


def _behind_the_last(changes: Changes, rounds: int) -> Warnings:
    """Warn of absences from rounds that the event does not have."""
    beyond = {name: sorted(r for r in those if r >= rounds) for name, those in changes.absent}
    return tuple(
        ("problem.absent_beyond", {"name": name, "absent": late, "n": rounds})
        for name, late in beyond.items()
        if late
    )


def _regulation(plan: Plan) -> Regulation | None:
    """Give the regulation that a plan was seated by, if it is one that mafsim knows."""
    from mafsim.regulations import names

    name = plan.provenance.get("regulation")
    return inputs.regulation(name) if isinstance(name, str) and name in names() else None


def _heading(before: Plan, made: Plan, lang: str) -> Iterator[str]:
    """Say who comes and goes, what both ways cost, and whose place changes."""
    from mafsim.pairing.diff import difference

    if made.frozen:
        yield say(lang, "replan.frozen", n=made.frozen)
    known = {entrant.id for entrant in before.roster.entrants}
    come = [entrant.name for entrant in made.roster.entrants if entrant.id not in known]
    left = {entrant.id: entrant.left for entrant in before.roster.entrants}
    gone = [e.name for e in made.roster.entrants if e.id in left and e.left != left[e.id]]
    for key, names in (("come", come), ("gone", gone)):
        if names:
            yield say(lang, f"replan.{key}", names=names)
    prices = (made.certificate or {}).get("replanned", {})
    for name in ("most", "fairest"):
        if (figures := prices.get(name)) is not None:
            yield say(
                lang,
                f"replan.{name}",
                seats=figures["changed_seats"],
                people=figures["changed_people"],
                squares=figures["sum_of_squares"],
                low=figures["min"],
                high=figures["max"],
            )
    moves = difference(before, made).moves
    if len(moves) <= MOST_MOVES:
        yield from (move.sentence(lang) for move in moves)


def _provenance(before: Plan, seed: int, command_words: str) -> dict[str, Any]:
    from mafsim import __version__
    from mafsim.files import plan_digest

    kept = {key: before.provenance.get(key) for key in ("regulation", "regulation_digest")}
    revised = {"revised_from": plan_digest(before), "seed": seed, "command": command_words}
    return {"mafsim": __version__, **kept, **revised}


def _reduced(
    from_round: int,
    asked: dict[str, Any],
    way: dict[str, bool],
    seed: int,
    how: dict[str, Any],
    made: Plan,
) -> str:
    """Give the command reduced to what changes the result: no path, no jobs, no idle time limit."""
    import shlex

    reached = (made.certificate or {}).get("stopped_by") == "seconds"
    kept = {
        "from_round": from_round,
        **asked,
        **way,
        "prefer": how["prefer"] if how["prefer"] != "even" else None,
        "table_balance": how["table_balance"] if how["table_balance"] != "free" else None,
        "seed": seed,
        "effort": how["effort"],
        "seconds": how["seconds"] if reached else None,
    }
    words = ["mafsim", "replan"]
    for name, value in kept.items():
        option_name = f"--{name.replace('_', '-')}"
        for each in value if isinstance(value, tuple) else (value,):
            if each is True:
                words.append(option_name)
            elif each is not None and each is not False:
                parts = each if isinstance(each, tuple) else (each,)
                words += [option_name, *map(_spelled, parts)]
    return shlex.join(words)


def _spelled(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
