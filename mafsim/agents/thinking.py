"""What a thinking player does with his belief: every decision, in the words of a few parameters.

A red player says and does what he believes. A black one asks what he would believe if he were red,
somewhat blind to his partners, and says and does that: so all that he says in a game is one story,
which nothing that he does gives the lie. If he has claimed to be the sheriff, it is a sheriff's story
with the checks that he has told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mafsim.agents import beliefs
from mafsim.agents.beliefs import grown, suspect
from mafsim.agents.chance import below, normal, uniform
from mafsim.agents.random import is_choice, is_red
from mafsim.agents.rules import FREE, ORDER_FIXED, code
from mafsim.agents.view import (
    BLACK,
    NOBODY,
    RED,
    SEATS,
    Ballot,
    Claim,
    Decision,
    Parameter,
    Phase,
    Role,
)
from mafsim.kernels import paper, part

BUS, GUARD, FAKE, COUNTER, PATIENCE, READING, _, COMMON, EXPECTS = range(9)

PARAMETERS = (
    Parameter(name="bus", default=0.25),
    Parameter(name="guard", default=0.3, most=10.0),
    Parameter(name="fake", default=0.08),
    Parameter(name="counter", default=0.2),
    Parameter(name="patience", default=3.0, least=1.0, most=30.0),
    Parameter(name="reading", default=0.0, most=4.0),
    Parameter(name="hiding", default=1.0),
    Parameter(name="common", default=0.5),
    Parameter(name="expects", default=0.4),
)
"""What every thinking player has, in this order.

`bus`: the chance that a black player gives up a partner, drawn for each partner once a game;
`guard`: how much less he suspects the others when he votes and nominates, in logarithms of odds;
`fake`: the chance that he is ready to claim to be the sheriff unprovoked; `counter`: that he answers
the claim of a red player with his own; `patience`: after how many checks a sheriff says who he is
though nothing forces him; `reading` and `hiding`: how well he reads and hides, and `common`, which
share of the noise in what he reads is everybody's; `expects`: how well he takes it that the others
hide, as people usually do.
"""

CALLS_BLACK, CALLS_RED = 0.50, 0.15
"""From which suspicion on somebody calls another black; up to which he calls him red."""
AIM = 1.5
"""How much oftener than by lot the town sends off a black player, for what a lift is worth."""

_NOMINATE, _VOTE, _LIFT, _SPEAK = (
    int(Decision.NOMINATE),
    int(Decision.VOTE),
    int(Decision.LIFT),
    int(Decision.SPEAK),
)
_ORDER, _PLAN, _SHOOT = int(Decision.ORDER), int(Decision.PLAN), int(Decision.SHOOT)
_DON_CHECK, _SHERIFF_CHECK = int(Decision.DON_CHECK), int(Decision.SHERIFF_CHECK)
_BEST_MOVE, _BEST_PLAYER = int(Decision.BEST_MOVE), int(Decision.BEST_PLAYER)
_THINK = int(Decision.THINK)
_SHERIFF, _MAFIA = int(Role.SHERIFF), int(Role.MAFIA)
_SPEECHES, _MORNING, _RESULT = int(Phase.SPEECHES), int(Phase.MORNING), int(Phase.RESULT)
_TIED = int(Phase.TIED)
_RED_WINS = code("vote_all_living", "red_wins")
_NONE, _STANDS = int(Claim.NONE), int(Claim.STANDS)
_LIFTING = int(Ballot.LIFT)

sheet = paper(beliefs.MIND)
"""``sheet()`` is room for what a player has in mind while he decides."""

CLAIM, SPLIT, TOLD, OPINION = 0, 10, 20, 30
"""Where in the answer to `Decision.SPEAK` its parts begin."""

# Whose random numbers of the game are for what; numbers of one day lie below.
_BUSES, _FAKES, _FAKE_DAY, _COUNTERS, _PRETENDS, _FAKE_CHECKS = 4000, 4020, 4021, 4022, 4040, 4060


def _prospects() -> np.typing.NDArray[np.float64]:
    """Give ``chance[red, black]``, red's chance when night falls, if the town aims as it does."""
    chance = np.zeros((SEATS + 1, SEATS + 1))
    chance[:, 0] = 1.0
    for black in range(1, SEATS + 1):
        for red in range(black + 2, SEATS + 1):
            by_day = red - 1
            hit = min(1.0, AIM * black / (by_day + black))
            chance[red, black] = hit * chance[by_day, black - 1]
            chance[red, black] += (1.0 - hit) * chance[by_day - 1, black]
    return chance


PROSPECTS = _prospects()


# ---- The belief, or what it is made out to be


@part
def is_black(view: Any) -> bool:
    """Say whether a player is black."""
    return bool(view.role >= _MAFIA)


@part
def spares(view: Any, seat: int) -> bool:
    """Say whether a seat is a partner whom a black player has not given up for this game."""
    if not view.partners[seat]:
        return False
    return bool(uniform(view.own_word, _BUSES + seat) >= view.parameters[BUS])


@part
def speaks_as_sheriff(view: Any) -> bool:
    """Say whether a player is the sheriff, or makes himself out to be."""
    claims = view.public.claims[view.seat] == _STANDS
    return bool(view.role == _SHERIFF or (is_black(view) and claims))


@part
def check_of(view: Any, seat: int) -> int:
    """Give the result of a player's check of a seat; of a false sheriff's, what he has told."""
    if is_black(view):
        return int(view.public.told[view.seat, seat])
    return int(view.checked[seat])


@part
def believe(view: Any, belief: Any, guard: float, mind: Any) -> None:
    """Fill in what a player believes, or a black one would have others believe that he does.

    ``mind.suspicion[seat]`` is how likely each seat is black in his eyes; `guard` is how much less
    a black player suspects partners whom he has not given up.
    """
    for seat in range(SEATS):
        mind.mine[seat] = view.thoughts[seat]
    if guard > 0.0 and is_black(view):
        less = grown(-guard)
        for seat in range(SEATS):
            if view.partners[seat] and spares(view, seat):
                mind.mine[seat] *= less
    mind.mine[view.seat] = 0.0
    sheriff = speaks_as_sheriff(view)
    needed = 0
    if sheriff:
        for seat in range(SEATS):
            result = check_of(view, seat)
            if result == RED:
                mind.mine[seat] = 0.0
            elif result == BLACK:
                needed |= 1 << seat
    suspect(belief, view.rules.black, view.seat, needed, sheriff, mind)


@part
def think(view: Any, noise: float) -> None:
    """Weigh what a player reads in faces and errs by today; a black one makes it up."""
    clear = view.parameters[READING] * (1.0 - view.parameters[EXPECTS])
    day = view.public.day
    pretends = is_black(view)
    pretended = clear * day**0.5
    for seat in range(SEATS):
        weight = 0.0
        if view.public.alive[seat] and seat != view.seat:
            if not pretends:
                weight = clear * view.tells[seat]
            elif clear > 0.0:
                weight = pretended * normal(view.own_word, _PRETENDS + seat)
            if noise > 0.0:
                weight += noise * normal(view.own_word, 32 * day + seat)
        view.thoughts[seat] = grown(weight) if weight != 0.0 else 1.0


# ---- Nominating and voting


@part
def foremost(view: Any, mind: Any) -> int:
    """Give the one among the choices whom a player suspects most; a lot parts equals.

    He himself is the last to be chosen.
    """
    best = NOBODY
    most = -2.0
    for i in range(view.n_choices):
        seat = view.choices[i]
        worth = mind.suspicion[seat] * (1.0 + 1e-3 * uniform(view.word, i))
        if seat == view.seat:
            worth = -1.0
        if worth > most:
            most = worth
            best = int(seat)
    return best


@part
def nomination(view: Any, mind: Any) -> int:
    """Nominate whom one suspects most, if more than everybody who stands already."""
    seat = foremost(view, mind)
    if seat == NOBODY or seat == view.seat:
        return NOBODY
    for i in range(view.public.n_candidates):
        if mind.suspicion[view.public.candidates[i]] >= mind.suspicion[seat]:
            return NOBODY
    return seat


@part
def vote(view: Any, mind: Any, discipline: float) -> int:
    """Vote for whom one suspects most, or as the announced split has it."""
    if view.n_choices == 0:
        return NOBODY
    agreed = view.public.split[view.seat]
    if agreed != NOBODY and is_choice(view, agreed):
        trusted = mind.suspicion[view.public.split_by] < CALLS_BLACK
        if trusted and uniform(view.own_word, 32 * view.public.day + 16) < discipline:
            return int(agreed)
    return foremost(view, mind)


@part
def lift(view: Any, belief: Any, mind: Any) -> int:
    """Say yes to "all leave" if that serves one's side; a black player knows who they are."""
    living = 0
    tied = 0
    for seat in range(SEATS):
        living |= int(view.public.alive[seat]) << seat
    for i in range(view.public.n_on_ballot):
        tied |= 1 << int(view.public.on_ballot[i])
    if tied == living and view.rules.vote_all_living != _RED_WINS:
        return 0
    if is_black(view):
        black = 1 << int(view.seat)
        for seat in range(SEATS):
            black |= int(view.partners[seat]) << seat
        return int(beliefs.gain(black, living, tied, PROSPECTS) < 0.0)
    knows = view.role == _SHERIFF
    gain = beliefs.expected_gain(
        belief, view.rules.black, view.seat, knows, mind, living, tied, PROSPECTS
    )
    return int(gain > 0.0)


# ---- Speaking


@part
def speak(view: Any, mind: Any, authority: float, split: float) -> None:
    """Claim, tell checks, call others red or black, announce a split."""
    answer = view.answer
    if view.role == _SHERIFF:
        if view.public.claims[view.seat] == _STANDS or reveals(view):
            answer[CLAIM] = _STANDS
            for seat in range(SEATS):
                answer[TOLD + seat] = view.checked[seat]
    elif is_black(view) and (view.public.claims[view.seat] == _STANDS or fakes(view)):
        answer[CLAIM] = _STANDS
        fake_checks(view, mind)
    _call(view, mind, authority)
    if split > 0.0:
        _announce(view, mind, split)


@part
def rival(view: Any) -> int:
    """Give another player whose claim to be the sheriff stands and who is no partner, or nobody."""
    for seat in range(SEATS):
        stands = view.public.claims[seat] == _STANDS
        if stands and seat != view.seat and not view.partners[seat]:
            return seat
    return NOBODY


@part
def reveals(view: Any) -> bool:
    """Say whether the sheriff says who he is."""
    phase = view.public.phase
    if phase in (_MORNING, _RESULT, _TIED) or rival(view) != NOBODY:
        return True
    checks = 0
    for seat in range(SEATS):
        if view.checked[seat] == BLACK and view.public.alive[seat]:
            return True
        checks += view.checked[seat] != NOBODY
    return bool(checks >= view.parameters[PATIENCE])


@part
def fakes(view: Any) -> bool:
    """Say whether a black player claims to be the sheriff; one of them does, at the most."""
    p = view.public
    if p.nights < view.rules.night_sheriff_first_check or p.phase not in (_SPEECHES, _TIED):
        return False
    for seat in range(SEATS):
        if view.partners[seat] and p.claims[seat] != _NONE:
            return False
    if p.claims[view.seat] != _NONE:
        return False
    if rival(view) != NOBODY:
        return bool(uniform(view.own_word, _COUNTERS) < view.parameters[COUNTER])
    day = 2 + below(view.own_word, _FAKE_DAY, 2)
    return bool(p.day >= day and uniform(view.own_word, _FAKES) < view.parameters[FAKE])


@part
def fake_checks(view: Any, mind: Any) -> None:
    """Tell as many checks as there were nights for them, those told before among them."""
    p = view.public
    missing = p.nights - view.rules.night_sheriff_first_check + 1
    accused = 0
    for seat in range(SEATS):
        told = p.told[view.seat, seat]
        missing -= told != NOBODY
        accused += told == BLACK
    for number in range(missing):
        red = uniform(view.own_word, _FAKE_CHECKS + p.nights + number) < 0.5
        target = rival(view)
        if target == NOBODY or _is_told(view, target):
            target = _to_tell(view, mind, red)
        if target == NOBODY:
            return
        says_red = view.partners[target] != 0
        if not says_red and accused == view.rules.black:
            return
        accused += not says_red
        view.answer[TOLD + target] = RED if says_red else BLACK


@part
def _is_told(view: Any, seat: int) -> bool:
    told = view.public.told[view.seat, seat] != NOBODY
    return bool(told or view.answer[TOLD + seat] != NOBODY)


@part
def _to_tell(view: Any, mind: Any, partner: bool) -> int:
    """Give whom a false check is told of: a partner, or the red player who looks blackest."""
    best = NOBODY
    most = -1.0
    for seat in range(SEATS):
        other = view.public.alive[seat] and seat != view.seat and not _is_told(view, seat)
        if other and bool(view.partners[seat]) == partner and mind.suspicion[seat] > most:
            most = mind.suspicion[seat]
            best = seat
    return best


@part
def _call(view: Any, mind: Any, authority: float) -> None:
    """Call red and black whom one is sure enough of; `authority` is the chance that it is heard.

    A black player says nothing of the partners whom he spares.
    """
    for seat in range(SEATS):
        suspicion = mind.suspicion[seat]
        says = NOBODY
        if suspicion >= CALLS_BLACK:
            says = BLACK
        elif suspicion <= CALLS_RED:
            says = RED
        is_new = says != NOBODY and says != view.public.opinions[view.seat, seat]
        if is_new and view.public.alive[seat] and seat != view.seat:
            heard = uniform(view.word, seat) < authority
            if heard and not _is_told(view, seat) and not spares(view, seat):
                view.answer[OPINION + seat] = says


@part
def _announce(view: Any, mind: Any, split: float) -> None:
    """Let the last speaker part an even table between the two whom he suspects most."""
    p = view.public
    even = p.living % 2 == 0 and p.n_candidates >= 2
    if p.phase != _SPEECHES or not even or not _is_last(view):
        return
    if uniform(view.word, SEATS) >= split:
        return
    first = _next_candidate(view, mind, NOBODY)
    second = _next_candidate(view, mind, first)
    number = 0
    for seat in range(SEATS):
        if p.alive[seat]:
            view.answer[SPLIT + seat] = first if number % 2 == 0 else second
            number += 1


@part
def _is_last(view: Any) -> bool:
    """Say whether nobody speaks after this player today."""
    for i in range(1, SEATS):
        seat = (view.seat + i) % SEATS
        if seat == view.public.first_speaker:
            return True
        if view.public.alive[seat]:
            return False
    return False


@part
def _next_candidate(view: Any, mind: Any, besides: int) -> int:
    best = NOBODY
    most = -1.0
    for i in range(view.public.n_candidates):
        seat = view.public.candidates[i]
        if seat != besides and mind.suspicion[seat] > most:
            most = mind.suspicion[seat]
            best = int(seat)
    return best


# ---- The night


@part
def order_shots(view: Any) -> None:
    """Write an order of shots: red players, by lot."""
    n = 0
    for i in range(view.n_choices):
        seat = view.choices[i]
        if seat != view.seat and not view.partners[seat]:
            view.answer[n] = seat
            n += 1
    for i in range(n - 1):
        j = i + below(view.word, i, n - i)
        first = view.answer[i]
        view.answer[i] = view.answer[j]
        view.answer[j] = first


@part
def planned(view: Any, belief: Any) -> int:
    """Give the target that every black player can work out: by the order, or by the public record.

    It depends on what all of them know, and on nothing that only one of them does.
    """
    if is_choice(view, view.plan) and is_red(view, view.plan):
        return int(view.plan)
    for night in range(view.rules.night_order_nights):
        if is_choice(view, view.order[night]) and is_red(view, view.order[night]):
            return int(view.order[night])
    return cleanest(view, belief)


@part
def cleanest(view: Any, belief: Any) -> int:
    """Give the red player who looks least black in public; the first of equals."""
    mind = sheet()
    for seat in range(SEATS):
        mind.mine[seat] = 1.0
    suspect(belief, view.rules.black, NOBODY, 0, False, mind)
    best = NOBODY
    least = 2.0
    for i in range(view.n_choices):
        seat = view.choices[i]
        if is_red(view, seat) and mind.suspicion[seat] < least:
            least = mind.suspicion[seat]
            best = int(seat)
    return best


@part
def claimant(view: Any) -> int:
    """Give the red player among the choices who has claimed to be the sheriff, or nobody."""
    for i in range(view.n_choices):
        seat = view.choices[i]
        if view.public.claims[seat] == _STANDS and is_red(view, seat):
            return int(seat)
    return NOBODY


@part
def shot(view: Any, belief: Any, discipline: float) -> int:
    """Shoot where all black players do: as planned, or at a red one who has claimed to be the sheriff.

    Who lacks discipline overlooks the claim.
    """
    if view.rules.night_shots == FREE:
        return int(view.plan) if is_choice(view, view.plan) else NOBODY
    if view.rules.night_shots != ORDER_FIXED:
        open_ = claimant(view)
        if open_ != NOBODY and uniform(view.word, 0) < discipline:
            return open_
    return planned(view, belief)


@part
def plan(view: Any, belief: Any) -> int:
    """Plan the shot of a night in which black players may agree: the sheriff, if he is known."""
    for i in range(view.n_choices):
        if view.checked[view.choices[i]] == 1 and is_red(view, view.choices[i]):
            return int(view.choices[i])
    open_ = claimant(view)
    if open_ != NOBODY:
        return open_
    return some_red(view) if view.public.nights == 0 else cleanest(view, belief)


@part
def some_red(view: Any) -> int:
    """Draw one of the choices whom a black player knows as red and has not checked."""
    best = NOBODY
    most = -1.0
    for i in range(view.n_choices):
        seat = view.choices[i]
        lot = uniform(view.word, i)
        if is_red(view, seat) and view.checked[seat] == NOBODY and lot > most:
            most = lot
            best = int(seat)
    return best


@part
def sheriff_check(view: Any, mind: Any) -> int:
    """Check the one of whom one knows least whether he is black."""
    best = NOBODY
    most = -1.0
    for i in range(view.n_choices):
        seat = view.choices[i]
        chance = mind.suspicion[seat]
        worth = chance * (1.0 - chance) * (1.0 + 1e-3 * uniform(view.word, i))
        if view.checked[seat] == NOBODY and worth > most:
            most = worth
            best = int(seat)
    return best


@part
def don_check(view: Any) -> int:
    """Check a red player who has not claimed to be the sheriff: he will be shot for that."""
    best = NOBODY
    most = -1.0
    for i in range(view.n_choices):
        seat = view.choices[i]
        worth = uniform(view.word, i) + (view.public.claims[seat] == _NONE)
        if is_red(view, seat) and view.checked[seat] == NOBODY and worth > most:
            most = worth
            best = int(seat)
    return best


# ---- Naming others


@part
def best_move(view: Any, mind: Any) -> None:
    """Name the three whom one suspects most."""
    for place in range(3):
        best = NOBODY
        most = -1.0
        for i in range(view.n_choices):
            seat = view.choices[i]
            taken = seat in (view.answer[0], view.answer[1])
            worth = mind.suspicion[seat] * (1.0 + 1e-3 * uniform(view.word, i))
            if not taken and worth > most:
                most = worth
                best = int(seat)
        view.answer[place] = best


@part
def merit(view: Any, seat: int) -> float:
    """Give what a player has done for his side, as the whole table sees it when all is revealed."""
    p = view.public
    black = view.revealed[seat] >= _MAFIA
    total = 0.0
    for number in range(p.ballots):
        target = p.votes[number, seat]
        if p.vote_kind[number] != _LIFTING and target != NOBODY and target != seat:
            hit = (view.revealed[target] >= _MAFIA) != black
            total += 1.0 if hit else -0.5
    if view.revealed[seat] == _SHERIFF and p.claims[seat] == _STANDS:
        total += 2.0
    return total


@part
def side_won(view: Any) -> int:
    """Give the colour that is left at the end, as far as the record tells: black if any is alive."""
    for seat in range(SEATS):
        if view.public.alive[seat] and view.revealed[seat] >= _MAFIA:
            return BLACK
    return RED


@part
def best_player(view: Any) -> int:
    """Name the one who has done most for his side, of the winners."""
    best = NOBODY
    most = -1e9
    winner = side_won(view)
    for i in range(view.n_choices):
        seat = view.choices[i]
        won = (view.revealed[seat] >= _MAFIA) == (winner == BLACK)
        worth = merit(view, seat) + 100.0 * won + 0.5 * uniform(view.word, i)
        if worth > most:
            most = worth
            best = int(seat)
    return best


# ---- All of it


@part
def decided(
    kind: int,
    view: Any,
    belief: Any,
    noise: float,
    authority: float,
    discipline: float,
    split: float,
) -> int:
    """Decide as a player of these manners does.

    `noise` is how far he errs in every suspicion, in logarithms of odds; `authority` the chance that
    what he calls somebody is heard; `discipline` that he keeps to what was agreed; `split` that he
    announces one when he speaks last.
    """
    if kind == _SHOOT:
        return shot(view, belief, discipline)
    if kind == _ORDER:
        order_shots(view)
        return NOBODY
    if kind == _PLAN:
        return plan(view, belief)
    if kind == _DON_CHECK:
        return don_check(view)
    if kind == _BEST_PLAYER:
        return best_player(view)
    if kind == _THINK:
        think(view, noise)
        return NOBODY
    mind = sheet()
    # What he says of others he would say as a red player; votes and nominations spare partners.
    believe(view, belief, 0.0 if kind == _SPEAK else view.parameters[GUARD], mind)
    if kind == _VOTE:
        return vote(view, mind, discipline)
    if kind == _NOMINATE:
        return nomination(view, mind)
    if kind == _LIFT:
        return lift(view, belief, mind)
    if kind == _SHERIFF_CHECK:
        return sheriff_check(view, mind)
    if kind == _BEST_MOVE:
        best_move(view, mind)
    elif kind == _SPEAK:
        speak(view, mind, authority, split)
    return NOBODY
