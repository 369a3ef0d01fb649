"""Games of Shapka by the block: pairs with their speeds come, the record of words goes out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mafsim.errors import UsageError
from mafsim.games import EMPTY, Array, Flags, ShapkaGames
from mafsim.regulations.schema import Regulation
from mafsim.roster import Roster
from mafsim.shapka.parameters import WAYS, World, usual
from mafsim.shapka.people import Floats
from mafsim.shapka.table import GRID, LEVELS, Conditions, play_tables
from mafsim.shapka.words import levels
from mafsim.streams import Purpose, Words, mixed, words

LUCK = np.uint64(1 << 32)
"""Behind the numbers of all rounds: where the words of pairs begin."""
AWAY = np.uint64(1 << 33)
"""Where the words of what teams do away from their tables begin."""
WITHDRAW = np.uint64(1 << 34)
"""Where the words of teams that do not come any more begin."""


def starts(seed: int, first: int, n: int) -> Words:
    """Give the word from which all games of a tournament start: of `n` tournaments from `first`."""
    return words(seed, Purpose.GAME, first, n)


def slowness(speed: Floats, world: World | None = None) -> Floats:
    """Give how many seconds each pair needs for an ordinary word: ``[tournament, pair, who, way]``.

    `speed` is what `mafsim.shapka.people` draws.
    """
    seconds = np.array([way.seconds for way in (world or usual()).ways])
    return np.asarray(seconds * np.exp(-speed))


def play(
    regulation: Regulation,
    slowness: Floats,
    entrants: Array,
    *,
    starts: Words,
    tournament: Array,
    round_: Array,
    table: Array,
    stage: Array,
    roster: Roster,
    world: World | None = None,
) -> ShapkaGames:
    """Play games of pairs that have their seats.

    Parameters
    ----------
    regulation
        Whose rules are followed.
    slowness
        ``slowness[tournament, pair, who, way]``, as `slowness` gives it.
    entrants
        ``entrants[game, seat]``: the pairs at each table in the order of play, `EMPTY` for nobody.
    starts
        The random word of each tournament.
    tournament, round_, table, stage
        The address of each game; the stage is an index into those of the regulation.
    roster
        Whom the entrants' indices mean.
    world
        Words, time and breaches; left out, the usual ones.

    Returns
    -------
    ShapkaGames
        The record, as a results file would have it, without breaches away from tables.

    Raises
    ------
    UsageError
        The regulation is not one of Shapka, or its games have other halves than a record can hold.
    """
    _refuse(regulation)
    world, rules = world or usual(), regulation.rules.shapka
    entrants = np.asarray(entrants, dtype=np.int64)
    tournament = np.asarray(tournament, dtype=np.int64)
    base, of_round = starts[tournament], np.asarray(round_).astype(np.uint64)
    pair = mixed(base + LUCK + of_round)[:, None] + np.maximum(entrants, 0).astype(np.uint64)
    pairs = np.where(entrants == EMPTY, EMPTY, tournament[:, None] * slowness.shape[1] + entrants)
    guessed = np.zeros((*entrants.shape, 2, 2), dtype=np.int16)
    breaches = np.zeros(entrants.shape, dtype=np.int16)
    with np.errstate(over="ignore"):  # where nothing is compiled, numpy warns of SplitMix64
        play_tables(
            mixed(mixed(base + of_round) + np.asarray(table).astype(np.uint64)),
            mixed(pair),
            pairs,
            slowness.reshape(-1, 2, len(WAYS)),
            np.array([[WAYS.index(way) for way in half] for half in rules.halves]),
            np.array([way.spoiled * GRID // 1000 for way in world.ways]),
            levels(world.hat.difficulty, LEVELS),
            levels(world.hat.hats, LEVELS),
            world.hat.words,
            conditions(regulation, world),
            guessed,
            breaches,
        )
    return ShapkaGames(
        roster=roster,
        stages=tuple(each.name for each in regulation.stages),
        entrants=entrants,
        tournament=tournament,
        stage=stage,
        round=round_,
        table=table,
        words=guessed,
        breaches=breaches,
    )


def _refuse(regulation: Regulation) -> None:
    if regulation.game != "shapka":
        raise UsageError("shapka.other_game", name=regulation.name)
    halves = regulation.rules.shapka.halves
    if len(halves) != 2 or any(len(half) != 2 for half in halves):
        raise UsageError("shapka.halves", name=regulation.name)


def conditions(regulation: Regulation, world: World) -> Conditions:
    """Give what holds at every table: by the regulation, and where it is silent by the world."""
    rules = regulation.rules.shapka
    return Conditions(
        seconds=float(rules.seconds),
        turns=rules.turns,
        alternate=rules.explains == "alternate",
        passing=rules.passing,
        back=rules.unguessed == "back",
        taking=world.turn.taking,
        patience=world.turn.patience,
        breach=world.breaches.at_table * GRID // 1000,
    )


def with_breaches_away(
    games: ShapkaGames,
    stage: int,
    playing: Array,
    teams: Sequence[str],
    *,
    starts: Words,
    world: World | None = None,
) -> ShapkaGames:
    """Add what teams do away from their tables in one stage.

    Parameters
    ----------
    games
        What has been played of a block.
    stage
        The stage, an index into those of the games.
    playing
        ``playing[tournament, team]``: who takes part in it.
    teams
        The names of the teams, in the order of the axis.
    starts
        The random word of each tournament.
    world
        How often it happens; left out, as usual.
    """
    assert games.teams in ((), tuple(teams)), "other teams"
    chance = (world or usual()).breaches.away
    guilty = playing & _some(starts + AWAY + np.uint64(stage), len(teams), chance)
    tournament, team = np.nonzero(guilty)
    return games.with_(
        teams=tuple(teams),
        away_team=np.concatenate([games.away_team, team]),
        away_stage=np.concatenate([games.away_stage, np.full(len(team), stage)]),
        away_breaches=np.concatenate([games.away_breaches, np.ones(len(team), dtype=np.int16)]),
        away_tournament=np.concatenate([games.away_tournament, tournament]),
    )


def withdrawing(stage: int, teams: int, *, starts: Words, world: World | None = None) -> Flags:
    """Say which teams do not come to a stage even if they may: ``withdraws[tournament, team]``."""
    chance = (world or usual()).teams.withdraw
    return _some(starts + WITHDRAW + np.uint64(stage), teams, chance)


def _some(words: Words, teams: int, chance: int) -> Flags:
    """Choose some of the teams by lot, each with so many chances of 1000."""
    numbers: Words = np.arange(teams, dtype=np.uint64)
    drawn = mixed(mixed(words)[:, None] + numbers)
    return (drawn >> np.uint64(40)).astype(np.int64) < chance * GRID // 1000
