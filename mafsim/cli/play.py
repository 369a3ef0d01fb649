"""``mafsim play``: one game told as a story, or many games counted."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options, progress
from mafsim.cli.frame import Command, option, whole
from mafsim.cli.terminal import emit, tell, watched, width
from mafsim.words import plain, say

if TYPE_CHECKING:
    from mafsim.agents import Player
    from mafsim.mafia.tally import Tally
    from mafsim.regulations import Regulation

BLOCK = 32_768
"""How many games are played at once: enough to be quick, and some tens of megabytes."""
DEFAULT = "human"
"""Who plays where nothing is said."""


@click.command(
    "play",
    cls=Command,
    short_help="cli.play.summary",
    help="cli.play.about",
    example="mafsim play ugra-2021 --agents random --seed 3\n"
    "mafsim play plain --agents random:nominate=0.5,lift=0.5 -n 2000 --json",
)
@click.argument("regulation", metavar="REGULATION")
@option("--agents", metavar="AGENTS", default=DEFAULT, help="cli.option.agents")
@options.assignments
@option("-n", "games", metavar="N", callback=whole(least=1), help="cli.option.n_games")
@option("--seed", metavar="N", callback=whole(), default="0", help="cli.option.seed_of_games")
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    regulation: str,
    agents: str,
    assignments: tuple[str, ...],
    games: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Tell one game, or count many."""
    rules = inputs.changed_regulation(regulation, assignments)
    from mafsim.agents import cast
    from mafsim.mafia import rules_of

    players = cast(agents, int(rules_of(rules)["seats"]))
    provenance = _provenance(rules, agents, assignments, games, seed)
    if games is None:
        _tell_one(rules, players, seed, lang, provenance, as_json=as_json)
        return
    counted, stopped_by = _counted(rules, players, games, seed, lang)
    if as_json:
        document = {"regulation": rules.name, "agents": agents, "seed": seed}
        document |= counted.document() | {"stopped_by": stopped_by, "provenance": provenance}
        emit(json.dumps(document, ensure_ascii=False, indent=2))
        return
    emit("\n".join([_heading(rules, agents, counted, lang), "", *_lines(counted.document(), lang)]))
    if stopped_by != "games":
        emit(say(lang, "play.interrupted"))


def _provenance(
    rules: Regulation,
    agents: str,
    assignments: tuple[str, ...],
    games: int | None,
    seed: int,
) -> dict[str, Any]:
    """Say where the games come from: the command is reduced to what changes them."""
    from mafsim import __version__

    words = ["mafsim", "play", rules.name, "--agents", agents]
    for assignment in assignments:
        words += ["--set", assignment]
    if games is not None:
        words += ["-n", str(games)]
    return {
        "mafsim": __version__,
        "regulation": rules.name,
        "regulation_digest": rules.digest,
        "seed": seed,
        "command": shlex.join([*words, "--seed", str(seed)]),
    }


def _tell_one(
    rules: Regulation,
    players: tuple[Player, ...],
    seed: int,
    lang: str,
    provenance: dict[str, Any],
    *,
    as_json: bool,
) -> None:
    """Tell one game as a story, or give its log as a document."""
    from mafsim import mafia
    from mafsim.mafia.story import record, story

    _announce_compilation(lang)
    played = mafia.play(rules, players, 1, seed=seed, log=True)
    if as_json:
        document = record(played, 0, rules) | {"provenance": provenance}
        emit(json.dumps(document, ensure_ascii=False, indent=1))
        return
    emit("\n".join(story(played, 0, rules, lang, width=width())))
    emit("")
    emit(say(lang, "play.again", command=provenance["command"]))


def _announce_compilation(lang: str) -> None:
    """Say why the first game of a new version has to be waited for."""
    from mafsim import kernels

    if kernels.cold("mafsim.mafia.game"):
        tell(say(lang, "play.cold"))


# Many games.


def _counted(
    rules: Regulation, players: tuple[Player, ...], games: int, seed: int, lang: str
) -> tuple[Tally, str]:
    """Play block after block and add up what they show; Ctrl-C ends it with what there is."""
    from mafsim import mafia
    from mafsim.mafia.tally import Tally, tally

    counted = Tally()
    _announce_compilation(lang)
    with _watching(games, lang) as watcher:
        try:
            for played in mafia.blocks(rules, players, games, seed=seed, block=BLOCK):
                counted += tally(played, rules)
                watcher(counted)
        except KeyboardInterrupt:
            if not counted.games:
                raise
            return counted, "interrupt"
    return counted, "games"


@contextmanager
def _watching(games: int, lang: str) -> Iterator[Callable[[Tally], None]]:
    """Give what is told how far the games are: a bar on a terminal, now and then a line elsewhere."""
    if not watched():
        yield _now_and_then(games, lang)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True, highlight=False), transient=True) as bar:
        task = bar.add_task(say(lang, "play.playing"), total=games)
        yield lambda counted: bar.update(
            task, completed=counted.games, description=_so_far(counted, games, lang)
        )


def _now_and_then(games: int, lang: str) -> Callable[[Tally], None]:
    """Tell a line after `progress.FIRST_LINE` seconds, and each further one after twice the time."""
    begun = time.monotonic()
    due = progress.FIRST_LINE

    def watcher(counted: Tally) -> None:
        nonlocal due
        elapsed = time.monotonic() - begun
        if elapsed >= due:
            due = 2 * elapsed
            tell(_so_far(counted, games, lang))

    return watcher


def _so_far(counted: Tally, games: int, lang: str) -> str:
    red = _percent(counted.share("winner", "red"), lang)
    return say(lang, "play.so_far", n=counted.games, games=games, red=red)


# What is said of them.


def _heading(rules: Regulation, agents: str, counted: Tally, lang: str) -> str:
    title = plain(rules.title.in_language(lang))
    return say(lang, "play.heading", title=title, agents=agents, n=counted.games)


def _lines(found: dict[str, Any], lang: str) -> Iterator[str]:
    """Say what the games have shown, a label and a sentence each."""
    told = [(name, sentence) for name, sentence in _sentences(found, lang) if sentence]
    labels = {name: say(lang, f"play.label.{name}") for name, _ in told}
    longest = max(map(len, labels.values()))
    for name, sentence in told:
        yield f"{labels[name]:{longest}}  {sentence}"


def _sentences(found: dict[str, Any], lang: str) -> Iterator[tuple[str, str]]:
    for side in ("red", "black", "draw"):
        half_width = 1.96 * (found[side] * (1 - found[side]) / found["games"]) ** 0.5
        yield side, f"{_percent(found[side], lang)} ± {_percent(half_width, lang)}"
    yield "ended", _ways_to_end(found["ended"], lang)
    yield "days", _shares(found["days"], lang)
    yield "final", _shares(dict(_most(found["final"])), lang)
    yield "first_day", _shares(found["voted_out"]["first_day"], lang)
    yield "misses", _percent(found["misses"], lang)
    yield "first_killed", _shares(_roles(found["first_killed"], lang), lang)
    yield "best_move", _shares(found["best_move"], lang)
    claims = found["claims"] if any(found["claims"].values()) else {}
    yield "claims", _shares(_roles(claims, lang), lang)
    yield (
        "fouls",
        say(lang, "play.fouls", **_fouls(found, lang))
        if found["fouls"] or found["removed"]
        else "",
    )


def _fouls(found: dict[str, Any], lang: str) -> dict[str, str]:
    return {name: _decimal(f"{found[name]:.2f}", lang) for name in ("fouls", "removed")}


def _ways_to_end(ended: dict[str, float], lang: str) -> str:
    """Say how often the host stopped the game; nothing where he never did."""
    stopped = {
        say(lang, f"play.ended.{name}"): share for name, share in ended.items() if name != "play"
    }
    return _shares(stopped, lang)


def _most(shares: dict[str, float]) -> list[tuple[str, float]]:
    """Give the outcomes that are seen most often."""
    return sorted(shares.items(), key=lambda item: -item[1])[:8]


def _roles(shares: dict[str, float], lang: str) -> dict[str, float]:
    return {say(lang, f"story.role.{role}"): share for role, share in shares.items()}


def _shares(shares: dict[str, float], lang: str) -> str:
    return ", ".join(f"{name}: {_percent(share, lang)}" for name, share in shares.items())


def _percent(share: float, lang: str) -> str:
    return say(lang, "play.percent", value=_decimal(f"{100 * share:.2f}", lang))


def _decimal(number: str, lang: str) -> str:
    return number.replace(".", say(lang, "play.decimal_point"))
