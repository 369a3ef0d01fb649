"""What players say, in their speeches, half minutes and last words, and the best move."""

from __future__ import annotations

from typing import Any

from mafsim.agents.view import BLACK, NOBODY, SEATS, Claim, Decision, Event, Phase
from mafsim.kernels import part
from mafsim.mafia.table import ask_at_length, is_offered, offer_all, refuse, tell, wants

CLAIM, SPLIT, TOLD, OPINION = 0, 10, 20, 30
"""Where in a longer answer the parts of what is said begin."""

_SPEAK, _BEST_MOVE = int(Decision.SPEAK), int(Decision.BEST_MOVE)
_NONE, _STANDS, _TAKEN_BACK = int(Claim.NONE), int(Claim.STANDS), int(Claim.TAKEN_BACK)
_CLAIMED, _TOLD_CHECK, _SAID = int(Event.CLAIMED), int(Event.TOLD_CHECK), int(Event.OPINION)
_SPLIT_SAID, _MOVED = int(Event.SPLIT), int(Event.BEST_MOVE)
_LAST_WORD = int(Event.LAST_WORD)
_SPEECHES, _TIED = int(Phase.SPEECHES), int(Phase.TIED)
_UNSAYABLE, _ABOUT_A_SPLIT = -1, 1 << SEATS


@part
def last_word(g: Any, seat: int) -> None:
    """Let a player have his last word, or the half minute of a tie."""
    g.public.speaker = seat
    tell(g, _LAST_WORD, seat, NOBODY, NOBODY)
    speak(g, seat)


@part
def speak(g: Any, seat: int) -> None:
    """Let a player say what he has to say, and put it into the record."""
    if not wants(g, seat, _SPEAK):
        return
    offer_all(g, NOBODY)
    ask_at_length(g, seat, _SPEAK)
    answer = g.views[seat].answer
    about = _about(g, answer)
    if about == _UNSAYABLE:
        refuse(g, seat, _SPEAK, NOBODY)
        return
    if answer[CLAIM] != NOBODY:
        _claim(g, seat, int(answer[CLAIM]))
    for target in range(g.seats if about else 0):
        if (about >> target) & 1:
            _call(g, seat, target, int(answer[TOLD + target]), int(answer[OPINION + target]))
    if about >= _ABOUT_A_SPLIT:
        _announce(g, seat, answer)


@part
def _about(g: Any, answer: Any) -> int:
    """Give the set of those whom a speech is about, and whether of a split; or that it is none.

    Every part of a speech has to be one of its kind.
    """
    fits = -1 <= answer[CLAIM] <= _TAKEN_BACK and answer[CLAIM] != _NONE
    about = 0
    for target in range(g.seats):
        checked, opinion, split = (
            answer[TOLD + target],
            answer[OPINION + target],
            answer[SPLIT + target],
        )
        fits &= -1 <= checked <= BLACK and -1 <= opinion <= BLACK and -1 <= split < g.seats
        about |= int(checked != NOBODY or opinion != NOBODY) << target
        about |= _ABOUT_A_SPLIT * int(split != NOBODY)
    return about if fits else _UNSAYABLE


@part
def _claim(g: Any, seat: int, said: int) -> None:
    p = g.public
    if said == _STANDS and p.claims[seat] != _STANDS:
        p.claims[seat] = _STANDS
        if p.claimed_on[seat] == NOBODY:
            p.claimed_on[seat] = p.day
        tell(g, _CLAIMED, seat, NOBODY, _STANDS)
    elif said == _TAKEN_BACK and p.claims[seat] == _STANDS:
        p.claims[seat] = _TAKEN_BACK
        tell(g, _CLAIMED, seat, NOBODY, _TAKEN_BACK)


@part
def _call(g: Any, seat: int, target: int, checked: int, opinion: int) -> None:
    p = g.public
    if checked != NOBODY and checked != p.told[seat, target]:
        p.told[seat, target] = checked
        tell(g, _TOLD_CHECK, seat, target, checked)
    if opinion != NOBODY and opinion != p.opinions[seat, target]:
        p.opinions[seat, target] = opinion
        tell(g, _SAID, seat, target, opinion)


@part
def _announce(g: Any, seat: int, answer: Any) -> None:
    """Let a split be announced, if at least two who stand to the vote are named in it."""
    p = g.public
    if p.phase == _SPEECHES:
        stand, n = p.candidates, p.n_candidates
    elif p.phase == _TIED:
        stand, n = p.on_ballot, p.n_on_ballot
    else:
        return
    named = 0
    for i in range(n):
        is_named = False
        for voter in range(g.seats):
            is_named |= answer[SPLIT + voter] == stand[i]
        named += is_named
    if named < 2:
        return
    for voter in range(g.seats):
        p.split[voter] = NOBODY
        for i in range(n):
            if answer[SPLIT + voter] == stand[i]:
                p.split[voter] = stand[i]
    p.split_by = seat
    tell(g, _SPLIT_SAID, seat, NOBODY, NOBODY)


@part
def name_three(g: Any, seat: int) -> None:
    """Let the first killed name three in whom he sees black players."""
    if not wants(g, seat, _BEST_MOVE):
        return
    offer_all(g, seat)
    ask_at_length(g, seat, _BEST_MOVE)
    answer = g.views[seat].answer
    for i in range(3):
        twice = answer[i] == answer[(i + 1) % 3] or answer[i] == answer[(i + 2) % 3]
        if (twice and answer[i] != NOBODY) or not is_offered(g, int(answer[i])):
            refuse(g, seat, _BEST_MOVE, int(answer[i]))
            return
    for i in range(3):
        g.public.best_move[i] = answer[i]
    g.public.best_move_by = seat
    tell(g, _MOVED, seat, NOBODY, NOBODY)


assert _NONE == 0, "a record of zeros has no claim in it"
