"""Fit the population of `human` players to public figures, and show what comes out unfitted.

    python experiments/calibrate_human.py --seed 0             # measure what is stored
    python experiments/calibrate_human.py --seed 0 --fit       # fit, and print what to store

Public figures (a large federation, 27,000 games of tournaments): red wins .413; the standard deviation
between players of the true chance to win is .032 (.041 as a civilian, .043 as mafia); the judge gives
a red player .066 to .073 a game, a black one .130 to .139.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mafsim import judging, mafia, regulations
from mafsim.agents.population import Population, people, usual
from mafsim.agents.view import Decision, Event
from mafsim.games import Left, Role, Winner
from mafsim.judging import Judge
from mafsim.mafia import Played
from mafsim.regulations.schema import Regulation

RED_WINS, SPREAD = 0.413, 0.032
BONUS_RED, BONUS_BLACK = 0.0695, 0.1345
PLAYERS = 200
BLOCK = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What some games show."""

    games: int
    red: float
    spread: float
    spread_civilian: float
    spread_mafia: float
    bonus_red: float
    bonus_black: float
    others: dict[str, float]


def seats(n: int, seed: int) -> np.ndarray:
    """Seat ten of the players in each game, each as often as any other."""
    lots = np.random.default_rng(seed).random((n, PLAYERS))
    return np.argpartition(lots, 10, axis=1)[:, :10].astype(np.int64)


def measured(regulation: Regulation, population: Population, games: int, seed: int) -> Figures:
    """Play many games among many players, and look at them."""
    players = people(population, PLAYERS, seed=seed)
    won = np.zeros((3, PLAYERS))
    played = np.zeros((3, PLAYERS))
    total = Tally()
    for block, first in enumerate(range(0, games, BLOCK)):
        n = min(BLOCK, games - first)
        seated = seats(n, seed + 1000 + block)
        rounds = np.arange(n)
        batch = mafia.play_seated(
            regulation, players, seated, seed=seed, tournament=block, round_=rounds
        )
        record = batch.games
        wins = np.asarray(record.won)
        kinds = (np.ones_like(wins), record.roles == Role.CIVILIAN, record.roles >= Role.MAFIA)
        for kind, which in enumerate(kinds):
            np.add.at(won[kind], seated[which], wins[which])
            np.add.at(played[kind], seated[which], 1)
        total.add(batch, regulation, seed)
    spreads = [true_spread(won[kind], played[kind]) for kind in range(3)]
    return Figures(
        games=games,
        red=total.mean("red wins"),
        spread=spreads[0],
        spread_civilian=spreads[1],
        spread_mafia=spreads[2],
        bonus_red=total.sums["bonus red"] / total.sums["seats red"],
        bonus_black=total.sums["bonus black"] / total.sums["seats black"],
        others={name: total.mean(name) for name in total.sums if name not in NOT_MEANS},
    )


NOT_MEANS = {"games", "red wins", "bonus red", "bonus black", "seats red", "seats black"}


def true_spread(won: np.ndarray, played: np.ndarray) -> float:
    """Give the standard deviation of the chance to win, without what luck adds to the shares."""
    share = won / played
    luck = float(np.mean(share * (1 - share) / (played - 1)))
    return float(np.sqrt(max(np.var(share, ddof=1) - luck, 0.0)))


class Tally:
    """Sums over games."""

    def __init__(self) -> None:
        self.sums: dict[str, float] = {}

    def mean(self, name: str) -> float:
        return self.sums[name] / self.sums["games"]

    def count(self, name: str, value: Any) -> None:
        self.sums[name] = self.sums.get(name, 0.0) + float(value)

    def add(self, batch: Played, regulation: Regulation, seed: int) -> None:
        record = batch.games
        self.count("games", len(record))
        self.count("red wins", np.sum(record.winner == Winner.RED))
        self.count("draws", np.sum(record.winner == Winner.DRAW))
        self.count("days", np.sum(batch.days))
        shot, voted = record.shot(1), record.left == Left.VOTE
        self.count("a shot hits in night 1", np.sum(shot))
        self.count("first killed is the sheriff", np.sum(record.roles[shot] == Role.SHERIFF))
        self.count("voted out", np.sum(voted))
        self.count("of them black", np.sum(voted & record.black))
        claimed = batch.claims > 0
        sheriff = record.roles == Role.SHERIFF
        self.count("the sheriff claims", np.sum(claimed & sheriff))
        self.count("day of his claim, 0 for none", np.sum(np.maximum(record.reveals, 0)[sheriff]))
        self.count("a black player claims", np.sum((claimed & record.black).any(axis=1)))
        self.count("splits broken", np.sum((batch.broke >= 0).any(axis=1)))
        self.count("fouls", np.sum(record.fouls))
        self.count("removed", np.sum(record.left == Left.FOUL))
        points = judging.judge(batch, regulation, seed=seed).additional / 1000
        for colour, which in (("red", record.red), ("black", record.black)):
            self.count(f"bonus {colour}", np.sum(points[which]))
            self.count(f"seats {colour}", np.sum(which))


def fitted(regulation: Regulation, population: Population, games: int, seed: int) -> Population:
    """Turn two knobs, one after the other, until both figures are met: how well people read and how
    far they differ in skill.
    """
    for step in range(4):
        population = with_reading(population, solve_reading(regulation, population, games, seed))
        found = measured(regulation, population, 2 * games, seed)
        print(f"step {step}: red {found.red:.4f}, spread {found.spread:.4f}", file=sys.stderr)
        if abs(found.spread - SPREAD) < 0.001 and abs(found.red - RED_WINS) < 0.002:
            break
        factor = min(max(SPREAD / max(found.spread, 0.005), 0.5), 2.0)
        population = replace(population, skill=round(population.skill * factor, 3))
    return population


def with_reading(population: Population, mean: float) -> Population:
    spread = replace(population.parameters["reading"], mean=round(mean, 3))
    return replace(population, parameters={**population.parameters, "reading": spread})


def solve_reading(regulation: Regulation, population: Population, games: int, seed: int) -> float:
    """Find how well people have to read for red to win as often as it does: by false position."""
    low, high = 0.05, 1.0
    at_low, at_high = (
        measured(regulation, with_reading(population, mean), games, seed).red
        for mean in (low, high)
    )
    assert at_low < RED_WINS < at_high, "no reading of these people brings red to the figure"
    for _ in range(6):
        mean = low + (high - low) * (RED_WINS - at_low) / (at_high - at_low)
        red = measured(regulation, with_reading(population, mean), games, seed).red
        if abs(red - RED_WINS) < 0.001:
            return mean
        if red < RED_WINS:
            low, at_low = mean, red
        else:
            high, at_high = mean, red
    return mean


def acts_by_colour(regulation: Regulation, population: Population, games: int, seed: int) -> None:
    """Print how much likelier each act is by the colours of who does it and whom it is done to."""
    players = people(population, PLAYERS, seed=seed)
    batch = mafia.play_seated(
        regulation, players, seats(games, seed), seed=seed, round_=np.arange(games), log=True
    )
    counts = np.zeros((4, 2, 2))
    pairs = np.zeros((4, 2, 2))
    for game in range(games):
        count_acts(batch.log_of(game), batch.games.black[game], counts, pairs)
    names = ("nominated", "voted", "called red", "called black")
    for kind, name in enumerate(names):
        rate = counts[kind] / np.maximum(pairs[kind], 1)
        ratio = rate / rate[0, 0]
        print(
            f"{name:13} red-black {ratio[0, 1]:.2f}  black-red {ratio[1, 0]:.2f}  "
            f"black-black {ratio[1, 1]:.2f}   ({counts[kind].sum() / games:.1f} a game)"
        )


def count_acts(rows: np.ndarray, black: np.ndarray, counts: np.ndarray, pairs: np.ndarray) -> None:
    """Count acts, and the pairs of living who could have done each, in one game."""
    colour = black.astype(int)
    alive = np.ones(10, dtype=bool)
    for row in rows:
        kind = int(row["event"])
        seat, target = int(row["seat"]), int(row["target"])
        if kind == Event.LEFT:
            alive[seat] = False
        elif kind == Event.NOMINATED and seat != target:
            counts[0, colour[seat], colour[target]] += 1
        elif kind == Event.OPINION:
            counts[2 + int(row["value"]), colour[seat], colour[target]] += 1
        elif kind == Event.SPEECH:
            for other in map(int, np.flatnonzero(alive)):
                if other != seat:
                    for each in (0, 2, 3):
                        pairs[each, colour[seat], colour[other]] += 1
        elif kind < 0 and int(row["decision"]) == Decision.VOTE:
            choice, legal = int(row["choice"]), int(row["legal"])
            for other in range(10):
                if (legal >> (other + 1)) & 1 and other != seat:
                    pairs[1, colour[seat], colour[other]] += 1
            if choice >= 0 and choice != seat:
                counts[1, colour[seat], colour[choice]] += 1


def fitted_judge(regulation: Regulation, population: Population, games: int, seed: int) -> Judge:
    """Find what a seat of each colour is worth to a judge whose points are as public ones are."""
    players = people(population, PLAYERS, seed=seed)
    batch = mafia.play_seated(
        regulation, players, seats(games, seed), seed=seed, round_=np.arange(games)
    )
    judge = judging.usual()
    for _ in range(6):
        points = judging.judge(batch, regulation, seed=seed, parameters=judge).additional / 1000
        off_red = BONUS_RED - float(points[batch.games.red].mean())
        off_black = BONUS_BLACK - float(points[batch.games.black].mean())
        # Ten more for a seat move the mean by 0.003 (red) or 0.005 (black), so each step falls short.
        red = replace(judge.red, seated=judge.red.seated + round(1500 * off_red))
        black = replace(judge.black, seated=judge.black.seated + round(1500 * off_black))
        judge = replace(judge, red=red, black=black)
    return judge


def shown(figures: Figures) -> None:
    """Print figures."""
    print(f"{figures.games} games of {PLAYERS} players")
    print(f"  red wins                     {figures.red:.4f}   public .413")
    print(f"  spread of the chance to win  {figures.spread:.4f}   public .032")
    print(f"    as a civilian              {figures.spread_civilian:.4f}   public .041")
    print(f"    as mafia                   {figures.spread_mafia:.4f}   public .043")
    print(f"  judge's points a game, red   {figures.bonus_red:.4f}   public .066 to .073")
    print(f"  judge's points a game, black {figures.bonus_black:.4f}   public .130 to .139")
    print("  not calibrated, a game:")
    for name, value in figures.others.items():
        print(f"    {name:30} {value:.3f}")


def main() -> None:
    """Measure or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--acts", action="store_true", help="count acts by colour as well")
    asked = parser.parse_args()
    regulation = regulations.load("fiim")
    population = usual()
    began = time.monotonic()
    if asked.fit:
        population = fitted(regulation, population, asked.games // 4, asked.seed)
        reading = population.parameters["reading"].mean
        print(f"store: skill = {population.skill}, [parameters.reading] mean = {reading}")
        judge = fitted_judge(regulation, population, 20_000, asked.seed)
        print(
            f"the judge: [red] seated = {judge.red.seated}, [black] seated = {judge.black.seated}"
        )
    if asked.acts:
        acts_by_colour(regulation, population, 3000, asked.seed)
    shown(measured(regulation, population, asked.games, asked.seed))
    print(f"({time.monotonic() - began:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
