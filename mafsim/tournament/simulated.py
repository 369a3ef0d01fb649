"""Tournaments of either game by the block: prepared from what a user gives, and played."""

from __future__ import annotations

from mafsim.errors import UsageError
from mafsim.files.population import People
from mafsim.games import AnyGames
from mafsim.plan import Plan
from mafsim.regulations import Regulation
from mafsim.roster import Roster
from mafsim.shapka import World
from mafsim.tournament.block import play_block as play_mafia
from mafsim.tournament.book import Book
from mafsim.tournament.event import Event
from mafsim.tournament.event import event as event_of_mafia
from mafsim.tournament.hat import HatEvent, hat_event, play_hat_block
from mafsim.tournament.outcome import Outcome

AnyEvent = Event | HatEvent

AGENTS = "human"
"""Who plays where nothing is said."""


def prepared(
    regulation: Regulation,
    *,
    agents: str | None = None,
    people: People | World | None = None,
    roster: Roster | None = None,
    plan: Plan | None = None,
    given: AnyGames | None = None,
    seed: int = 0,
) -> AnyEvent:
    """Prepare an event of either game: see `mafsim.tournament.event.event`.

    Raises
    ------
    UsageError
        Kinds of player are named for an event of Shapka.
    """
    if regulation.game == "shapka":
        if agents is not None:
            raise UsageError("simulate.not_in_shapka", option="--agents", name=regulation.name)
        assert not isinstance(people, People), "people of Mafia in Shapka"
        return hat_event(regulation, world=people, roster=roster, plan=plan, given=given, seed=seed)
    assert not isinstance(people, World), "people of Shapka in Mafia"
    return event_of_mafia(
        regulation,
        agents=agents or AGENTS,
        people=people,
        roster=roster,
        plan=plan,
        given=given,
        seed=seed,
    )


def play_block(event: AnyEvent, first: int, n: int, *, book: Book | None = None) -> Outcome:
    """Play `n` tournaments of an event, from number `first` on; a book is of use to Mafia only."""
    if isinstance(event, HatEvent):
        return play_hat_block(event, first, n)
    return play_mafia(event, first, n, book=book)
