"""What in a record of games a regulation forbids, each with its place and the value that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from mafsim import words
from mafsim.games import (
    EMPTY,
    AnyGames,
    Ended,
    Flags,
    Games,
    Left,
    Protest,
    Role,
    ShapkaGames,
    Winner,
)
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Additional, BestPlayer, Bounds, Penalty, VotedOut
from mafsim.regulations.rules import Rules
from mafsim.regulations.schema import Assumed, Clause, Regulation
from mafsim.scoring.components import first_killed, may_be_best, may_move, stages_of
from mafsim.scoring.exact import written


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something in a record of games that is forbidden, or cannot be.

    `key` names the sentence ``refusal.<key>`` of `words`, `fields` what it needs besides the place;
    `path` is the value of the regulation that forbids it, empty where every game of Mafia does.
    """

    key: str
    game: int
    seat: int | None = None
    path: str = ""
    fields: dict[str, Any] = field(default_factory=dict)

    def sentence(self, games: AnyGames, lang: str = "en") -> str:
        """Tell it to a person, without its place in a file."""
        where = {"round": int(games.round[self.game]), "table": int(games.table[self.game])}
        told = {name: _told(value, lang) for name, value in self.fields.items()}
        if self.seat is not None:
            who = int(games.entrants[self.game, self.seat])
            told["name"] = games.roster.entrants[who].name
        return words.say(lang, f"refusal.{self.key}", **where, **told)


def _told(value: object, lang: str) -> object:
    """Give a word of a file in a language: roles, colours, ways to end; points with its comma."""
    if isinstance(value, str) and value in _WORDS:
        return words.say(lang, f"record.{value}")
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return value.replace(".", words.say(lang, "standings.decimal_point"))
    if isinstance(value, tuple):
        return [_told(each, lang) for each in value]
    return value


_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
_WORDS = frozenset(each.name.lower() for kind in (Role, Winner, Ended, Protest) for each in kind)
"""The words of a record that sentences name."""


def clauses(regulation: Regulation, path: str) -> tuple[str, ...]:
    """Give the clauses that a value comes from, and the open questions with theirs.

    Where none says the value or the part that it is in, it is those that say something inside it.
    """
    sources: list[Clause | Assumed] = [*regulation.clauses, *regulation.assumed]

    def telling(covers: Callable[[str], bool]) -> tuple[str, ...]:
        found = (each for each in sources if any(covers(said) for said in each.sets))
        named = [
            (*each.clauses, each.id) if isinstance(each, Assumed) else (each.id,) for each in found
        ]
        return tuple(dict.fromkeys(chain(*named)))

    return telling(lambda said: f"{path}.".startswith(f"{said}.")) or telling(
        lambda said: said.startswith(f"{path}.")
    )


def forbidden(games: AnyGames, regulation: Regulation | None) -> tuple[Refusal, ...]:
    """Give what a regulation forbids, game by game; without one, what no game can have."""
    rules = Rules() if regulation is None else regulation.rules
    if isinstance(games, ShapkaGames):
        return ()
    found = [_roles(games, rules), _two_shot_at_once(games)]
    if regulation is not None:
        found += [
            _results(games, regulation),
            _best_moves(games, regulation),
            _best_players(games, regulation),
            _additional(games, regulation),
            _penalties(games, regulation),
            _advisers(games, regulation),
        ]
    whole = games.entrants.shape[1]
    return tuple(
        sorted(
            chain(*found),
            key=lambda found: (found.game, whole if found.seat is None else found.seat),
        )
    )


def _places(flags: Flags) -> Iterator[tuple[int, int]]:
    """Give game and seat of each mark."""
    return ((game, seat) for game, seat in np.argwhere(flags).tolist())


def _roles(games: Games, rules: Rules) -> Iterator[Refusal]:
    """See that each card was dealt as often as the rules have it."""
    seats = games.seated.sum(axis=1)
    dons, sheriffs = int(rules.don), int(rules.sheriff)
    wanted = {
        Role.DON: np.full(len(games), dons),
        Role.SHERIFF: np.full(len(games), sheriffs),
        Role.MAFIA: np.full(len(games), rules.black - dons),
        Role.CIVILIAN: seats - rules.black - sheriffs,
    }
    dealt = {role: (games.roles == role).sum(axis=1) for role in wanted}
    wrong = np.any([dealt[role] != wanted[role] for role in wanted], axis=0)
    for game in np.flatnonzero(wrong).tolist():
        many = {role.name.lower(): int(dealt[role][game]) for role in wanted}
        right = {f"{role.name.lower()}_wanted": int(wanted[role][game]) for role in wanted}
        surplus = next(role for role in wanted if dealt[role][game] != wanted[role][game])
        those = np.flatnonzero(games.roles[game] == surplus)
        seat = int(those[-1]) if dealt[surplus][game] > wanted[surplus][game] else None
        yield Refusal("roles", game, seat, "rules.black", many | right)


def _two_shot_at_once(games: Games) -> Iterator[Refusal]:
    """See that a night has one victim at the most."""
    shot = games.left == Left.NIGHT
    for game, seat in _places(shot):
        night = int(games.left_on[game, seat])
        before = np.flatnonzero(shot[game, :seat] & (games.left_on[game, :seat] == night))
        if before.size:
            yield Refusal("two_shot", game, seat, "", {"night": night, "other": int(before[0])})


def _results(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    """See that a game ended in a way that the regulation knows."""
    ways = {
        Ended.PLEA: ("plea" in regulation.rules.side_lost_by, "rules.side_lost_by"),
        Ended.HALL: ("hall" in regulation.rules.side_lost_by, "rules.side_lost_by"),
        Ended.JUDGE: (regulation.judging.awards_result, "judging.awards_result"),
        Ended.PROTEST: (regulation.judging.protests != "none", "judging.protests"),
    }
    for ended, (known, path) in ways.items():
        if not known:
            for game in np.flatnonzero(games.ended == ended).tolist():
                yield Refusal("ended", game, None, path, {"ended": ended.name.lower()})
    if regulation.judging.protests == "none":
        for game, seat in _places(games.protest != EMPTY):
            what = Protest(games.protest[game, seat]).name.lower()
            yield Refusal("protest", game, seat, "judging.protests", {"protest": what})


def _best_moves(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    rule = regulation.scoring.best_move
    made = (games.best_move != EMPTY).any(axis=1)
    if rule is None:
        for game in np.flatnonzero(made).tolist():
            yield Refusal(
                "no_best_move", game, _first(games, regulation, game), "scoring.best_move"
            )
        return
    nobody = ~first_killed(games, regulation).any(axis=1)
    for game in np.flatnonzero(made & nobody).tolist():
        yield Refusal("best_move_without_shot", game, None, "scoring.best_move")
    for game in np.flatnonzero(made & ~nobody & ~may_move(games, rule)).tolist():
        seat = _first(games, regulation, game)
        voted = (games.left[game] == Left.VOTE) & (games.left_on[game] == 1)
        if voted.sum() > rule.voted_out_at_most:
            fields = {"n": int(voted.sum()), "most": rule.voted_out_at_most}
            path = "scoring.best_move.voted_out_at_most"
            yield Refusal("best_move_after_votes", game, seat, path, fields)
        else:
            path = "scoring.best_move.after_removal"
            yield Refusal("best_move_after_removal", game, seat, path)


def _first(games: Games, regulation: Regulation, game: int) -> int | None:
    """Give the seat of the first killed."""
    seats = np.flatnonzero(first_killed(games.select(np.array([game])), regulation)[0])
    return int(seats[0]) if seats.size else None


def _best_players(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    rule = regulation.scoring.best_player
    if rule is None:
        for game, seat in _places(games.best_player):
            yield Refusal("no_best_player", game, seat, "scoring.best_player")
        return
    most, path = _most_best_players(games, rule)
    for game in np.flatnonzero(games.best_player.sum(axis=1) > most).tolist():
        seats = np.flatnonzero(games.best_player[game])
        fields = {"n": int(seats.size), "most": most}
        yield Refusal("best_players", game, int(seats[most]), path, fields)
    for game, seat in _places(games.best_player & ~may_be_best(games, rule)):
        yield Refusal("best_player_not_winner", game, seat, "scoring.best_player.side")
    for game, seat in _places(games.best_player_votes == np.arange(games.entrants.shape[1])):
        yield Refusal("best_player_vote", game, seat, "scoring.best_player.chosen_by")


def _most_best_players(games: Games, rule: BestPlayer) -> tuple[int, str]:
    if rule.chosen_by == "judge":
        return rule.most, "scoring.best_player.most"
    return (games.entrants.shape[1] if rule.tie == "all" else 1), "scoring.best_player.tie"


def _additional(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    rule = regulation.scoring.additional
    given = games.additional
    if rule is None:
        for game, seat in _places(given != 0):
            fields = {"points": written(int(given[game, seat]))}
            yield Refusal("no_additional", game, seat, "scoring.additional", fields)
        return
    sides: dict[str, tuple[Flags, Bounds | None]] = {
        "winner": (games.won, rule.winner),
        "loser": (games.lost, rule.loser),
        "drawn": (np.broadcast_to((games.winner == Winner.DRAW)[:, None], given.shape), rule.drawn),
    }
    for side, (those, bounds) in sides.items():
        for game, seat in _places((given != 0) & those):
            yield from _bounded(games, game, seat, side, bounds)
    step = thousandths(rule.step)
    for game, seat in _places(given % step != 0):
        fields = {"points": written(int(given[game, seat])), "step": written(step)}
        yield Refusal("additional_step", game, seat, "scoring.additional.step", fields)
    yield from _additional_in_all(games, rule)


def _bounded(
    games: Games, game: int, seat: int, side: str, bounds: Bounds | None
) -> Iterator[Refusal]:
    """See that additional points lie within the bounds of those on one side."""
    points = int(games.additional[game, seat])
    path = f"scoring.additional.{side}"
    fields = {"points": written(points)}
    if bounds is None:
        yield Refusal(f"additional_{side}_none", game, seat, path, fields)
        return
    least, most = thousandths(bounds.least), thousandths(bounds.most)
    if not least <= points <= most:
        limits = {"least": written(least), "most": written(most)}
        key = f"additional_{side}"
        exceeded = "most" if points > most else "least"
        yield Refusal(key, game, seat, f"{path}.{exceeded}", fields | limits)
    elif (
        bounds.approved_from is not None
        and points >= thousandths(bounds.approved_from)
        and not games.approved[game, seat]
    ):
        fields["approved_from"] = written(thousandths(bounds.approved_from))
        yield Refusal("additional_unapproved", game, seat, f"{path}.approved_from", fields)


def _additional_in_all(games: Games, rule: Additional) -> Iterator[Refusal]:
    given = games.additional
    if rule.most_players is not None:
        rewarded = given != 0
        for game in np.flatnonzero(rewarded.sum(axis=1) > rule.most_players).tolist():
            seats = np.flatnonzero(rewarded[game])
            fields = {"n": int(seats.size), "most": rule.most_players}
            path = "scoring.additional.most_players"
            yield Refusal("additional_players", game, int(seats[rule.most_players]), path, fields)
    if rule.most_in_all is not None:
        most = thousandths(rule.most_in_all)
        sums = np.cumsum(given, axis=1)
        for game in np.flatnonzero(sums[:, -1] > most).tolist():
            seat = int(np.argmax(sums[game] > most))
            sum_ = {"sum": written(int(sums[game, -1])), "most": written(most)}
            yield Refusal("additional_sum", game, seat, "scoring.additional.most_in_all", sum_)


def _penalties(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    cases = {case.reason: case for case in regulation.scoring.penalties}
    for game, seat in _places((games.penalty != 0) | (games.penalty_reason != EMPTY)):
        points = int(games.penalty[game, seat])
        fields: dict[str, Any] = {"points": written(points)}
        index = int(games.penalty_reason[game, seat])
        if not cases:
            yield Refusal("no_penalties", game, seat, "scoring.penalties", fields)
        elif index == EMPTY or games.reasons[index] not in cases:
            asked = fields | {"known": tuple(cases)}
            yield Refusal("penalty_reason", game, seat, "scoring.penalties", asked)
        else:
            yield from _case(games, game, seat, cases[games.reasons[index]])


def _case(games: Games, game: int, seat: int, case: Penalty) -> Iterator[Refusal]:
    """See that a penalty's conditions hold."""
    path = f"scoring.penalties.{case.reason}"
    points, right = int(games.penalty[game, seat]), thousandths(case.points)
    fields: dict[str, Any] = {"reason": case.reason}
    role = Role(games.roles[game, seat]).name.lower()
    if points != right:
        amounts = {"points": written(points), "right": written(right)}
        yield Refusal("penalty_amount", game, seat, f"{path}.points", fields | amounts)
    if role not in case.roles:
        who = {"role": role, "roles": case.roles}
        yield Refusal("penalty_role", game, seat, f"{path}.roles", fields | who)
    if case.side_lost and not games.lost[game, seat]:
        yield Refusal("penalty_not_lost", game, seat, f"{path}.side_lost", fields)
    vote = case.voted_out
    if vote is not None and not _has_vote(games, game, seat, vote):
        asked = {"color": vote.color, "day": vote.day or 0, "living": vote.living or 0}
        kind = f"{'day' if vote.day else 'any'}_{'living' if vote.living else 'any'}"
        yield Refusal(f"penalty_vote_{kind}", game, seat, f"{path}.voted_out", fields | asked)


def _has_vote(games: Games, game: int, seat: int, vote: VotedOut) -> bool:
    """Say whether the record has such a vote; one that says nothing of who left may have had it."""
    left, day = games.left[game], games.left_on[game]
    if (left == EMPTY).all():
        return True
    black = vote.color == "black"
    for out in np.flatnonzero(left == Left.VOTE).tolist():
        when = int(day[out])
        together = (left == Left.VOTE) & (day == when)
        if (
            games.black[game, out] == black
            and (vote.day is None or when == vote.day)
            and (not vote.alone or together.sum() == 1)
            and (vote.may_be_oneself or out != seat)
            and (vote.living is None or vote.living in _living(games, game, when))
        ):
            return True
    return False


def _living(games: Games, game: int, day: int) -> range:
    """Give how many may have been at the table when a day's vote was held.

    Whoever was removed on that day may have gone before the vote or after it.
    """
    left, on = games.left[game], games.left_on[game]
    gone = int(((left != EMPTY) & (on < day)).sum())
    removed = int(((left == Left.FOUL) & (on == day)).sum())
    there = int(games.seated[game].sum()) - gone
    return range(there - removed, there + 1)


def _advisers(games: Games, regulation: Regulation) -> Iterator[Refusal]:
    """See that advisers sit behind their team-mates, and only where the regulation has advisers.

    A chair is of the team for which somebody plays there, wherever a substitute comes from.
    """
    stages = stages_of(games, regulation)
    entrants = games.roster.entrants
    for game, seat in _places(games.advisers != EMPTY):
        stage = stages[int(games.stage[game])]
        adviser, owner = (entrants[int(who[game, seat])] for who in (games.advisers, games.owners))
        path = f"stages.{stage.name}.seated_per_team"
        fields = {"adviser": adviser.name}
        if stage.seated_per_team is None:
            yield Refusal("no_adviser", game, seat, path, fields)
        elif games.advisers[game, seat] in games.entrants[game]:
            yield Refusal("adviser_seated", game, seat, path, fields)
        elif adviser.team != owner.team:
            yield Refusal("adviser_of_other_team", game, seat, path, fields)


def without_best_player(games: AnyGames, regulation: Regulation) -> int:
    """Count the games that must have a best player and name none, which may not be written yet."""
    rule = regulation.scoring.best_player
    if rule is None or not rule.compulsory or isinstance(games, ShapkaGames):
        return 0
    may_have_one = (games.winner != Winner.DRAW) | (rule.side != "winner")
    named = games.best_player.any(axis=1) | (games.best_player_votes != EMPTY).any(axis=1)
    return int((may_have_one & ~named).sum())


def with_few_rewarded(games: AnyGames, regulation: Regulation) -> int:
    """Count the games in which the judge must give points to more players than he has."""
    rule = regulation.scoring.additional
    if rule is None or isinstance(games, ShapkaGames):
        return 0
    may_have_some = (games.winner != Winner.DRAW) | (rule.drawn is not None)
    rewarded = (games.additional != 0).sum(axis=1)
    return int((may_have_some & (rewarded < rule.fewest_players)).sum())
