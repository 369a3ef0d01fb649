"""What the public record says about who is black: the belief that all thinking players share.

The belief is exact for the model below. It is a weight for every set of black players, a product of

- one number for each seat, for what the seat has done and what was done to it;
- one number for each two seats, for what one of them has done to the other if both are black;
- the story: for each way to name the sheriff, how well what was claimed, told and left unsaid fits;
- `OVER` for every moment at which the game would have been over with these black players.

The witness keeps it up, once a table. A number for two seats is in 8 of the 120 triples, and those
alone change with it; the numbers of single seats and the story enter where somebody asks, together
with what only he knows. The triples stand as rows, one for each two seats, with a column for the
third, so each stands there three times: how likely each seat is black is then a sum of rows, each
times a number for its two seats, and needs no loop over triples and no logarithm.

With other than three black players there are no triples, and everything is multiplied anew from the
numbers of seats and of pairs.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from mafsim.agents.view import BLACK, NOBODY, SEATS, WITNESS, Claim, Event
from mafsim.kernels import WIDTH, kernel, overwrite, part, rows_added, typed, written_in

# ---- The model: how much likelier something is than between two red players

NOMINATED, VOTED, CALLED_RED, CALLED_BLACK = range(4)
"""What one player does to another; it says something of both."""

COUNTED = (
    (1.92, 1.77, 0.87),
    (1.75, 1.44, 1.06),
    (0.57, 0.85, 0.21),
    (2.04, 1.22, 0.50),
)
"""By act: how often a red player does it to a black one, a black to a red, a black to a black one,
each against a red one to a red one; counted in games of ``human`` players by
``python experiments/calibrate_human.py --acts``."""

HEED = 0.6
"""How much of that is heeded, as an exponent: what one player does the others follow, and many who
say the same have not each found it out."""

EVIDENCE = tuple(tuple(round(ratio**HEED, 3) for ratio in row) for row in COUNTED)
"""The same by act as it is weighed."""

SHOT_BLACK = 0.0
"""How likely the one who is shot is black, against red: black players know each other."""
CLAIM_TRUE, CLAIM_BLACK, CLAIM_RED = 1.0, 0.15, 0.005
"""How likely it is that the sheriff, a black player, another red player claims to be the sheriff."""
FALSE_CHECK = 0.001
"""How likely the true sheriff tells a false check, against a true one."""
SILENT = 0.15
"""How likely the true sheriff lets a claim of somebody else pass when he could speak."""
SPARED = 0.60
"""How likely a night leaves alive the true sheriff who has claimed, against a false one."""
OVER = 1e-9
"""The weight of black players with whom the game would have been over; it is not 0, since some
rules let a game go on that is decided."""

# ---- What is remembered, and what is in mind

TRIPLES = tuple(itertools.combinations(range(SEATS), 3))
"""The sets of three black players."""
PAIRS = tuple(itertools.combinations(range(SEATS), 2))
"""The sets of two, in the order of their rows."""
ROWS = len(PAIRS) + len(PAIRS) % 2
"""How many rows there are; the last may be empty, since they are added up by twos."""
FRAMES = 63
"""How many sets of living are remembered at the most."""

BELIEF = np.dtype(
    [
        ("single", np.float64, (SEATS,)),
        ("pair", np.float64, (SEATS, SEATS)),
        ("triple", np.float64, (ROWS, WIDTH)),
        ("quiet", np.float64, (SEATS,)),
        ("credit", np.float64, (SEATS,)),
        ("black_told", np.int64, (SEATS,)),
        ("red_told", np.int64, (SEATS,)),
        ("claims", np.int64),
        ("spoken", np.int64),
        ("n_frames", np.int64),
        ("frames", np.int64, (FRAMES,)),
    ]
)
"""What the witness remembers.

``single[seat]``: how likely everything is if the seat is black, against red. ``pair[seat, other]``: the
same for two seats that are both black, beyond that. ``triple[row, seat]``: the product of the pairs of
the triple of the row's two seats and a third, and `OVER` where it is due; 0 where the seat is one of
the two.

``quiet[seat]``: how likely the seat's silence is if it is the sheriff; 0 for who has claimed.
``credit[seat]``: how likely the seat's claim is if it is true, against a red one's; 0 where no claim
stands. ``black_told[seat]`` and ``red_told[seat]``: the sets of those whom the seat told as checked.
How many `claims` have been made; without one there is no story. `spoken`: the set of those who could
speak since the last night, or the first claim. ``frames[:n_frames]``: the sets of living with whom
the game went on.
"""
MEMORY = BELIEF.itemsize // 8
"""How many numbers that is."""

MIND = np.dtype(
    [
        ("mine", np.float64, (SEATS,)),
        ("suspicion", np.float64, (SEATS,)),
        ("weights", np.float64, (ROWS,)),
        ("storied", np.float64, (ROWS,)),
        ("added", np.float64, (WIDTH,)),
        ("silent", np.float64, (SEATS,)),
        ("n_tellers", np.int64),
        ("credits", np.float64, (SEATS,)),
        ("fits", np.float64, (SEATS, SEATS)),
    ]
)
"""What an observer has in mind while he decides: `mine` and `suspicion`, as `suspect` tells.

The others are for `suspect` itself: the products of `mine` for each two seats, without and with the
story; a sum of rows; the story as it is laid out by `_tell_story`.
"""

_TARGET = np.array([row[0] for row in EVIDENCE])
_ACTOR = np.array([row[1] for row in EVIDENCE])
_BOTH = np.array([row[2] / (row[0] * row[1]) for row in EVIDENCE])
_COUNT = np.array([mask.bit_count() for mask in range(1 << SEATS)], dtype=np.int64)
_FIRST = np.array([pair[0] for pair in PAIRS])
_SECOND = np.array([pair[1] for pair in PAIRS])
_ROW = np.zeros((SEATS, SEATS), dtype=np.int64)
for _row, (_one, _other) in enumerate(PAIRS):
    _ROW[_one, _other] = _ROW[_other, _one] = _row
_FALSE_CHECKS = np.array([FALSE_CHECK**n for n in range(SEATS + 1)])
_N_PAIRS = len(PAIRS)
_ALL = 1 << SEATS

add_rows = rows_added()
"""``add_rows(weights, rows, out)`` adds up rows, each times its weight."""
read = written_in(BELIEF)
"""``read(memory)`` is the `BELIEF` that a memory holds."""
write = overwrite()
"""``write(it, other)`` copies one field over another."""

_GAME_BEGINS, _DAY_BEGINS = int(Event.GAME_BEGINS), int(Event.DAY_BEGINS)
_SPEECH, _LAST_WORD, _SAID_NOMINATED = int(Event.SPEECH), int(Event.LAST_WORD), int(Event.NOMINATED)
_CLAIMED, _TOLD, _OPINION = int(Event.CLAIMED), int(Event.TOLD_CHECK), int(Event.OPINION)
_BALLOT, _NIGHT, _SHOT = int(Event.BALLOT), int(Event.NIGHT_BEGINS), int(Event.SHOT)
_LIFTING = 2
_STANDS = int(Claim.STANDS)


@part
def begin(public: Any, belief: Any) -> None:
    """Begin with the belief that every set of black players is as likely as any other."""
    for seat in range(SEATS):
        belief.single[seat] = public.alive[seat]
        belief.quiet[seat] = public.alive[seat]
    for one in range(SEATS):
        for other in range(SEATS):
            belief.pair[one, other] = 1.0
    for row in range(_N_PAIRS):
        for third in range(SEATS):
            is_third = third != _FIRST[row] and third != _SECOND[row]
            belief.triple[row, third] = 1.0 if is_third else 0.0


@part
def act(belief: Any, kind: int, seat: int, target: int) -> None:
    """Weigh what one player has done to another; what he does to himself says nothing."""
    if seat == target:
        return
    belief.single[seat] *= _ACTOR[kind]
    belief.single[target] *= _TARGET[kind]
    both = _BOTH[kind]
    belief.pair[seat, target] *= both
    belief.pair[target, seat] *= both
    row = _ROW[seat, target]
    for third in range(SEATS):
        belief.triple[row, third] *= both
        if third != seat and third != target:
            belief.triple[_ROW[seat, third], target] *= both
            belief.triple[_ROW[target, third], seat] *= both


@part
def ballot(public: Any, belief: Any, number: int) -> None:
    """Weigh the votes of a ballot; who lifts whom says nothing."""
    if public.vote_kind[number] == _LIFTING:
        return
    for seat in range(SEATS):
        target = public.votes[number, seat]
        if target != NOBODY:
            act(belief, VOTED, seat, target)


@part
def goes_on(public: Any, belief: Any) -> None:
    """Take note that the game is not over with those who are alive."""
    if public.living >= SEATS - 2:
        return
    living = 0
    for seat in range(SEATS):
        living |= int(public.alive[seat]) << seat
    n = belief.n_frames
    if n == FRAMES or (n > 0 and belief.frames[n - 1] == living):
        return
    belief.n_frames = n + 1
    belief.frames[n] = living
    for row in range(_N_PAIRS):
        two = (1 << _FIRST[row]) | (1 << _SECOND[row])
        n = _COUNT[two & living]
        over_if_dead = is_decided(n, public.living)
        over_if_alive = is_decided(n + 1, public.living)
        if over_if_dead or over_if_alive:
            for third in range(SEATS):
                if over_if_alive if (living >> third) & 1 else over_if_dead:
                    belief.triple[row, third] *= OVER


@part
def is_decided(black: int, living: int) -> bool:
    """Say whether a game is over with so many black players among so many living."""
    return bool(black == 0 or 2 * black >= living)


@part
def is_over(black: int, living: int) -> bool:
    """Say whether a game is over if these are black and those alive."""
    return bool(is_decided(_COUNT[black & living], _COUNT[living]))


# ---- The story: who may be the sheriff


@part
def claim(belief: Any, seat: int, stands: bool) -> None:
    """Weigh that a player claims to be the sheriff, or takes it back."""
    if stands:
        belief.single[seat] *= CLAIM_BLACK / CLAIM_RED
        belief.credit[seat] = CLAIM_TRUE / CLAIM_RED
        belief.quiet[seat] = 0.0
        if belief.claims == 0:
            belief.spoken = 0
        belief.claims += 1
    else:
        # As if he had said nothing; but he is not the sheriff.
        belief.single[seat] *= CLAIM_RED / CLAIM_BLACK
        belief.credit[seat] = 0.0


@part
def tell(belief: Any, seat: int, target: int, black: bool) -> None:
    """Weigh that a player tells a check; the last one of a target counts."""
    bit = 1 << target
    told_black, told_red = belief.black_told[seat], belief.red_told[seat]
    belief.black_told[seat] = told_black | bit if black else told_black & ~bit
    belief.red_told[seat] = told_red & ~bit if black else told_red | bit


@part
def shot(public: Any, belief: Any, target: int) -> None:
    """Weigh who was shot, and that others who claim to be the sheriff were not."""
    if target != NOBODY:
        belief.single[target] *= SHOT_BLACK
    if belief.claims > 0:
        for seat in range(SEATS):
            if seat != target and public.alive[seat]:
                belief.credit[seat] *= SPARED


@part
def fall_silent(belief: Any) -> None:
    """Weigh that who could answer a claim by day did not."""
    if belief.claims == 0:
        return
    spoken = belief.spoken
    for seat in range(SEATS):
        if (spoken >> seat) & 1:
            belief.quiet[seat] *= SILENT
    belief.spoken = 0


@part
def story(belief: Any, black: int) -> float:
    """Give how likely claims, told checks and silence are if these are black.

    It is a sum over the red players, each of whom may be the sheriff.
    """
    total = 0.0
    for seat in range(SEATS):
        if not (black >> seat) & 1:
            false = _COUNT[belief.red_told[seat] & black]
            false += _COUNT[belief.black_told[seat] & ~black]
            total += belief.quiet[seat] + belief.credit[seat] * _FALSE_CHECKS[false]
    return total


@typed(WITNESS)
def witness(event: Any, public: Any, memory: Any) -> None:
    """Keep up the belief with a public event."""
    belief = read(memory)
    kind = event.kind
    if kind == _OPINION:
        act(belief, CALLED_BLACK if event.value == BLACK else CALLED_RED, event.seat, event.target)
    elif kind == _SAID_NOMINATED:
        act(belief, NOMINATED, event.seat, event.target)
    elif kind == _BALLOT:
        ballot(public, belief, event.value)
    elif kind in (_SPEECH, _LAST_WORD):
        belief.spoken = belief.spoken | (1 << event.seat)
    elif kind == _CLAIMED:
        claim(belief, event.seat, event.value == _STANDS)
    elif kind == _TOLD:
        tell(belief, event.seat, event.target, event.value == BLACK)
    elif kind == _SHOT:
        shot(public, belief, event.target)
    elif kind == _DAY_BEGINS:
        goes_on(public, belief)
    elif kind == _NIGHT:
        goes_on(public, belief)
        fall_silent(belief)
    elif kind == _GAME_BEGINS:
        begin(public, belief)


# ---- What an observer makes of it


@kernel
def suspect(belief: Any, n_black: int, seat: int, needed: int, knows: bool, mind: Any) -> None:
    """Fill in how likely each seat is black, from what is public and what an observer knows himself.

    The observer gives ``mind.mine[seat]``, how likely what only he knows is if the seat is black, against
    red: 1 where he knows nothing, 0 for himself and for whom he knows as red. Those in the set
    `needed` he knows as black. `seat` is his own, `NOBODY` for the public, and he `knows` who is the
    sheriff: himself. The answer is ``mind.suspicion[seat]``; `mind` has room for `MIND` numbers.
    """
    for other in range(SEATS):
        mind.mine[other] *= belief.single[other]
        mind.suspicion[other] = 0.0
    told = belief.claims > 0 and not knows
    if n_black != 3:
        total = _all_sets(belief, n_black, quiet_of(belief, seat), needed, told, mind)
    else:
        if told:
            _tell_story(belief, seat, mind)
        total = (
            _needed_triples(belief, needed, told, mind) if needed else _triples(belief, told, mind)
        )
    share = 1.0 / total if total > 0.0 else 0.0
    for other in range(SEATS):
        mind.suspicion[other] *= share


@part
def quiet_of(belief: Any, seat: int) -> float:
    """Give what a player who is not the sheriff takes out of every story: himself as the sheriff.

    If he has claimed to be the sheriff, he has told no check.
    """
    return float(belief.quiet[seat] + belief.credit[seat]) if seat != NOBODY else 0.0


@part
def _tell_story(belief: Any, seat: int, mind: Any) -> None:
    """Lay out the story as an observer hears it who is not the sheriff himself.

    It is a sum over those who may be the sheriff. Those who are silent count with a number each,
    ``mind.silent[seat]``; those who have claimed it, ``mind.n_tellers`` of them, with a product: a
    number of their own, and for each black player one for how he fits what they have told.
    """
    for other in range(SEATS):
        mind.silent[other] = 0.0 if other == seat else belief.quiet[other]
    n = 0
    for teller in range(SEATS):
        credit = belief.credit[teller]
        if credit > 0.0 and teller != seat:
            red, black = belief.red_told[teller], belief.black_told[teller]
            mind.credits[n] = credit * _FALSE_CHECKS[_COUNT[black]]
            for other in range(SEATS):
                fit = 1.0
                if (red >> other) & 1:
                    fit = FALSE_CHECK
                elif (black >> other) & 1:
                    fit = 1.0 / FALSE_CHECK
                mind.fits[n, other] = fit
            mind.fits[n, teller] = 0.0
            n += 1
    mind.n_tellers = n


@part
def _story_of(mind: Any, i: int, j: int, k: int) -> float:
    """Give how well the story that is laid out fits three black players."""
    total = 0.0
    for other in range(SEATS):
        if other not in (i, j, k):
            total += mind.silent[other]
    for n in range(mind.n_tellers):
        total += mind.credits[n] * mind.fits[n, i] * mind.fits[n, j] * mind.fits[n, k]
    return total


@part
def _triples(belief: Any, told: bool, mind: Any) -> float:
    """Add up all triples."""
    row = 0
    for i in range(SEATS - 1):
        for j in range(i + 1, SEATS):
            mind.weights[row] = mind.mine[i] * mind.mine[j]
            row += 1
    for row in range(_N_PAIRS, ROWS):
        mind.weights[row] = 0.0
        mind.storied[row] = 0.0
    add_rows(mind.weights, belief.triple, mind.added)
    if told:
        _add_stories(belief, mind)
    else:
        for seat in range(SEATS):
            mind.suspicion[seat] = mind.added[seat]
    total = 0.0
    for seat in range(SEATS):
        mind.suspicion[seat] *= mind.mine[seat]
        total += mind.suspicion[seat]
    return total / 3.0


@part
def _add_stories(belief: Any, mind: Any) -> None:
    """Add up the rows with the story, part by part: each part is a number for two times one."""
    silent = 0.0
    for seat in range(SEATS):
        silent += mind.silent[seat]
    for seat in range(SEATS):
        mind.suspicion[seat] = -mind.silent[seat] * mind.added[seat]
    row = 0
    for i in range(SEATS - 1):
        others = silent - mind.silent[i]
        for j in range(i + 1, SEATS):
            mind.storied[row] = mind.weights[row] * (others - mind.silent[j])
            row += 1
    add_rows(mind.storied, belief.triple, mind.added)
    for seat in range(SEATS):
        mind.suspicion[seat] += mind.added[seat]
    for n in range(mind.n_tellers):
        row = 0
        for i in range(SEATS - 1):
            fit = mind.credits[n] * mind.fits[n, i]
            for j in range(i + 1, SEATS):
                mind.storied[row] = mind.weights[row] * (fit * mind.fits[n, j])
                row += 1
        add_rows(mind.storied, belief.triple, mind.added)
        for seat in range(SEATS):
            mind.suspicion[seat] += mind.fits[n, seat] * mind.added[seat]


@part
def _needed_triples(belief: Any, needed: int, told: bool, mind: Any) -> float:
    """Add up the triples that hold everybody whom the observer knows as black."""
    total = 0.0
    for row in range(_N_PAIRS):
        i, j = _FIRST[row], _SECOND[row]
        two = (1 << i) | (1 << j)
        pair = mind.mine[i] * mind.mine[j]
        if pair > 0.0 and _COUNT[needed & ~two] <= 1:
            for k in range(j + 1, SEATS):
                if (two | (1 << k)) & needed == needed:
                    weight = pair * mind.mine[k] * belief.triple[row, k]
                    if told and weight > 0.0:
                        weight *= _story_of(mind, i, j, k)
                    mind.suspicion[i] += weight
                    mind.suspicion[j] += weight
                    mind.suspicion[k] += weight
                    total += weight
    return total


@part
def _all_sets(belief: Any, n_black: int, own: float, needed: int, told: bool, mind: Any) -> float:
    """Add up the sets of any number of black players."""
    total = 0.0
    for black in range(_ALL):
        if _COUNT[black] == n_black and black & needed == needed:
            weight = set_weight(belief, black, mind)
            if told and weight > 0.0:
                weight *= story(belief, black) - own
            _add(mind, black, weight)
            total += weight
    return total


@part
def _add(mind: Any, black: int, weight: float) -> None:
    for seat in range(SEATS):
        if (black >> seat) & 1:
            mind.suspicion[seat] += weight


@part
def set_weight(belief: Any, black: int, mind: Any) -> float:
    """Give the weight of a set of black players without its story, from seats and pairs."""
    weight = 1.0
    for seat in range(SEATS):
        if (black >> seat) & 1:
            weight *= mind.mine[seat]
            for other in range(seat + 1, SEATS):
                if (black >> other) & 1:
                    weight *= belief.pair[seat, other]
    for i in range(belief.n_frames):
        if is_over(black, belief.frames[i]):
            weight *= OVER
    return weight


# ---- What it means for a lift


@kernel
def gain(black: int, living: int, leaving: int, prospects: Any) -> float:
    """Give by how much red's chance rises if some leave, with these black players.

    ``prospects[red, black]`` is red's chance with so many alive when night falls.
    """
    stay_black, stay_red = _COUNT[living & black], _COUNT[living & ~black]
    left_black, left_red = _COUNT[leaving & black], _COUNT[leaving & ~black]
    after = prospects[stay_red - left_red, stay_black - left_black]
    return float(after - prospects[stay_red, stay_black])


@kernel
def expected_gain(
    belief: Any,
    n_black: int,
    seat: int,
    knows: bool,
    mind: Any,
    living: int,
    leaving: int,
    prospects: Any,
) -> float:
    """Give the sum of the weights of all sets, each times its `gain`: above 0 it is worth it.

    `mind` is as `suspect` leaves it, the story too: who is surely black in it is in every set.
    """
    needed = 0
    for other in range(SEATS):
        needed |= int(mind.suspicion[other] > 1.0 - 1e-9) << other
    told = belief.claims > 0 and not knows
    total = 0.0
    if n_black == 3:
        for row in range(_N_PAIRS):
            i, j = _FIRST[row], _SECOND[row]
            pair = mind.mine[i] * mind.mine[j]
            for k in range(j + 1 if pair > 0.0 else SEATS, SEATS):
                black = (1 << i) | (1 << j) | (1 << k)
                weight = pair * mind.mine[k] * belief.triple[row, k]
                if weight > 0.0 and black & needed == needed:
                    if told:
                        weight *= _story_of(mind, i, j, k)
                    total += weight * gain(black, living, leaving, prospects)
        return total
    own = quiet_of(belief, seat)
    for black in range(_ALL):
        if _COUNT[black] == n_black and black & needed == needed:
            weight = set_weight(belief, black, mind)
            if told and weight > 0.0:
                weight *= story(belief, black) - own
            total += weight * gain(black, living, leaving, prospects)
    return total


@kernel
def grown(x: float) -> float:
    """Give e to the power of x, nearly: the same on every machine, and quicker than exactly.

    The logarithm is right to 1e-6 up to 2, to 0.001 up to 8; beyond 32 it grows no more.
    """
    y = max(-32.0, min(x, 32.0)) / 16.0
    even, odd = 12.0 + y * y, 6.0 * y
    y = (even + odd) / (even - odd)  # Pade's approximation of second order
    y *= y
    y *= y
    y *= y
    return y * y
