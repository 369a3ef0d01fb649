"""``mafsim generate``: a random event, from its people to its final places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import options
from mafsim.cli.frame import Command, choice, number, one_of, option, spelled
from mafsim.cli.terminal import emit
from mafsim.errors import FileError, UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.tournament.generate import Draft, Happening, Walk

GAMES = ("mafia", "shapka")
MOST_TOLD = 40
"""How many happenings are told one by one."""


def _span(least: int) -> Callable[..., tuple[int, int] | None]:
    """Read a whole number, or two with a hyphen between: the least and the greatest one."""

    def reading(
        _ctx: click.Context, param: click.Parameter, value: str | None
    ) -> tuple[int, int] | None:
        if value is None:
            return None
        low, hyphen, high = value.partition("-")
        ends = (low, high) if hyphen else (low, low)
        try:
            first, last = (int(end) for end in ends)
        except ValueError:
            first = least - 1
            last = first
        if first < least or last < first:
            raise UsageError("cli.not_span", option=spelled(param), value=value, least=least)
        return first, last

    return reading


def _share(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    read = number(ctx, param, value)
    if read is not None and read > 1:
        raise UsageError("generate.share", option=spelled(param), share=value)
    return read


def _shares(function: Callable[..., Any]) -> Callable[..., Any]:
    for name in reversed(
        ("absent", "late", "drop-outs", "expelled", "substitutes", "apart", "avoid")
    ):
        key = f"cli.option.generated.{name.replace('-', '_')}"
        function = option(f"--{name}", metavar="SHARE", callback=_share, help=key)(function)
    return function


@click.command(
    "generate",
    cls=Command,
    short_help="cli.generate.summary",
    help="cli.generate.about",
    example="mafsim generate --seed 7\n"
    "mafsim generate --seed 7 --players 20-30 --late 0.1 -o event-7",
)
@options.lot_seed
@option("--game", metavar=choice(GAMES), callback=one_of(GAMES), help="cli.option.generated.game")
@option("--players", metavar="N", callback=_span(1), help="cli.option.generated.players")
@option("--tables", metavar="N", callback=_span(1), help="cli.option.generated.tables")
@option("--table-size", metavar="N", callback=_span(3), help="cli.option.generated.table_size")
@option("--rounds", metavar="N", callback=_span(1), help="cli.option.generated.rounds")
@option("--stages", metavar="N", callback=_span(1), help="cli.option.generated.stages")
@option("--team-size", metavar="N", callback=_span(1), help="cli.option.generated.team_size")
@option("--judges", metavar="N", callback=_span(0), help="cli.option.generated.judges")
@_shares
@option("--effort", metavar="N", callback=number, default="0", help="cli.option.generated.effort")
@option("-o", "--output", metavar="DIR", help="cli.option.generated.output")
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    seed: int,
    effort: float,
    output: str | None,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Say the seed, make up the event, write its files and tell what happens in it."""
    if not as_json:
        emit(say(lang, "generate.seed", seed=seed))
    from mafsim.tournament.generate import Order, draft, generate
    from mafsim.tournament.generate import folder as made

    event = draft(seed, Order(**asked))
    place = None if output is None else _folder(output)
    if place is not None:
        _keep(place, {made.EVENT: made.json_text(made.begun(event, effort))}, force=force)
    walk = generate(event, effort=effort)
    document = made.told(event, walk, effort)
    if place is not None:
        texts = made.files(event, walk, effort)
        for name in texts:
            if name != made.EVENT:
                _keep(place, {name: texts[name]}, force=force)
        _keep(place, {made.EVENT: texts[made.EVENT]}, force=True)
    if as_json:
        emit(made.json_text(document))
        return
    emit("\n".join(_summary(event, walk, lang)))
    key = "generate.not_saved" if output is None else "generate.saved"
    emit(say(lang, key, path=output or ""))


def _folder(given: str) -> Path:
    """Give the folder of an event, made if it is not there."""
    place = Path(given)
    if not given or given == "-":
        raise UsageError("cli.needs_value", option="-o")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise FileError("generate.no_folder", folder=given) from None
    return place


def _keep(place: Path, texts: dict[str, str], *, force: bool) -> None:
    from mafsim.files import write_text

    for name, text in texts.items():
        write_text(text, place / name, force=force)


def _summary(event: Draft, walk: Walk, lang: str) -> Iterator[str]:
    """Tell how large an event is, what happens in it, what could not be, and who wins."""
    shape = event.shape
    kind = "teams" if shape.game == "mafia" and shape.teams else shape.game
    yield say(
        lang,
        f"generate.shape_{kind}",
        n=len(event.roster.entrants),
        teams=shape.teams or 0,
        tables=shape.tables,
        size=shape.size,
    )
    for stage in shape.stages:
        cut = "cut" if "field" in stage else "all"
        fields = {"name": stage["name"], "n": stage["rounds"], "field": stage.get("field", 0)}
        yield say(
            lang,
            f"generate.stage_{cut}",
            draw=say(lang, f"generate.draw.{stage['draw']}"),
            **fields,
        )
    happens = [each for turn in walk.turns for each in turn.happens]
    yield from (_happening(each, lang) for each in happens[:MOST_TOLD])
    if len(happens) > MOST_TOLD:
        yield say(lang, "generate.more", n=len(happens) - MOST_TOLD)
    for refusal in walk.refused:
        yield say(lang, "generate.refused", sentence=refusal.error.sentence(lang))
    if walk.results:
        yield say(lang, "generate.played", n=len(walk.results[-1]), rounds=walk.plan.rounds)
        yield _winner(walk, lang)
    if not walk.over:
        yield say(lang, "generate.cut_short")


def _happening(each: Happening, lang: str) -> str:
    return say(
        lang,
        f"generate.{each.what}",
        round=each.round,
        name=each.name,
        by=each.by or "",
        rounds=list(each.rounds),
    )


def _winner(walk: Walk, lang: str) -> str:
    from mafsim.standings import standings

    table = standings(walk.results[-1], walk.regulation, seed=walk.seed)
    first = [
        table.units.names[unit]
        for unit, place in zip(table.order[0].tolist(), table.place[0].tolist(), strict=True)
        if place == 0
    ]
    return say(lang, "generate.first", names=first, n=len(first))
