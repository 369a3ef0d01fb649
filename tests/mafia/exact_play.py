"""The exact chances of random play, as fractions: a recursion that knows nothing of the engine.

Colour-blind departures meet each of the living alike, and a shot meets each red player alike, so that
the living are exchangeable: how many leave does not depend on colours, and who leaves is a sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial

ONE = Fraction(1)
Spread = dict[int, Fraction]
"""The chance of each number."""


@dataclass(frozen=True)
class Play:
    """How the players decide, and what a single candidate of the first day means."""

    nominate: Fraction
    lift: Fraction
    miss: Fraction = Fraction(0)
    single_leaves_on_first_day: bool = False
    quiet_rounds: int = 3


@cache
def candidates(n: int, nominate: Fraction) -> Spread:
    """Give how many candidates a day with so many living has."""
    states: dict[frozenset[int], Fraction] = {frozenset(): ONE}
    for speaker in range(n):
        after: dict[frozenset[int], Fraction] = {}
        for nominated, chance in states.items():
            open_to_him = [seat for seat in range(n) if seat != speaker and seat not in nominated]
            share = nominate / len(open_to_him) if open_to_him else Fraction(0)
            for seat in open_to_him:
                more = nominated | {seat}
                after[more] = after.get(more, Fraction(0)) + chance * share
            stays = chance * (1 - share * len(open_to_him))
            after[nominated] = after.get(nominated, Fraction(0)) + stays
        states = after
    found: Spread = {}
    for nominated, chance in states.items():
        found[len(nominated)] = found.get(len(nominated), Fraction(0)) + chance
    return found


@cache
def tied(voters: int, on_ballot: int) -> Spread:
    """Give how many have the most votes where everybody votes by lot."""
    found: Spread = {}
    for most in range(1, voters + 1):
        for many in range(1, on_ballot + 1):
            rest = voters - many * most
            if rest >= 0:
                ways = comb(on_ballot, many) * fewer_each(rest, on_ballot - many, most)
                ways *= Fraction(factorial(voters), factorial(most) ** many)
                found[many] = found.get(many, Fraction(0)) + ways / on_ballot**voters
    return {many: chance for many, chance in found.items() if chance}


@cache
def fewer_each(votes: int, among: int, most: int) -> Fraction:
    """Give the sum over ways to give each fewer than `most` votes of one over all factorials."""
    if among == 0:
        return Fraction(votes == 0)
    return sum(
        (
            fewer_each(votes - own, among - 1, most) / factorial(own)
            for own in range(min(votes, most - 1) + 1)
        ),
        Fraction(0),
    )


@cache
def majority(n: int, yes: Fraction) -> Fraction:
    """Give the chance that more than half of the living say yes."""
    return sum(
        (comb(n, k) * yes**k * (1 - yes) ** (n - k) for k in range(n // 2 + 1, n + 1)), Fraction(0)
    )


@cache
def after_tie(n: int, many: int, lift: Fraction) -> Spread:
    """Give how many leave where so many are tied and are voted on again."""
    found: Spread = {}
    for again, chance in tied(n, many).items():
        if again == 1:
            outcome: Spread = {1: ONE}
        elif again == many:
            passes = majority(n, lift)
            outcome = {many: passes, 0: 1 - passes}
        else:
            outcome = after_tie(n, again, lift)
        add(found, outcome, chance)
    return found


def add(to: Spread, more: Spread, chance: Fraction) -> None:
    for number, part in more.items():
        to[number] = to.get(number, Fraction(0)) + chance * part


@cache
def departures(n: int, play: Play, *, first_day: bool) -> Spread:
    """Give how many leave by the vote of a day with so many living."""
    found: Spread = {}
    for many, chance in candidates(n, play.nominate).items():
        single_stays = first_day and not play.single_leaves_on_first_day
        if many == 0 or (many == 1 and single_stays):
            outcome: Spread = {0: ONE}
        elif many == 1:
            outcome = {1: ONE}
        else:
            outcome = {}
            for top, part in tied(n, many).items():
                add(outcome, {1: ONE} if top == 1 else after_tie(n, top, play.lift), part)
        add(found, outcome, chance)
    return {number: chance for number, chance in found.items() if chance}


RED_WINS, BLACK_WINS, DRAWN = (
    (ONE, 0 * ONE, 0 * ONE),
    (0 * ONE, ONE, 0 * ONE),
    (0 * ONE, 0 * ONE, ONE),
)
Chances = tuple[Fraction, Fraction, Fraction]
"""The chances of red, of black and of a draw."""


@cache
def from_day(red: int, black: int, play: Play, quiet: int = 0, first_day: bool = True) -> Chances:
    """Give the chances at the begin of a day."""
    total = (Fraction(0),) * 3
    for leave, chance in departures(red + black, play, first_day=first_day).items():
        for black_leave in range(max(0, leave - red), min(leave, black) + 1):
            ways = comb(black, black_leave) * comb(red, leave - black_leave)
            part = chance * Fraction(ways, comb(red + black, leave))
            left = red - leave + black_leave, black - black_leave
            total = plus(total, from_night(*left, play, quiet, departed=leave > 0), part)
    return total


@cache
def from_night(red: int, black: int, play: Play, quiet: int, departed: bool) -> Chances:
    """Give the chances after the vote of a day."""
    if black == 0:
        return RED_WINS
    if black >= red:
        return BLACK_WINS
    missed = DRAWN
    quiet_now = 0 if departed else quiet + 1
    if quiet_now < play.quiet_rounds:
        missed = from_day(red, black, play, quiet_now, False)
    shot = BLACK_WINS if black >= red - 1 else from_day(red - 1, black, play, 0, False)
    return plus(plus((Fraction(0),) * 3, missed, play.miss), shot, 1 - play.miss)


def plus(total: Chances, more: Chances, chance: Fraction) -> Chances:
    red, black, draw = (one + chance * other for one, other in zip(total, more, strict=True))
    return (red, black, draw)


@cache
def agreed(red: int, black: int, leaves_today: bool) -> Fraction:
    """Give black's chance where one leaves by lot every day, and a red one is shot every night."""
    if not leaves_today:
        after = [(red, black, ONE)]
    else:
        after = [
            (red - 1, black, Fraction(red, red + black)),
            (red, black - 1, Fraction(black, red + black)),
        ]
    total = Fraction(0)
    for r, b, chance in after:
        if b == 0:
            continue
        total += chance * (ONE if b >= r or b >= r - 1 else agreed(r - 1, b, True))
    return total
