"""A regulation as the engine's numbers: the rules of a table, and what they pay each role."""

from __future__ import annotations

from typing import Any

import numpy as np

from mafsim.agents.rules import NONE, RULES, WORDS
from mafsim.agents.view import PAYOFFS, Role
from mafsim.errors import UsageError
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Bounds
from mafsim.regulations.schema import Regulation

FEWEST, MOST = 2, 10
"""How many may sit at a table that the engine plays."""


def rules_of(regulation: Regulation) -> Any:
    """Give the record `RULES` of a regulation.

    Raises
    ------
    UsageError
        It is no regulation of Mafia, or more sit at its table than the engine has seats for.
    """
    if regulation.game != "mafia":
        raise UsageError("mafia.other_game", name=regulation.name)
    if not FEWEST <= regulation.table.size <= MOST:
        raise UsageError("mafia.size", size=regulation.table.size, most=MOST)
    found = np.zeros((), dtype=RULES)
    for name in RULES.names or ():
        found[name] = _number(name, _value(regulation, name))
    return found


_ELSEWHERE: dict[str, Any] = {
    "seats": lambda regulation: regulation.table.size,
    "speech_first_seat": lambda regulation: regulation.rules.speech.first_seat - 1,
    "best_move": lambda regulation: regulation.scoring.best_move is not None,
    "best_move_voted_out_at_most": lambda regulation: (
        NONE if (rule := regulation.scoring.best_move) is None else rule.voted_out_at_most
    ),
    "best_move_after_removal": lambda regulation: (
        (rule := regulation.scoring.best_move) is None or rule.after_removal
    ),
    "best_player_votes": lambda regulation: (
        0
        if (rule := regulation.scoring.best_player) is None or rule.chosen_by != "table"
        else 1 + rule.compulsory
    ),
}
"""The rules that stand elsewhere than in the chapter `rules`, or count otherwise."""


def _value(regulation: Regulation, name: str) -> Any:
    if name in _ELSEWHERE:
        return _ELSEWHERE[name](regulation)
    chapter, _, rest = name.partition("_")
    rules: Any = regulation.rules
    if name in type(rules).model_fields:
        return getattr(rules, name)
    if name.startswith("best_move_"):
        chapter, rest = "best_move", name.removeprefix("best_move_")
    return getattr(getattr(rules, chapter), rest)


def _number(name: str, value: Any) -> int:
    if value is None:
        return NONE
    return WORDS[name].index(value) if name in WORDS else int(value)


def payoffs_of(regulation: Regulation) -> Any:
    """Give the record `PAYOFFS` of every role, in the order of roles."""
    found = np.zeros(len(Role), dtype=PAYOFFS)
    for role in Role:
        _pay(found[role], role, regulation)
    return found


def _pay(found: Any, role: Role, regulation: Regulation) -> None:
    scoring = regulation.scoring
    outcome = getattr(scoring.outcome, role.name.lower())
    found["win"], found["loss"] = thousandths(outcome.win), thousandths(outcome.loss)
    found["draw"] = thousandths(scoring.outcome.draw)
    found["best_move"] = _best_move(role, regulation)
    if (best := scoring.best_player) is not None:
        found["best_player"] = thousandths(best.points)
        found["best_player_by_table"] = best.chosen_by == "table"
        found["best_player_winner_only"] = best.side == "winner"
    if scoring.additional is not None:
        found["additional_winner"] = _most(scoring.additional.winner)
        found["additional_loser"] = _most(scoring.additional.loser)
    if scoring.compensation is not None and role < Role.MAFIA:
        found["first_killed_loser"] = thousandths(scoring.compensation.most)
    for penalty in scoring.penalties:
        if penalty.act is not None and role.name.lower() in penalty.roles:
            found[penalty.act] = max(int(found[penalty.act]), thousandths(penalty.points))
    if (cost := scoring.disqualification) is not None:
        found["disqualification"] = thousandths(cost.points)
        found["fourth_foul"] = thousandths(cost.points) * cost.fourth_foul
        found["side_lost"] = thousandths(cost.points if cost.side_lost is None else cost.side_lost)


def _most(bounds: Bounds | None) -> int:
    return 0 if bounds is None else thousandths(bounds.most)


def _best_move(role: Role, regulation: Regulation) -> tuple[int, int, int, int]:
    """Give what naming no, one, two or three black players brings a role."""
    rule = regulation.scoring.best_move
    if rule is None or (role >= Role.MAFIA and rule.entitled == "red"):
        return (0, 0, 0, 0)
    two, three = rule.two, rule.three
    if role == Role.SHERIFF:
        two = two if rule.sheriff_two is None else rule.sheriff_two
        three = three if rule.sheriff_three is None else rule.sheriff_three
    return (0, thousandths(rule.one), thousandths(two), thousandths(three))
