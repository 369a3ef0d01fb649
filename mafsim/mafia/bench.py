"""What is tried with an agent: each trial plays games and tells what it found."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal, get_args

import numpy as np

from mafsim import agents, regulations
from mafsim.agents import Player
from mafsim.agents.rules import RULES, WORDS
from mafsim.errors import MafsimError, UsageError
from mafsim.mafia.log import DECISION
from mafsim.mafia.play import Played, play
from mafsim.mafia.rules import MOST, rules_of
from mafsim.mafia.shadow import Shadow, shadowed
from mafsim.regulations import Regulation
from mafsim.words import say

Check = Literal["loads", "ends", "legal", "same", "state", "roles", "shot", "variants", "time"]
"""What is looked at, in the order in which it is told."""
CHECKS: tuple[Check, ...] = get_args(Check)

SLOWEST = 0.01
"""A decision may take so many seconds: then a game takes two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check found."""

    check: Check
    passed: bool | None
    """None if it was not looked at, because of what an earlier one found."""
    key: str
    """The sentence in the catalogues."""
    fields: dict[str, Any] = field(default_factory=dict)
    """What the sentence names; an error is told as its own sentence."""

    def text(self, lang: str = "en") -> str:
        """Tell it to a person."""
        fields = {
            name: value.sentence(lang) if isinstance(value, MafsimError) else value
            for name, value in self.fields.items()
        }
        return say(lang, self.key, **fields)


def warm() -> None:
    """Play a game of mafsim's own players, so that whatever has to be compiled is."""
    play(regulations.load("plain"), agents.cast("random", 10), 1)


def loaded(text: str) -> Player:
    """Give the player that `--agents` would seat.

    Raises
    ------
    UsageError
        There is no such agent, or the text names several.
    """
    specs = agents.parse(text)
    if len(specs) != 1 or specs[0].count is not None:
        raise UsageError("agents.one", text=text)
    return agents.player(specs[0])


@cache
def tables() -> tuple[tuple[str, Regulation], ...]:
    """Give the regulations that mafsim brings along, one of each kind of table."""
    found: dict[bytes, tuple[str, Regulation]] = {}
    for name in regulations.names():
        regulation = regulations.load(name)
        if regulation.game == "mafia" and regulation.table.size <= MOST:
            found.setdefault(rules_of(regulation).tobytes(), (name, regulation))
    return tuple(found.values())


@cache
def variants() -> tuple[tuple[str, Regulation], ...]:
    """Give a regulation with one rule changed, for every value that a rule may have."""
    return tuple(_variants())


def _variants() -> Iterator[tuple[str, Regulation]]:
    regulation = regulations.load("ugra-2021")
    seen = {rules_of(regulation).tobytes()}
    for name in RULES.names or ():
        for value in WORDS.get(name, ("0", "1", "2", "3", "9", "true", "false")):
            assignment = f"{_path(name)}={value}"
            try:
                changed = regulations.set_values(regulation, [assignment])
            except MafsimError:
                continue  # it has no such value, or it contradicts another rule
            if (rules := rules_of(changed).tobytes()) not in seen:
                seen.add(rules)
                yield assignment, changed


def _path(name: str) -> str:
    """Give where a regulation has a rule."""
    if name == "seats":
        return "table.size"
    if name in ("best_move_voted_out_at_most", "best_move_after_removal"):
        return f"scoring.best_move.{name.removeprefix('best_move_')}"
    chapters = ("best_move", "conduct", "end", "fouls", "night", "nomination", "removal")
    for chapter in (*chapters, "speech", "vote"):
        if name.startswith(f"{chapter}_"):
            return f"rules.{chapter}.{name.removeprefix(f'{chapter}_')}"
    return f"rules.{name}"


def _table_of(player: Player, regulation: Regulation) -> list[Player]:
    return [player] * regulation.table.size


def _mixed(player: Player, regulation: Regulation) -> list[Player]:
    """Seat the player at every second place, and the player by lot at the others."""
    other = agents.cast("random", 1)[0]
    return [(player, other)[seat % 2] for seat in range(regulation.table.size)]


def legal(player: Player) -> Finding:
    """See that it plays under every built-in regulation, alone and with others."""
    games, decisions = legal_games(player, games=20)
    fields = {"games": games, "decisions": decisions, "regulations": len(tables())}
    return Finding(check="legal", passed=True, key="kit.legal.passed", fields=fields)


def legal_games(player: Player, *, games: int) -> tuple[int, int]:
    """Play so many games at each table, alone and with others, and count games and decisions.

    Raises
    ------
    UsageError
        An answer was not legal, or the agent failed.
    """
    played = [
        play(regulation, seated, games, seed=1, log=True)
        for _, regulation in tables()
        for seated in (_table_of(player, regulation), _mixed(player, regulation))
    ]
    return games * len(played), sum(map(_decisions, played))


def _decisions(played: Played) -> int:
    assert played.log is not None
    return int((played.log["event"] == DECISION).sum())


def digest(player: Player) -> str:
    """Give a digest of some games, for another process to compare with its own."""
    total = hashlib.sha256()
    for _, regulation in tables():
        total.update(_digest(play(regulation, _table_of(player, regulation), 12, seed=2)))
    return total.hexdigest()


def _digest(played: Played, game: int | None = None) -> bytes:
    """Give a digest of what was played, or of one game of it."""
    games = played.games
    part = slice(None) if game is None else slice(game, game + 1)
    total = hashlib.sha256()
    for name in ("roles", "winner", "left", "left_on", "best_move", "best_player_votes", "reveals"):
        total.update(np.ascontiguousarray(getattr(games, name)[part]).tobytes())
    for array in (games.votes, games.checks):
        flat = array[part].reshape(-1)
        total.update(flat[flat != -1].tobytes())
    return total.digest()


def state(player: Player) -> Finding:
    """See that neither a game nor a decision depends on those before it."""
    for name, regulation in tables()[:2]:
        seated = _table_of(player, regulation)
        block = play(regulation, seated, 8, seed=3)
        for game in (7, 2, 5):
            alone = play(regulation, seated, 1, seed=3, first=game)
            if _digest(alone) != _digest(block, game):
                return Finding(
                    check="state", passed=False, key="kit.state.games", fields={"regulation": name}
                )
    shadows = _watched(player)
    for shadow in shadows:
        if shadow.wrote is not None:
            return _failed("state", "kit.state.wrote", shadow.wrote.name)
        changed = shadow.again()
        if changed is not None:
            return _failed("state", "kit.state.decision", changed.name)
    asked = sum(len(shadow.situations) for shadow in shadows)
    return Finding(check="state", passed=True, key="kit.state.passed", fields={"n": asked})


def roles(player: Player) -> Finding:
    """See that a decision stays the same whatever roles the others have that it cannot know."""
    shadows = _watched(player)
    for shadow in shadows:
        if shadow.peeked is not None:
            return _failed("roles", "kit.roles.failed", shadow.peeked.name)
    asked = sum(shadow.asked for shadow in shadows)
    return Finding(check="roles", passed=True, key="kit.roles.passed", fields={"n": asked})


def shot(player: Player) -> Finding:
    """See that a shot does not depend on a check that other black players cannot know of."""
    shadows = _watched(player)
    if any(shadow.told for shadow in shadows):
        return Finding(check="shot", passed=False, key="kit.shot.failed")
    shots = sum(shadow.shots for shadow in shadows)
    return Finding(check="shot", passed=True, key="kit.shot.passed", fields={"n": shots})


@lru_cache(maxsize=1)
def _watched(player: Player) -> tuple[Shadow, ...]:
    """Play some games at each table in which a shadow sits in the agent's place."""
    shadows = []
    for _, regulation in tables():
        found = shadowed(player)
        play(regulation, _table_of(found, regulation), 3, seed=4)
        shadows.append(found.shadow)
    return tuple(shadows)


def _failed(check: Check, key: str, decision: str) -> Finding:
    return Finding(check=check, passed=False, key=key, fields={"decision": decision.lower()})


def survives(player: Player) -> Finding:
    """See that it plays under every rule that a regulation may have."""
    tried = 0
    for assignment, regulation in variants():
        tried += 1
        try:
            for seated in (_table_of(player, regulation), _mixed(player, regulation)):
                play(regulation, seated, 4, seed=5)
        except MafsimError as error:
            fields = {"assignment": assignment, "what": error}
            return Finding(check="variants", passed=False, key="kit.variants.failed", fields=fields)
    return Finding(check="variants", passed=True, key="kit.variants.passed", fields={"n": tried})


def pace(player: Player) -> Finding:
    """Measure the processor's time for a decision, the engine's own work included."""
    _, regulation = tables()[-1]
    seated = _table_of(player, regulation)
    decisions = _decisions(play(regulation, seated, 10, seed=6, log=True)) / 10
    games, taken = 10, 0.0
    while taken < 0.3 and games < 10**6:
        games *= 4
        begun = time.process_time()
        play(regulation, seated, games, seed=6)
        taken = time.process_time() - begun
    each = taken / (games * max(decisions, 1))
    passed = each <= SLOWEST
    fields = {"microseconds": f"{each * 1e6:,.1f}", "most": f"{SLOWEST * 1e6:g}"}
    key = "kit.time.passed" if passed else "kit.time.failed"
    return Finding(check="time", passed=passed, key=key, fields=fields)


TRIALS: dict[str, Callable[[Player], Finding | str]] = {
    "legal": legal,
    "digest": digest,
    "state": state,
    "roles": roles,
    "shot": shot,
    "variants": survives,
    "time": pace,
}
"""What is tried in one process; `same` compares the digests of two, `ends` is up to who waits."""
