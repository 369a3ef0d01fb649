"""A night: the order of shots, the shots, the checks, the best move; and the morning after it."""

from __future__ import annotations

from typing import Any

from mafsim.agents.rules import code
from mafsim.agents.view import DAYS, NOBODY, ORDERED, Decision, Event, Phase, Role
from mafsim.kernels import part
from mafsim.mafia.conduct import NIGHT, conduct
from mafsim.mafia.day import begin_day, forget_met, nominate
from mafsim.mafia.last_word import last_word, name_three
from mafsim.mafia.log import Secret
from mafsim.mafia.table import (
    DRAWN,
    LEFT_BY_FOUL,
    LEFT_BY_SHOT,
    LEFT_BY_VOTE,
    RED_WINS,
    ask,
    ask_at_length,
    has_last_word,
    is_offered,
    leave,
    note,
    offer,
    offer_living,
    offer_none,
    offer_not,
    over,
    refuse,
    tell,
    test,
    wants,
)

_P_NIGHT, _P_MORNING = int(Phase.NIGHT), int(Phase.MORNING)
_ORDER, _PLAN, _SHOOT = int(Decision.ORDER), int(Decision.PLAN), int(Decision.SHOOT)
_DON_CHECK, _SHERIFF_CHECK = int(Decision.DON_CHECK), int(Decision.SHERIFF_CHECK)
_NIGHT_BEGINS, _SHOT = int(Event.NIGHT_BEGINS), int(Event.SHOT)
_SHOT_AT, _CHECKED, _VICTIM = int(Secret.SHOT_AT), int(Secret.CHECKED), int(Secret.VICTIM)
_MAFIA, _SHERIFF = int(Role.MAFIA), int(Role.SHERIFF)

_FIXED, _FREE = code("night_shots", "order_fixed"), code("night_shots", "free")
_TOLD_AT_NIGHT = code("best_move_told", "night")
_FIRST_SHOT = code("first_killed", "first_shot")
_FOUR_RED = code("end_quiet_at_four", "red_wins")


@part
def fix_order(g: Any) -> None:
    """Let the don, or the first black player, fix the order of shots in night 0."""
    for night in range(ORDERED):
        g.order[night] = NOBODY
    if g.rules.night_shots == _FREE:
        return
    chooser = leader(g)
    if not wants(g, chooser, _ORDER):
        return
    offer_none(g, True)
    for seat in range(g.seats):
        offer(g, seat)
    ask_at_length(g, chooser, _ORDER)
    for night in range(g.rules.night_order_nights):
        target = int(g.views[chooser].answer[night])
        if not is_offered(g, target):
            refuse(g, chooser, _ORDER, target)
            return
        g.order[night] = target
    for seat in range(g.seats):
        if g.role[seat] >= _MAFIA:
            for night in range(ORDERED):
                g.views[seat].order[night] = g.order[night]


@part
def leader(g: Any) -> int:
    """Give the living don, or else the first living black player, or nobody."""
    if g.don != NOBODY and g.public.alive[g.don]:
        return int(g.don)
    for seat in range(g.seats):
        if g.public.alive[seat] and g.role[seat] >= _MAFIA:
            return seat
    return NOBODY


@part
def hold_night(g: Any) -> None:
    """Hold a night with a shot."""
    p = g.public
    night = int(p.day)
    p.phase = _P_NIGHT
    p.speaker = NOBODY
    g.victim = NOBODY
    g.night_began_with = p.living
    tell(g, _NIGHT_BEGINS, NOBODY, NOBODY, night)
    forget_met(g)
    conduct(g, NIGHT, 0)
    if over(g):
        return
    shoot(g, night)
    conduct(g, NIGHT, 1)
    if over(g):
        return
    if night >= g.rules.night_don_first_check:
        check(g, g.don, _DON_CHECK, night)
    if night >= g.rules.night_sheriff_first_check:
        check(g, g.sheriff, _SHERIFF_CHECK, night)
    conduct(g, NIGHT, 2)
    if not over(g) and g.rules.best_move_told == _TOLD_AT_NIGHT:
        move(g, night)
    p.nights = night


@part
def shoot(g: Any, night: int) -> None:
    """Let every living black player shoot blind; whom all of them have named is the victim."""
    first = leader(g)
    if first == NOBODY:
        return
    plan = _plan(g, first, night)
    target = NOBODY
    agreed = True
    shots = 0
    _offer_targets(g, plan, night)
    for i in range(g.n_alive):
        seat = int(g.alive[i])
        if g.role[seat] >= _MAFIA:
            g.views[seat].plan = plan
            aim = ask(g, seat, _SHOOT)
            note(g, _SHOT_AT, seat, aim, NOBODY)
            agreed &= shots == 0 or aim == target
            shots += 1
            target = aim
    if not agreed:
        target = NOBODY
    if target != NOBODY:
        g.victim = target
        g.met[target] = 1
        note(g, _VICTIM, target, NOBODY, NOBODY)


@part
def _plan(g: Any, first: int, night: int) -> int:
    """Give the target of the night by the order of night 0, or by what the leader tells the others."""
    if g.rules.night_shots == _FREE:
        offer_living(g, True, NOBODY)
        return ask(g, first, _PLAN)
    if night <= min(g.rules.night_order_nights, ORDERED):
        return int(g.order[night - 1])
    return NOBODY


@part
def _offer_targets(g: Any, plan: int, night: int) -> None:
    """Offer all living players; where the order binds, the one whose turn it is, if he lives."""
    if g.rules.night_shots == _FIXED and night <= g.rules.night_order_nights:
        offer_none(g, True)
        if plan != NOBODY and g.public.alive[plan]:
            offer(g, plan)
    else:
        offer_living(g, True, NOBODY)


@part
def check(g: Any, seat: int, kind: int, night: int) -> None:
    """Let the don or the sheriff check, if he lives, or was shot and the rules still let him."""
    if seat == NOBODY or not g.public.alive[seat] or g.removed[seat]:
        return
    if seat == g.victim and not g.rules.night_checks_when_shot:
        return
    who = int(kind == _DON_CHECK)
    offer_living(g, True, seat)
    for number in range(min(g.rules.night_checks, g.n_choices)):
        target = ask(g, seat, kind)
        if target == NOBODY:
            return
        found = g.role[target] == _SHERIFF if who else g.role[target] >= _MAFIA
        g.views[seat].checked[target] = found
        g.views[seat].checked_on[target] = night
        if number == 0:
            g.checks[night - 1, who] = target
        note(g, _CHECKED, seat, target, int(found))
        offer_not(g, target)


@part
def move(g: Any, night: int) -> None:
    """Let the first killed make his best move, where the regulation has one and lets him."""
    victim = int(g.victim)
    if victim == NOBODY or g.best_move_is_made or g.removed[victim]:
        return
    if night > 1 and g.rules.first_killed != _FIRST_SHOT:
        return
    g.best_move_is_made = 1
    if g.rules.best_move and _may_move(g):
        name_three(g, victim)


@part
def _may_move(g: Any) -> bool:
    """Say whether what happened on the first day leaves the best move."""
    voted_out = 0
    removed = 0
    for seat in range(g.seats):
        if g.public.left_on[seat] <= 1:
            voted_out += g.public.left[seat] == LEFT_BY_VOTE
            removed += g.public.left[seat] == LEFT_BY_FOUL
    few = voted_out <= g.rules.best_move_voted_out_at_most
    return bool(few and (removed == 0 or g.rules.best_move_after_removal))


@part
def hold_morning(g: Any) -> None:
    """Tell what the night has brought, and begin the next day with it."""
    p = g.public
    night = int(p.day)
    victim = int(g.victim)
    begin_day(g, night + 1)
    p.phase = _P_MORNING
    p.shot[night] = victim
    tell(g, _SHOT, NOBODY, victim, night)
    if victim != NOBODY:
        leave(g, victim, LEFT_BY_SHOT, night)
    test(g)
    count_quiet(g)
    if over(g) and not g.rules.speech_at_the_end:
        return
    for seat in range(g.seats):
        if g.owed_word[seat]:
            g.owed_word[seat] = 0
            last_word(g, seat)
    if victim != NOBODY:
        _last_word_of_shot(g, victim, night)
    p.speaker = NOBODY


@part
def _last_word_of_shot(g: Any, victim: int, night: int) -> None:
    if g.rules.best_move_told != _TOLD_AT_NIGHT:
        move(g, night)
    if has_last_word(g, victim):
        if g.rules.nomination_by_last_word and not over(g):
            nominate(g, victim)
        last_word(g, victim)


@part
def count_quiet(g: Any) -> None:
    """End a game in which nobody leaves for too many rounds in a row."""
    p = g.public
    p.quiet = 0 if g.departed else p.quiet + 1
    g.departed = 0
    stays_four = p.living == 4 and g.night_began_with == 4
    g.quiet_at_four = g.quiet_at_four + 1 if stays_four else 0
    if over(g):
        return
    if p.living == 4 and g.rules.end_quiet_rounds_at_four != NOBODY:
        if g.quiet_at_four >= g.rules.end_quiet_rounds_at_four:
            g.winner = RED_WINS if g.rules.end_quiet_at_four == _FOUR_RED else DRAWN
    elif g.rules.end_quiet_rounds != NOBODY and p.quiet >= g.rules.end_quiet_rounds:
        g.winner = DRAWN


assert DAYS < 2**7, "days and nights are bytes"
