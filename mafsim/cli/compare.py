"""``mafsim compare``: what one regulation does otherwise than another, under the same luck."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mafsim.cli import inputs, options, pictures, simulating
from mafsim.cli.frame import Command, option
from mafsim.cli.terminal import emit
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.simulate import AnyEvent, Candidate, Job, Run
    from mafsim.simulate.looks import Aim

REFUSED = 3


@click.command(
    "compare",
    cls=Command,
    short_help="cli.compare.summary",
    help="cli.compare.about",
    example="mafsim compare omsk-2012 ugra-2021 -n 100 --one-population\n"
    "mafsim compare ugra-2021 --variant dearer:scoring.best_move.three=0.75 -n 100 --one-population",
)
@click.argument("regulations", metavar="REGULATION...", nargs=-1, required=True)
@option(
    "--variant", "variants", metavar="NAME:PATH=VALUE,..", multiple=True, help="cli.option.variant"
)
@simulating.shared
@option("--one-population", is_flag=True, help="cli.option.one_population")
@option("--plot", metavar="FILE", help="cli.option.plot_compared")
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulations: tuple[str, ...],
    variants: tuple[str, ...],
    asked: simulating.Asked,
    one_population: bool,
    plot: str | None,
    force: bool,
    as_json: bool,
) -> int:
    """Simulate each regulation with the same people and chances, and print the differences."""
    rules = [inputs.changed_regulation(name, asked.assignments) for name in regulations]
    from mafsim import simulate

    compared = simulate.candidates(rules, variants)
    if len(rules) > 1 and (asked.plan is not None or asked.results is not None):
        raise UsageError("cli.compare.one_plan", option="--plan" if asked.plan else "--results")
    aim = asked.aim()
    if plot is not None:
        if asked.many < simulate.FEWEST:
            raise UsageError("compare.too_few_to_draw", n=simulate.FEWEST)
        pictures.refuse(Path(plot), force=force)
    known = simulating.given(asked, rules[0], lang)
    if known is None:
        return REFUSED
    names = [each.name for each in rules]
    command_ = simulating.words(asked, "compare", names, known, variants)
    provenance = simulating.provenance(rules[0], command_, asked.seed, known)
    provenance["regulation_digests"] = {each.name: each.regulation.digest for each in compared}
    endless = simulating.words(asked.endless(), "compare", names, known, variants)
    same = provenance | {"command": endless, "block": simulate.BLOCK}
    runs: dict[str, Run] = {}
    jobs_: dict[str, Job] = {}
    with (
        simulating.workers(asked, _all(compared, asked.agents)) as backend,
        simulating.watching(lang) as watcher,
    ):
        for name in _populations(one_population):
            jobs_[name] = _job(compared, known, asked.agents, name, asked.seed)
            folder = None if asked.resume is None else str(Path(asked.resume) / name)
            with simulating.kept(folder, same) as store:
                stop = _stop(runs, aim)
                wanted = asked.many if stop is None else stop
                run = simulate.run(
                    jobs_[name],
                    wanted,
                    backend=backend,
                    store=store,
                    until=aim if not runs else None,
                    progress=watcher,
                )
            if run.stopped_by == "interrupt" and runs:
                break
            runs[name] = run
            if run.stopped_by == "interrupt":
                break
    events = next(iter(jobs_.values())).events
    if as_json:
        from mafsim.simulate import document

        whole = document.comparison(compared, events, runs, provenance, named=known.named)
        emit(json.dumps(whole, ensure_ascii=False, indent=2))
    else:
        emit("\n".join(_lines(compared, events, runs, lang, asked.agents or simulate.AGENTS)))
        emit("")
        emit(say(lang, "simulate.made_by", version=provenance["mafsim"], command=command_))
    if plot is not None:
        pictures.comparison(compared, runs, Path(plot), lang, force=force)
        if not as_json:
            emit(say(lang, "simulate.drawn", path=plot))
    return 0


def _all(compared: tuple[Candidate, ...], agents: str | None) -> str:
    """Give all kinds that play under any of the regulations."""
    from mafsim import simulate

    own = (each.agents or agents or simulate.AGENTS for each in compared)
    return "+".join(dict.fromkeys(own))


def _populations(one: bool) -> tuple[str, ...]:
    """Give under which populations is played."""
    from mafsim.simulate import POPULATIONS

    return POPULATIONS[:1] if one else POPULATIONS


def _stop(runs: dict[str, Run], aim: Aim | None) -> int | None:
    """Play as many under the other populations as under the first, where that was exact enough."""
    if aim is None or not runs:
        return None
    return next(iter(runs.values())).counted.tournaments


def _job(
    compared: tuple[Candidate, ...],
    known: simulating.Given,
    agents: str | None,
    population: str,
    seed: int,
) -> Job:
    from mafsim import simulate
    from mafsim.files.population import usual_people
    from mafsim.shapka import usual

    people = known.people
    if population != simulate.POPULATIONS[0]:
        shapka_ = compared[0].regulation.game == "shapka"
        people = simulate.population(people or (usual() if shapka_ else usual_people()), population)
    return simulate.Job(
        events=tuple(
            simulate.prepared(
                each.regulation,
                agents=each.agents or agents,
                people=people,
                roster=known.roster,
                plan=known.plan,
                given=known.games,
                seed=seed,
            )
            for each in compared
        )
    )


def _lines(
    compared: tuple[Candidate, ...],
    events: tuple[AnyEvent, ...],
    runs: dict[str, Run],
    lang: str,
    agents: str,
) -> Iterator[str]:
    from mafsim import simulate
    from mafsim.simulate import lines

    run = next(iter(runs.values()))
    counted = run.counted
    yield say(lang, "compare.heading", n=counted.tournaments, agents=agents)
    yield from lines.ended(run, lang)
    shared = sum(counted.games) - counted.played
    key = "compare.shared" if shared else "compare.none_shared"
    yield say(lang, key, n=sum(counted.games), shared=shared)
    assert len(events) == len(compared)
    for index, each in enumerate(compared[1:], 1):
        yield from lines.comparison(
            each.name,
            compared[0].name,
            simulate.compared(runs, index),
            simulate.alone(run, index),
            lang,
            tournaments=counted.tournaments,
        )
