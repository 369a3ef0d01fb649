"""The player who reckons: what he does follows from what he may know, and from nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.agents.rules import code
from mafsim.agents.view import BLACK, NOBODY, RED, SEATS, Claim, Decision, Phase, Role
from tests.agents.enumeration import Table
from tests.agents.test_beliefs import tables
from tests.agents.views import ROLES, answered, view_of
from tests.laws import tried

DON, MAFIA, OTHER, SHERIFF, CIVILIAN = range(5)
CLAIM, TOLD, OPINION = 0, 20, 30
WORDS = st.integers(0, 2**60)
THINKERS = ("bayes", "human", "consigliere", "hunter")


def shots(kind: str, table: Table, change: Any, **parameters: Any) -> list[int]:
    """Give at whom each living black player shoots, after a change to his View."""
    table.public["phase"] = Phase.NIGHT
    aims = []
    for seat in (DON, MAFIA, OTHER):
        view = view_of(kind, table, seat, **parameters)
        view["order"][:3] = (7, 4, 8)
        view["plan"] = 7
        change(view)
        aims.append(answered(kind, Decision.SHOOT, view, table, table.living)[0])
    return aims


@pytest.mark.parametrize("kind", THINKERS)
@tried(40)
@given(tables(deeds=25), st.lists(st.sampled_from((NOBODY, RED, BLACK)), min_size=10, max_size=10))
def test_shot_never_comes_from_a_private_check(kind: str, table: Table, checked: list[int]) -> None:
    """Nor from a private word, nor from what was read in faces: all black players aim alike."""

    def learn(view: Any) -> None:
        view["checked"] = checked
        view["tells"] = np.linspace(-3, 3, SEATS) * (1 + view["seat"])

    manners = {"discipline": 1.0} if kind in ("human", "consigliere") else {}
    before = shots(kind, table, lambda view: None, **manners)
    assert shots(kind, table, learn, **manners) == before
    assert len(set(before)) == 1


def test_sheriff_who_has_claimed_is_shot_before_the_order() -> None:
    table = Table()
    table.claim(SHERIFF)
    assert shots("bayes", table, lambda view: None) == [SHERIFF] * 3


def test_binding_order_is_kept_whatever_was_claimed() -> None:
    table = Table()
    table.claim(SHERIFF)

    def bind(view: Any) -> None:
        view["rules"]["night_shots"] = code("night_shots", "order_fixed")

    assert shots("bayes", table, bind) == [7] * 3


def test_plan_of_the_night_is_kept_where_shots_are_free() -> None:
    def free(view: Any) -> None:
        view["rules"]["night_shots"] = code("night_shots", "free")
        view["plan"] = 5

    assert shots("bayes", Table(), free) == [5] * 3


@pytest.mark.parametrize("kind", THINKERS)
@tried(25)
@given(tables(deeds=25), WORDS, st.permutations((DON, MAFIA, OTHER, SHERIFF, *range(5, SEATS))))
def test_hidden_roles_permuted_give_the_same_decision(
    kind: str, table: Table, word: int, order: list[int]
) -> None:
    """A civilian's View is the same whoever the others are, and so is all that he does."""
    others = list(ROLES)
    for seat, role in zip(order, [ROLES[i] for i in (DON, MAFIA, OTHER, SHERIFF, *range(5, 10))],
                          strict=True):  # fmt: skip
        others[seat] = role
    for decision in (Decision.NOMINATE, Decision.VOTE, Decision.SPEAK, Decision.BEST_MOVE):
        answers = [
            answered(kind, decision, view_of(kind, table, CIVILIAN, roles=roles, word=word), table)
            for roles in (ROLES, others)
        ]
        assert answers[0] == answers[1]


def test_sheriff_reveals_a_black_one_whom_he_has_found() -> None:
    table = Table()
    view = view_of("bayes", table, SHERIFF)
    view["checked"][MAFIA] = BLACK
    _, said = answered("bayes", Decision.SPEAK, view, table)
    assert said[CLAIM] == Claim.STANDS
    assert said[TOLD + MAFIA] == BLACK
    assert answered("bayes", Decision.VOTE, view, table)[0] == MAFIA


def test_sheriff_keeps_silent_while_nothing_forces_him() -> None:
    table = Table()
    view = view_of("bayes", table, SHERIFF)
    view["checked"][CIVILIAN] = RED
    assert answered("bayes", Decision.SPEAK, view, table)[1][CLAIM] == NOBODY


def test_sheriff_answers_a_false_claim() -> None:
    table = Table()
    table.claim(MAFIA)
    view = view_of("bayes", table, SHERIFF)
    assert answered("bayes", Decision.SPEAK, view, table)[1][CLAIM] == Claim.STANDS


def test_false_sheriff_tells_one_check_a_night_and_keeps_to_them() -> None:
    table = Table()
    for night in (1, 2, 3):
        table.night()
        table.day()
        view = view_of("bayes", table, MAFIA, fake=1.0)
        _, said = answered("bayes", Decision.SPEAK, view, table)
        told = {s: said[TOLD + s] for s in range(SEATS) if said[TOLD + s] != NOBODY}
        if said[CLAIM] == Claim.STANDS and not table.standing.get(MAFIA):
            table.claim(MAFIA)
        for seat, colour in told.items():
            assert table.public["told"][MAFIA, seat] in (NOBODY, colour)
            table.tell_check(MAFIA, seat, colour)
        if night >= 2:
            assert int((table.public["told"][MAFIA] != NOBODY).sum()) == night


@tried(40)
@given(tables(deeds=30), WORDS)
def test_black_player_says_one_consistent_story(table: Table, own_word: int) -> None:
    """Whom he has called anything, he would have called the same as a red player in his place."""
    black = view_of("bayes", table, MAFIA, own_word=own_word, fake=0.0, counter=0.0)
    as_red = view_of(
        "bayes", table, MAFIA, own_word=own_word, roles=[Role.CIVILIAN] * 2 + list(ROLES[2:])
    )
    if table.public["claims"][MAFIA] != Claim.NONE:
        return
    said = answered("bayes", Decision.SPEAK, black, table)[1]
    truth = answered("bayes", Decision.SPEAK, as_red, table)[1]
    for seat in range(SEATS):
        assert said[OPINION + seat] in (NOBODY, truth[OPINION + seat])


def suspected(table: Table, seat: int) -> Table:
    """Let everybody but the first three call a seat black."""
    for other in range(3, SEATS):
        if other != seat:
            table.call(other, seat, BLACK)
    return table


def test_partner_is_spared_by_the_guard_unless_he_is_given_up() -> None:
    table = suspected(Table(), OTHER)
    votes = {
        bus: answered(
            "bayes",
            Decision.VOTE,
            view_of("bayes", table, MAFIA, bus=bus, guard=10.0),
            table,
            [OTHER, 6],
        )[0]
        for bus in (0.0, 1.0)
    }
    assert votes == {0.0: 6, 1.0: OTHER}


def test_red_player_votes_for_whom_the_record_makes_black() -> None:
    table = suspected(Table(), OTHER)
    view = view_of("bayes", table, CIVILIAN)
    assert answered("bayes", Decision.VOTE, view, table, [OTHER, 6])[0] == OTHER


def test_lift_serves_ones_own_side() -> None:
    """At six with two black ones, it is worth lifting the two of whom one is black only to black."""
    table = suspected(suspected(Table(), OTHER), MAFIA)
    table.public["on_ballot"][:2] = (OTHER, MAFIA)
    table.public["n_on_ballot"] = 2
    red = answered("bayes", Decision.LIFT, view_of("bayes", table, CIVILIAN), table, [0, 1])[0]
    black = answered("bayes", Decision.LIFT, view_of("bayes", table, DON), table, [0, 1])[0]
    assert (red, black) == (1, 0)


def test_reading_is_weighed_by_what_it_is_worth() -> None:
    view = view_of("bayes", Table(), CIVILIAN, reading=1.0, hiding=0.0)
    view["tells"][6] = 2.0
    assert answered("bayes", Decision.VOTE, view, Table(), [5, 6, 7])[0] == 6
