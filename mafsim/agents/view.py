"""What one seat may know, and what it may be asked: the `View` and the decisions.

An agent is a function ``decide(kind, view, memory)`` that gives a whole number. `kind` is a
`Decision`, `view` one record of the type `VIEW`, `memory` what the agent's `witness` has made of the
public events of this game, read-only. Seats are 0 to 9, and so are all numbers of seats here.

What can be answered
--------------------
``view.choices[:view.n_choices]`` are the legal answers in a fixed order; where ``view.may_pass`` is
1, `NOBODY` is legal too and means what the decision's own description says. Anything else stops the
game with an error that names seat and decision. Answers that do not fit into one number are written
to ``view.answer``, which is `NOBODY` throughout when a decision is asked.

Chance
------
``view.word`` is a fresh random word for this decision and seat, ``view.own_word`` another that stays
the same for this seat throughout the game. `mafsim.agents.chance` draws from them; nothing else is
random. No agent may keep anything from one call to the next: an agent's own noise comes from
``view.own_word``, and what it remembers of the public game from `memory`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from mafsim.agents.rules import RULES
from mafsim.kernels import Array, Record, Signature

SEATS = 10
"""The most that sit at a table."""
DAYS = 24
"""The last day of any game; then it is drawn."""
BALLOTS = 48
"""The most ballots of any game; then it is drawn."""
ORDERED = 30
"""For how many nights the order of shots may be fixed."""
CHOICES = 32
"""Room for the legal answers of a decision."""
ANSWER = 40
"""Room for a longer answer."""
PARAMETERS = 16
"""Room for an agent's parameters."""
NOBODY = -1
"""Nobody, nothing, not yet: in every field of seats, nights and colours, and as an answer."""

RED, BLACK = 0, 1
"""The colours, also as the result of a sheriff's check and in opinions."""


class Decision(IntEnum):
    """What a seat may be asked; ``decide`` answers with one whole number."""

    ORDER = 0
    """Night 0, the don (without a don the first black seat), unless shots are `FREE`: the order of
    shots. Write the seat to be shot in night 1, 2, ... to ``view.answer[:order_nights]``, any seat
    or `NOBODY`. The number that is returned means nothing."""
    NOMINATE = 1
    """By day, in one's own speech (or, where the rules allow it, in the last word of who was shot):
    the seat that is nominated. `NOBODY` is legal. It is asked again while another nomination may
    stand."""
    WITHDRAW = 2
    """In the same speech, where the rules know it, after one's own nomination: 1 takes it back, 0
    lets it stand."""
    SPEAK = 3
    """In one's speech, after nominating, and in the half minute of a tie and the last word
    (``view.public.phase`` says which). Write to ``view.answer``; the number means nothing:

    - ``answer[0]``, the claim: `NOBODY` nothing, 1 "I am the sheriff", 2 "I take that back";
    - ``answer[10 + seat]``, a split: for which candidate that seat is to vote today;
    - ``answer[20 + seat]``, a check that is told: `RED` or `BLACK` about that seat;
    - ``answer[30 + seat]``, an opinion: `RED` or `BLACK` about that seat.

    `NOBODY` in a place says nothing about that seat. A split is announced if at least two
    candidates are named in it; the last one that was announced stands.
    """
    VOTE = 4
    """The candidate that one votes for, asked of all living before any vote of the ballot is known.
    `NOBODY`, not voting in time, is legal; the rules say whom it counts for."""
    LIFT = 5
    """Whether all of ``view.public.on_ballot`` leave: 1 yes, 0 no. `NOBODY`, no hand at all, is
    legal where hands are counted."""
    PLAN = 6
    """At night, where shots are `FREE`, of the don or else of the first living black seat: whom to
    shoot, told to all black players as ``view.plan``. `NOBODY` is legal: nobody, or no plan."""
    SHOOT = 7
    """At night, of each living black player, blind: the seat that is shot at. `NOBODY`, no shot, is
    legal. ``view.plan`` is what was planned for this night. If all living black players name one
    seat, it dies. Decide it from ``view.public``, the order and the plan, not from what only you
    know: the others cannot know it."""
    DON_CHECK = 8
    """At night, of the don: the seat that he checks for being the sheriff. `NOBODY` is legal. The
    result is in ``view.checked`` afterwards, 1 for the sheriff."""
    SHERIFF_CHECK = 9
    """At night, of the sheriff: the seat that he checks for being black. `NOBODY` is legal. The
    result is in ``view.checked`` afterwards, `RED` or `BLACK`."""
    BEST_MOVE = 10
    """Of the first killed, where he may: up to three different seats besides his own, written to
    ``view.answer[:3]``. The number means nothing."""
    BEST_PLAYER = 11
    """After the game, where the table votes, of all who have played: the best player, not oneself.
    `NOBODY` is legal unless the regulation compels. ``view.revealed`` holds everybody's role."""
    CONDUCT = 12
    """Of agents with ``Agent.misbehaves``, with that chance, once in the speeches of a day, once in
    each vote, once after its result and once a night: an act of `mafsim.agents.rules.ACTS` that one
    commits, or `NOBODY`. What it brings is in ``view.rules.conduct_...``."""
    THINK = 13
    """At the beginning of each day, of all living: whatever is written to ``view.thoughts`` is found
    there in every later decision, until the next day. The number means nothing."""


class Phase(IntEnum):
    """What is going on at the table."""

    NIGHT_0 = 0
    """The night of acquaintance."""
    MORNING = 1
    """The night's result is told; last word of who was shot."""
    SPEECHES = 2
    """The circle of speeches."""
    VOTE = 3
    """The ballots, from the first to the result."""
    TIED = 4
    """The half minutes of those who are tied."""
    RESULT = 5
    """After the result of the vote; last words of who was voted out."""
    NIGHT = 6
    """A night with a shot."""
    OVER = 7
    """The game is over."""


class Claim(IntEnum):
    """What a seat has said of being the sheriff."""

    NONE = 0
    STANDS = 1
    TAKEN_BACK = 2


class Role(IntEnum):
    """A player's card, with the numbers that a record of games has; black from `MAFIA` on."""

    CIVILIAN = 0
    SHERIFF = 1
    MAFIA = 2
    DON = 3


class Left(IntEnum):
    """How a player left the table, with the numbers that a record of games has."""

    NIGHT = 0
    VOTE = 1
    FOUL = 2


class Ballot(IntEnum):
    """What was voted on, with the numbers that a record of games has."""

    VOTE = 0
    REVOTE = 1
    LIFT = 2


class Event(IntEnum):
    """What happens in public. `seat` did it, `target` is whom it is about, `value` says more."""

    GAME_BEGINS = 0
    """A new game; the memory is all zeros."""
    DAY_BEGINS = 1
    """`seat` will speak first."""
    SPEECH = 2
    """`seat` begins to speak; value 2 has his whole time, 1 half of it, 0 has lost it."""
    NOMINATED = 3
    """`seat` nominated `target`."""
    WITHDRAWN = 4
    """`seat` took his nomination of `target` back."""
    CLAIMED = 5
    """`seat` said that he is the sheriff (1), or took it back (2)."""
    TOLD_CHECK = 6
    """`seat` said that his check of `target` was `RED` or `BLACK`."""
    OPINION = 7
    """`seat` called `target` `RED` or `BLACK`, which he had not called him before."""
    SPLIT = 8
    """`seat` announced the split that ``public.split`` holds."""
    BALLOT = 9
    """A ballot was held: number `value` of ``public.votes`` and ``public.vote_kind``, with
    ``public.on_ballot`` on it."""
    BROKE = 10
    """`seat` has broken the announced split: his vote made `target` leave alone."""
    LEFT = 11
    """`seat` has left; value is a `Left`."""
    NIGHT_BEGINS = 12
    """Night `value` falls."""
    SHOT = 13
    """The morning tells the shot of night `value`: `target`, or `NOBODY` for a miss."""
    FOUL = 14
    """`seat` was given a foul for the act `value`."""
    REMOVED = 15
    """`seat` was removed at once, for the act `value` (`NOBODY`: by the number of his fouls)."""
    BEST_MOVE = 16
    """`seat`, killed first, has named ``public.best_move``."""
    LAST_WORD = 17
    """`seat` begins his last word, or the half minute of a tie."""
    GAME_OVER = 18
    """The game is over: value 0 for red, 1 for black, 2 for a draw."""


EVENT = np.dtype([(name, np.int16) for name in ("kind", "day", "seat", "target", "value")])
"""One public event, as a witness gets it; the numbers of `kind` are those of `Event`."""

PUBLIC = np.dtype(
    [
        ("day", np.int16),
        ("phase", np.int16),
        ("nights", np.int16),
        ("speaker", np.int16),
        ("first_speaker", np.int16),
        ("living", np.int16),
        ("quiet", np.int16),
        ("ballots", np.int16),
        ("n_candidates", np.int16),
        ("n_on_ballot", np.int16),
        ("vote_is_held", np.int16),
        ("split_by", np.int16),
        ("best_move_by", np.int16),
        ("candidates", np.int8, (SEATS,)),
        ("on_ballot", np.int8, (SEATS,)),
        ("alive", np.int8, (SEATS,)),
        ("left", np.int8, (SEATS,)),
        ("left_on", np.int8, (SEATS,)),
        ("fouls", np.int8, (SEATS,)),
        ("loses", np.int8, (SEATS,)),
        ("claims", np.int8, (SEATS,)),
        ("claimed_on", np.int8, (SEATS,)),
        ("split", np.int8, (SEATS,)),
        ("broke", np.int8, (SEATS,)),
        ("best_move", np.int8, (3,)),
        ("told", np.int8, (SEATS, SEATS)),
        ("opinions", np.int8, (SEATS, SEATS)),
        ("shot", np.int8, (DAYS + 1,)),
        ("vote_day", np.int8, (BALLOTS,)),
        ("vote_kind", np.int8, (BALLOTS,)),
        ("nominated", np.int8, (DAYS + 1, SEATS)),
        ("votes", np.int8, (BALLOTS, SEATS)),
        ("_", np.int8, (10,)),
    ]
)
assert PUBLIC.itemsize % 8 == 0, "the engine copies it by words of eight bytes"
"""What everybody at the table knows.

Scalars: `day` (0 in night 0, and day k until night k is over), `phase` (a `Phase`), `nights` that
are over, `speaker` (or `NOBODY`), `first_speaker` of this day, how many are `living`, `quiet` rounds
without a departure so far, `ballots` held so far, the numbers of candidates and of those on the
present ballot, whether today's vote `vote_is_held` (0 where a removal costs it), who announced
today's split, and who made the best move.

By place: ``candidates[:n_candidates]`` of today in the order of nomination;
``on_ballot[:n_on_ballot]``, those on the present or last ballot; the `best_move`, three seats.

By seat: `alive` 0 or 1; `left` (a `Left`) and `left_on` (its day or night); number of `fouls`; the
day on which the speech or vote is lost (`loses`); `claims` (a `Claim`) and the day of the first
(`claimed_on`); the candidate for whom the seat is to vote under today's announced `split`; the day
on which the seat `broke` one.

By night: ``shot[k]`` is who was shot in night k, `NOBODY` for a miss, told in the morning.

``vote_day[b]``, ``vote_kind[b]`` (a `Ballot`) and ``votes[b, seat]`` of the ballots in order: whom
the seat's vote counted for, 1 or 0 for a lift, `NOBODY` without a vote.

``told[seat, target]``: the check of the target that the seat has told last, `RED` or `BLACK`;
``opinions[seat, target]``: what the seat has last called the target;
``nominated[day, seat]``: who nominated that seat on that day.
"""

HISTORY = ("shot", "vote_day", "vote_kind", "nominated", "votes")
"""What in the record grows with every day: the last of its fields."""
assert PUBLIC.names is not None
assert PUBLIC.names[-len(HISTORY) - 1 :] == (*HISTORY, "_"), "they stand behind all others"

PAYOFFS = np.dtype(
    [
        ("win", np.int32),
        ("loss", np.int32),
        ("draw", np.int32),
        ("best_move", np.int32, (4,)),
        ("best_player", np.int32),
        ("best_player_by_table", np.int32),
        ("best_player_winner_only", np.int32),
        ("additional_winner", np.int32),
        ("additional_loser", np.int32),
        ("first_killed_loser", np.int32),
        ("broke_split", np.int32),
        ("voted_for", np.int32),
        ("false_claim", np.int32),
        ("false_check", np.int32),
        ("forgot_role", np.int32),
        ("lost_claim", np.int32),
        ("disqualification", np.int32),
        ("fourth_foul", np.int32),
        ("side_lost", np.int32),
    ]
)
"""What the regulation pays the seat in its role, in thousandths of a point.

`win`, `loss` and `draw`; ``best_move[n]`` for n black ones among three if the seat is killed first;
`best_player` and whether the table chooses him (1) and only among winners (1); the most that the
judge may add to a winner and to a loser; what being killed first in a lost game brings at the most.
What is taken off is positive: the most for each act that a judge looks for, for a removal at once
(`disqualification`), by fouls (`fourth_foul`), and for losing the game for one's side.
"""

VIEW = np.dtype(
    [
        ("public", PUBLIC),
        ("word", np.uint64),
        ("own_word", np.uint64),
        ("skill", np.float64),
        ("parameters", np.float64, (PARAMETERS,)),
        ("tells", np.float64, (SEATS,)),
        ("payoffs", PAYOFFS),
        ("rules", RULES),
        ("seat", np.int16),
        ("role", np.int16),
        ("don", np.int16),
        ("plan", np.int16),
        ("speech", np.int16),
        ("n_choices", np.int16),
        ("may_pass", np.int16),
        ("partners", np.int8, (SEATS,)),
        ("checked", np.int8, (SEATS,)),
        ("checked_on", np.int8, (SEATS,)),
        ("revealed", np.int8, (SEATS,)),
        ("order", np.int8, (ORDERED,)),
        ("choices", np.int8, (CHOICES,)),
        ("thoughts", np.float64, (SEATS,)),
        ("answer", np.int8, (ANSWER,)),
    ],
    align=True,
)
"""What one seat may know when it is asked.

`public` is what everybody knows, as it is at this moment; an agent that is asked without
``Agent.sees_record`` finds it empty. `word` and `own_word` are random words. `skill` and
`parameters` are the player's own, in the order of ``Agent.parameters``. `payoffs` and `rules` are the
regulation's.

`tells` is what the seat has read in the others' faces, zeros unless ``Agent.reads``: for every day
that has begun and every other player alive then, a number with variance 1 whose mean is half of d
for a black player and minus half of d for a red one, summed over the days. Here d is how well the
seat reads times (1 - how well the other hides), and a share of the noise is the same for all who
read (``Agent.shares``). So the evidence that a player who hides nothing is black, as the logarithm
of odds, is d times his sum.

`seat` and `role` are its own. For a black player `don` is the don's seat and `partners` marks the
other black ones; for others they are `NOBODY` and zeros. `plan` is the seat to be shot tonight by
the order of night 0 or by this night's plan; `order` the order of shots, for black players alone.
`checked` holds the results of one's own checks by seat (`NOBODY` where there is none), `checked_on`
the nights. `thoughts` are what the seat itself has made of it all this morning
(`Decision.THINK`). `speech` is 2 for a whole speech, 1 for half of it, 0 where it is lost. `revealed` holds
everybody's role after the game, and `NOBODY` before.

Each seat has a View of its own: what an agent writes into it reaches nobody. Only `answer` is read,
and `thoughts` are kept.
"""

DECIDE = Signature(int, (int, Record(VIEW), Array(np.dtype(np.float64), readonly=True)))
"""The type of every ``decide``: use it as ``@typed(DECIDE)``."""
WITNESS = Signature(None, (Record(EVENT), Record(PUBLIC), Array(np.dtype(np.float64))))
"""The type of every ``witness(event, public, memory)``: use it as ``@typed(WITNESS)``."""

Decide = Callable[[int, Any, Any], int]
Witness = Callable[[Any, Any, Any], None]

ALL = frozenset(Decision)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A number by which players of one kind differ."""

    name: str
    """As it is written in ``KIND:name=value``."""
    default: float
    """Its value where nothing is written."""
    least: float = 0.0
    """No value below this."""
    most: float = 1.0
    """No value above this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A kind of player: its functions, and what the engine has to know about them."""

    decide: Decide
    """Made with ``@typed(DECIDE)`` if it is `compiled`; else an ordinary function of Python."""
    compiled: bool
    """Whether `decide` is compiled: the author's own explicit choice."""
    parameters: tuple[Parameter, ...] = ()
    """What ``view.parameters`` holds, in this order."""
    asked: frozenset[Decision] = ALL
    """The decisions that it wants to take. For the others it is never called: it is silent, passes,
    and behaves."""
    sees_record: bool = True
    """Whether ``view.public`` is kept up for it; an agent that lives by its `witness` alone, or
    looks at the choices only, saves the copying."""
    sees_history: bool = True
    """Whether `HISTORY` in it is kept up as well; if not, it is so after the game alone, when the best
    player is asked for."""
    witness: Witness | None = None
    """Made with ``@typed(WITNESS)``: told every public event, once a table for all seats that have
    the same witness. It writes to its memory alone."""
    memory: int = 0
    """How many numbers the witness's memory has, at the most `MEMORY`."""
    reads: str = ""
    """The name of the parameter that says how well it reads faces; left out, ``view.tells`` is all
    zeros."""
    hides: str = ""
    """The name of the parameter that says how well it hides its own colour, 0 not at all, 1 wholly;
    left out, not at all."""
    shares: str = ""
    """The name of the parameter that says which share of the noise in what it reads is the same for
    all at the table; left out, half."""
    misbehaves: str = ""
    """The name of the parameter that says with which chance it is asked for its `Decision.CONDUCT`
    each time that there is occasion for it; left out, never."""
    trusted: bool = False
    """True for mafsim's own kinds alone: they are known to write nothing into their Views but answers
    and thoughts, so these are not wiped whole for every game, and their witnesses are shown the
    public record itself. For others it is a copy."""


MEMORY = 4096
"""The most numbers that a memory may have."""
