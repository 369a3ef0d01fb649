"""Seat numbers for groups that stand already: perfectly even, then with few repeated neighbours.

Players and games are the two sides of a multigraph in which every game has as many edges as a table
has seats. It has an edge colouring in which every player sees every colour equally often, give or take
one (de Werra 1971), so seat numbers are even for every plan that is seated as a whole: a player with
more games than there are seats is split into copies of so many games, and the copies are coloured
properly along alternating paths (König 1916).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import LOGARITHMS, draw, share

Int32 = npt.NDArray[np.int32]

NOBODY = -1
WARM, COLD = 1000, 200


class Colouring(NamedTuple):
    """A proper edge colouring of games and copies of players. All arrays are int32.

    A copy is at most one table's size of a player's games, so no copy has two games in one colour.
    """

    copy_at: Int32
    """``[game, seat]``: which copy has this seat."""
    game_of: Int32
    """``[copy, seat]``: in which game a copy has this seat, or NOBODY."""
    player_of: Int32
    """``[copy]``: whose copy it is."""


def colour(games: Int32, players: int, rng: np.random.Generator) -> Colouring:
    """Give every player of every game a seat, each seat equally often, give or take one.

    Parameters
    ----------
    games
        ``[game, position]``: the players of each game in any order, no game with an empty seat.
    players
        How many players there are; not all of them need to play.
    rng
        Decides between equally even seatings.

    Returns
    -------
    Colouring
        Where the two halves of the seat numbers are also used equally often, give or take one, when
        a table has an even number of seats.
    """
    count, size = games.shape
    mixed = rng.permuted(games, axis=1).astype(np.int32)
    order = rng.permutation(count).astype(np.int32)
    half = size // 2 if size % 2 == 0 else size
    side = np.zeros((count, size), dtype=np.int32)
    if half < size:
        _split(mixed, order, players, side)
    copies = _copies(mixed, side, order, players, half)
    number = int(copies.max()) + 1 if count else 0
    copy_at = np.full((count, size), NOBODY, dtype=np.int32)
    game_of = np.full((number, size), NOBODY, dtype=np.int32)
    _colour(copies, side, order, half, copy_at, game_of)
    player_of = np.zeros(number, dtype=np.int32)
    player_of[copies.ravel()] = mixed.ravel()
    return colouring_of(player_of[copy_at], players)


def colouring_of(seated: Int32, players: int) -> Colouring:
    """Give the colouring of games whose players stand in the order of their seats.

    The copies hold the first, the second, ... time that a player has each seat: with even counts
    every copy but a player's last one has all the seats.
    """
    games, size = seated.shape
    times = np.zeros((players, size), dtype=np.int32)
    for game in range(games):
        times[seated[game], np.arange(size)] += 1
    first = np.concatenate([[0], np.cumsum(times.max(axis=1, initial=0))])
    copy_at = np.zeros((games, size), dtype=np.int32)
    game_of = np.full((int(first[-1]), size), NOBODY, dtype=np.int32)
    seen = np.zeros((players, size), dtype=np.int32)
    seats = np.arange(size)
    for game in range(games):
        copy_at[game] = first[seated[game]] + seen[seated[game], seats]
        game_of[copy_at[game], seats] = game
        seen[seated[game], seats] += 1
    player_of = np.repeat(np.arange(players, dtype=np.int32), np.diff(first))
    return Colouring(copy_at, game_of, player_of)


def players_at(colouring: Colouring) -> Int32:
    """Give the players in the order of seats: ``[game, seat]``."""
    return np.asarray(colouring.player_of[colouring.copy_at], dtype=np.int32)


@kernel
def _split(games: Int32, order: Int32, players: int, side: Int32) -> None:
    """Split every game's and every player's edges into two sides, equal or one apart.

    At every game the edges are paired, and at every player; edges that are paired get different
    sides. Pairs chain up to paths and to cycles, which are even because the graph has two sides.
    """
    count, size = games.shape
    edges = count * size
    partner = np.full(edges, NOBODY, np.int32)
    waiting = np.full(players, NOBODY, np.int32)
    for step in range(count):
        for position in range(size):
            edge = order[step] * size + position
            player = games[order[step], position]
            other = waiting[player]
            if other == NOBODY:
                waiting[player] = edge
            else:
                partner[edge] = other
                partner[other] = edge
                waiting[player] = NOBODY
    done = np.zeros(edges, np.bool_)
    # Paths begin where an edge has no partner at its player; after them only cycles are left.
    for cycles in range(2):
        for first in range(edges):
            if done[first] or (partner[first] != NOBODY and cycles == 0):
                continue
            edge = first
            colour_of_edge = (first // size + first) % 2
            while edge != NOBODY and not done[edge]:
                mate = edge ^ 1
                side[edge // size, edge % size] = colour_of_edge
                side[mate // size, mate % size] = 1 - colour_of_edge
                done[edge] = True
                done[mate] = True
                edge = partner[mate]


@kernel
def _copies(games: Int32, side: Int32, order: Int32, players: int, most: int) -> Int32:
    """Give every edge its copy: each takes up to `most` of a player's games on one side."""
    count, size = games.shape
    copies = np.zeros((count, size), np.int32)
    now = np.full((players, 2), NOBODY, np.int32)
    used = np.full((players, 2), most, np.int32)
    number = 0
    for step in range(count):
        game = order[step]
        for position in range(size):
            player, s = games[game, position], side[game, position]
            if used[player, s] == most:
                now[player, s] = number
                used[player, s] = 0
                number += 1
            used[player, s] += 1
            copies[game, position] = now[player, s]
    return copies


@kernel
def _colour(
    copies: Int32, side: Int32, order: Int32, half: int, copy_at: Int32, game_of: Int32
) -> None:
    """Colour edge by edge; where no colour is free at both ends, an alternating path makes one free."""
    count, size = copies.shape
    for step in range(count):
        game = order[step]
        for position in range(size):
            copy = copies[game, position]
            first = half * side[game, position]
            at_game, at_copy = NOBODY, NOBODY
            for c in range(first, first + half):
                if copy_at[game, c] == NOBODY:
                    if game_of[copy, c] == NOBODY:
                        at_game = c
                        at_copy = c
                        break
                    at_game = c
                elif game_of[copy, c] == NOBODY:
                    at_copy = c
            if at_game != at_copy:
                _flip(copy_at, game_of, copy, at_game, at_copy)
            copy_at[game, at_game] = copy
            game_of[copy, at_game] = game


@kernel
def _flip(copy_at: Int32, game_of: Int32, copy: int, a: int, b: int) -> None:
    """Exchange two colours along the path that leaves a copy by colour `a`; `b` is free there.

    The path cannot come back: it reaches games by `a` and leaves them by `b`.
    """
    game = game_of[copy, a]
    game_of[copy, a] = NOBODY
    while game != NOBODY:
        game_of[copy, b] = game
        other = copy_at[game, b]
        copy_at[game, b] = copy
        copy_at[game, a] = other
        if other == NOBODY:
            return
        onward = game_of[other, a]
        game_of[other, a] = game
        game_of[other, b] = NOBODY
        copy = other
        game = onward


@kernel
def walk(colouring: Colouring, game: int, a: int, b: int, chain: Int32) -> int:
    """List the games of the Kempe chain of two seat numbers through a game; give how many they are.

    The number is negative for an open chain.
    """
    copy_at, game_of = colouring.copy_at, colouring.game_of
    chain[0] = game
    number = 1
    for leave, enter in ((a, b), (b, a)):
        onward = game_of[copy_at[game, leave], enter]
        while onward not in (NOBODY, game):
            chain[number] = onward
            number += 1
            onward = game_of[copy_at[onward, leave], enter]
        if onward == game:
            return number
    return -number


@kernel
def swap(colouring: Colouring, chain: Int32, number: int, a: int, b: int) -> None:
    """Exchange two seat numbers in all games of a Kempe chain; doing it twice undoes it.

    Everybody keeps his count of every seat, but at the two ends of an open chain: a copy that has one
    of the two seats once, and the other one never, gets them the other way round.
    """
    copy_at, game_of = colouring.copy_at, colouring.game_of
    for i in range(number):
        game = chain[i]
        game_of[copy_at[game, a], a] = NOBODY
        game_of[copy_at[game, b], b] = NOBODY
    for i in range(number):
        game = chain[i]
        copy_at[game, a], copy_at[game, b] = copy_at[game, b], copy_at[game, a]
        game_of[copy_at[game, a], a] = game
        game_of[copy_at[game, b], b] = game


@kernel
def beside(colouring: Colouring, counts: Int32, game: int, c: int, step: int) -> int:
    """Count the neighbours at seat `c` and the next one in or out; give the change of the squares."""
    size = colouring.copy_at.shape[1]
    p = colouring.player_of[colouring.copy_at[game, c]]
    q = colouring.player_of[colouring.copy_at[game, (c + 1) % size]]
    before = counts[p, q]
    counts[p, q] = before + step
    counts[q, p] = before + step
    return int(step * (2 * before + step))


@kernel
def around(
    colouring: Colouring, counts: Int32, games: Int32, number: int, a: int, b: int, step: int
) -> int:
    """Count the neighbours of two seats in or out in several games."""
    size = colouring.copy_at.shape[1]
    left_a, left_b = (a - 1) % size, (b - 1) % size
    change = 0
    for i in range(number):
        game = games[i]
        change += beside(colouring, counts, game, a, step)
        change += beside(colouring, counts, game, b, step)
        if left_a != b:
            change += beside(colouring, counts, game, left_a, step)
        if left_b != a:
            change += beside(colouring, counts, game, left_b, step)
    return change


@kernel
def part_neighbours(
    colouring: Colouring, counts: Int32, half: int, proposals: int, state: Any, best: Int32
) -> int:
    """Exchange seat numbers along Kempe chains until few sit side by side more than once.

    `counts` is ``[player, player]``, how often two sit side by side, and is kept true. `best` gets
    the best seating's ``copy_at``; the least sum of squares of `counts` is returned. Open chains
    stay inside a half of the seat numbers, so that neither seats nor halves are spoilt.
    """
    games, size = colouring.copy_at.shape
    touched = np.zeros(games, np.int32)
    sides = size if size > 2 else size - 1
    total = 0
    for game in range(games):
        for c in range(sides):
            total += beside(colouring, counts, game, c, 1)
    least = games * sides
    lowest = total
    best[:] = colouring.copy_at
    for i in range(proposals):
        if lowest == least:
            break
        bits = draw(state)
        temperature = WARM - (WARM - COLD) * i // proposals
        rise = (LOGARITHMS[bits & np.uint64(len(LOGARITHMS) - 1)] * temperature) >> 20
        game = share(draw(state), 0, games)
        a = share(bits, 16, size)
        b = share(bits, 32, size)
        if a == b:
            continue
        number = walk(colouring, game, a, b, touched)
        if number < 0:
            # The ends of an open chain change seats for good, and may not change halves.
            if a // half != b // half:
                continue
            number = -number
        change = around(colouring, counts, touched, number, a, b, -1)
        swap(colouring, touched, number, a, b)
        change += around(colouring, counts, touched, number, a, b, 1)
        if change > rise:
            around(colouring, counts, touched, number, a, b, -1)
            swap(colouring, touched, number, a, b)
            around(colouring, counts, touched, number, a, b, 1)
            continue
        total += change
        if total < lowest:
            lowest = total
            best[:] = colouring.copy_at
    return lowest


def repeats(colouring: Colouring, players: int) -> tuple[int, int]:
    """Give how often two sit side by side at the most, and the squares above the least there could be."""
    seated = players_at(colouring)
    games, size = seated.shape
    counts = np.zeros((players, players), dtype=np.int64)
    sides = size if size > 2 else size - 1
    for seat in range(sides):
        left, right = seated[:, seat], seated[:, (seat + 1) % size]
        np.add.at(counts, (np.minimum(left, right), np.maximum(left, right)), 1)
    return int(counts.max(initial=0)), int((counts**2).sum() - games * sides)


def apart_as_neighbours(
    colouring: Colouring, players: int, proposals: int, word: np.uint64
) -> Colouring:
    """Give an equally even seating in which people sit side by side with the same ones less often."""
    games, size = colouring.copy_at.shape
    half = size // 2 if size % 2 == 0 else size
    best = colouring.copy_at.copy()
    if games and size > 2:
        counts = np.zeros((players, players), dtype=np.int32)
        state = np.array([word], dtype=np.uint64)
        work = Colouring(
            colouring.copy_at.copy(), colouring.game_of.copy(), colouring.player_of.copy()
        )
        part_neighbours(work, counts, half, proposals, state, best)
    game_of = np.full_like(colouring.game_of, NOBODY)
    game, seat = np.indices(best.shape)
    game_of[best, seat] = game
    return Colouring(best, game_of, colouring.player_of)
