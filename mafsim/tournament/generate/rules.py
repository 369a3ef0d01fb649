"""A random regulation as a file: what a game brings, and how points become places."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from mafsim.tournament.generate.order import RULES, Dice
from mafsim.tournament.generate.shape import Shape

Chapter = dict[str, Any]

ROLES = ("civilian", "sheriff", "mafia", "don")
SMALL = ("0.1", "0.2", "0.25", "0.4", "0.5", "0.75", "1")
MULTIPLIED = ("outcome", "best_move", "additional", "penalty")
TIE_BREAKS = (
    *("wins", "best_player", "additional", "best_move", "wins_as_don", "wins_as_sheriff"),
    *("wins_as_mafia", "wins_as_don_or_sheriff", "first_killed", "penalties"),
)
OF_SHAPKA = ("penalties", "words_half_2", "words_half_1")
BLACK = {3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4}


def rules_of(seed: int, shape: Shape) -> Chapter:
    """Draw a regulation for an event of some shape."""
    dice = Dice.at(seed, RULES)
    words = {"en": f"Random event {seed}", "ru": f"Случайный турнир {seed}"}
    document: Chapter = {
        "name": f"random-{seed}",
        "game": shape.game,
        "title": words,
        "entry": _entry(dice, shape),
        "table": {"size": shape.size, "order": dice.of(("balanced", "balanced", "random"))},
        "cut": {
            "when_one_withdraws": dice.of(("next", "nobody")),
            "when_tied": dice.of(("tie_breaks", "tie_breaks", "all")),
        },
    }
    if shape.game == "mafia":
        document |= _of_mafia(dice, shape)
    else:
        document |= _of_shapka(dice)
    stages = [{key: _number(key, value) for key, value in each.items()} for each in shape.stages]
    return document | {"stages": stages}


def _number(key: str, value: object) -> object:
    return Decimal(str(value)) if key == "multiplier" else value


def _entry(dice: Dice, shape: Shape) -> Chapter:
    entry: Chapter = {"entrants": shape.players, "substitutes": dice.chance(0.9)}
    if shape.teams is not None:
        entry |= {"teams": shape.teams, "team_size": shape.team_size}
    if shape.game == "shapka":
        entry["people_per_entrant"] = 2
    if shape.divisions:
        entry["divisions"] = [
            {"name": name, "title": {"en": name.title(), "ru": name.title()}}
            for name in shape.divisions
        ]
    return entry


def _of_mafia(dice: Dice, shape: Shape) -> Chapter:
    black = BLACK.get(shape.size, max(shape.size // 3, 1))
    if 2 * black >= shape.size:
        black = max((shape.size - 1) // 2, 1)
    return {
        "rules": {
            "black": black,
            "sheriff": shape.size - black > 1,
            "first_killed": dice.of(("night_1", "night_1", "first_shot")),
            "fouls": {"removed_at": 4},
        },
        "scoring": _scoring(dice),
        "ranking": _ranking(dice, shape),
        "judging": {
            "awards_result": dice.chance(0.7),
            "protests": dice.of(("none", "head_judge", "commission")),
        },
    }


def _scoring(dice: Dice) -> Chapter:
    outcome: Chapter = {role: {"win": _points(dice, "1", "1", "3", "4")} for role in ROLES}
    for role in ROLES:
        if dice.chance(0.3):
            outcome[role]["loss"] = _points(dice, "-1", "-0.5", "0.3")
    outcome["draw"] = _points(dice, "0", "0", "0.5")
    chapter: Chapter = {"outcome": outcome}
    optional = {
        "best_move": (_best_move, 0.7),
        "best_player": (_best_player, 0.5),
        "additional": (_additional, 0.7),
        "penalties": (_penalties, 0.4),
        "disqualification": (_disqualification, 0.5),
        "compensation": (_compensation, 0.4),
    }
    chapter |= {name: draw(dice) for name, (draw, share) in optional.items() if dice.chance(share)}
    if dice.chance(0.3):
        chapter["bye"] = _points(dice, "0.5", "1", "-0.1")
    chapter["multiplier_applies_to"] = dice.some(MULTIPLIED, dice.number(0, len(MULTIPLIED)))
    counted = ("best_move", "best_player", "additional", "penalty", "disqualification")
    chapter["counted_as_additional"] = dice.some(counted, dice.number(0, len(counted)))
    return chapter


def _points(dice: Dice, *amounts: str) -> Decimal:
    return Decimal(dice.of(amounts))


def _best_move(dice: Dice) -> Chapter:
    move: Chapter = {"three": _points(dice, *SMALL), "two": _points(dice, *SMALL)}
    if dice.chance(0.3):
        move["one"] = _points(dice, *SMALL)
    if dice.chance(0.3):
        move["sheriff_three"] = _points(dice, *SMALL)
    if dice.chance(0.3):
        move["sheriff_two"] = _points(dice, "0", *SMALL)
    move["entitled"] = dice.of(("red", "red", "anybody"))
    if dice.chance(0.5):
        move["voted_out_at_most"] = dice.number(0, 1)
    move["after_removal"] = dice.chance(0.7)
    return move


def _best_player(dice: Dice) -> Chapter:
    best: Chapter = {"points": _points(dice, *SMALL, "1.2"), "most": dice.number(1, 3)}
    best["side"] = dice.of(("any", "winner", "winner_if_shared"))
    if dice.chance(0.4):
        best |= {"shared": True, "rounding": dice.of(("half_up", "half_even", "up", "down"))}
    return best


def _additional(dice: Dice) -> Chapter:
    bounds = {
        "winner": {"least": Decimal("0.2"), "most": Decimal("0.7")},
        "loser": {"least": Decimal("0.1"), "most": Decimal("0.4")},
        "drawn": {"least": Decimal("0.1"), "most": Decimal("0.5")},
    }
    chapter: Chapter = {"step": Decimal("0.1")}
    if dice.chance(0.5):
        chapter["most_players"] = dice.number(1, 5)
    if dice.chance(0.5):
        chapter["most_in_all"] = Decimal("1.2")
    if dice.chance(0.3):
        bounds["winner"]["approved_from"] = Decimal("0.6")
    kept = {side: each for side, each in bounds.items() if dice.chance(0.8)}
    return chapter | kept


def _penalties(dice: Dice) -> list[Chapter]:
    cases = []
    for number in range(dice.number(1, 3)):
        case: Chapter = {
            "reason": f"case_{number + 1}",
            "title": {"en": f"Case {number + 1}", "ru": f"Случай {number + 1}"},
            "points": _points(dice, "0.2", "0.3", "0.5", "1"),
            "side_lost": dice.chance(0.4),
        }
        if dice.chance(0.4):
            case["roles"] = dice.some(ROLES, dice.number(1, 3))
        cases.append(case)
    return cases


def _disqualification(dice: Dice) -> Chapter:
    return {"points": _points(dice, *SMALL), "fourth_foul": dice.chance(0.5)}


def _compensation(dice: Dice) -> Chapter:
    return {
        "most": _points(dice, "0.3", "0.4", "0.5", "1"),
        "share": _points(dice, "0.3", "0.4", "0.5"),
        "share_rounding": dice.of(("half_up", "half_even", "up", "down")),
        "nights": dice.of(("lost", "all")),
        "distance": dice.of(("stage", "event")),
        "fewest_games": dice.number(1, 5),
        "places": dice.number(1, 3),
        "rounding": dice.of(("half_up", "half_even", "up", "down")),
    }


def _ranking(dice: Dice, shape: Shape) -> Chapter:
    by: tuple[tuple[str, ...], ...] = (("player",),)
    if shape.teams is not None:
        by = (("player",), ("team", "player"), ("player", "team"), ("team",))
    chapter: Chapter = {
        "by": list(dice.of(by)),
        "points": dice.of(("sum", "sum", "per_game")),
        "team": dice.of(("sum", "best")),
        "tie_breaks": _some(dice, TIE_BREAKS),
        "later_stages_first": dice.chance(0.7),
        "substitutes": dice.of(("team", "unranked", "own")),
    }
    if dice.chance(0.25):
        chapter["best_rounds"] = dice.number(1, max(shape.rounds - 1, 1))
    if shape.teams is not None and dice.chance(0.3):
        chapter["player_tie_breaks"] = _some(dice, TIE_BREAKS)
    return chapter


def _some(dice: Dice, names: tuple[str, ...]) -> list[str]:
    return dice.some(names, dice.number(0, 5)) + ["lot"] * dice.chance(0.3)


def _of_shapka(dice: Dice) -> Chapter:
    return {
        "scoring": {
            "shapka": {
                "word": _points(dice, "1", "1", "0.5", "2"),
                "breach": _points(dice, "0", "1", "5"),
                "breach_counts": dice.of(("stage", "event")),
                "below_zero": dice.chance(0.7),
            }
        },
        "ranking": {
            "by": ["team"],
            "team": "sum",
            "tie_breaks": _some(dice, OF_SHAPKA),
            "later_stages_first": dice.chance(0.8),
        },
        "judging": {"protests": "none"},
    }
