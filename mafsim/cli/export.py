"""``mafsim export``: a plan for people and for other programs."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option, spelled, whole
from mafsim.cli.terminal import emit, is_shown, tell
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation

FORMATS = (
    *("text", "html", "xlsx", "ics", "calendars"),
    *("csv", "json", "schedule", "people", "federation", "array"),
)
REFUSED = 3
MOST_MINUTES = 1440
LAST_YEAR = 9000
"""The latest year of a first round: calendars end with 9999, and its rounds must end before."""


def _moment(
    _ctx: click.Context, param: click.Parameter, value: str | None
) -> datetime | date | None:
    """Read a day, or a day and a time."""
    if value is None:
        return None
    read: datetime | date | None
    try:
        whole_day = len(value) == len("2026-12-05")
        read = (date if whole_day else datetime).fromisoformat(value)
    except ValueError:
        read = None
    zoned = isinstance(read, datetime) and read.tzinfo is not None
    if read is None or zoned or read.year > LAST_YEAR:
        raise UsageError("cli.not_moment", option=spelled(param), value=value)
    return read


@click.command(
    "export",
    cls=Command,
    short_help="cli.export.summary",
    help="cli.export.about",
    example="mafsim seat charlie-2016 -o plan.json\n"
    "mafsim export plan.json --to xlsx -o plan.xlsx\n"
    'mafsim export plan.json --to ics --start "2026-12-05 12:00" --minutes 50 -o plan.ics\n'
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
@option("--player", metavar="NAME", help="cli.option.player")
@option("--start", metavar="TIME", callback=_moment, help="cli.option.start_time")
@option(
    "--minutes",
    metavar="M",
    callback=whole(least=1, most=MOST_MINUTES),
    help="cli.option.minutes",
)
@option("--results", metavar="FILE", help="cli.option.results")
@option("--regulation", metavar="REGULATION", help="cli.option.follows")
@options.roster
@options.output
@options.force
@click.pass_obj
def command(
    lang: str,
    /,
    plan: str,
    to: str,
    player: str | None,
    start: datetime | date | None,
    minutes: int | None,
    results: str | None,
    regulation: str | None,
    roster: str | None,
    output: Path | None,
    force: bool,
) -> int:
    """Write a plan in another form; say what that form cannot hold."""
    from mafsim import export, files

    if output is not None:
        files.refuse_unwritable(output, force=force)
    elif export.FORMATS[to].binary and is_shown():
        raise UsageError("cli.binary", to=to)
    given = {"player": player, "start": start, "minutes": minutes, "results": results}
    _refuse_idle(to, [name for name, value in given.items() if value is not None])
    written = inputs.regulation(regulation)
    read = inputs.plan(plan, lang, roster_source=roster, written=written)
    followed = written or _followed(read)
    games = None
    if results is not None:
        games = _games(results, lang, read, followed)
        if games is None:
            return REFUSED
    asked = export.Asked(
        lang=lang,
        regulation=followed,
        games=games,
        start=start,
        minutes=minutes,
        player=None if player is None else read.roster.find(player),
    )
    content = export.FORMATS[to].write(read, asked)
    for sentence in export.unsaid(read, to, asked):
        tell(say(lang, "cli.warning", sentence=sentence))
    if output is None:
        emit(content)
    else:
        files.write_text(content, output, force=force)
    return 0


def _refuse_idle(to: str, given: list[str]) -> None:
    """Refuse an option that a format makes nothing of."""
    from mafsim.export import FORMATS

    for name in given:
        if name not in FORMATS[to].takes:
            takers = [form for form in FORMATS if name in FORMATS[form].takes]
            raise UsageError("cli.idle_option", option=f"--{name}", to=to, takers=takers)


def _followed(plan: Plan) -> Regulation | None:
    """Give the regulation that a plan says it follows, if mafsim has it."""
    from mafsim.regulations import load, names

    name = plan.provenance.get("regulation")
    return load(name) if isinstance(name, str) and name in names() else None


def _games(results: str, lang: str, plan: Plan, written: Regulation | None) -> AnyGames | None:
    """Read what has been played so far; None if it cannot be accepted."""
    if written is None:
        raise UsageError("cli.results_without_regulation")
    people = plan.roster
    read = inputs.results(results, lang, written=written, people=people, lenient=False)
    return None if read is None else read.games
