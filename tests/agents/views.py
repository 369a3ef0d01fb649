"""Views made by hand, and what thinking players answer to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mafsim.agents import load
from mafsim.agents.rules import code
from mafsim.agents.view import NOBODY, VIEW, Decision, Role
from tests.agents.enumeration import Table

ROLES = (Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF, *[Role.CIVILIAN] * 6)
"""The don sits at the first seat, the other black players beside him, then the sheriff."""


def view_of(
    kind: str,
    table: Table,
    seat: int,
    *,
    roles: Sequence[Role] = ROLES,
    word: int = 5,
    own_word: int = 7,
    skill: float = 0.0,
    **parameters: float,
) -> Any:
    """Give the View of a seat at a table, with the rules of a usual game."""
    view = np.zeros(1, dtype=VIEW).view(np.recarray)[0]
    view["public"] = table.public
    view["word"], view["own_word"] = np.uint64(word), np.uint64(own_word + seat)
    view["skill"] = skill
    for i, each in enumerate(load(kind).parameters):
        view["parameters"][i] = parameters.get(each.name, each.default)
    view["rules"]["seats"], view["rules"]["black"] = table.size, 3
    view["rules"]["night_shots"] = code("night_shots", "order_then_open")
    view["rules"]["night_order_nights"] = 3
    view["rules"]["night_don_first_check"] = view["rules"]["night_sheriff_first_check"] = 1
    view["seat"], view["role"], view["speech"] = seat, roles[seat], 2
    view["don"] = view["plan"] = NOBODY
    for name in ("checked", "checked_on", "revealed", "order", "answer"):
        view[name] = NOBODY
    if roles[seat] >= Role.MAFIA:
        view["don"] = roles.index(Role.DON)
        view["partners"] = [i != seat and role >= Role.MAFIA for i, role in enumerate(roles)]
    think(kind, view, table)
    return view


def think(kind: str, view: Any, table: Table) -> None:
    """Let a seat think, as every morning."""
    load(kind).decide(int(Decision.THINK), view, table.memory)


def answered(
    kind: str,
    decision: Decision,
    view: Any,
    table: Table,
    choices: Sequence[int] = (),
    *,
    may_pass: bool = True,
) -> tuple[int, list[int]]:
    """Ask a player, and give the number and the longer answer."""
    offered = list(choices) or [each for each in table.living if each != view["seat"]]
    view["choices"][: len(offered)] = offered
    view["n_choices"], view["may_pass"] = len(offered), int(may_pass)
    view["answer"] = NOBODY
    table.memory.flags.writeable = False
    try:
        number = load(kind).decide(int(decision), view, table.memory)
    finally:
        table.memory.flags.writeable = True
    return int(number), [int(each) for each in view["answer"]]
