"""What each switch of the rules does to red's chance, one switch at a time, the same cards each time.

    python experiments/rules_sensitivity.py --games 40000 --seed 0 > experiments/rules_sensitivity.csv

Every line compares a rule with the base regulation's over the same games: the cards, the seats and the
players' chances are those of the base, so that the difference is known better than either share.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator

import numpy as np

from mafsim import mafia
from mafsim.agents import Player, cast
from mafsim.games import Winner
from mafsim.regulations import Regulation, load, set_values

BASE = "fiim"
AGENTS = ("random:miss=0.1,foul=0.01", "scripted", "human")
GIVEN = {"scripted": ("rules.night.shots=free",)}
"""What holds for a kind of player in all its games: the script knows of no order of shots."""
BLOCK = 20_000

SWITCHES: dict[str, tuple[str, ...]] = {
    "rules.speech.rotation": ("last", "none"),
    "rules.nomination.withdrawal": ("no", "last_stands"),
    "rules.nomination.most": ("2",),
    "rules.nomination.by_last_word": ("true",),
    "rules.vote.first_day": ("nobody_leaves",),
    "rules.vote.single_on_first_day": ("vote",),
    "rules.vote.oneself": ("false",),
    "rules.vote.not_cast": ("nobody",),
    "rules.vote.revote_order": ("reversed",),
    "rules.vote.fewer_tied": ("lift",),
    "rules.vote.same_tied_by_others": ("revote",),
    "rules.vote.lift_needs": ("hands",),
    "rules.vote.at_four": ("no_lift", "no_revote"),
    "rules.vote.at_nine": ("two_at_most",),
    "rules.vote.all_living": ("red_wins", "draw"),
    "rules.night.shots": ("order_fixed", "free"),
    "rules.night.sheriff_first_check": ("2",),
    "rules.night.don_first_check": ("2",),
    "rules.night.checks": ("0", "2"),
    "rules.night.checks_when_shot": ("false",),
    "rules.night.don_is_inherited": ("true",),
    "rules.fouls.loses": ("half", "vote", "nothing"),
    "rules.removal.before_vote": ("held",),
    "rules.removal.during_vote": ("goes_on",),
    "rules.removal.after_result": ("next", "both_leave"),
    "rules.removal.at_night": ("next", "held"),
    "rules.end.quiet_rounds": ("2",),
    "rules.end.quiet_at_four": ("draw",),
    "rules.end.ends_with": ("announcement",),
    "rules.black": ("2", "4"),
    "rules.don": ("false",),
    "rules.sheriff": ("false",),
}
"""By the path of a rule: what is tried instead of the base regulation's value."""


def red_wins(
    regulation: Regulation, players: tuple[Player, ...], games: int, seed: int
) -> np.ndarray:
    """Say which games red wins."""
    blocks = mafia.blocks(regulation, players, games, seed=seed, block=BLOCK)
    return np.concatenate([played.games.winner == Winner.RED for played in blocks])


def lines(games: int, seed: int, kinds: tuple[str, ...]) -> Iterator[list[str]]:
    """Give the table's lines: the base of each kind of player, then every switch against it."""
    yield ["agents", "rule", "value", "games", "red", "difference", "half_width"]
    for kind in kinds:
        base = set_values(load(BASE), GIVEN.get(kind, ()))
        players = cast(kind, base.table.size)
        usual = red_wins(base, players, games, seed)
        yield [kind, "", BASE, str(games), f"{usual.mean():.4f}", "", ""]
        for rule, values in SWITCHES.items():
            for value in values:
                changed = red_wins(set_values(base, (f"{rule}={value}",)), players, games, seed)
                gain = changed.astype(float) - usual
                half_width = 1.96 * gain.std() / games**0.5
                figures = [f"{changed.mean():.4f}", f"{gain.mean():+.4f}", f"{half_width:.4f}"]
                yield [kind, rule, value, str(games), *figures]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agents", action="append", help="another kind of player; may be repeated")
    asked = parser.parse_args()
    table = csv.writer(sys.stdout, lineterminator="\n")
    for line in lines(asked.games, asked.seed, tuple(asked.agents or AGENTS)):
        table.writerow(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
