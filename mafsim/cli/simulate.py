"""``mafsim simulate``: what a regulation really does, from thousands of tournaments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options, pictures, simulating
from mafsim.cli.frame import Command, option
from mafsim.cli.terminal import emit
from mafsim.errors import FileError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.simulate import AnyEvent, Run
    from mafsim.simulate.run import Sheets

REFUSED = 3


@click.command(
    "simulate",
    cls=Command,
    short_help="cli.simulate.summary",
    help="cli.simulate.about",
    example="mafsim simulate ugra-2021 -n 100 --set scoring.best_move.three=0.75\n"
    "mafsim simulate plain -n 500 --agents random --json",
)
@click.argument("regulation", metavar="REGULATION")
@simulating.shared
@option("--export-results", metavar="DIR", help="cli.option.export_results")
@option("--plot", metavar="FILE", help="cli.option.plot_simulated")
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulation: str,
    asked: simulating.Asked,
    export_results: str | None,
    plot: str | None,
    force: bool,
    as_json: bool,
) -> int:
    """Simulate, and print what it shows."""
    rules = inputs.changed_regulation(regulation, asked.assignments)
    from mafsim import simulate

    aim = asked.aim()
    if plot is not None:
        pictures.refuse(Path(plot), force=force)
    folder = None if export_results is None else _folder(Path(export_results))
    known = simulating.given(asked, rules, lang)
    if known is None:
        return REFUSED
    event = simulate.prepared(
        rules,
        agents=asked.agents,
        people=known.people,
        roster=known.roster,
        plan=known.plan,
        given=known.games,
        seed=asked.seed,
    )
    job = simulate.Job(events=(event,), export=folder is not None)
    command_ = simulating.words(asked, "simulate", [rules.name], known)
    provenance = simulating.provenance(rules, command_, asked.seed, known)
    endless = simulating.words(asked.endless(), "simulate", [rules.name], known)
    same = provenance | {"command": endless, "block": simulate.BLOCK}
    overwrite = force or asked.resume is not None
    with (
        simulating.kept(asked.resume, same) as store,
        simulating.workers(asked, asked.agents) as backend,
        simulating.watching(lang) as watcher,
    ):
        run = simulate.run(
            job,
            asked.many,
            backend=backend,
            store=store,
            until=aim,
            progress=watcher,
            sheets=None if folder is None else _sheets(folder, asked.many, overwrite),
        )
    _show(event, run, lang, provenance, agents=asked.agents, named=known.named, as_json=as_json)
    if plot is not None:
        pictures.simulation(event, run, Path(plot), lang, force=force)
    if not as_json:
        _say_where(run, lang, folder, plot)
    return 0


def _folder(path: Path) -> Path:
    """Make the folder for results."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise FileError("simulate.not_a_folder", path=str(path)) from None
    return path


def _sheets(folder: Path, n: int, force: bool) -> Sheets:
    from mafsim.simulate.exported import Folder

    return Folder(folder, n, force=force)


def _show(
    event: AnyEvent,
    run: Run,
    lang: str,
    provenance: dict[str, Any],
    *,
    agents: str | None,
    named: bool,
    as_json: bool,
) -> None:
    """Print the document, or the lines for people."""
    from mafsim import simulate
    from mafsim.metrics import figures
    from mafsim.simulate import document, lines

    if as_json:
        whole = document.simulation(event, run, provenance, named=named)
        emit(json.dumps(whole, ensure_ascii=False, indent=2))
        return
    found = figures(run.counted.totals[0], run.confidence)
    told = lines.simulation(event, run, found, lang, agents=agents or simulate.AGENTS, named=named)
    emit("\n".join(told))
    emit("")
    emit(say(lang, "simulate.made_by", version=provenance["mafsim"], command=provenance["command"]))


def _say_where(run: Run, lang: str, folder: Path | None, plot: str | None) -> None:
    if folder is not None:
        emit(say(lang, "simulate.exported", n=run.counted.tournaments, path=str(folder)))
    if plot is not None:
        emit(say(lang, "simulate.drawn", path=plot))
