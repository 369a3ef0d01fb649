"""The numbers of a random event: people, tables, teams, and its stages with their cuts and draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mafsim.errors import UsageError
from mafsim.tournament.generate.order import SHAPE, Dice, Order, Span

Stage = dict[str, Any]
"""A stage as a regulation's file has it."""

SIZES = (10, 10, 10, 10, 10, 10, 4, 5, 6, 8, 12)
PAIRS_AT_A_TABLE = 3
DRAWS = ("balanced", "balanced", "random")
SEEDS = ("place", "rating", "points", "wins", "team_place", "place_in_team")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How large an event is."""

    game: str
    players: int
    """Players, or pairs of each division."""
    size: int
    """Seats at a table."""
    tables: int
    team_size: int
    divisions: tuple[str, ...]
    stages: tuple[Stage, ...]

    @property
    def teams(self) -> int | None:
        """How many teams there are, of each division; None where people enter alone."""
        return self.players // self.team_size if self.team_size > 1 else None

    @property
    def rounds(self) -> int:
        """How many rounds all stages have."""
        return sum(int(stage["rounds"]) for stage in self.stages)


def shape_of(seed: int, order: Order) -> Shape:
    """Draw the numbers of an event.

    Raises
    ------
    UsageError
        Numbers are ordered that do not fit together.
    """
    dice = Dice.at(seed, SHAPE)
    of_shapka = dice.chance(1 / 6)
    game = order.game or ("shapka" if of_shapka and _may_be_shapka(order) else "mafia")
    return _of_shapka(dice, order) if game == "shapka" else _of_mafia(dice, order)


def _may_be_shapka(order: Order) -> bool:
    """Say whether nothing is ordered that only Mafia has."""
    return order.table_size is None and order.tables is None and order.team_size is None


def _drawn(dice: Dice, span: Span | None, *usual: int) -> int:
    return dice.of(usual) if span is None else dice.number(*span)


def _of_mafia(dice: Dice, order: Order) -> Shape:
    size = _drawn(dice, order.table_size, *SIZES)
    if order.players is not None:
        players = dice.number(*order.players)
        tables = _drawn(dice, order.tables, players // size)
    else:
        tables = _drawn(dice, order.tables, 1, 2, 2, 3, 3, 4, 5)
        resting = dice.number(1, size - 1)
        players = tables * size + (resting if dice.chance(0.4) else 0)
    if players < tables * size or tables < 1:
        raise UsageError("generate.few_players", players=players, size=size, tables=max(tables, 1))
    team_size = _drawn(dice, order.team_size, *(n for n in (1, 1, 1, 2, 2, 3) if n <= tables))
    if team_size > tables:
        raise UsageError("generate.large_teams", size=team_size, tables=tables)
    whole = players - players % team_size
    if whole < tables * size:
        whole += team_size
    stages = _stages(dice, order, whole, size, tables, team_size)
    return Shape(
        game="mafia",
        players=whole,
        size=size,
        tables=tables,
        team_size=team_size,
        divisions=(),
        stages=tuple(stages),
    )


def _rounds_of_stages(dice: Dice, order: Order, first: int) -> list[int]:
    """Give how many rounds each stage has; the first of them at least so many."""
    stages = _drawn(dice, order.stages, 1, 1, 2, 2, 3)
    rounds = _drawn(dice, order.rounds, *range(3, 11))
    rounds = max(rounds, first if order.rounds is None else 1)
    stages = min(stages, max(rounds - first + 1, 1))
    found = [first if stages > 1 else rounds] + [1] * (stages - 1)
    for _ in range(rounds - sum(found)):
        found[dice.number(0, stages - 1) if dice.chance(0.5) else 0] += 1
    return found


def _stages(
    dice: Dice, order: Order, players: int, size: int, tables: int, team_size: int
) -> list[Stage]:
    lengths = _rounds_of_stages(dice, order, -(-players // (tables * size)))
    first: Stage = {"name": "stage-1", "rounds": lengths[0], "draw": dice.of(DRAWS)}
    if tables < players // size:
        first["tables"] = tables
    found, left = [first], players // team_size
    for number, rounds in enumerate(lengths[1:], start=2):
        stage = _later(dice, left, size, team_size) | {"name": f"stage-{number}", "rounds": rounds}
        if "field" not in stage and tables < players // size:
            stage["tables"] = tables
        left = stage.get("field", left)
        if dice.chance(0.3):
            stage["multiplier"] = dice.of(MULTIPLIERS)
        if dice.chance(0.15):
            stage["carry"] = False
        if stage["draw"] != "ranked":
            stage.pop("dealt_anew", None)
        found.append(stage)
    return found


MULTIPLIERS = ("0.5", "1.3", "1.5", "2")


def _later(dice: Dice, left: int, size: int, team_size: int) -> Stage:
    """Give a later stage: all go on, a cut, a draw by places, or team-mates who advise.

    A field counts teams where there are teams.
    """
    kinds = ["on"]
    fields = [f for f in range(1, left + 1) if f * team_size // size >= team_size]
    filling = [f for f in fields if f * team_size % size == 0]
    kinds += ["cut"] * bool(fields) + ["ranked", "ranked"] * bool(filling)
    kinds += ["advised"] * (team_size > 1 and left >= size)
    match dice.of(kinds):
        case "cut":
            return {"field": dice.of(fields), "draw": dice.of(DRAWS)}
        case "ranked":
            return {"field": dice.of(filling), **_by_places(dice, team_size)}
        case "advised":
            by = dice.of(("roster", "alternating", "standings"))
            credit = dice.of(("both", "seated", "team"))
            return {"draw": "balanced", "seated_per_team": 1, "seated_by": by, "credit": credit}
    return {"draw": dice.of(DRAWS)}


def _by_places(dice: Dice, team_size: int) -> Stage:
    keys = SEEDS if team_size > 1 else SEEDS[:4]
    to = dice.of(("blocks", "snake", "in_turn"))
    by = dice.some(keys, dice.number(1, 2))
    return {
        "draw": "ranked",
        "dealt_anew": dice.chance(0.5),
        "seeding": {"by": by, "to": to},
    }


def _of_shapka(dice: Dice, order: Order) -> Shape:
    for name in ("table_size", "team_size", "tables"):
        if getattr(order, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise UsageError("generate.not_in_shapka", option=option)
    team_size = 3
    if order.players is None:
        teams = dice.number(4, 9)
    else:
        teams = dice.number(*order.players) // team_size
        if teams < PAIRS_AT_A_TABLE:
            raise UsageError("generate.few_pairs", least=PAIRS_AT_A_TABLE * team_size)
    lengths = _rounds_of_stages(dice, order, 1)
    stages: list[Stage] = []
    left = teams
    for number, rounds in enumerate(lengths, start=1):
        stage: Stage = {"name": f"stage-{number}", "rounds": rounds, "draw": dice.of(DRAWS)}
        if number > 1 and left > PAIRS_AT_A_TABLE and dice.chance(0.7):
            left = stage["field"] = dice.number(PAIRS_AT_A_TABLE, left)
            stage["carry"] = dice.chance(0.5)
        stages.append(stage)
    return Shape(
        game="shapka",
        players=teams * team_size,
        size=PAIRS_AT_A_TABLE,
        tables=teams,
        team_size=team_size,
        divisions=("juniors", "adults") if dice.chance(0.4) else (),
        stages=tuple(stages),
    )
