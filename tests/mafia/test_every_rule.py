"""Each value of each rule shows in a game, and the referee says that the game goes as it should.

The same players play the same game under a regulation and under one whose only difference is that
value. That their logs differ says that the value was at work; the referee hears the second.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mafsim import agents, mafia
from mafsim.mafia import Incident, Played
from mafsim.regulations import Regulation, load, set_values
from tests.mafia.reference import Act, When, replay

WILD = "tests.mafia.wild:WILD"
CALM, UNRULY, QUIET = f"{WILD}:foul=0.02", f"{WILD}:foul=0.08", f"{WILD}:pass=0.8,hit=0.2"
LIFTING = "random:nominate=0.5,lift=1,miss=0.2"
SEARCHED = 60
"""In how many games a value is looked for."""
AT_LEAST = 2
"""How many games the referee hears of each."""


@dataclass(frozen=True)
class Shown:
    """A value of a rule, and where it shows."""

    change: str = ""
    base: str = "ugra-2021"
    given: tuple[str, ...] = ()
    """What else the regulation has otherwise, in both games."""
    kind: str = CALM
    first: int = 0
    """The game from which on it is looked for."""
    acts: tuple[Act, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.base, *self.given, self.change))


def rules(chapter: str, *changes: str, **known: object) -> list[Shown]:
    """Give values of rules that have all else in common."""
    return [Shown(f"rules.{chapter}{change}", **known) for change in changes]  # type: ignore[arg-type]


ONE_FOUL = ("rules.fouls.loss_at=1",)
HANDS_DOWN = tuple(
    Act(When.VOTE, 2, step, seat, "hand_withdrawn") for step in (0, 1) for seat in (0, 7)
)
CASES = [
    *rules("", "don=false", "sheriff=false", "black=1", "black=2", "black=4"),
    *rules("", "first_killed=first_shot", first=7),
    *rules("night.", "shots=order_fixed", "shots=free", "order_nights=0", "order_nights=1"),
    *rules("night.", "shots=order_then_open", base="plain"),
    *rules("night.", "order_nights=5", "don_first_check=2", "sheriff_first_check=2"),
    *rules("night.", "sheriff_first_check=3", "checks=0", "checks=2", "checks=3"),
    *rules("night.", "checks_when_shot=false", "don_is_inherited=true"),
    *rules("best_move.", "told=night", base="charlie-2016"),
    *rules("best_move.", "told=last_word"),
    *rules("speech.", "first_seat=4", "first_seat=10", "rotation=last", "last_word_seconds=0"),
    *rules("speech.", "rotation=none", first=2),
    *rules("speech.", "last_word_of_removed=true", "tied_seconds=0", "at_the_end=true"),
    *rules("speech.", "at_the_end=false", base="fiim", first=1),
    *rules("nomination.", "most=2", "most=3", "withdrawal=allowed", "withdrawal=last_stands"),
    *rules("nomination.", "withdrawal=no", base="charlie-2016"),
    *rules("nomination.", "by_last_word=true"),
    *rules("vote.", "first_day=nobody_leaves", "not_cast=nobody", "oneself=false"),
    *rules("vote.", "single_on_first_day=vote", kind="random:nominate=0.15,lift=1", first=2),
    *rules("vote.", "hand_withdrawn=falls_away", acts=HANDS_DOWN),
    *rules("vote.", "revote_order=reversed"),
    *rules("vote.", "same_tied_by_others=revote", "lift_needs=hands", first=2),
    *rules("vote.", "fewer_tied=lift", first=9),
    *rules("vote.", "at_four=no_lift", "at_four=no_revote", first=3),
    *rules("vote.", "at_four=lift", base="omsk-2012", first=3),
    *rules(
        "vote.",
        "at_nine=two_at_most",
        base="plain",
        kind="random:nominate=0.3,lift=1,miss=0.8",
        first=1,
    ),
    *rules("vote.", "all_living=draw", base="plain", kind=LIFTING, first=225),
    *rules("vote.", "all_living=nobody_leaves", base="plain", kind=LIFTING, first=225),
    *rules("vote.", "all_living=red_wins", base="fiim", kind=LIFTING, first=1979),
    *rules("fouls.", "loss_at=1", kind=UNRULY),
    *rules("fouls.", "loss_at=2", kind=UNRULY, first=5),
    *rules("fouls.", "loses=half", "loses=vote", "loses=nothing", given=ONE_FOUL, kind=UNRULY),
    *rules("fouls.", "nominates=false", given=ONE_FOUL, kind=UNRULY),
    *rules("fouls.", "half_at_most=7", "half_at_most=4", given=ONE_FOUL, kind=UNRULY),
    *rules("fouls.", "half_at_most=0", base="fiim", given=ONE_FOUL, kind=UNRULY, first=241),
    *rules("fouls.", "loss_when=next_day", given=ONE_FOUL, kind=UNRULY, first=8),
    *rules(
        "fouls.", "loss_when=next_day", given=(*ONE_FOUL, "rules.fouls.loses=vote"), kind=UNRULY
    ),
    *rules(
        "removal.before_vote=",
        *("no_vote_if_nominated", "no_vote_and_next", "goes_on", "held"),
        kind=UNRULY,
        first=2,
    ),
    *rules("removal.before_vote=", "goes_on", "held", base="charlie-2016", kind=UNRULY, first=5),
    *rules("removal.during_vote=", "no_vote", kind=UNRULY),
    *rules("removal.during_vote=", "no_vote_if_nominated", "held", kind=UNRULY, first=5),
    *rules("removal.during_vote=", "goes_on", "held", base="charlie-2016", kind=UNRULY),
    *rules("removal.after_result=", "both_leave", kind=UNRULY, first=1),
    *rules("removal.after_result=", "next", base="charlie-2016", kind=UNRULY, first=1),
    *rules(
        "removal.after_result=",
        "next_unless_leaving",
        acts=(Act(When.RESULT, 2, 0, 4, "insult"),),
    ),
    *rules("removal.at_night=", "held", kind=UNRULY),
    *rules(
        "removal.at_night=",
        "next_unless_leaving",
        acts=(Act(When.NIGHT, 2, 1, 4, "night_gesture"),),
    ),
    *rules("end.", "quiet_rounds=1", kind=QUIET, first=1),
    *rules("end.", "quiet_rounds=2", "quiet_rounds_at_four=1", kind=QUIET, first=10),
    *rules("end.", "quiet_rounds_at_four=2", kind=QUIET, first=37),
    *rules(
        "end.",
        "quiet_at_four=draw",
        base="charlie-2016",
        given=("rules.end.quiet_rounds_at_four=1",),
        kind=QUIET,
        first=9,
    ),
    *rules("end.", "ends_with=announcement", kind=UNRULY),
    *rules("end.", "ends_with=departure", base="charlie-2016", kind=UNRULY, first=1),
    Shown("scoring.best_move={three=0.5}", "omsk-2012"),
    Shown("scoring.best_move.voted_out_at_most=0"),
    Shown("scoring.best_move.voted_out_at_most=1", kind=UNRULY, first=21),
    Shown("scoring.best_move.after_removal=false", kind=UNRULY, first=2),
    Shown("scoring.best_player.compulsory=false", "omsk-2012"),
]


def played(regulation: Regulation, case: Shown, index: int) -> Played:
    """Play one game."""
    incidents = [
        Incident(day=act.day, when=mafia.When(act.when), seat=act.seat, act=act.act, step=act.step)
        for act in case.acts
    ]
    players = agents.cast(case.kind, regulation.table.size)
    return mafia.play(regulation, players, 1, seed=1, first=index, log=True, incidents=incidents)


def heard(regulation: Regulation, case: Shown, index: int) -> Played:
    """Play one game, and have the referee hear it."""
    game = played(regulation, case, index)
    replay(game, 0, regulation, case.acts)
    return game


def told(game: Played) -> bytes:
    return game.log_of(0).tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_value_of_a_rule_shows_in_a_game_as_the_referee_would_have_it(case: Shown) -> None:
    usual = set_values(load(case.base), case.given) if case.given else load(case.base)
    other = set_values(usual, [case.change])
    shown = False
    for index in range(case.first, case.first + SEARCHED):
        shown |= told(heard(other, case, index)) != told(played(usual, case, index))
        if shown and index + 1 >= case.first + AT_LEAST:
            return
    pytest.fail("it changes none of the games")


FIRST_SHOT = "rules.first_killed=first_shot"
SAME_TIED = "rules.vote.same_tied_by_others=revote"
STUBBORN = "random:nominate=1,lift=0.5"


def of_size(seats: int) -> tuple[str, ...]:
    return f"table.size={seats}", "rules.black=1", f"entry.entrants={seats}"


EDGES = {
    "the same are tied again after one vote more": Shown(
        SAME_TIED, "plain", of_size(5), STUBBORN, first=106
    ),
    "four at the table are tied by the same hands": Shown(
        SAME_TIED, "plain", of_size(4), STUBBORN, first=51
    ),
    "three at the table are tied by the same hands": Shown(
        SAME_TIED, "plain", of_size(3), STUBBORN, first=94
    ),
    "two may be lifted of nine": Shown(
        "rules.vote.at_nine=two_at_most",
        "plain",
        ("rules.vote.not_cast=nobody",),
        f"{WILD}:pass=0.3,hit=0.2",
        first=5,
    ),
    "one hand more is for the lift": Shown(
        "rules.vote.lift_needs=hands", "plain", kind=f"{WILD}:pass=0.5", first=113
    ),
    "an act before the hands of a lift": Shown(
        kind=WILD,
        acts=tuple(
            Act(When.VOTE, day, 2, seat, "insult") for day in (1, 2, 3) for seat in (3, 4, 5)
        ),
    ),
    "an act after the checks": Shown(kind=WILD, acts=(Act(When.NIGHT, 1, 2, 4, "night_gesture"),)),
    "acts of those who leave before the host tells it": Shown(
        base="charlie-2016",
        kind=WILD,
        first=35,
        acts=tuple(
            Act(When.RESULT, day, 0, seat, "insult") for day in (2, 3, 4) for seat in (0, 1, 2)
        ),
    ),
    "nobody is nominated, so nobody misbehaves in the vote": Shown(
        kind=f"{WILD}:pass=0.97,foul=0.5", first=4
    ),
    "whom the vote has met loses the game for his side": Shown(
        "rules.conduct.insult=side_lost",
        "charlie-2016",
        kind=WILD,
        acts=tuple(Act(When.RESULT, 2, 0, seat, "insult") for seat in range(10)),
    ),
    "who was voted out after day one costs no best move": Shown(
        "scoring.best_move.voted_out_at_most=0",
        given=(FIRST_SHOT,),
        kind="random:nominate=0.9,miss=0.8",
        first=33,
    ),
    "who was removed at night speaks in the morning": Shown(
        "rules.speech.last_word_of_removed=true",
        kind=WILD,
        acts=(Act(When.NIGHT, 1, 0, 4, "night_gesture"),),
    ),
    "the don leaves, and others": Shown("rules.night.don_is_inherited=true", first=3),
    "the order names one who is there": Shown("rules.night.shots=order_fixed", kind=WILD),
}
"""Games in which a rule's very edge is reached: each by what happens there."""


@pytest.mark.parametrize("edge", EDGES)
def test_the_referee_agrees_about_the_edge_of_a_rule(edge: str) -> None:
    case = EDGES[edge]
    changes = [each for each in (*case.given, case.change) if each]
    regulation = set_values(load(case.base), changes) if changes else load(case.base)
    heard(regulation, case, case.first)
