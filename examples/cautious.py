"""An agent in ordinary Python, to begin your own with: it avoids whoever has voted against red.

mafsim play ugra-2021 --agents examples.cautious:CAUTIOUS --seed 3
mafsim agents check examples.cautious:CAUTIOUS
"""

from typing import Any

from mafsim.agents.chance import below, uniform
from mafsim.agents.view import NOBODY, Agent, Ballot, Decision, Left, Parameter, Role


def decide(kind: int, view: Any, _memory: Any) -> int:
    """Nominate, vote and shoot by suspicion, and leave the rest to chance."""
    choices = [int(seat) for seat in view.choices[: view.n_choices]]
    others = [seat for seat in choices if seat != view.seat and not view.partners[seat]]
    match Decision(kind):
        case Decision.NOMINATE if uniform(view.word, 1) > view.parameters[0]:
            return NOBODY
        case Decision.NOMINATE | Decision.VOTE:
            return most_suspicious(view, others or choices)
        case Decision.LIFT:
            return 0
        case Decision.ORDER:
            victims = [seat for seat in range(view.rules.seats) if seat in others]
            view.answer[: len(victims)] = shuffled(view.word, victims)
            return NOBODY
        case Decision.SHOOT | Decision.PLAN:
            return agreed(view, choices)
        case Decision.DON_CHECK | Decision.SHERIFF_CHECK:
            unknown = [seat for seat in others if view.checked[seat] == NOBODY]
            return any_of(view.word, unknown or choices)
        case Decision.BEST_MOVE:
            view.answer[:3] = sorted(others, key=lambda seat: -suspicion(view, seat))[:3]
            return NOBODY
        case Decision.BEST_PLAYER:
            return any_of(view.word, others)
    return NOBODY


def suspicion(view: Any, seat: int) -> int:
    """Count the seat's votes against players whom the night has shown to be red."""
    if view.role == Role.SHERIFF and view.checked[seat] != NOBODY:
        return 100 if view.checked[seat] else -100
    public = view.public
    shot = {seat for seat, how in enumerate(public.left.tolist()) if how == Left.NIGHT}
    kinds, votes = public.vote_kind[: public.ballots], public.votes[: public.ballots, seat]
    return sum(
        vote in shot
        for kind, vote in zip(kinds.tolist(), votes.tolist(), strict=True)
        if kind != Ballot.LIFT
    )


def most_suspicious(view: Any, seats: list[int]) -> int:
    """Give the most suspicious of some seats; a lot parts them."""
    most = max(suspicion(view, seat) for seat in seats)
    return any_of(view.word, [seat for seat in seats if suspicion(view, seat) == most])


def agreed(view: Any, choices: list[int]) -> int:
    """Give whom all black players shoot at: the plan, or the next in the order of night 0."""
    for seat in (view.plan, *view.order):
        if seat in choices and not view.partners[seat] and seat != view.seat:
            return int(seat)
    return NOBODY


def any_of(word: Any, seats: list[int]) -> int:
    """Draw one of some seats."""
    return seats[below(word, 0, len(seats))]


def shuffled(word: Any, seats: list[int]) -> list[int]:
    """Give some seats in an order by lot."""
    lots = [uniform(word, i) for i in range(len(seats))]
    return [seat for _, seat in sorted(zip(lots, seats, strict=True))]


CAUTIOUS = Agent(
    decide=decide,
    compiled=False,
    parameters=(Parameter(name="nominate", default=0.6),),
    asked=frozenset(Decision) - {Decision.SPEAK, Decision.WITHDRAW, Decision.CONDUCT},
)
