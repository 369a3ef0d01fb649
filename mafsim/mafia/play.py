"""Games by the block: players take their places at one compiled table, and records come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mafsim import streams
from mafsim.agents import Player
from mafsim.agents.rules import ACTS, code
from mafsim.agents.view import (
    BALLOTS,
    DAYS,
    DECIDE,
    NOBODY,
    PUBLIC,
    SEATS,
    VIEW,
    WITNESS,
    Agent,
    Decision,
)
from mafsim.errors import MafsimError, UsageError
from mafsim.games import Array, Games
from mafsim.kernels import address
from mafsim.mafia.conduct import CAN_HAPPEN
from mafsim.mafia.game import Kept, play_block
from mafsim.mafia.log import ROW
from mafsim.mafia.rules import payoffs_of, rules_of
from mafsim.mafia.table import INCIDENTS, PROFILE, TABLE, When
from mafsim.regulations.schema import Regulation
from mafsim.roster import Entrant, Roster
from mafsim.streams import Purpose

BLOCK = 4096
"""How many games are played at once where many are asked for: memory does not grow with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """Something that a player does in every game, at a moment of a day or of the night after it."""

    day: int
    """The day, or the night with that number."""
    when: When
    """In which part of it."""
    seat: int
    """Who."""
    act: str
    """What: one of `mafsim.agents.rules.ACTS`."""
    step: int = 0
    """Before which speech or ballot, or at which step of the night."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Played:
    """Games as they were played: the record that every game has, and what only a host sees.

    All arrays are over games; seats and days that mean nothing are -1.
    """

    games: Games
    """The record, as a results file would have it, with votes, checks and claims."""
    players: tuple[Player, ...]
    """Who played; the entrants of `games` are these, in this order."""
    days: Array
    """``days[game]``: how many days were begun."""
    claims: Array
    """``claims[game, seat]`` is a `mafsim.agents.view.Claim`: of being the sheriff, at the end."""
    broke: Array
    """``broke[game, seat]``: the day on which he broke an announced split, -1 for never."""
    told: Array
    """``told[game, seat, target]``: which result of a check of the target he told last, 0 for red,
    1 for black, -1 for none; of no games where no player ever speaks."""
    log: Array | None = None
    """All rows of all games, as `mafsim.mafia.log` describes them, if a log was asked for."""
    log_ends: Array | None = None
    """``log_ends[game]``: where the rows of a game end in `log`."""

    def log_of(self, game: int) -> Array:
        """Give the rows of one game."""
        assert self.log is not None, "the games were played without a log"
        assert self.log_ends is not None
        return np.asarray(self.log[self.log_ends[game - 1] if game else 0 : self.log_ends[game]])


def play(
    regulation: Regulation,
    players: Sequence[Player],
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    log: bool = False,
    incidents: Sequence[Incident] = (),
) -> Played:
    """Play games of a regulation, with the players dealt to seats by lot in each of them.

    Parameters
    ----------
    regulation
        Whose rules are followed; it says how many sit at the table.
    players
        As many as sit at the table; see `mafsim.agents.cast`.
    n
        How many games.
    seed, first
        Game i of a seed is one and the same, however many are played with it; `first` is the
        number of the first one here.
    log
        Whether every event and every decision is kept as well.
    incidents
        What somebody does in each of the games, besides what the players do of their own.

    Raises
    ------
    UsageError
        The regulation is not one of a table that can be played, the players do not fill it, an
        incident cannot happen, or a player gave an answer that is not legal.
    """
    rules = rules_of(regulation)
    if len(players) != rules["seats"]:
        raise UsageError("mafia.players", n=len(players), size=int(rules["seats"]))
    seated = np.broadcast_to(np.arange(len(players)), (n, len(players)))
    alike = all(player == players[0] for player in players)
    base = streams.word(seed, Purpose.GAME)
    words = streams.mixed(base + np.arange(first, first + n, dtype=np.uint64))
    table = Table(regulation, players, log=log, incidents=incidents)
    return table.play(words, seated, dealt=not alike)


def blocks(
    regulation: Regulation, players: Sequence[Player], n: int, *, seed: int = 0, block: int = BLOCK
) -> Iterator[Played]:
    """Play as `play` does, block after block; their size changes no game."""
    for first in range(0, n, block):
        yield play(regulation, players, min(block, n - first), seed=seed, first=first)


def play_seated(
    regulation: Regulation,
    players: Sequence[Player],
    seated: Array,
    *,
    seed: int = 0,
    tournament: Array | int = 0,
    round_: Array | int = 0,
    table: Array | int = 0,
    roster: Roster | None = None,
    log: bool = False,
    incidents: Sequence[Incident] = (),
) -> Played:
    """Play games whose players have their seats already.

    Parameters
    ----------
    regulation
        Whose rules are followed.
    players
        Everybody who plays, any number of them, of any number of kinds.
    seated
        ``seated[game, seat]`` is an index into `players`.
    seed, tournament, round_, table
        The address of each game: games of one address have the same cards and chances.
    roster
        Whom the players' indices mean; left out, entrants named after their kinds.
    log, incidents
        As in `play`.

    Raises
    ------
    UsageError
        As in `play`.
    """
    rules = rules_of(regulation)
    if seated.shape[1] != rules["seats"]:
        raise UsageError("mafia.players", n=seated.shape[1], size=int(rules["seats"]))
    places = [np.broadcast_to(each, len(seated)) for each in (tournament, round_, table)]
    words = _words(seed, *(place.astype(np.uint64) for place in places))
    played = Table(regulation, players, log=log, incidents=incidents).play(
        words, seated, dealt=False, roster=roster
    )
    names = ("tournament", "round", "table")
    games = played.games.with_(**dict(zip(names, places, strict=True)))
    return _with_games(played, games)


def _with_games(played: Played, games: Games) -> Played:
    return Played(
        games=games,
        **{
            name: getattr(played, name)
            for name in ("players", "days", "claims", "broke", "told", "log", "log_ends")
        },
    )


def _words(seed: int, tournament: Array, round_: Array, table: Array) -> streams.Words:
    """Give the word from which the random numbers of each game start."""
    known, where = np.unique(tournament, return_inverse=True)
    bases = np.array(
        [streams.word(seed, Purpose.GAME, int(each)) for each in known], dtype=np.uint64
    )
    return streams.mixed(streams.mixed(bases[where] + round_) + table)


class Table:
    """A table that is laid for a regulation and its players: one record in memory, used again."""

    def __init__(
        self,
        regulation: Regulation,
        players: Sequence[Player],
        *,
        log: bool,
        incidents: Sequence[Incident],
    ) -> None:
        self.players = tuple(players)
        self.record = np.zeros(1, dtype=TABLE).view(np.recarray)
        self.profiles = np.zeros(len(players), dtype=PROFILE).view(np.recarray)
        # The addresses below are good as long as the agents are kept.
        self.agents = {player.kind: player.agent for player in dict.fromkeys(self.players)}
        self._lay(regulation, log)
        self._invite()
        self._stir(incidents)

    def _lay(self, regulation: Regulation, log: bool) -> None:
        """Lay the rules, and what is on the table before a game."""
        g = self.record[0]
        g["rules"] = rules_of(regulation)
        g["payoffs"] = payoffs_of(regulation)
        g["seats"] = g["rules"]["seats"]
        g["new"] = _new_record(int(g["seats"]))
        g["blank"] = _blank_view(g["rules"])
        g["player"] = NOBODY
        g["no_checks"] = NOBODY
        g["consequence"] = [g["rules"][f"conduct_{act}"] for act in ACTS]
        g["logged"] = log

    def _invite(self) -> None:
        """Give every player his profile, and every different witness a memory."""
        g = self.record[0]
        witnesses: dict[Any, int] = {}
        for player, profile in zip(self.players, self.profiles, strict=True):
            agent = self.agents[player.kind]
            slot = SEATS
            if agent.witness is not None:
                slot = witnesses.setdefault(agent.witness, len(witnesses))
                if slot >= SEATS:
                    raise UsageError("mafia.witnesses", most=SEATS)
                g["memory_size"][slot] = max(g["memory_size"][slot], agent.memory)
                g["trusted"][slot] = agent.trusted
            _fill(profile, player, agent, slot)
        for witness, slot in witnesses.items():
            g["witness"][slot] = address(witness, WITNESS)
        g["witnesses"] = len(witnesses)
        g["listened"] = bool(witnesses) or bool(g["logged"])
        g["talks"] = bool((self.profiles.asked >> Decision.SPEAK & 1).any())
        g["heard"] = g["talks"] or g["listened"]
        g["reads"] = bool((self.profiles.reading > 0).any())

    def _stir(self, incidents: Sequence[Incident]) -> None:
        g = self.record[0]
        if len(incidents) > INCIDENTS:
            raise UsageError("mafia.incidents", n=len(incidents), most=INCIDENTS)
        for i, incident in enumerate(incidents):
            g["incidents"][i] = _incident(incident, int(g["seats"]))
        g["n_incidents"] = len(incidents)
        g["stirred"] = bool(incidents) or bool((self.profiles.misbehaves > 0.0).any())

    def play(
        self,
        words: streams.Words,
        seated: Array,
        *,
        dealt: bool,
        roster: Roster | None = None,
    ) -> Played:
        """Play a game for each word, one after another if they are logged."""
        g = self.record[0]
        kept = _room(len(words), int(g["seats"]), talks=bool(g["talks"]))
        seated = np.ascontiguousarray(seated, dtype=np.int64)
        rows: list[Array] = []
        step = 1 if g["logged"] else max(len(words), 1)
        for first in range(0, len(words), step):
            part = slice(first, first + step)
            count = self._run(words[part], seated[part], dealt, _part(kept, part))
            if g["fault"]:
                self._raise(first + count)
            if g["logged"]:
                rows.append(g["log"][: g["rows"]].copy())
        return _played(self.players, kept, roster, rows if g["logged"] else None)

    def _run(self, words: streams.Words, seated: Array, dealt: bool, kept: Kept) -> int:
        g = self.record[0]
        try:
            # Where nothing is compiled, numpy would warn that the words of SplitMix64 overflow, as they do.
            with np.errstate(over="ignore"):
                return play_block(g, words, self.profiles, seated, dealt, kept)
        except MafsimError:
            raise
        except Exception as error:
            foreign = [kind for kind, agent in self.agents.items() if not agent.trusted]
            if not foreign:
                raise
            raise UsageError("mafia.raised", kinds=foreign, what=repr(error)[:200]) from error

    def _raise(self, game: int) -> None:
        g = self.record[0]
        seat = int(g["fault_seat"])
        decision = Decision(int(g["fault"]) - 1)
        raise UsageError(
            "mafia.illegal",
            game=game,
            seat=seat,
            kind=self.players[int(g["player"][seat])].kind,
            decision=decision.name.lower(),
            answer=int(g["fault_answer"]),
        )


def _new_record(size: int) -> Array:
    """Give the public record before a game."""
    record = np.zeros((), dtype=PUBLIC)
    for name in PUBLIC.names or ():
        if record[name].ndim:
            record[name] = NOBODY
    for name in ("speaker", "first_speaker", "split_by", "best_move_by"):
        record[name] = NOBODY
    record["fouls"] = record["claims"] = record["alive"] = 0
    record["alive"][:size] = 1
    record["living"] = size
    record["vote_is_held"] = 1
    return record


def _blank_view(rules: Any) -> Array:
    """Give a View before a game."""
    view = np.zeros((), dtype=VIEW)
    view["public"] = _new_record(int(rules["seats"]))
    view["rules"] = rules
    for name in ("don", "plan", "checked", "checked_on", "revealed", "order", "choices", "answer"):
        view[name] = NOBODY
    return view


def _fill(profile: Any, player: Player, agent: Agent, slot: int) -> None:
    """Fill the profile of a player."""
    values = {
        each.name: value for each, value in zip(agent.parameters, player.parameters, strict=True)
    }
    misbehaves = values.get(agent.misbehaves, 0.0)
    asked = agent.asked if misbehaves > 0.0 else agent.asked - {Decision.CONDUCT}
    profile.decide = address(_decide(agent), DECIDE)
    profile.memory = slot
    profile.asked = sum(1 << decision for decision in asked)
    profile.skill = player.skill
    profile.parameters[: len(player.parameters)] = player.parameters
    profile.reading = values.get(agent.reads, 0.0)
    profile.hiding = values.get(agent.hides, 0.0)
    sharing = values.get(agent.shares, 0.5)
    profile.common, profile.apart = sharing**0.5, (1.0 - sharing) ** 0.5
    profile.informed = agent.sees_record * (1 + agent.sees_history)
    profile.guarded = not agent.trusted
    profile.misbehaves = misbehaves


def _decide(agent: Agent) -> Any:
    """Give the compiled function by which an agent decides."""
    if agent.compiled:
        return agent.decide
    from mafsim.agents.python import trampoline

    return trampoline(agent.decide)


def _incident(incident: Incident, size: int) -> tuple[int, ...]:
    """Give an incident as the table has it, or say why it cannot happen."""
    if incident.act not in ACTS:
        raise UsageError("mafia.no_act", act=incident.act, known=ACTS)
    act = ACTS.index(incident.act)
    if not CAN_HAPPEN[incident.when, act]:
        raise UsageError("mafia.act_when", act=incident.act, when=incident.when.name.lower())
    if not (0 <= incident.seat < size and 1 <= incident.day <= DAYS and incident.step >= 0):
        raise UsageError("mafia.incident", seat=incident.seat, day=incident.day, size=size)
    return (incident.day, int(incident.when), incident.step, incident.seat, act)


def _room(n: int, size: int, *, talks: bool) -> Kept:
    """Give room for what is kept of so many games."""

    def empty(*shape: int, dtype: Any = np.int8, by: int = NOBODY) -> Array:
        return np.full((n, *shape), by, dtype=dtype)

    return Kept(
        player=empty(size, dtype=np.int32),
        roles=empty(size),
        winner=empty(),
        ended=empty(),
        left=empty(size),
        left_on=empty(size),
        best_move=empty(3),
        best_player_votes=empty(size),
        fouls=empty(size, by=0),
        disqualified=empty(size, by=0),
        votes=empty(BALLOTS, size),
        vote_day=empty(BALLOTS),
        vote_kind=empty(BALLOTS),
        checks=empty(DAYS, 2),
        reveals=empty(size),
        days=empty(),
        claims=empty(size, by=0),
        broke=empty(size),
        told=empty(size, size) if talks else np.empty((0, size, size), dtype=np.int8),
    )


def _part(kept: Kept, part: slice) -> Kept:
    return Kept(*(array[part] if len(array) else array for array in kept))


_RECORD = (
    "roles",
    "winner",
    "ended",
    "left",
    "left_on",
    "best_move",
    "best_player_votes",
    "fouls",
    "disqualified",
    "reveals",
)
"""What a record of games and what is kept of a block have under the same name."""


def _played(
    players: tuple[Player, ...], kept: Kept, roster: Roster | None, rows: list[Array] | None
) -> Played:
    """Give what was played, with no more ballots and nights than there were."""
    ballots = int((kept.vote_day != NOBODY).sum(axis=1).max(initial=0))
    nights = int(kept.days.max(initial=0))
    games = Games(
        roster=_roster_of(players) if roster is None else roster,
        entrants=kept.player,
        votes=kept.votes[:, :ballots],
        vote_day=kept.vote_day[:, :ballots],
        vote_kind=kept.vote_kind[:, :ballots],
        checks=kept.checks[:, :nights],
        **{name: getattr(kept, name) for name in _RECORD},
    )
    ends = None if rows is None else np.cumsum([len(each) for each in rows])
    return Played(
        games=games,
        players=players,
        days=kept.days,
        claims=kept.claims,
        broke=kept.broke,
        told=kept.told,
        log=None if rows is None else np.concatenate([*rows, np.empty(0, dtype=ROW)]),
        log_ends=ends,
    )


def _roster_of(players: tuple[Player, ...]) -> Roster:
    return Roster(
        entrants=tuple(
            Entrant(id=f"p{index + 1}", name=player.name) for index, player in enumerate(players)
        )
    )


assert code("night_shots", "free") == 2, "mafsim.agents.rules names the codes of shots by itself"
