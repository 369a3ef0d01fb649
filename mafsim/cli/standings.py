"""``mafsim standings``: from results to places, and why each one is above the next."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, choice, one_of, option, whole
from mafsim.cli.terminal import emit, warn, width

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.regulations import Regulation

UNITS = ("player", "team")
REFUSED = 3


@click.command(
    "standings",
    cls=Command,
    short_help="cli.standings.summary",
    help="cli.standings.about",
    example="mafsim standings ugra-2021 examples/ugra-2021-results.csv --after-round 12",
)
@click.argument("regulation", metavar="REGULATION")
@click.argument("results", metavar="RESULTS")
@options.roster
@option("--by", metavar=choice(UNITS), callback=one_of(UNITS), help="cli.option.by")
@option("--after-round", metavar="K", callback=whole(least=1), help="cli.option.after_round")
@option("--lenient", is_flag=True, help="cli.option.lenient")
@option("--protests", is_flag=True, help="cli.option.protests")
@option("--was", metavar="RESULTS", help="cli.option.was")
@options.assignments
@options.seed
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulation: str,
    results: str,
    roster: str | None,
    lenient: bool,
    was: str | None,
    assignments: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> int:
    """Print the places; the exit code is 3 where the results cannot be accepted."""
    rules = inputs.changed_regulation(regulation, assignments)
    people = inputs.roster(roster, None, lang)
    sources = [results] if was is None else [results, was]
    read = [
        inputs.results(source, lang, written=rules, people=people, lenient=lenient)
        for source in sources
    ]
    games = [each.games for each in read if each is not None]
    if len(games) < len(read):
        return REFUSED
    from mafsim.standings import view

    shown = view(games[0], rules, was=games[1] if was is not None else None, **asked)
    warn(lang, shown.warnings)
    if as_json:
        provenance = _provenance(rules, games[0], asked, assignments)
        emit(json.dumps(shown.document(provenance), ensure_ascii=False, indent=2))
    else:
        emit("\n".join(shown.lines(lang, width=width())).rstrip())
    return 0


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
