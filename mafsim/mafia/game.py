"""A whole game, and a block of games: cards are dealt, days and nights alternate, the end is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from mafsim.agents.chance import below, drawn
from mafsim.agents.view import ANSWER, DAYS, NOBODY, SEATS, Decision, Event, Phase, Role
from mafsim.kernels import kernel, part
from mafsim.mafia.day import begin_day, hold_day
from mafsim.mafia.log import Secret
from mafsim.mafia.night import fix_order, hold_morning, hold_night
from mafsim.mafia.table import (
    DRAWN,
    ENDED_BY_PLAY,
    ask,
    list_living,
    note,
    offer,
    offer_none,
    over,
    tell,
    wants,
    write,
)

_CIVILIAN, _SHERIFF, _MAFIA, _DON = (int(role) for role in Role)
_BEST_PLAYER = int(Decision.BEST_PLAYER)
_GAME_BEGINS, _GAME_OVER = int(Event.GAME_BEGINS), int(Event.GAME_OVER)
_NIGHT_0, _OVER = int(Phase.NIGHT_0), int(Phase.OVER)
_PLAYER, _DEALT = int(Secret.PLAYER), int(Secret.DEALT)

_DEAL, _SEATING, _OWN, _SEATS = 0, 20, 60, 100
"""Where the table's random numbers begin: for cards, for places, for seats' own words and streams."""


Array = npt.NDArray[Any]


class Kept(NamedTuple):
    """What is kept of a block of games: arrays over games, as `Games` has them, and some more."""

    player: Array
    roles: Array
    winner: Array
    ended: Array
    left: Array
    left_on: Array
    best_move: Array
    best_player_votes: Array
    fouls: Array
    disqualified: Array
    votes: Array
    vote_day: Array
    vote_kind: Array
    checks: Array
    reveals: Array
    days: Array
    claims: Array
    broke: Array
    told: Array


@kernel
def play_block(g: Any, words: Any, profiles: Any, seated: Any, dealt: bool, kept: Kept) -> int:
    """Play a game for each word, and give how many were played: all, unless one met a fault.

    ``seated[game, seat]`` are places in `profiles`; where they are `dealt`, in an order by lot.
    """
    for game in range(len(words)):
        g.word = words[game]
        take_places(g, profiles, seated[game], dealt)
        begin(g)
        play_game(g)
        keep(g, game, kept)
        if g.fault:
            return game
    return len(words)


@part
def play_game(g: Any) -> None:
    """Play from night 0 to the end."""
    fix_order(g)
    begin_day(g, 1)
    for day in range(1, DAYS + 1):
        g.days = day
        hold_day(g)
        if over(g):
            break
        if day == DAYS:
            g.winner = DRAWN
            break
        hold_night(g)
        if over(g):
            break
        hold_morning(g)
        if over(g):
            break
    g.public.phase = _OVER
    tell(g, _GAME_OVER, NOBODY, NOBODY, g.winner)
    if g.rules.best_player_votes:
        choose_best_player(g)


# ---- Before a game


@part
def take_places(g: Any, profiles: Any, seated: Any, dealt: bool) -> None:
    """Let the players of a game sit down, as they are seated or by lot."""
    for seat in range(g.seats):
        g.cast[seat] = seat
    if dealt:
        for seat in range(g.seats - 1):
            other = seat + below(g.word, _SEATING + seat, int(g.seats) - seat)
            g.cast[seat], g.cast[other] = g.cast[other], g.cast[seat]
    for seat in range(g.seats):
        player = seated[g.cast[seat]]
        if g.player[seat] != player:
            g.player[seat] = player
            take_place(g, seat, profiles[player])


@part
def take_place(g: Any, seat: int, profile: Any) -> None:
    """Let a player sit down: his numbers into a View that is as before a game."""
    write(g.profile[seat], profile)
    blank = g.blank[seat]
    blank.seat = seat
    blank.skill = profile.skill
    for i in range(len(blank.parameters)):
        blank.parameters[i] = profile.parameters[i]
    write(g.views[seat], blank)


@part
def begin(g: Any) -> None:
    """Wipe the table of the game before, and deal the cards."""
    write(g.public, g.new)
    wipe_views(g)
    for slot in range(g.witnesses):
        for i in range(g.memory_size[slot]):
            g.memories[slot][i] = 0.0
    g.winner = NOBODY
    g.ended = ENDED_BY_PLAY
    g.best_move_is_made = 0
    g.n_met = 0
    g.night_falls = 0
    g.departed = 0
    g.quiet_at_four = 0
    g.rows = 0
    g.open_day = NOBODY
    for seat in range(SEATS):
        g.spoken[seat] = 0
        g.owed_word[seat] = 0
        g.hand_withdrawn[seat] = 0
        g.disqualified[seat] = 0
        g.best_players[seat] = NOBODY
    for day in range(len(g.no_vote_on)):
        g.no_vote_on[day] = 0
    write(g.checks, g.no_checks)
    list_living(g)
    deal(g)
    g.public.phase = _NIGHT_0
    tell(g, _GAME_BEGINS, NOBODY, NOBODY, NOBODY)


@part
def wipe_views(g: Any) -> None:
    """Wipe what the game before has left in the Views: all of it where an agent might write there."""
    for seat in range(g.seats):
        profile = g.profile[seat]
        if g.revealed != 0 or profile.guarded:
            write(g.views[seat], g.blank[seat])
        elif g.role[seat] != _CIVILIAN:
            wipe_card(g.views[seat], g.blank[seat])
        if profile.reading > 0:
            write(g.views[seat].tells, g.blank[seat].tells)
        g.words[seat] = drawn(g.word, _SEATS + seat)
        g.views[seat].own_word = drawn(g.word, _OWN + seat)
    g.revealed = 0


@part
def wipe_card(view: Any, blank: Any) -> None:
    """Wipe what only those with a special card have in their Views."""
    view.don = NOBODY
    view.plan = NOBODY
    write(view.partners, blank.partners)
    write(view.checked, blank.checked)
    write(view.checked_on, blank.checked_on)
    write(view.order, blank.order)


@part
def deal(g: Any) -> None:
    """Deal the cards by lot: the don's first, the other black ones', then the sheriff's."""
    for seat in range(g.seats):
        g.role[seat] = _CIVILIAN
        g.cast[seat] = seat
    special = g.rules.black + g.rules.sheriff
    for i in range(special):
        j = i + below(g.word, _DEAL + i, g.seats - i)
        seat = g.cast[j]
        g.cast[j] = g.cast[i]
        g.cast[i] = seat
        g.role[seat] = _MAFIA
    g.don = NOBODY
    g.sheriff = NOBODY
    if g.rules.don:
        g.don = g.cast[0]
        g.role[g.don] = _DON
    if g.rules.sheriff:
        g.sheriff = g.cast[special - 1]
        g.role[g.sheriff] = _SHERIFF
    g.black = g.rules.black
    g.red = g.seats - g.black
    for seat in range(g.seats):
        show_card(g, seat)


@part
def show_card(g: Any, seat: int) -> None:
    """Let a player see his card, and the black ones each other."""
    note(g, _PLAYER, seat, NOBODY, int(g.player[seat]))
    note(g, _DEALT, seat, NOBODY, int(g.role[seat]))
    view = g.views[seat]
    view.role = g.role[seat]
    if g.profile[seat].informed:
        write(view.payoffs, g.payoffs[g.role[seat]])
    if g.role[seat] >= _MAFIA:
        view.don = g.don
        for other in range(g.seats):
            view.partners[other] = other != seat and g.role[other] >= _MAFIA


# ---- After a game


@part
def choose_best_player(g: Any) -> None:
    """Let everybody who has played name the best player, all roles open, before any vote is known."""
    for seat in range(g.seats):
        if not wants(g, seat, _BEST_PLAYER):
            continue
        for other in range(g.seats):
            g.views[seat].revealed[other] = g.role[other]
        offer_none(g, g.rules.best_player_votes == 1)
        for other in range(g.seats):
            if other != seat:
                offer(g, other)
        g.best_players[seat] = ask(g, seat, _BEST_PLAYER)
    g.revealed = 1


@part
def keep(g: Any, game: int, kept: Kept) -> None:
    """Put what is kept of a game into the arrays of its block, which are empty before."""
    p = g.public
    kept.winner[game] = g.winner
    kept.ended[game] = g.ended
    kept.days[game] = g.days
    for i in range(3):
        kept.best_move[game, i] = p.best_move[i]
    for seat in range(g.seats):
        kept.player[game, seat] = g.player[seat]
        kept.roles[game, seat] = g.role[seat]
        kept.left[game, seat] = p.left[seat]
        kept.left_on[game, seat] = p.left_on[seat]
    for seat in range(g.seats if g.rules.best_player_votes else 0):
        kept.best_player_votes[game, seat] = g.best_players[seat]
    for seat in range(g.seats if g.stirred else 0):
        kept.fouls[game, seat] = p.fouls[seat]
        kept.disqualified[game, seat] = g.disqualified[seat]
    for seat in range(g.seats if g.talks else 0):
        kept.reveals[game, seat] = p.claimed_on[seat]
        kept.claims[game, seat] = p.claims[seat]
        kept.broke[game, seat] = p.broke[seat]
        for target in range(g.seats):
            kept.told[game, seat, target] = p.told[seat, target]
    for number in range(p.ballots):
        kept.vote_day[game, number] = p.vote_day[number]
        kept.vote_kind[game, number] = p.vote_kind[number]
        for seat in range(g.seats):
            kept.votes[game, number, seat] = p.votes[number, seat]
    for night in range(g.days):
        kept.checks[game, night, 0] = g.checks[night, 0]
        kept.checks[game, night, 1] = g.checks[night, 1]


assert ANSWER >= 3 * SEATS + 10, "a speech fits into a longer answer"
