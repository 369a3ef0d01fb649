"""One table while it is played: all that the host knows, and how he asks, tells and lets leave.

Everything stands in one record, `TABLE`, which every function takes by its address and changes in
place. Who is asked gets a View of his own; whatever is written into it, only the answer is read.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from mafsim.agents.chance import AHEAD
from mafsim.agents.rules import ACTS, RULES
from mafsim.agents.view import (
    ANSWER,
    CHOICES,
    DAYS,
    DECIDE,
    EVENT,
    HISTORY,
    MEMORY,
    NOBODY,
    ORDERED,
    PAYOFFS,
    PUBLIC,
    SEATS,
    VIEW,
    WITNESS,
    Decision,
    Event,
    Left,
    Role,
)
from mafsim.kernels import calls, overwrite, part
from mafsim.mafia.log import DECISION, ROW, ROWS, Secret


class When(IntEnum):
    """At which moment of a day and the night after it somebody misbehaves."""

    SPEECHES = 0
    """Before the speech number `step` of the day's circle, counted from 0."""
    BEFORE_VOTE = 1
    """After the last speech and before the vote."""
    VOTE = 2
    """Before the hands of the ballot number `step` of the day, counted from 0; a lift is one."""
    RESULT = 3
    """After the result of the vote, whether anybody leaves by it or not."""
    NIGHT = 4
    """Step 0 before the shots, 1 after them, 2 after the checks."""


INCIDENTS = 64
"""The most incidents that can be asked for in one game."""

INCIDENT = np.dtype([(name, np.int16) for name in ("day", "when", "step", "seat", "act")])
"""Something that somebody does at a moment of one game."""

PROFILE = np.dtype(
    [
        ("decide", np.int64),
        ("memory", np.int64),
        ("asked", np.int64),
        ("misbehaves", np.float64),
        ("skill", np.float64),
        ("parameters", np.float64, VIEW["parameters"].shape),
        ("reading", np.float64),
        ("hiding", np.float64),
        ("common", np.float64),
        ("apart", np.float64),
        ("informed", np.int8),
        ("guarded", np.int8),
        ("_", np.int8, (6,)),
    ]
)
"""A player as the engine needs him: the address of his ``decide``, which memory he reads, the bits
of the decisions that he is asked, the chance that he is asked how he behaves, his numbers, which
share of the noise in faces is `common` to all and which is his own (`apart`), as standard deviations,
and two switches: his View holds the public record (1 without its history, 2 with it); it is wiped for
every game."""

TABLE = np.dtype(
    [
        ("public", PUBLIC),
        ("new", PUBLIC),
        ("shown", PUBLIC),
        ("rules", RULES),
        ("payoffs", PAYOFFS, (len(Role),)),
        ("views", VIEW, (SEATS,)),
        ("blank", VIEW, (SEATS,)),
        ("profile", PROFILE, (SEATS,)),
        ("player", np.int64, (SEATS,)),
        ("event", EVENT),
        ("memories", np.float64, (SEATS + 1, MEMORY)),
        ("faces", np.float64, (SEATS,)),
        ("memory_size", np.int64, (SEATS,)),
        ("witness", np.int64, (SEATS,)),
        ("trusted", np.int64, (SEATS,)),
        ("witnesses", np.int64),
        ("listened", np.int64),
        ("talks", np.int64),
        ("heard", np.int64),
        ("reads", np.int64),
        ("alive_legal", np.int64),
        ("n_alive", np.int64),
        ("alive", np.int8, (CHOICES,)),
        ("open_day", np.int64),
        ("open_legal", np.int64),
        ("n_open", np.int64),
        ("open", np.int8, (CHOICES,)),
        ("word", np.uint64),
        ("words", np.uint64, (SEATS,)),
        ("legal", np.int64),
        ("n_choices", np.int64),
        ("may_pass", np.int64),
        ("choices", np.int8, (CHOICES,)),
        ("seats", np.int64),
        ("role", np.int8, (SEATS,)),
        ("red", np.int64),
        ("black", np.int64),
        ("don", np.int64),
        ("sheriff", np.int64),
        ("days", np.int64),
        ("winner", np.int64),
        ("ended", np.int64),
        ("order", np.int8, (ORDERED,)),
        ("victim", np.int64),
        ("best_move_is_made", np.int64),
        ("spoken", np.int8, (SEATS,)),
        ("met", np.int8, (SEATS,)),
        ("n_met", np.int64),
        ("removed", np.int8, (SEATS,)),
        ("owed_word", np.int8, (SEATS,)),
        ("hand_withdrawn", np.int8, (SEATS,)),
        ("cast", np.int8, (SEATS,)),
        ("count", np.int8, (SEATS,)),
        ("disqualified", np.int8, (SEATS,)),
        ("best_players", np.int8, (SEATS,)),
        ("checks", np.int8, (DAYS, 2)),
        ("no_checks", np.int8, (DAYS, 2)),
        ("no_vote_on", np.int8, (DAYS + 2,)),
        ("last_speaker", np.int64),
        ("night_falls", np.int64),
        ("departed", np.int64),
        ("quiet_at_four", np.int64),
        ("night_began_with", np.int64),
        ("revealed", np.int64),
        ("stirred", np.int64),
        ("when", np.int64),
        ("moment", np.int8, (SEATS,)),
        ("acting", np.int64, (len(When),)),
        ("consequence", np.int8, (len(ACTS),)),
        ("incidents", INCIDENT, (INCIDENTS,)),
        ("n_incidents", np.int64),
        ("fault", np.int64),
        ("fault_seat", np.int64),
        ("fault_answer", np.int64),
        ("logged", np.int64),
        ("rows", np.int64),
        ("log", ROW, (ROWS,)),
    ],
    align=True,
)
"""All that the host of one table knows.

`public` is the record that everybody knows; `new` is the same before a game, `shown` a copy for
witnesses who are not `trusted` to leave it as it is. ``views[seat]`` belong to the seats,
``blank[seat]`` are the same before a game. `player` and `profile` say who sits where;
``memories[slot]`` and ``witness[slot]`` are those of `witnesses` different witnesses, and the last
memory is that of all who have none. `word` and ``words[seat]`` are where random numbers start.
`legal`, `choices` and `may_pass` are what the next one who is asked may answer.

`role`, the numbers of living `red` and `black`, `don` and `sheriff` by seat, the `days` that have
begun, the `winner` (`NOBODY` while it is played) and why it `ended`. ``met[seat]`` marks whom the
vote or the shot has met; `removed` who was removed in this day or night, `owed_word` who was so at
night and has a last word. ``no_vote_on[day]``, whether `night_falls` before the day's time, whether
anybody has `departed` in this round. `stirred` says whether anybody may misbehave at all,
``acting[when]`` is the set of those who may do so in a part of this day and night, a player at the
speech number ``moment[seat]``; `when` is the part that is going on. `listened` says whether events
have to be told to anybody, `talks` whether anybody speaks, `heard` whether either is so; `reads`
whether anybody reads faces, and ``faces[seat]`` is what all see alike in a face today.
``alive[:n_alive]`` are those alive and `alive_legal` the set of them.
``open[:n_open]`` may still be nominated on `open_day`, which is `NOBODY` where that has to be found
anew. `fault` is one more than the decision that was answered illegally.
"""

RED_WINS, BLACK_WINS, DRAWN = range(3)
"""The winners, with the numbers that a record of games has."""
ENDED_BY_PLAY, ENDED_BY_PLEA, ENDED_BY_HALL = range(3)
"""Why a game has its result, with the numbers that a record of games has; a plea stands for every act
but news from the hall that costs a side the game."""

_LEFT = int(Event.LEFT)
_THINK, _BEST_PLAYER = int(Decision.THINK), int(Decision.BEST_PLAYER)
_WHOLE = 2
_MAFIA, _DON = int(Role.MAFIA), int(Role.DON)
_NEW_DON = int(Secret.DON)

decide_by = calls(DECIDE)
"""``decide_by(address, kind, view, memory)`` lets the agent at an address decide."""
witness_by = calls(WITNESS)
"""``witness_by(address, event, public, memory)`` tells the witness at an address."""
write_present = overwrite(HISTORY[0])
"""``write_present(record, other)`` copies a public record over another, without its history."""
write = overwrite()
"""``write(record, other)`` copies one record over another."""


@part
def over(g: Any) -> bool:
    """Say whether the game is over."""
    return bool(g.winner != NOBODY)


@part
def stopped(g: Any) -> bool:
    """Say whether the day is over before its time, or the game is."""
    return bool(g.night_falls != 0 or g.winner != NOBODY)


# ---- Asking


@part
def offer_none(g: Any, may_pass: bool) -> None:
    """Begin the list of what may be answered; say whether nobody is an answer."""
    g.n_choices = 0
    g.may_pass = int(may_pass)
    g.legal = int(may_pass)


@part
def offer(g: Any, choice: int) -> None:
    """Add to the list of what may be answered."""
    g.choices[g.n_choices] = choice
    g.n_choices += 1
    g.legal |= 1 << (int(choice) + 1)


@part
def offer_living(g: Any, may_pass: bool, besides: int) -> None:
    """Let all living players be answers, besides one."""
    write(g.choices, g.alive)
    g.n_choices = g.n_alive
    g.may_pass = int(may_pass)
    g.legal = g.alive_legal | int(may_pass)
    if besides != NOBODY:
        offer_not(g, besides)


@part
def offer_not(g: Any, choice: int) -> None:
    """Take one out of the list of what may be answered."""
    left = 0
    for i in range(g.n_choices):
        here = g.choices[i]
        g.choices[left] = here
        left += here != choice
    g.n_choices = left
    g.legal &= ~(2 << int(choice))


@part
def list_living(g: Any) -> None:
    """List those who are alive."""
    n = 0
    legal = 0
    for seat in range(g.seats):
        g.alive[n] = seat
        n += g.public.alive[seat]
        legal |= int(g.public.alive[seat]) << (seat + 1)
    g.n_alive = n
    g.alive_legal = legal


@part
def wants(g: Any, seat: int, kind: int) -> bool:
    """Say whether a seat is asked for such decisions at all."""
    return bool((g.profile[seat].asked >> kind) & 1)


@part
def ask(g: Any, seat: int, kind: int) -> int:
    """Let a seat decide among what is offered, and give a legal answer.

    A kind of player that does not ask for such a decision passes, or takes the first of what is
    offered where nobody is no answer.
    """
    if not wants(g, seat, kind):
        return NOBODY if g.may_pass else int(g.choices[0])
    view = g.views[seat]
    write(view.choices, g.choices)
    view.n_choices = g.n_choices
    view.may_pass = g.may_pass
    answer = asked(g, seat, kind)
    if not -1 <= answer < CHOICES or not (g.legal >> (answer + 1)) & 1:
        refuse(g, seat, kind, answer)
        answer = NOBODY if g.may_pass else int(g.choices[0])
    if g.logged:
        log_decision(g, seat, kind, answer)
    return answer


@part
def ask_at_length(g: Any, seat: int, kind: int) -> None:
    """Let a seat write a longer answer about what is offered; whether it is legal is not looked at."""
    view = g.views[seat]
    write(view.choices, g.choices)
    view.n_choices = g.n_choices
    view.may_pass = g.may_pass
    for i in range(ANSWER):
        view.answer[i] = NOBODY
    asked(g, seat, kind)
    if g.logged:
        log_decision(g, seat, kind, NOBODY)
        for i in range(ANSWER):
            g.log[g.rows - 1].answer[i] = view.answer[i]


@part
def let_think(g: Any) -> None:
    """Let all living players think, those who want to."""
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        if wants(g, seat, _THINK):
            asked(g, seat, _THINK)


@part
def offer_all(g: Any, besides: int) -> None:
    """Let all seats be answers, besides one, and nobody."""
    n = 0
    for seat in range(g.seats):
        g.choices[n] = seat
        n += seat != besides
    g.n_choices = n
    g.may_pass = 1
    g.legal = (2 << int(g.seats)) - 1
    if besides != NOBODY:
        g.legal &= ~(2 << besides)


@part
def asked(g: Any, seat: int, kind: int) -> int:
    """Call the agent of a seat with its View brought up to date."""
    view = g.views[seat]
    profile = g.profile[seat]
    view.word = g.words[seat]
    g.words[seat] += AHEAD
    if profile.informed == _WHOLE or (profile.informed and kind == _BEST_PLAYER):
        write(view.public, g.public)
    elif profile.informed:
        write_present(view.public, g.public)
    return int(decide_by(profile.decide, kind, view, g.memories[profile.memory]))


@part
def is_offered(g: Any, choice: int) -> bool:
    """Say whether an answer is legal."""
    return bool(-1 <= choice < CHOICES and (g.legal >> (choice + 1)) & 1)


@part
def refuse(g: Any, seat: int, kind: int, answer: int) -> None:
    """Note the first illegal answer; the game is over with it."""
    if g.fault == 0:
        g.fault = kind + 1
        g.fault_seat = seat
        g.fault_answer = answer
    g.winner = DRAWN


# ---- Telling


@part
def tell(g: Any, kind: int, seat: int, target: int, value: int) -> None:
    """Let everybody know of a public event, whose effect is in the public record already."""
    if g.listened:
        _tell(g, kind, seat, target, value)


@part
def _tell(g: Any, kind: int, seat: int, target: int, value: int) -> None:
    if g.logged:
        log_row(g, kind, seat, target, value)
    event = g.event
    for slot in range(g.witnesses):
        event.kind = kind
        event.day = g.public.day
        event.seat = seat
        event.target = target
        event.value = value
        if g.trusted[slot]:
            witness_by(g.witness[slot], event, g.public, g.memories[slot])
        else:
            write(g.shown, g.public)
            witness_by(g.witness[slot], event, g.shown, g.memories[slot])


@part
def note(g: Any, kind: int, seat: int, target: int, value: int) -> None:
    """Log what only the host sees."""
    if g.logged:
        log_row(g, kind, seat, target, value)


@part
def log_row(g: Any, kind: int, seat: int, target: int, value: int) -> None:
    """Add a row to the log; a full one takes no more."""
    row = g.log[min(g.rows, ROWS - 1)]
    row.legal = 0
    row.event = kind
    row.day = g.public.day
    row.phase = g.public.phase
    row.seat = seat
    row.target = target
    row.value = value
    row.decision = NOBODY
    row.choice = NOBODY
    for i in range(ANSWER):
        row.answer[i] = NOBODY
    g.rows = min(g.rows + 1, ROWS)


@part
def log_decision(g: Any, seat: int, kind: int, answer: int) -> None:
    """Add a decision to the log."""
    log_row(g, DECISION, seat, NOBODY, NOBODY)
    row = g.log[g.rows - 1]
    row.decision = kind
    row.choice = answer
    row.legal = g.legal


# ---- Leaving


@part
def leave(g: Any, seat: int, cause: int, on: int) -> None:
    """Let a player leave; whether that ends the game is tested when all have left who leave with him."""
    p = g.public
    p.alive[seat] = 0
    p.left[seat] = cause
    p.left_on[seat] = on
    p.living -= 1
    list_living(g)
    g.departed = 1
    g.open_day = NOBODY
    if g.role[seat] >= _MAFIA:
        g.black -= 1
    else:
        g.red -= 1
    tell(g, _LEFT, seat, NOBODY, cause)
    if seat == g.don and g.rules.night_don_is_inherited:
        inherit(g, seat)


@part
def next_seat(g: Any, seat: int) -> int:
    """Give the seat after a seat."""
    return seat + 1 if seat + 1 < g.seats else 0


@part
def inherit(g: Any, seat: int) -> None:
    """Make the next living black player after a seat the don."""
    heir = seat
    for _ in range(1, g.seats):
        heir = next_seat(g, heir)
        if g.public.alive[heir] and g.role[heir] >= _MAFIA:
            g.don = heir
            for black in range(g.seats):
                if g.role[black] >= _MAFIA:
                    g.views[black].don = heir
            note(g, _NEW_DON, heir, NOBODY, NOBODY)
            return


@part
def has_last_word(g: Any, seat: int) -> bool:
    """Say whether one who leaves has a last word: not who was removed, unless the rules give it."""
    has = g.rules.speech_last_word_seconds > 0
    return bool(has and (not g.removed[seat] or g.rules.speech_last_word_of_removed))


@part
def test(g: Any) -> None:
    """End the game if a side has won: red without black players, black at equal numbers."""
    if g.winner == NOBODY:
        if g.black == 0:
            g.winner = RED_WINS
        elif g.black >= g.red:
            g.winner = BLACK_WINS


LEFT_BY_SHOT, LEFT_BY_VOTE, LEFT_BY_FOUL = int(Left.NIGHT), int(Left.VOTE), int(Left.FOUL)
