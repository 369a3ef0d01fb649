"""How players behave: fouls, lost speeches and votes, removals and what they do to the vote."""

from __future__ import annotations

from typing import Any

import numpy as np

from mafsim.agents.chance import below, uniform
from mafsim.agents.rules import ACTS, CONSEQUENCES, act, code
from mafsim.agents.view import NOBODY, Decision, Event, Role
from mafsim.kernels import part
from mafsim.mafia.last_word import last_word
from mafsim.mafia.log import Secret
from mafsim.mafia.table import (
    BLACK_WINS,
    ENDED_BY_HALL,
    ENDED_BY_PLEA,
    LEFT_BY_FOUL,
    RED_WINS,
    When,
    ask,
    has_last_word,
    leave,
    note,
    offer,
    offer_none,
    over,
    tell,
    test,
)

SPEECHES, BEFORE_VOTE, VOTE, RESULT, NIGHT = (int(when) for when in When)

BY_DAY = tuple(
    ACTS.index(name) for name in ACTS if not name.startswith("night_") and name != "peeking"
)
"""The acts that happen by day."""
IN_VOTES_ALONE = tuple(map(act, ("hand_withdrawn", "palm")))
"""The acts that happen while hands are raised."""
BY_NIGHT = tuple(
    ACTS.index(name) for name in ACTS if name.startswith("night_") or name in ("peeking", "hall")
)
"""The acts that happen at night."""

CAN_HAPPEN = np.array(
    [
        [
            number in (BY_NIGHT if when == When.NIGHT else BY_DAY)
            and (when == When.VOTE or number not in IN_VOTES_ALONE)
            for number in range(len(ACTS))
        ]
        for when in When
    ]
)
"""``CAN_HAPPEN[when, act]``: the acts that can happen in each part of a day and night."""

_FOUL, _REMOVAL, _SIDE_LOST = map(CONSEQUENCES.index, ("foul", "removal", "side_lost"))
_HALL, _PALM, _HAND = act("hall"), act("palm"), act("hand_withdrawn")
_MAFIA = int(Role.MAFIA)
_CONDUCT = int(Decision.CONDUCT)
_FOUL_GIVEN, _REMOVED = int(Event.FOUL), int(Event.REMOVED)
_NO_VOTE_NOTED, _LOSES_NOTED = int(Secret.NO_VOTE), int(Secret.LOSES)

_LOSES_VOTE, _LOSES_NOTHING = code("fouls_loses", "vote"), code("fouls_loses", "nothing")
_ANNOUNCEMENT = code("end_ends_with", "announcement")
_NEXT_DAY = code("fouls_loss_when", "next_day")
_IF_NOMINATED, _AND_NEXT, _GOES_ON, _HELD = (
    code("removal_before_vote", "no_vote_if_nominated"),
    code("removal_before_vote", "no_vote_and_next"),
    code("removal_before_vote", "goes_on"),
    code("removal_before_vote", "held"),
)
_DURING_IF_NOMINATED, _DURING_GOES_ON, _DURING_HELD = (
    code("removal_during_vote", "no_vote_if_nominated"),
    code("removal_during_vote", "goes_on"),
    code("removal_during_vote", "held"),
)
_NEXT, _UNLESS_LEAVING = (
    code("removal_after_result", "next"),
    code("removal_after_result", "next_unless_leaving"),
)
_NIGHT_NEXT, _NIGHT_UNLESS_LEAVING = (
    code("removal_at_night", "next"),
    code("removal_at_night", "next_unless_leaving"),
)

_MOMENTS = 200
"""Where the table's random numbers for moments of misconduct begin; each day has a hundred."""
_OCCASIONS = (SPEECHES, VOTE, RESULT, NIGHT)
"""The parts of a day and its night in which a player has an occasion to misbehave."""


@part
def draw_moments(g: Any) -> None:
    """Draw who may misbehave in which part of a day and its night, and at which of its speeches."""
    for when in range(len(g.acting)):
        g.acting[when] = 0
    for seat in range(g.seats if g.stirred else 0):
        chance = g.profile[seat].misbehaves
        number = _MOMENTS + 100 * g.public.day + 5 * seat
        if g.public.alive[seat] and chance > 0.0:
            for i in range(len(_OCCASIONS)):
                g.acting[_OCCASIONS[i]] |= int(uniform(g.word, number + i) < chance) << seat
            if (g.acting[SPEECHES] >> seat) & 1:
                g.moment[seat] = below(g.word, number + len(_OCCASIONS), g.public.living + 1)
    g.acting[BEFORE_VOTE] = g.acting[SPEECHES]


@part
def conduct(g: Any, when: int, step: int) -> None:
    """Let happen what happens at this moment; see whether the game is over with those who left."""
    if g.acting[when] or g.n_incidents:
        _conduct(g, when, step)


@part
def _conduct(g: Any, when: int, step: int) -> None:
    g.when = when
    before = g.public.living
    for i in range(g.n_incidents):
        incident = g.incidents[i]
        here = incident.when == when and incident.day == g.public.day
        if here and (incident.step == step or when in (BEFORE_VOTE, RESULT)):
            commit(g, int(incident.seat), int(incident.act))
    for seat in range(g.seats):
        is_acting = (g.acting[when] >> seat) & 1
        if is_acting and g.public.alive[seat] and _is_time(g, when, step, seat):
            _offer_acts(g, when)
            committed = ask(g, seat, _CONDUCT)
            if committed != NOBODY:
                commit(g, seat, committed)
    # What leaves at night, or after a vote, is told by the host later, with the others who leave.
    waits = g.rules.end_ends_with == _ANNOUNCEMENT and when in (RESULT, NIGHT)
    if g.public.living < before and not waits:
        test(g)


@part
def _is_time(g: Any, when: int, step: int, seat: int) -> bool:
    """Say whether it is the moment of a part of the game at which a seat is asked how it behaves."""
    if when == SPEECHES:
        return bool(g.moment[seat] == step)
    if when == BEFORE_VOTE:
        return bool(g.moment[seat] >= step)
    return step == 0


@part
def _offer_acts(g: Any, when: int) -> None:
    offer_none(g, True)
    for committed in range(len(ACTS)):
        if CAN_HAPPEN[when, committed]:
            offer(g, committed)


@part
def commit(g: Any, seat: int, committed: int) -> None:
    """Let a player who is still there do something, and bear what the rules have for it."""
    there = g.public.alive[seat] or g.met[seat]
    if over(g) or not there or g.removed[seat]:
        return
    if committed in (_HAND, _PALM):
        g.hand_withdrawn[seat] = committed == _HAND
    consequence = g.consequence[committed]
    if consequence == _FOUL:
        foul(g, seat, committed)
    elif consequence == _REMOVAL:
        g.disqualified[seat] = 1
        remove(g, seat, committed)
    elif consequence == _SIDE_LOST:
        lose_for_side(g, seat, committed)


@part
def foul(g: Any, seat: int, committed: int) -> None:
    """Give a foul, and take what it costs."""
    g.public.fouls[seat] += 1
    tell(g, _FOUL_GIVEN, seat, NOBODY, committed)
    if g.public.fouls[seat] == g.rules.fouls_removed_at:
        remove(g, seat, NOBODY)
    elif g.public.fouls[seat] == g.rules.fouls_loss_at:
        lose(g, seat)


@part
def lose(g: Any, seat: int) -> None:
    """Take the nearest speech that is not made yet, or the vote of the day, or those of tomorrow."""
    if g.rules.fouls_loses == _LOSES_NOTHING:
        return
    if g.rules.fouls_loses == _LOSES_VOTE:
        today = g.when in (SPEECHES, BEFORE_VOTE, VOTE)
    else:
        today = g.when == SPEECHES and not g.spoken[seat]
    if g.rules.fouls_loss_when == _NEXT_DAY:
        today = False
    g.public.loses[seat] = g.public.day + (0 if today else 1)
    note(g, _LOSES_NOTED, seat, NOBODY, int(g.public.loses[seat]))


@part
def lose_for_side(g: Any, seat: int, committed: int) -> None:
    """End the game: the player's side has lost it."""
    g.disqualified[seat] = 1
    tell(g, _REMOVED, seat, NOBODY, committed)
    if g.public.alive[seat] and not (g.met[seat] and g.when == RESULT):
        leave(g, seat, LEFT_BY_FOUL, int(g.public.day))
    g.winner = RED_WINS if g.role[seat] >= _MAFIA else BLACK_WINS
    g.ended = ENDED_BY_HALL if committed == _HALL else ENDED_BY_PLEA


@part
def remove(g: Any, seat: int, committed: int) -> None:
    """Remove a player at once; what becomes of the vote depends on the moment.

    Whom the vote or the shot has met already leaves by that, and loses his last word.
    """
    tell(g, _REMOVED, seat, NOBODY, committed)
    g.removed[seat] = 1
    if g.public.alive[seat] and not g.met[seat]:
        leave(g, seat, LEFT_BY_FOUL, int(g.public.day))
        if g.when == NIGHT:
            g.owed_word[seat] = has_last_word(g, seat)
    if g.when in (SPEECHES, BEFORE_VOTE):
        _before_vote(g, seat)
    elif g.when == VOTE:
        _during_vote(g, seat)
    elif g.when == RESULT:
        _after_result(g, seat)
    else:
        _at_night(g, seat)
    if has_last_word(g, seat) and g.when != NIGHT and not g.met[seat]:
        last_word(g, seat)


@part
def _before_vote(g: Any, seat: int) -> None:
    rule = g.rules.removal_before_vote
    if rule == _HELD or (rule == _IF_NOMINATED and not is_candidate(g, seat)):
        strike(g, seat)
    elif rule != _GOES_ON:
        no_vote(g, seat, int(g.public.day))
        g.night_falls = 1
        if rule == _AND_NEXT:
            no_vote(g, seat, int(g.public.day) + 1)


@part
def _during_vote(g: Any, seat: int) -> None:
    rule = g.rules.removal_during_vote
    if rule == _DURING_HELD or (rule == _DURING_IF_NOMINATED and not is_candidate(g, seat)):
        strike(g, seat)
    elif rule != _DURING_GOES_ON:
        no_vote(g, seat, int(g.public.day))
        g.night_falls = 1


@part
def _after_result(g: Any, seat: int) -> None:
    rule = g.rules.removal_after_result
    if rule == _NEXT or (rule == _UNLESS_LEAVING and not g.met[seat]):
        no_vote(g, seat, int(g.public.day) + 1)


@part
def _at_night(g: Any, seat: int) -> None:
    rule = g.rules.removal_at_night
    if rule == _NIGHT_NEXT or (rule == _NIGHT_UNLESS_LEAVING and not g.met[seat]):
        no_vote(g, seat, int(g.public.day) + 1)


@part
def no_vote(g: Any, seat: int, day: int) -> None:
    """Let the vote of a day not be held, or not be finished."""
    g.no_vote_on[day] = 1
    if day == g.public.day:
        g.public.vote_is_held = 0
    note(g, _NO_VOTE_NOTED, seat, NOBODY, day)


@part
def is_candidate(g: Any, seat: int) -> bool:
    """Say whether a seat is a candidate of this day."""
    found = False
    for i in range(g.public.n_candidates):
        found |= g.public.candidates[i] == seat
    return bool(found)


@part
def strike(g: Any, seat: int) -> None:
    """Take a seat from the candidates of the day, and from the ballot."""
    p = g.public
    p.n_candidates = without(p.candidates, int(p.n_candidates), seat)
    p.n_on_ballot = without(p.on_ballot, int(p.n_on_ballot), seat)


@part
def without(seats: Any, n: int, seat: int) -> int:
    """Take one of the first `n` seats out of a list, and give how many are left."""
    left = 0
    for i in range(n):
        here = seats[i]
        seats[left] = here
        left += here != seat
    for i in range(left, n):
        seats[i] = NOBODY
    return left
