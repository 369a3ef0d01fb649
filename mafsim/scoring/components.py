"""What a game brings each seat, component by component: exact, and for all games at once."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import get_args

import numpy as np
import numpy.typing as npt

from mafsim.games import (
    EMPTY,
    AnyGames,
    Array,
    Ended,
    Flags,
    Games,
    Left,
    Role,
    ShapkaGames,
    Winner,
)
from mafsim.regulations.exactness import share_of, thousandths
from mafsim.regulations.points import BestMove, BestPlayer, Compensation, Component
from mafsim.regulations.schema import Regulation, Stage
from mafsim.scoring.exact import multiplied, rounded
from mafsim.streams import Purpose, lots, mixed

COMPONENTS: tuple[Component, ...] = get_args(Component)
"""The parts that points consist of, in the order of the last axis of `score`."""

Points = npt.NDArray[np.int32]

_NO_STAGE = Stage(name="games", rounds=1)
"""What games without a stage belong to."""


def score(games: AnyGames, regulation: Regulation, *, seed: int = 0, first: int = 0) -> Points:
    """Give the points of every seat.

    A bye has no seat, nor has a breach away from a table: `standings` sees to those.

    Parameters
    ----------
    games
        Games of whole stages, or all that have been played so far: what a player gets for being
        killed first depends on how often that has happened to him.
    regulation
        What the points follow.
    seed
        For a best player who is chosen by lot among those with equal votes.
    first
        The number of the tournament that `games` call 0: a lot depends on it.

    Returns
    -------
    Points
        ``points[game, seat, component]`` in thousandths, with the components of `COMPONENTS`; what
        is taken off is negative, and the multiplier of the stage is in.
    """
    points = np.zeros((len(COMPONENTS), *games.entrants.shape), dtype=np.int32)
    found = (
        _of_mafia(games, regulation, seed, first)
        if isinstance(games, Games)
        else _of_shapka(games, regulation)
    )
    for component, one in found.items():
        points[COMPONENTS.index(component)] = _times_stage(one, component, games, regulation)
    return np.moveaxis(points, 0, -1)


def _of_mafia(
    games: Games, regulation: Regulation, seed: int, first: int
) -> dict[Component, Array]:
    """Give ``points[game, seat]`` of each component that the regulation has, not multiplied yet."""
    scoring = regulation.scoring
    found: dict[Component, Array] = {"outcome": _outcome(games, regulation)}
    if scoring.best_move is not None:
        found["best_move"] = _best_move(games, regulation, scoring.best_move)
    if scoring.best_player is not None:
        found["best_player"] = _best_player(games, scoring.best_player, seed, first)
    if scoring.additional is not None:
        found["additional"] = games.additional
    if scoring.penalties:
        found["penalty"] = -games.penalty
    if scoring.disqualification is not None:
        found["disqualification"] = _disqualification(games, regulation)
    if scoring.compensation is not None:
        found["compensation"] = _compensation(games, regulation, scoring.compensation)
    return found


def _of_shapka(games: ShapkaGames, regulation: Regulation) -> dict[Component, Array]:
    rule = regulation.scoring.shapka
    words = games.words.reshape(*games.entrants.shape, -1).transpose(2, 0, 1)
    return {
        "words": np.asarray(reduce(np.add, words, np.int32(0)) * np.int32(thousandths(rule.word))),
        "penalty": games.breaches.astype(np.int32) * -thousandths(rule.breach),
    }


def components_of(regulation: Regulation) -> tuple[Component, ...]:
    """Give the components that a regulation has; the others are zero for everybody."""
    scoring = regulation.scoring
    if regulation.game == "shapka":
        return ("penalty", "words")
    has: dict[Component, bool] = {
        "outcome": True,
        "best_move": scoring.best_move is not None,
        "best_player": scoring.best_player is not None,
        "additional": scoring.additional is not None,
        "penalty": bool(scoring.penalties),
        "disqualification": scoring.disqualification is not None,
        "compensation": scoring.compensation is not None,
        "bye": scoring.bye != 0,
    }
    return tuple(component for component in COMPONENTS if has.get(component))


def stages_of(games: AnyGames, regulation: Regulation) -> tuple[Stage, ...]:
    """Give the regulation's stages in the order of `games.stages`.

    Games without a stage belong to the only stage of a regulation, or to a plain one.

    Raises
    ------
    ValueError
        The regulation has no such stage, or has several and the games do not say theirs: they were
        not read by this regulation.
    """
    known = {stage.name: stage for stage in regulation.stages}
    if not games.stages and len(known) <= 1:
        return (*known.values(), _NO_STAGE)[:1]
    if not games.stages or not known.keys() >= set(games.stages):
        raise ValueError(f"games of the stages {games.stages}, where {tuple(known)} are known")
    return tuple(known[name] for name in games.stages)


def factor(stage: Stage, component: Component, regulation: Regulation) -> Decimal:
    """Give what a stage multiplies a component by."""
    applies = component in regulation.scoring.multiplier_applies_to
    return stage.multiplier if applies else Decimal(1)


def _times_stage(
    points: Array, component: Component, games: AnyGames, regulation: Regulation
) -> Array:
    for index, stage in enumerate(stages_of(games, regulation)):
        times = factor(stage, component, regulation)
        if times != 1:
            games_of_it = np.flatnonzero(games.stage == index)
            points = np.array(points)
            points[games_of_it] = multiplied(points[games_of_it], times)
    return points


def _outcome(games: Games, regulation: Regulation) -> Array:
    """Look the result up by role and winner."""
    rule = regulation.scoring.outcome
    table = np.zeros((len(Role) + 1, len(Winner)), dtype=np.int32)  # the last row is for `EMPTY`
    for role in Role:
        own = getattr(rule, role.name.lower())
        side, other = (Winner.RED, Winner.BLACK)[:: -1 if role >= Role.MAFIA else 1]
        table[role, side] = thousandths(own.win)
        table[role, other] = thousandths(own.loss)
        table[role, Winner.DRAW] = thousandths(rule.draw)
    cells = games.roles * np.int8(len(Winner)) + games.winner[:, None]
    return np.take(table.ravel(), cells, mode="wrap")


def first_killed(games: Games, regulation: Regulation) -> Flags:
    """Say who was killed first, as the regulation counts it: ``first[game, seat]``."""
    return games.first_shot() if regulation.rules.first_killed == "first_shot" else games.shot(1)


def may_move(games: Games, rule: BestMove) -> Flags:
    """Say in which games the first killed may make a best move: ``may[game]``."""
    may = np.ones(len(games), dtype=np.bool_)
    if rule.voted_out_at_most < games.entrants.shape[1]:
        voted_out = (games.left == Left.VOTE) & (games.left_on == 1)
        may &= voted_out.sum(axis=1) <= rule.voted_out_at_most
    if not rule.after_removal:
        may &= ~((games.left == Left.FOUL) & (games.left_on <= 1)).any(axis=1)
    return may


def _best_move(games: Games, regulation: Regulation, rule: BestMove) -> Array:
    """Look the move up by the role of the first killed and the number of black players named."""
    seats = games.entrants.shape[1]
    killed = np.flatnonzero(first_killed(games, regulation))
    game = killed // seats
    made = (games.best_move[:, 0] != EMPTY) & may_move(games, rule)
    paid = made[game] & (np.diff(game, prepend=EMPTY) != 0)  # one a game, also in a wrong record
    killed, game = killed[paid], game[paid]
    named = games.best_move[game]
    roles = games.roles.ravel()
    black = (roles[game[:, None] * seats + named] >= Role.MAFIA) & (named != EMPTY)
    points = np.zeros(games.entrants.size, dtype=np.int32)
    points[killed] = _best_move_table(rule)[roles[killed], black.sum(axis=1)]
    return points.reshape(games.entrants.shape)


def _best_move_table(rule: BestMove) -> Array:
    """Give ``table[role, black players named]``."""
    each = [Decimal(0), rule.one, rule.two, rule.three]
    own = [
        each[0],
        each[1],
        each[2] if rule.sheriff_two is None else rule.sheriff_two,
        each[3] if rule.sheriff_three is None else rule.sheriff_three,
    ]
    black = each if rule.entitled == "anybody" else [Decimal(0)] * len(each)
    by_role = {Role.CIVILIAN: each, Role.SHERIFF: own, Role.MAFIA: black, Role.DON: black}
    return np.array([[thousandths(points) for points in by_role[role]] for role in Role])


def _best_player(games: Games, rule: BestPlayer, seed: int, first: int) -> Array:
    chosen = best_players(games, rule, seed=seed, first=first)
    shares = [thousandths(share_of(rule, max(many, 1))) for many in range(chosen.shape[1] + 1)]
    points = chosen * np.array(shares, dtype=np.int32)[chosen.sum(axis=1)][:, None]
    return np.asarray(points * may_be_best(games, rule))


def may_be_best(games: Games, rule: BestPlayer) -> Flags:
    """Say who is of a side whose players can be the best player: ``may[game, seat]``."""
    match rule.side:
        case "any":
            return games.seated
        case "winner":
            return games.won
        case "winner_if_shared":
            shared = games.best_player.sum(axis=1, keepdims=True) > 1
            return np.asarray(games.seated & (games.won | ~shared))


def best_players(games: Games, rule: BestPlayer, *, seed: int = 0, first: int = 0) -> Flags:
    """Say who is a best player: ``best[game, seat]``.

    Where the table chooses and its votes are known, they decide; else whoever the record names.
    """
    if rule.chosen_by == "judge":
        return games.best_player
    known = (games.best_player_votes != EMPTY).any(axis=1)
    if not known.any():
        return games.best_player
    most = _most_votes(games, rule)
    tied = most.sum(axis=1, keepdims=True) > 1
    settled: dict[str, Callable[[], Flags]] = {
        "all": lambda: most,
        "none": lambda: most & ~tied,
        "lot": lambda: np.where(tied, _one_by_lot(games, most, seed, first), most),
        "judge": lambda: np.where(tied, most & games.best_player, most),
    }
    return np.where(known[:, None], settled[rule.tie](), games.best_player)


def _most_votes(games: Games, rule: BestPlayer) -> Flags:
    """Say who got the most votes as the best player of his game."""
    counts = games.best_player_votes != EMPTY
    if rule.voters == "left":
        counts = counts & (games.left == EMPTY)
    game, seat = np.nonzero(counts)
    votes = np.zeros(games.entrants.shape, dtype=np.int32)
    np.add.at(votes, (game, games.best_player_votes[game, seat]), 1)
    return np.asarray((votes == votes.max(axis=1, keepdims=True)) & (votes > 0))


def _one_by_lot(games: Games, among: Flags, seed: int, first: int) -> Flags:
    """Choose one of those marked in each game; the lot depends on their ids and on the game."""
    ids = lots(seed, Purpose.BEST_PLAYER, [entrant.id for entrant in games.roster.entrants])
    tournament, round_, table = (
        axis.astype(np.uint64) for axis in (games.tournament, games.round, games.table)
    )
    tournament = tournament + np.uint64(first)
    address = (tournament << np.uint64(32)) | (round_ << np.uint64(16)) | table
    drawn = mixed(ids[games.entrants] ^ mixed(address)[:, None])
    drawn = np.where(among, drawn | np.uint64(1), np.uint64(0))
    return np.asarray(among & (drawn == drawn.max(axis=1, keepdims=True)))


def _disqualification(games: Games, regulation: Regulation) -> Array:
    rule = regulation.scoring.disqualification
    assert rule is not None
    removed = games.disqualified
    if rule.fourth_foul:
        removed = removed | (games.left == Left.FOUL)
        most = regulation.rules.fouls.removed_at
        if most is not None:
            removed = removed | (games.fouls >= most)
    points = removed * np.int32(-thousandths(rule.points))
    if rule.side_lost is not None:
        for_it = ((games.ended == Ended.PLEA) | (games.ended == Ended.HALL))[:, None]
        points[for_it & games.disqualified & games.lost] = -thousandths(rule.side_lost)
    return points


def _compensation(games: Games, regulation: Regulation, rule: Compensation) -> Array:
    points = np.zeros(games.entrants.shape, dtype=np.int32)
    killed = first_killed(games, regulation) & games.red
    paid = killed & games.lost
    nights = _nights(games, killed if rule.nights == "all" else paid, rule)
    most = int(nights.max(initial=0))
    tables = np.array(
        [
            compensation_table(rule, distance, most)
            for distance in _distances(games, regulation, rule)
        ]
    )
    game, seat = np.nonzero(paid)
    points[game, seat] = tables[games.stage[game], nights[game, seat]]
    return points


def _nights(games: Games, counted: Flags, rule: Compensation) -> Array:
    """Count for each seat marked how many seats of its entrant are, over the distance."""
    block = games.tournament.astype(np.intp)
    if rule.distance == "stage":
        block = block * max(len(games.stages), 1) + games.stage
    keys = block[:, None] * len(games.roster.entrants) + games.entrants
    counts = np.bincount(keys[counted], minlength=1)
    return np.where(counted, np.take(counts, keys, mode="clip"), 0)


def _distances(games: Games, regulation: Regulation, rule: Compensation) -> list[int]:
    """Give for each stage how many games the distance has to which it belongs."""
    stages = stages_of(games, regulation)
    if rule.distance == "stage":
        return [stage.rounds for stage in stages]
    return [sum(stage.rounds for stage in regulation.stages)] * len(stages)


def compensation_table(rule: Compensation, distance: int, most: int) -> list[int]:
    """Give what a game brings by the number of nights, 0 to `most`, in thousandths."""
    if distance < rule.fewest_games:
        return [0] * (most + 1)
    share = max(rounded(Fraction(rule.share) * distance, rule.share_rounding), 1)
    grid = 10**rule.places
    return [
        rounded(
            min(nights * Fraction(rule.most) / share, Fraction(rule.most)) * grid, rule.rounding
        )
        * (1000 // grid)
        for nights in range(most + 1)
    ]
