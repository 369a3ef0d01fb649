"""``mafsim standings``: from results to places, and why each one is above the next."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.terminal import emit, tell, warn, width
from mafsim.cli.watch import changes
from mafsim.errors import MafsimError, UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.regulations import Regulation

UNITS = ("player", "team")
FORMS = ("text", "html")
REFUSED = 3
RELOAD = 10
"""After how many seconds the page of a hall's screen reads itself anew."""


@click.command(
    "standings",
    cls=Command,
    short_help="cli.standings.summary",
    help="cli.standings.about",
    example="mafsim standings ugra-2021 examples/ugra-2021-results.csv --after-round 12\n"
    "mafsim standings ugra-2021 examples/ugra-2021-results.csv --to html -o places.html",
)
@click.argument("regulation", metavar="REGULATION")
@click.argument("results", metavar="RESULTS")
@options.roster
@option("--by", metavar=choice(UNITS), callback=one_of(UNITS), help="cli.option.by")
@option("--after-round", metavar="K", callback=whole(least=1), help="cli.option.after_round")
@option("--lenient", is_flag=True, help="cli.option.lenient")
@option("--protests", is_flag=True, help="cli.option.protests")
@option("--was", metavar="RESULTS", help="cli.option.was")
@option(
    "--to",
    metavar=choice(FORMS),
    callback=one_of(FORMS),
    default="text",
    help="cli.option.standings_to",
)
@option("--watch", is_flag=True, help="cli.option.watch")
@options.output
@options.force
@options.assignments
@options.lot_seed
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    results: str,
    was: str | None,
    to: str,
    watch: bool,
    output: Path | None,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> int:
    """Print the places; the exit code is 3 where the results cannot be accepted."""
    if watch and (to != "html" or output is None or as_json):
        raise UsageError("cli.standings.watch")
    if watch and "-" in (results, was, asked["roster"]):
        raise UsageError("cli.standings.watch_dash")
    if as_json and to != "text":
        raise UsageError("cli.standings.two_forms")
    if output is not None:
        from mafsim.files import refuse_unwritable

        refuse_unwritable(output, force=force)
    told = _told(lang, results, was, to, as_json=as_json, watch=watch, **asked)
    if told is None:
        return REFUSED
    if output is None:
        emit(told)
        return 0
    _write(told, output, force=force)
    if watch:
        again = partial(_told, lang, results, was, to, as_json=False, watch=True, **asked)
        files = [Path(each) for each in (results, was, asked["roster"]) if each]
        _keep(again, files, output, lang)
    return 0


def _keep(again: Callable[[], str | None], files: list[Path], output: Path, lang: str) -> None:
    """Write the page anew whenever a file changes, until Ctrl-C; a file with faults alters nothing."""
    tell(say(lang, "cli.standings.watching", path=str(output)))
    with suppress(KeyboardInterrupt):
        for _ in changes(files):
            try:
                told = again()
                if told is not None:
                    _write(told, output, force=True)
            except MafsimError as error:
                tell(error.sentence(lang))
                told = None
            key = "kept" if told is None else "written"
            tell(say(lang, f"cli.standings.{key}", path=str(output)))


def _write(told: str, output: Path, *, force: bool) -> None:
    from mafsim.files import write_text

    write_text(told if told.endswith("\n") else f"{told}\n", output, force=force)


def _told(
    lang: str,
    results: str,
    was: str | None,
    to: str,
    *,
    as_json: bool,
    watch: bool,
    regulation: str,
    roster: str | None,
    lenient: bool,
    assignments: tuple[str, ...],
    **asked: Any,
) -> str | None:
    """Read the results, and give what is to be shown; nothing where they cannot be accepted."""
    rules = inputs.changed_regulation(regulation, assignments)
    people = inputs.roster(roster, None, lang)
    read = [
        inputs.results(source, lang, written=rules, people=people, lenient=lenient)
        for source in (results, was)
        if source is not None
    ]
    games = [each.games for each in read if each is not None]
    if len(games) < len(read):
        return None
    from mafsim.standings import view

    shown = view(games[0], rules, was=games[1] if was is not None else None, **asked)
    warn(lang, shown.warnings)
    if as_json:
        provenance = _provenance(rules, games[0], asked, assignments)
        return json.dumps(shown.document(provenance), ensure_ascii=False, indent=2)
    if to == "html":
        from mafsim.export.board import board

        return board(shown, lang, reload=RELOAD if watch else 0)
    return "\n".join(shown.lines(lang, width=width())).rstrip()


def _provenance(
    rules: Regulation, games: AnyGames, asked: dict[str, Any], assignments: tuple[str, ...]
) -> dict[str, Any]:
    """Say where the places come from: the command is reduced to what changes them."""
    from mafsim import __version__
    from mafsim.files.written_results import results_digest

    words = ["mafsim", "standings", rules.name]
    for name in ("by", "after_round"):
        if asked[name] is not None:
            words += [f"--{name.replace('_', '-')}", str(asked[name])]
    for assignment in assignments:
        words += ["--set", assignment]
    return {
        "mafsim": __version__,
        "regulation": rules.name,
        "regulation_digest": rules.digest,
        "results_digest": results_digest(games),
        "seed": asked["seed"],
        "command": " ".join([*words, "--seed", str(asked["seed"])]),
    }
