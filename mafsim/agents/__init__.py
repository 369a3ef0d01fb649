"""Players of a simulated table: one decides from its `View` alone and never sees the game.

>>> from mafsim import agents
>>> [player.name for player in agents.cast("7*random+3*random:nominate=1", 10)][6:8]
['random', 'random:nominate=1']
"""

from __future__ import annotations

import difflib
import importlib
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mafsim.errors import UsageError

if TYPE_CHECKING:
    from mafsim.agents.view import Agent

KINDS = {
    "bayes": "mafsim.agents.bayes:BAYES",
    "consigliere": "mafsim.agents.human:CONSIGLIERE",
    "human": "mafsim.agents.human:HUMAN",
    "hunter": "mafsim.agents.hunter:HUNTER",
    "random": "mafsim.agents.random:RANDOM",
    "scripted": "mafsim.agents.scripted:SCRIPTED",
}
"""The kinds of player that mafsim brings along, and where each is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One part of what `--agents` says: how many of a kind, and with which parameters."""

    kind: str
    """A name of `KINDS`, or ``MODULE:NAME``."""
    values: tuple[tuple[str, float], ...] = ()
    """The parameters that are given, as written."""
    count: int | None = None
    """How many; None where nothing is written: one, or everybody if it is the only spec."""

    @property
    def name(self) -> str:
        """The kind and its parameters, as they are written."""
        given = ",".join(f"{name}={value:g}" for name, value in self.values)
        return f"{self.kind}:{given}" if given else self.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who can be seated at a simulated table."""

    kind: str
    """A name of `KINDS`, or ``MODULE:NAME``: enough to find the agent in another process."""
    parameters: tuple[float, ...]
    """The values of all parameters of the kind, in its own order."""
    name: str
    """The kind and the parameters that differ from its defaults, as `--agents` takes them."""
    skill: float = 0.0
    """How much better than others of his kind, as his kind understands it."""

    @property
    def agent(self) -> Agent:
        """The player's kind, loaded."""
        return load(self.kind)


_FORM = re.compile(r"(?:(?P<count>\d{1,6})\*)?(?P<kind>[^*+,=]+?)(?::(?P<values>[^:]*=[^:]*))?")


def parse(text: str) -> tuple[Spec, ...]:
    """Read what `--agents` says, such as ``7*bayes+3*random:nominate=0.5,lift=0.5``.

    Raises
    ------
    UsageError
        It has not this form; whether kinds and parameters exist is not looked at.
    """
    return tuple(_spec(part.strip()) for part in text.split("+"))


def _spec(text: str) -> Spec:
    form = _FORM.fullmatch(text)
    if form is None:
        raise UsageError("agents.form", text=text)
    values = tuple(_value(each, text) for each in (form["values"] or "").split(",") if each)
    if form["values"] is not None and not values:
        raise UsageError("agents.form", text=text)
    count = None if form["count"] is None else int(form["count"])
    if count == 0:
        raise UsageError("agents.none_of", text=text)
    return Spec(kind=form["kind"].strip(), values=values, count=count)


def _value(text: str, spec: str) -> tuple[str, float]:
    name, sign, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        raise UsageError("agents.number", name=name.strip(), value=number, text=spec) from None
    if not sign or not name.strip():
        raise UsageError("agents.form", text=spec)
    return name.strip(), value


def player(spec: Spec, *, skill: float = 0.0) -> Player:
    """Give a player of a kind with the parameters that a spec names, and defaults for the others.

    Raises
    ------
    UsageError
        There is no such kind or parameter, one is given twice, or a value is out of its bounds.
    """
    known = load(spec.kind).parameters
    values = {each.name: each.default for each in known}
    for name, value in spec.values:
        if [each for each, _ in spec.values].count(name) > 1:
            raise UsageError("agents.twice", name=name, text=spec.name)
        if name not in values:
            raise UsageError(
                "agents.no_parameter", name=name, kind=spec.kind, known=sorted(values) or ["-"]
            )
        values[name] = value
    for each in known:
        if not each.least <= values[each.name] <= each.most:
            raise UsageError(
                "agents.out_of_bounds",
                name=each.name,
                value=f"{values[each.name]:g}",
                kind=spec.kind,
                least=f"{each.least:g}",
                most=f"{each.most:g}",
            )
    return Player(kind=spec.kind, parameters=tuple(values.values()), name=spec.name, skill=skill)


def cast(text: str, seats: int) -> tuple[Player, ...]:
    """Give so many players as `--agents` says, in the order in which it names them.

    Raises
    ------
    UsageError
        The text cannot be read, or its numbers do not fill the seats.
    """
    specs = parse(text)
    if len(specs) == 1 and specs[0].count is None:
        return (player(specs[0]),) * seats
    total = sum(spec.count or 1 for spec in specs)
    if total != seats:
        raise UsageError("agents.seats", text=text, total=total, seats=seats)
    return tuple(each for spec in specs for each in (player(spec),) * (spec.count or 1))


def load(kind: str) -> Agent:
    """Find a kind of player: one of mafsim's own, or a user's as ``MODULE:NAME``.

    A module is looked for in the present folder as well.

    Raises
    ------
    UsageError
        There is no such kind, module or name, or what is there is no agent that can be asked.
    """
    place = KINDS.get(kind, kind)
    module, colon, name = place.partition(":")
    if not colon:
        near = difflib.get_close_matches(kind, KINDS, n=1)
        key = "agents.no_kind_near" if near else "agents.no_kind"
        raise UsageError(key, kind=kind, known=sorted(KINDS), near="".join(near))
    try:
        return _agent(_imported(module, kind), name, kind)
    except UsageError as error:
        if module in KINDS and error.key in ("agents.no_module", "agents.no_name"):
            raise UsageError("agents.no_value", text=kind, kind=module) from None
        raise


def _imported(module: str, kind: str) -> Any:
    if kind in KINDS:
        return importlib.import_module(module)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise UsageError("agents.broken_module", kind=kind, what=str(error)) from error
        raise UsageError("agents.no_module", kind=kind, module=module) from None
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise UsageError("agents.broken_module", kind=kind, what=what) from error


def _agent(module: Any, name: str, kind: str) -> Agent:
    from mafsim.agents.view import Agent

    agent = getattr(module, name, None)
    if agent is None:
        raise UsageError("agents.no_name", kind=kind, name=name, module=module.__name__)
    if not isinstance(agent, Agent):
        raise UsageError("agents.no_agent", kind=kind, name=name, module=module.__name__)
    if kind not in KINDS:
        from mafsim.agents.fit import see_fit

        see_fit(agent, kind)
        if agent.trusted:
            return replace(agent, trusted=False)
    return agent
