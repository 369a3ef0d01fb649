"""What roles, seats and the first night bring, and how games end."""

from __future__ import annotations

from decimal import Decimal
from math import ceil, floor

import numpy as np

from mafsim.games import EMPTY, Array, Role, Winner
from mafsim.metrics.block import Block, Sample, many, none, one
from mafsim.metrics.methods import Integers
from mafsim.regulations import Regulation
from mafsim.scoring import first_killed

ROLES = tuple(role.name.lower() for role in Role)


def points_by_role(block: Block) -> Sample:
    """Give what a game brings in each role, in points."""
    if block.mafia is None:
        return none(block.tournaments)
    return _points_by(block, ROLES, block.mafia.roles)


def points_by_seat(block: Block) -> Sample:
    """Give what a game brings at each seat number, in points; in Shapka at each turn of play."""
    entrants = block.outcome.games.entrants
    n = entrants.shape[1]
    numbers = np.where(entrants == EMPTY, EMPTY, np.arange(n))
    return _points_by(block, tuple(str(seat + 1) for seat in range(n)), numbers)


def _points_by(block: Block, names: tuple[str, ...], classes: Array) -> Sample:
    points = block.by_class(classes, block.outcome.of_seats, len(names))
    counts = block.by_class(classes, np.ones((1, 1)), len(names))
    return many(names, points, counts)


def red_win(block: Block) -> Sample:
    """Give the share of games that red wins."""
    return _won_by(block, Winner.RED)


def black_win(block: Block) -> Sample:
    """Give the share of games that black wins."""
    return _won_by(block, Winner.BLACK)


def drawn(block: Block) -> Sample:
    """Give the share of games that are drawn."""
    return _won_by(block, Winner.DRAW)


def _won_by(block: Block, winner: Winner) -> Sample:
    if block.mafia is None:
        return none(block.tournaments)
    return one(block.of_games(among=np.asarray(block.mafia.winner == winner)), block.of_games())


def days(block: Block) -> Sample:
    """Give the number of days that a game has."""
    if block.mafia is None:
        return none(block.tournaments)
    length = block.outcome.days.astype(np.int64)
    if len(length) != len(block.mafia):  # real games do not say
        length = np.full(len(block.mafia), EMPTY)
    told = length != EMPTY
    return one(block.of_games(length, among=told), block.of_games(among=told))


def first_killed_by_role(block: Block) -> Sample:
    """Give who is killed first by role, as shares of the games in which anybody is."""
    if block.mafia is None:
        return none(block.tournaments)
    killed = first_killed(block.mafia, block.outcome.regulation)
    return _shares_of(block, ROLES, np.where(killed, block.mafia.roles, EMPTY))


def first_killed_by_seat(block: Block) -> Sample:
    """Give who is killed first by seat number, as shares of the games in which anybody is."""
    if block.mafia is None:
        return none(block.tournaments)
    killed = first_killed(block.mafia, block.outcome.regulation)
    n = killed.shape[1]
    names = tuple(str(seat + 1) for seat in range(n))
    return _shares_of(block, names, np.where(killed, np.arange(n), EMPTY))


def _shares_of(block: Block, names: tuple[str, ...], classes: Array) -> Sample:
    counts = block.by_class(classes, np.ones((1, 1)), len(names))
    return many(names, counts, counts.sum(axis=1)[:, None])


def first_killed_strongest(block: Block) -> Sample:
    """Give how often a red player who is killed first is the strongest red one at the table.

    By chance it would be one in seven. Who is as strong as another counts for his part.
    """
    games = block.mafia
    if games is None:
        return none(block.tournaments)
    killed = first_killed(games, block.outcome.regulation) & games.red
    skill = block.skill[block.tournament[:, None], np.maximum(games.entrants, 0)]
    skill = np.where(games.red, skill, np.iinfo(np.int64).min)
    strongest = games.red & (skill == skill.max(axis=1, keepdims=True))
    parts = strongest.sum(axis=1)
    grid = np.int64(2520)  # divisible by every number of seats up to 10
    hit = np.where((killed & strongest).any(axis=1), grid // np.maximum(parts, 1), 0)
    any_ = np.asarray(killed.any(axis=1))
    return one(block.of_games(hit, among=any_), block.of_games(among=any_) * grid)


def dead_last_round(block: Block) -> Sample:
    """Give the share of the last round's games that cannot touch the first place, whoever does what in them.

    A game is alive if somebody plays in it for one who can still be first: who would have as many
    points as the leader if he got the most that his games can bring, and the leader got the least.
    Where nobody but the leader can, all games are dead.
    """
    games = block.mafia
    if games is None:
        return none(block.tournaments)
    last = games.round == sum(part.rounds for part in block.outcome.parts) - 1
    unit = np.where(games.entrants == EMPTY, EMPTY, block.final.units.of_entrant[games.entrants])
    unit = np.where(last[:, None], unit, EMPTY)
    n = len(block.final)
    seated = block.by_class(unit, np.ones((1, 1)), n)
    earned = block.by_class(unit, block.outcome.of_seats, n)
    least, most = reach(block.outcome.regulation)
    before = block.final.points - earned
    contender = before + most * seated >= _most_of_others(before + least * seated)
    contender &= contender.sum(axis=1, keepdims=True) > 1
    contends = contender[block.tournament[:, None], np.maximum(unit, 0)] & (unit != EMPTY)
    alive = contends.any(axis=1)
    dead = np.asarray(last & ~alive)
    return one(block.of_games(among=dead), block.of_games(among=np.asarray(last)))


def _most_of_others(values: Integers) -> Integers:
    """Give the most that anybody else has: ``most[tournament, unit]``."""
    two = np.sort(values, axis=1)[:, -2:]
    return np.where(values == two[:, -1:], two[:, :1], two[:, -1:])


def reach(regulation: Regulation) -> tuple[int, int]:
    """Give the least and the most that a game of the last stage can bring a seat, in thousandths.

    Every component goes as far as its rule lets it, so that nothing which can happen is beyond it.
    """
    scoring = regulation.scoring
    outcomes = [getattr(scoring.outcome, role) for role in ROLES]
    results = (scoring.outcome.draw, *(each.win for each in outcomes), *(o.loss for o in outcomes))
    gains, losses = [max(results)], [min(results)]
    if scoring.best_move is not None:
        move = scoring.best_move
        ways = (move.three, move.two, move.one, move.sheriff_three, move.sheriff_two)
        gains.append(max(way for way in ways if way is not None))
    if scoring.best_player is not None:
        gains.append(scoring.best_player.points)
    if scoring.compensation is not None:
        gains.append(scoring.compensation.most)
    if scoring.additional is not None:
        rules = (scoring.additional.winner, scoring.additional.loser, scoring.additional.drawn)
        gains.append(max((rule.most for rule in rules if rule is not None), default=Decimal(0)))
    losses += [-max(penalty.points for penalty in scoring.penalties)] if scoring.penalties else []
    if scoring.disqualification is not None:
        lost = scoring.disqualification
        losses.append(-max(lost.points, lost.side_lost or lost.points))
    least, most = sum(losses, Decimal(0)), sum(gains, Decimal(0))
    times = regulation.stages[-1].multiplier if regulation.stages else Decimal(1)
    return (
        floor(1000 * min(least, least * times)),
        ceil(1000 * max(most, most * times)),
    )
