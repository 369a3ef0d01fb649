"""A day: the circle of speeches with nominations, the vote, and what comes of it."""

from __future__ import annotations

from typing import Any

from mafsim.agents.chance import normal
from mafsim.agents.rules import code
from mafsim.agents.view import BALLOTS, NOBODY, SEATS, Ballot, Decision, Event, Phase, Role
from mafsim.kernels import part, passage
from mafsim.mafia.conduct import BEFORE_VOTE, RESULT, SPEECHES, VOTE, conduct, draw_moments, without
from mafsim.mafia.last_word import last_word, speak
from mafsim.mafia.log import Secret
from mafsim.mafia.table import (
    DRAWN,
    LEFT_BY_VOTE,
    ask,
    has_last_word,
    leave,
    let_think,
    next_seat,
    note,
    offer,
    offer_none,
    over,
    stopped,
    tell,
    test,
    wants,
    write,
)

CHANGES = 3
"""How often one may change one's mind in a speech, where nominations can be taken back."""

_P_SPEECHES, _P_VOTE, _P_TIED, _P_RESULT = (
    int(Phase.SPEECHES),
    int(Phase.VOTE),
    int(Phase.TIED),
    int(Phase.RESULT),
)
_NOMINATE, _WITHDRAW = int(Decision.NOMINATE), int(Decision.WITHDRAW)
_VOTE, _LIFT = int(Decision.VOTE), int(Decision.LIFT)
_DAY_BEGINS, _SPEECH, _NOMINATED = int(Event.DAY_BEGINS), int(Event.SPEECH), int(Event.NOMINATED)
_WITHDRAWN, _BALLOT, _BROKE = int(Event.WITHDRAWN), int(Event.BALLOT), int(Event.BROKE)
_VOTED_OUT = int(Secret.VOTED_OUT)
_FIRST, _AGAIN, _LIFTING = int(Ballot.VOTE), int(Ballot.REVOTE), int(Ballot.LIFT)
_MAFIA = int(Role.MAFIA)

_BY_LAST, _BY_FIRST_SEAT = code("speech_rotation", "last"), code("speech_rotation", "none")
_STANDS, _LAST_STANDS = (
    code("nomination_withdrawal", "no"),
    code("nomination_withdrawal", "last_stands"),
)
_STAYS = code("vote_first_day", "nobody_leaves")
_SINGLE_STAYS = code("vote_single_on_first_day", "no_vote")
_FALLS_AWAY = code("vote_hand_withdrawn", "falls_away")
_FOR_THE_LAST = code("vote_not_cast", "last_candidate")
_REVERSED = code("vote_revote_order", "reversed")
_FEWER_LIFT = code("vote_fewer_tied", "lift")
_OTHERS_REVOTE = code("vote_same_tied_by_others", "revote")
_BY_HANDS = code("vote_lift_needs", "hands")
_FOUR_NO_LIFT, _FOUR_NO_REVOTE = code("vote_at_four", "no_lift"), code("vote_at_four", "no_revote")
_NINE_TWO = code("vote_at_nine", "two_at_most")
_ALL_DRAW, _ALL_STAY = code("vote_all_living", "draw"), code("vote_all_living", "nobody_leaves")
_ANNOUNCEMENT = code("end_ends_with", "announcement")
_LOSES_SPEECH, _LOSES_HALF, _LOSES_VOTE = (
    code("fouls_loses", "speech"),
    code("fouls_loses", "half"),
    code("fouls_loses", "vote"),
)

_TELLS = 10_000
"""Where the table's random numbers for what is read in faces begin; each day has a thousand."""


@part
def begin_day(g: Any, day: int) -> None:
    """Begin a day, with the morning that tells what happened in the night before it."""
    p = g.public
    p.day = day
    p.n_candidates = 0
    write(p.candidates, g.new.candidates)
    write(p.split, g.new.split)
    for seat in range(SEATS):
        g.spoken[seat] = 0
    p.split_by = NOBODY
    p.vote_is_held = 1 - g.no_vote_on[day]
    g.night_falls = 0


@part
def hold_day(g: Any) -> None:
    """Hold the speeches and the vote of a day."""
    forget_met(g)
    speeches(g)
    if not stopped(g):
        vote(g)


# ---- Speeches and nominations


@part
def speeches(g: Any) -> None:
    """Let everybody alive speak in turn."""
    p = g.public
    p.phase = _P_SPEECHES
    first = _first_speaker(g)
    p.first_speaker = first
    g.last_speaker = _living_before(g, first)
    tell(g, _DAY_BEGINS, first, NOBODY, NOBODY)
    draw_moments(g)
    if g.reads:
        _read_faces(g)
    let_think(g)
    number = 0
    following = first
    for _ in range(g.seats):
        seat = following
        following = next_seat(g, seat)
        if p.alive[seat]:
            conduct(g, SPEECHES, number)
            if stopped(g):
                return
            number += 1
            if p.alive[seat]:
                speech(g, seat)
                if over(g):
                    return
    p.speaker = NOBODY
    conduct(g, BEFORE_VOTE, number)


@part
def _first_speaker(g: Any) -> int:
    """Give who speaks first: by the rule of rotation, among the living."""
    first = int(g.rules.speech_first_seat)
    if g.public.day > 1 and g.rules.speech_rotation != _BY_FIRST_SEAT:
        if g.rules.speech_rotation == _BY_LAST:
            # Last speaks the next one alive after who was to speak last the day before.
            last = _living_from(g, next_seat(g, g.last_speaker))
            first = next_seat(g, last)
        else:
            first = next_seat(g, g.public.first_speaker)
    return _living_from(g, first)


@part
def _living_from(g: Any, seat: int) -> int:
    """Give the first living player from a seat on."""
    while not g.public.alive[seat]:
        seat = next_seat(g, seat)
    return seat


@part
def _living_before(g: Any, seat: int) -> int:
    """Give the last living player before a seat."""
    before = seat
    while True:
        before = before - 1 if before > 0 else int(g.seats) - 1
        if g.public.alive[before]:
            return before


@passage
def speech(g: Any, seat: int) -> None:
    """Let a player nominate and speak, as far as he has not lost it."""
    p = g.public
    time = _time_to_speak(g, seat)
    g.views[seat].speech = time
    g.spoken[seat] = 1
    p.speaker = seat
    tell(g, _SPEECH, seat, NOBODY, time)
    if time > 0 or g.rules.fouls_nominates:
        nominate(g, seat)
    if time > 0:
        speak(g, seat)


@passage
def _time_to_speak(g: Any, seat: int) -> int:
    """Give 2 for a whole speech, 1 for half of it, 0 for none."""
    if g.public.loses[seat] != g.public.day:
        return 2
    if g.rules.fouls_loses == _LOSES_HALF:
        return 1
    if g.rules.fouls_loses == _LOSES_SPEECH:
        return 1 if g.public.living <= g.rules.fouls_half_at_most else 0
    return 2


@part
def nominate(g: Any, seat: int) -> None:
    """Let a player nominate as often as the rules have it, and take back what they let him."""
    if not wants(g, seat, _NOMINATE):
        return
    standing = 0
    changes = 0 if g.rules.nomination_withdrawal == _STANDS else CHANGES
    for _ in range(g.rules.nomination_most + changes):
        _offer_candidates(g)
        if g.n_choices == 0:
            return
        target = ask(g, seat, _NOMINATE)
        if target == NOBODY:
            return
        if standing == g.rules.nomination_most:
            _take_back(g, seat)
            standing -= 1
        _put_up(g, seat, target)
        standing += 1
        if g.rules.nomination_withdrawal != _STANDS and _takes_back(g, seat):
            _take_back(g, seat)
            standing -= 1
        elif standing == g.rules.nomination_most and g.rules.nomination_withdrawal != _LAST_STANDS:
            return


@passage
def _offer_candidates(g: Any) -> None:
    """Offer all living players who are no candidates yet."""
    if g.open_day != g.public.day:
        _find_open(g)
    write(g.choices, g.open)
    g.n_choices = g.n_open
    g.legal = g.open_legal
    g.may_pass = 1


@part
def _find_open(g: Any) -> None:
    nominated = g.public.nominated[g.public.day]
    write(g.open, g.alive)
    g.n_open = g.n_alive
    g.open_legal = 1 | g.alive_legal
    for i in range(g.n_alive):
        if nominated[g.alive[i]] != NOBODY:
            g.n_open = without(g.open, g.n_open, g.alive[i])
            g.open_legal &= ~(2 << int(g.alive[i]))
    g.open_day = g.public.day


@part
def _put_up(g: Any, seat: int, target: int) -> None:
    p = g.public
    p.candidates[p.n_candidates] = target
    p.n_candidates += 1
    p.nominated[p.day, target] = seat
    if g.open_day == p.day:
        g.n_open = without(g.open, g.n_open, target)
        g.open_legal &= ~(2 << target)
    tell(g, _NOMINATED, seat, target, NOBODY)


@part
def _takes_back(g: Any, seat: int) -> bool:
    offer_none(g, False)
    offer(g, 0)
    offer(g, 1)
    return bool(ask(g, seat, _WITHDRAW) == 1)


@part
def _take_back(g: Any, seat: int) -> None:
    """Take back the last candidate whom a player has put up."""
    p = g.public
    last = NOBODY
    for i in range(p.n_candidates):
        if p.nominated[p.day, p.candidates[i]] == seat:
            last = int(p.candidates[i])
    p.n_candidates = without(p.candidates, int(p.n_candidates), last)
    p.nominated[p.day, last] = NOBODY
    g.open_day = NOBODY
    tell(g, _WITHDRAWN, seat, last, NOBODY)


@part
def _read_faces(g: Any) -> None:
    """Let those who read faces see a little more of everybody alive."""
    number = _TELLS + 1000 * g.public.day
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        g.faces[seat] = normal(g.word, number + seat)
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        if g.profile[seat].reading > 0:
            _read_faces_by(g, seat, number + 100 + SEATS * seat)


@part
def _read_faces_by(g: Any, seat: int, number: int) -> None:
    """Let a seat read what has variance 1 and a mean by the other's colour."""
    view = g.views[seat]
    profile = g.profile[seat]
    clear = 0.5 * profile.reading
    for i in range(g.n_alive):
        other = int(g.alive[i])
        if other != seat:
            noise = profile.common * g.faces[other] + profile.apart * normal(g.word, number + other)
            shows = clear * (1.0 - g.profile[other].hiding)
            view.tells[other] += noise + (shows if g.role[other] >= _MAFIA else -shows)


# ---- The vote


@part
def vote(g: Any) -> None:
    """Hold the vote of a day: ballots until one is met, or all who are tied, or nobody."""
    p = g.public
    if p.vote_is_held and p.n_candidates > 0 and not _is_single_of_first_day(g):
        p.phase = _P_VOTE
        p.n_on_ballot = p.n_candidates
        for i in range(SEATS):
            p.on_ballot[i] = p.candidates[i]
        ballots(g)
        if stopped(g):
            return
    p.phase = _P_RESULT
    result(g)


@part
def _is_single_of_first_day(g: Any) -> bool:
    single = g.public.n_candidates == 1 and g.public.day == 1
    return bool(single and g.rules.vote_single_on_first_day == _SINGLE_STAYS)


@part
def ballots(g: Any) -> None:
    """Hold one ballot after another, and mark whom the vote has met."""
    p = g.public
    kind = _FIRST
    more = 1
    for step in range(BALLOTS):
        conduct(g, VOTE, step)
        if stopped(g) or p.n_on_ballot == 0:
            return
        if p.n_on_ballot == 1:
            if kind == _AGAIN or not _is_single_of_first_day(g):
                meet(g, int(p.on_ballot[0]))
            return
        before = int(p.n_on_ballot)
        by_others = ballot(g, kind)
        if over(g):
            return
        if p.n_on_ballot == 1:
            _meet_one(g)
            return
        if p.living == 4 and g.rules.vote_at_four == _FOUR_NO_REVOTE:
            return
        if kind == _AGAIN and _asks_to_lift(g, before, by_others and more > 0):
            conduct(g, VOTE, step + 1)
            if not stopped(g):
                lift(g)
            return
        if kind == _AGAIN and p.n_on_ballot == before:
            more -= 1
        speak_tied(g)
        kind = _AGAIN


@part
def _asks_to_lift(g: Any, before: int, may_repeat: bool) -> bool:
    """Say whether a second tie is followed by the question whether all leave, or by a third vote."""
    if g.public.n_on_ballot < before:
        return bool(g.rules.vote_fewer_tied == _FEWER_LIFT)
    return not (may_repeat and g.rules.vote_same_tied_by_others == _OTHERS_REVOTE)


@part
def ballot(g: Any, kind: int) -> bool:
    """Hold a ballot, and leave those with the most votes on it.

    Give whether somebody has voted otherwise than in the ballot before.
    """
    p = g.public
    number = int(p.ballots)
    if number == BALLOTS:
        g.winner = DRAWN
        return False
    last = _offer_ballot(g, NOBODY)
    for seat in range(SEATS):
        g.cast[seat] = NOBODY
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        g.cast[seat] = _vote_of(g, seat, last)
    otherwise = record_ballot(g, kind)
    most = _count(g)
    tied = 0
    for i in range(p.n_on_ballot):
        candidate = p.on_ballot[i]
        p.on_ballot[tied] = candidate
        tied += g.count[candidate] == most
    for i in range(tied, p.n_on_ballot):
        p.on_ballot[i] = NOBODY
    p.n_on_ballot = tied
    return otherwise


@passage
def _count(g: Any) -> int:
    """Count the votes that were cast for each candidate, and give the most."""
    for seat in range(SEATS):
        g.count[seat] = 0
    most = 0
    for i in range(g.n_alive):
        candidate = g.cast[g.alive[i]]
        if candidate != NOBODY:
            g.count[candidate] += 1
            most = max(most, int(g.count[candidate]))
    return most


@part
def _offer_ballot(g: Any, besides: int) -> int:
    """Offer those on the ballot, besides one, and give the last of them."""
    offer_none(g, True)
    last = NOBODY
    for i in range(g.public.n_on_ballot):
        if g.public.on_ballot[i] != besides:
            last = int(g.public.on_ballot[i])
            offer(g, last)
    return last


@passage
def _vote_of(g: Any, seat: int, last: int) -> int:
    """Ask a player for his vote, and give whom it counts for; `last` is the last on the ballot."""
    p = g.public
    if p.loses[seat] == p.day and g.rules.fouls_loses == _LOSES_VOTE:
        return NOBODY
    if not g.rules.vote_oneself:
        last = _offer_ballot(g, seat)
    cast = ask(g, seat, _VOTE)
    if g.hand_withdrawn[seat] and g.rules.vote_hand_withdrawn == _FALLS_AWAY:
        cast = NOBODY
    if cast == NOBODY and g.rules.vote_not_cast == _FOR_THE_LAST:
        return last
    return cast


@part
def record_ballot(g: Any, kind: int) -> bool:
    """Put the votes that were cast into the record and tell them; see whether they have changed."""
    p = g.public
    number = int(p.ballots)
    otherwise = False
    for seat in range(SEATS):
        p.votes[number, seat] = g.cast[seat]
        g.hand_withdrawn[seat] = 0
    if kind == _AGAIN:
        for seat in range(g.seats):
            otherwise |= p.votes[number - 1, seat] != g.cast[seat]
    p.vote_day[number] = p.day
    p.vote_kind[number] = kind
    p.ballots += 1
    tell(g, _BALLOT, NOBODY, NOBODY, number)
    return bool(otherwise)


@part
def speak_tied(g: Any) -> None:
    """Let those who are tied speak, and put them in the order of the next ballot."""
    p = g.public
    if g.rules.speech_tied_seconds > 0 and g.heard:
        p.phase = _P_TIED
        for i in range(p.n_on_ballot):
            if p.alive[p.on_ballot[i]]:
                last_word(g, int(p.on_ballot[i]))
        p.speaker = NOBODY
        p.phase = _P_VOTE
    if g.rules.vote_revote_order == _REVERSED:
        for i in range(p.n_on_ballot // 2):
            j = p.n_on_ballot - 1 - i
            p.on_ballot[i], p.on_ballot[j] = p.on_ballot[j], p.on_ballot[i]


@part
def lift(g: Any) -> None:
    """Ask whether all who are tied leave, where the rules let them."""
    p = g.public
    if p.living == 4 and g.rules.vote_at_four == _FOUR_NO_LIFT:
        return
    if p.living == 9 and p.n_on_ballot > 2 and g.rules.vote_at_nine == _NINE_TWO:
        return
    if p.ballots == BALLOTS:
        g.winner = DRAWN
        return
    yes = 0
    no = 0
    for seat in range(SEATS):
        g.cast[seat] = NOBODY
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        if not (p.loses[seat] == p.day and g.rules.fouls_loses == _LOSES_VOTE):
            offer_none(g, g.rules.vote_lift_needs == _BY_HANDS)
            offer(g, 0)
            offer(g, 1)
            g.cast[seat] = ask(g, seat, _LIFT)
            yes += g.cast[seat] == 1
            no += g.cast[seat] == 0
    record_ballot(g, _LIFTING)
    passes = yes > no if g.rules.vote_lift_needs == _BY_HANDS else 2 * yes > p.living
    if passes:
        for i in range(p.n_on_ballot):
            meet(g, int(p.on_ballot[i]))


@part
def meet(g: Any, seat: int) -> None:
    """Mark whom the vote has met; who has left the table already does not leave again."""
    if g.public.alive[seat]:
        g.met[seat] = 1
        g.n_met += 1
        note(g, _VOTED_OUT, seat, NOBODY, NOBODY)


@part
def _meet_one(g: Any) -> None:
    """Mark the one with the most votes; see who has broken an announced split by voting for him."""
    p = g.public
    out = int(p.on_ballot[0])
    meet(g, out)
    if p.split_by == NOBODY or not p.alive[out] or not _would_tie(g):
        return
    for seat in range(g.seats):
        agreed = p.split[seat]
        breaks = g.cast[seat] == out and agreed != NOBODY and agreed != out
        if p.alive[seat] and breaks:
            p.broke[seat] = p.day
            tell(g, _BROKE, seat, out, NOBODY)


@part
def _would_tie(g: Any) -> bool:
    """Say whether the announced split, kept by all whom it names, would have tied the most votes."""
    p = g.public
    most = 0
    with_most = 0
    for candidate in range(g.seats):
        votes = 0
        for seat in range(g.seats):
            if p.alive[seat]:
                kept = g.cast[seat] if p.split[seat] == NOBODY else p.split[seat]
                votes += kept == candidate
        if votes > most:
            most = votes
            with_most = 1
        elif votes == most and votes > 0:
            with_most += 1
    return with_most > 1


@part
def result(g: Any) -> None:
    """Let leave whom the vote has met, and whoever is removed after it; see who has won."""
    p = g.public
    drawn = False
    if g.n_met > 0 and p.day == 1 and g.rules.vote_first_day == _STAYS:
        _last_words(g)
        forget_met(g)
    elif g.n_met > 0 and g.n_met == p.living:
        if g.rules.vote_all_living == _ALL_STAY:
            forget_met(g)
        else:
            drawn = g.rules.vote_all_living == _ALL_DRAW
    if g.rules.end_ends_with == _ANNOUNCEMENT:
        conduct(g, RESULT, 0)
        _close(g, drawn)
    else:
        _close(g, drawn)
        if not over(g):
            conduct(g, RESULT, 0)
    if not over(g) or g.rules.speech_at_the_end:
        _last_words(g)


@part
def _close(g: Any, drawn: bool) -> None:
    """Let leave whom the vote has met, and see who has won; nobody, if all who lived left by it."""
    _depart(g)
    if drawn and not over(g):
        g.winner = DRAWN
    else:
        test(g)


@part
def _depart(g: Any) -> None:
    for seat in range(g.seats if g.n_met > 0 else 0):
        if g.met[seat] and g.public.alive[seat]:
            leave(g, seat, LEFT_BY_VOTE, int(g.public.day))


@part
def forget_met(g: Any) -> None:
    """Forget whom the vote or the shot has met, and who was removed."""
    for seat in range(SEATS):
        g.met[seat] = 0
        g.removed[seat] = 0
    g.n_met = 0


@part
def _last_words(g: Any) -> None:
    """Let those whom the vote has met have their last words."""
    if g.n_met > 0 and g.heard:
        for seat in range(g.seats):
            if g.met[seat] and has_last_word(g, seat):
                last_word(g, seat)
        g.public.speaker = NOBODY
