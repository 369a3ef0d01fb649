"""Made-up results: for every table of a plan a game that the regulation allows, played by nobody.

Cards, nights, votes, fouls, a best move, what judges give and take: each is drawn, and the winner
follows from who is left. It is a record to test programs with; the game itself is in `mafsim.mafia`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mafsim.games import BEST_MOVE, EMPTY, AnyGames, Ended, Games, Left, Protest, Role, Winner
from mafsim.games import ShapkaGames as Shapka
from mafsim.plan import Plan
from mafsim.regulations import Regulation
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Additional, Bounds
from mafsim.tournament.generate.order import GAMES, MOST_ROUNDS, Dice

Record = dict[str, Any]
"""One game: its round, table and stage, and a list over the seats for each column."""

QUIET = 3
"""After so many days and nights in a row without a departure a made-up game is drawn."""


def records(
    plan: Plan, regulation: Regulation, rounds: range, *, seed: int, sitting_in: float = 0.0
) -> list[Record]:
    """Make up what happened at the tables of some rounds.

    Parameters
    ----------
    plan
        Who sits where.
    regulation
        What a record may hold.
    rounds
        Which rounds, zero-based.
    seed
        A game depends on it, on its round and on its table, and on who sits there.
    sitting_in
        In which share of the games somebody without a seat sits in for one who has one.
    """
    found = []
    for round_ in rounds:
        idle = _idle(plan, round_)
        whole = not _empty_seats(plan, round_)
        for table in np.flatnonzero(plan.played()[round_]).tolist():
            dice = Dice.at(seed, GAMES, round_, table)
            seats = plan.seats[round_, table, : plan.table_size].tolist()
            make = _of_shapka if plan.game == "shapka" else _of_mafia
            record = make(dice, regulation, seats)
            if plan.game == "mafia":
                _fill(dice, record, idle)
                if whole and regulation.entry.substitutes and dice.chance(sitting_in):
                    _sit_in(dice, record, idle)
                record["advisers"] = _advisers(plan, round_, table)
            record |= {"round": round_, "table": table, "stage": _stage(plan, regulation, round_)}
            found.append(record)
    return found


def unfilled(plan: Plan, rounds: range) -> int | None:
    """Give the first round with more empty seats than people without one; None if there is none."""
    for round_ in rounds:
        if _empty_seats(plan, round_) > len(_idle(plan, round_)):
            return round_
    return None


def _empty_seats(plan: Plan, round_: int) -> int:
    played = plan.seats[round_][plan.played()[round_], : plan.table_size]
    return int((played == EMPTY).sum())


def games_of(plan: Plan, regulation: Regulation, told: Sequence[Record], *, seed: int) -> AnyGames:
    """Give records as the games of a plan's people, in Shapka with breaches away from the tables."""
    kind = Shapka if plan.game == "shapka" else Games
    names = told[0].keys()
    columns: dict[str, Any] = {name: np.array([record[name] for record in told]) for name in names}
    stages = tuple(stage.name for stage in regulation.stages)
    if kind is Games:
        reasons = tuple(case.reason for case in regulation.scoring.penalties)
        columns |= {"reasons": reasons}
    else:
        columns |= _away(plan, sorted({record["stage"] for record in told}), seed)
    return kind(roster=plan.roster, stages=stages, **columns)


def _stage(plan: Plan, regulation: Regulation, round_: int) -> int:
    names = [stage.name for stage in regulation.stages]
    return names.index(plan.stages[round_]) if plan.stages else 0


def _idle(plan: Plan, round_: int) -> list[int]:
    """Give who neither sits nor advises in a round: they can sit in for others."""
    busy = set(plan.seats[round_].ravel().tolist())
    if plan.advisers is not None:
        busy |= set(plan.advisers[round_].ravel().tolist())
    return [
        index
        for index, entrant in enumerate(plan.roster.entrants)
        if index not in busy and entrant.joined <= round_
    ]


def _fill(dice: Dice, record: Record, idle: list[int]) -> None:
    """Put somebody on each empty seat: a table plays with all of its seats or not at all."""
    for seat, entrant in enumerate(record["entrants"]):
        if entrant == EMPTY:
            assert idle, "nobody is there to fill an empty seat"
            record["entrants"][seat] = idle.pop(dice.number(0, len(idle) - 1))


def _sit_in(dice: Dice, record: Record, idle: list[int]) -> None:
    if idle:
        seat = dice.number(0, len(record["entrants"]) - 1)
        record["replaces"][seat] = record["entrants"][seat]
        record["entrants"][seat] = idle.pop(dice.number(0, len(idle) - 1))


def _advisers(plan: Plan, round_: int, table: int) -> list[int]:
    if plan.advisers is None:
        return [EMPTY] * plan.table_size
    return list(plan.advisers[round_, table, : plan.table_size].tolist())


def _of_shapka(dice: Dice, _: Regulation, seats: list[int]) -> Record:
    words = dice.rng.integers(0, dice.of((3, 12)), (len(seats), 2, 2)).tolist()
    breaches = [int(dice.chance(0.08)) * dice.number(1, 2) for _ in seats]
    return {"entrants": seats, "words": words, "breaches": breaches}


def _away(plan: Plan, stages: Sequence[int], seed: int) -> Record:
    teams = tuple(plan.roster.teams())
    found = []
    for stage in stages:
        dice = Dice.at(seed, GAMES, MOST_ROUNDS + stage)
        if dice.chance(0.3):
            found.append((dice.number(0, len(teams) - 1), stage, dice.number(1, 3)))
    team, stage_, breaches = np.array(found, dtype=np.int64).reshape(-1, 3).T
    named = sorted(set(team.tolist()))
    return {
        "teams": tuple(teams[index] for index in named),
        "away_team": np.searchsorted(named, team),
        "away_stage": stage_,
        "away_breaches": breaches,
    }


# ---- Mafia


def _of_mafia(dice: Dice, regulation: Regulation, seats: list[int]) -> Record:
    roles = _cards(dice, regulation, len(seats))
    left, left_on, winner = _course(dice, roles)
    record: Record = {
        "entrants": seats,
        "roles": roles,
        "winner": winner,
        "left": left,
        "left_on": left_on,
        "fouls": [dice.number(0, 3) if dice.chance(0.2) else 0 for _ in seats],
        "disqualified": [False] * len(seats),
        "ended": int(Ended.PLAY),
        "protest": [EMPTY] * len(seats),
        "replaces": [EMPTY] * len(seats),
    }
    for seat, how in enumerate(left):
        if how == Left.FOUL:
            record["disqualified"][seat] = dice.chance(0.5)
            record["fouls"][seat] = 0 if record["disqualified"][seat] else 4
    _decided(dice, regulation, record)
    record["best_move"] = _best_move(dice, regulation, record)
    record["best_player"] = _best_players(dice, regulation, record)
    record |= _given(dice, regulation.scoring.additional, record)
    return record | _taken(dice, regulation, record)


def _cards(dice: Dice, regulation: Regulation, many: int) -> list[int]:
    rules = regulation.rules
    cards = [int(Role.DON)] * rules.don + [int(Role.MAFIA)] * (rules.black - rules.don)
    cards += [int(Role.SHERIFF)] * rules.sheriff
    cards += [int(Role.CIVILIAN)] * (many - len(cards))
    return [cards[index] for index in dice.rng.permutation(many).tolist()]


def _course(dice: Dice, roles: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Let players leave by day and by night until a side has won, or nobody leaves any more."""
    left, left_on = [EMPTY] * len(roles), [EMPTY] * len(roles)
    quiet = 0
    for day in range(1, 2 * len(roles)):
        for how in (Left.FOUL, Left.VOTE, Left.NIGHT):
            living = [seat for seat, gone in enumerate(left) if gone == EMPTY]
            out = _leaving(dice, how, living, roles)
            for seat in out:
                left[seat], left_on[seat] = int(how), day
            quiet = 0 if out else quiet
            winner = _winner(left, roles)
            if winner is not None:
                return left, left_on, int(winner)
        quiet += 1
        if quiet > QUIET:
            break
    return left, left_on, int(Winner.DRAW)


def _leaving(dice: Dice, how: Left, living: Sequence[int], roles: Sequence[int]) -> list[int]:
    match how:
        case Left.FOUL:
            return dice.some(living, 1) if dice.chance(0.03) else []
        case Left.VOTE:
            return dice.some(living, dice.of((0, 1, 1, 1, 1, 1, 2)))
        case _:
            red = [seat for seat in living if roles[seat] < Role.MAFIA]
            return dice.some(red, 1) if dice.chance(0.85) else []


def _winner(left: Sequence[int], roles: Sequence[int]) -> Winner | None:
    black = sum(
        gone == EMPTY and role >= Role.MAFIA for gone, role in zip(left, roles, strict=True)
    )
    red = sum(gone == EMPTY and role < Role.MAFIA for gone, role in zip(left, roles, strict=True))
    if not black:
        return Winner.RED
    return Winner.BLACK if black >= red else None


def _decided(dice: Dice, regulation: Regulation, record: Record) -> None:
    """Let a judge or a protest decide a game now and then, as far as the regulation has it."""
    judging = regulation.judging
    if judging.awards_result and dice.chance(0.03):
        record |= {"ended": int(Ended.JUDGE), "winner": dice.number(0, 2)}
    if judging.protests != "none" and dice.chance(0.04):
        seat = dice.number(0, len(record["entrants"]) - 1)
        record["protest"][seat] = int(dice.of(tuple(Protest)))
        if record["protest"][seat] == Protest.ACCEPTED and record["ended"] == Ended.PLAY:
            record |= {"ended": int(Ended.PROTEST), "winner": dice.number(0, 2)}


def _best_move(dice: Dice, regulation: Regulation, record: Record) -> list[int]:
    rule = regulation.scoring.best_move
    shot = [
        (on, seat)
        for seat, (how, on) in enumerate(zip(record["left"], record["left_on"], strict=True))
        if how == Left.NIGHT
    ]
    first = min(shot, default=None)
    counts = first is not None and (regulation.rules.first_killed == "first_shot" or first[0] == 1)
    if rule is None or not counts or dice.chance(0.1):
        return [EMPTY] * BEST_MOVE
    left = list(zip(record["left"], record["left_on"], strict=True))
    voted = sum(each == (Left.VOTE, 1) for each in left)
    removed = any(how == Left.FOUL and on <= 1 for how, on in left)
    if voted > rule.voted_out_at_most or (removed and not rule.after_removal):
        return [EMPTY] * BEST_MOVE
    return sorted(dice.some(range(len(left)), BEST_MOVE))


def _sides(record: Record) -> list[str]:
    """Say of each seat whether it is a winner's, a loser's, or of a drawn game."""
    if record["winner"] == Winner.DRAW:
        return ["drawn"] * len(record["roles"])
    black_won = record["winner"] == Winner.BLACK
    return ["winner" if (role >= Role.MAFIA) == black_won else "loser" for role in record["roles"]]


def _best_players(dice: Dice, regulation: Regulation, record: Record) -> list[bool]:
    rule = regulation.scoring.best_player
    seats = range(len(record["roles"]))
    if rule is None:
        return [False for _ in seats]
    many = dice.number(0, rule.most)
    winners = [seat for seat, side in enumerate(_sides(record)) if side == "winner"]
    any_side = rule.side == "any" or (rule.side == "winner_if_shared" and many == 1)
    chosen = dice.some(seats if any_side else winners, many)
    return [seat in chosen for seat in seats]


def _given(dice: Dice, rule: Additional | None, record: Record) -> Record:
    """Give additional points within their bounds."""
    sides = _sides(record)
    given, approved = [0] * len(sides), [False] * len(sides)
    if rule is None:
        return {"additional": given, "approved": approved}
    most = len(sides) if rule.most_players is None else rule.most_players
    left = None if rule.most_in_all is None else thousandths(rule.most_in_all)
    for seat in dice.some(range(len(sides)), dice.number(0, min(most, 4))):
        bounds: Bounds | None = getattr(rule, sides[seat])
        if bounds is None:
            continue
        step = thousandths(rule.step)
        least, top = thousandths(bounds.least), thousandths(bounds.most)
        points = least + step * dice.number(0, (top - least) // step)
        if left is not None and points > left:
            continue
        left = None if left is None else left - points
        given[seat] = points
        limit = bounds.approved_from
        approved[seat] = limit is not None and points >= thousandths(limit)
    return {"additional": given, "approved": approved}


def _taken(dice: Dice, regulation: Regulation, record: Record) -> Record:
    """Take points off, in a case of the regulation that fits the seat."""
    roles, sides = record["roles"], _sides(record)
    penalty, reason = [0] * len(roles), [EMPTY] * len(roles)
    for number, case in enumerate(regulation.scoring.penalties):
        fitting = [
            seat
            for seat, role in enumerate(roles)
            if Role(role).name.lower() in case.roles
            and (not case.side_lost or sides[seat] == "loser")
        ]
        for seat in dice.some(fitting, 1) if dice.chance(0.15) else []:
            penalty[seat], reason[seat] = thousandths(case.points), number
    return {"penalty": penalty, "penalty_reason": reason}
