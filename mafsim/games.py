"""What happened at tables: one type of arrays over games, for simulated and for typed-in ones."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from mafsim.roster import Roster

EMPTY = -1
"""Nothing: an empty seat, nobody named, never left, no reason, no protest."""

BEST_MOVE = 3
"""How many seats a best move names."""

SEATS = 10
"""How many sit at a table of Mafia, unless a regulation says otherwise."""

PAIRS = 3
"""How many pairs sit at a table of Shapka."""

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]


class Role(IntEnum):
    """A player's card; from `MAFIA` on it is a black one."""

    CIVILIAN = 0
    SHERIFF = 1
    MAFIA = 2
    DON = 3


class Winner(IntEnum):
    """Whose game it is."""

    RED = 0
    BLACK = 1
    DRAW = 2


class Left(IntEnum):
    """How a player left the table: shot, voted out, or removed, be it by fouls or at once."""

    NIGHT = 0
    VOTE = 1
    FOUL = 2


class Ended(IntEnum):
    """Why a game has its result."""

    PLAY = 0
    PLEA = 1
    HALL = 2
    JUDGE = 3
    PROTEST = 4


class Protest(IntEnum):
    """What has become of a protest against a result."""

    OPEN = 0
    ACCEPTED = 1
    REJECTED = 2


class Ballot(IntEnum):
    """What was voted on."""

    VOTE = 0
    REVOTE = 1
    LIFT = 2


_EMPTY_THROUGHOUT: Any = None
"""The default of an array that is left out."""


def _of(dtype: npt.DTypeLike, *axes: str, empty: int = EMPTY) -> dict[str, Any]:
    """Declare an array by its type, the names of its axes, and what stands where nothing is."""
    return {"dtype": dtype, "axes": axes, "empty": empty}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Record:
    """Arrays over games; every one is read-only, and one that is left out is empty throughout."""

    roster: Roster
    """Whom the entrants' indices mean."""
    stages: tuple[str, ...] = ()
    """The names of the stages, in the order of play; empty where games have no stage."""
    entrants: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", "seat"))
    """``entrants[game, seat]`` is an index into `roster.entrants`, or `EMPTY`."""
    tournament: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", empty=0))
    """``tournament[game]``: which tournament of a block; 0 for a real one."""
    stage: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "game", empty=0))
    """``stage[game]`` is an index into `stages`."""
    round: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "game", empty=0))
    """``round[game]``, zero-based and numbered through the stages."""
    table: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "game", empty=0))
    """``table[game]``, zero-based."""

    def __post_init__(self) -> None:
        assert self.entrants is not None, "games without their entrants"
        sizes = dict(zip(("game", "seat"), np.shape(self.entrants), strict=True))
        for each in fields(self):
            if each.metadata:
                array = _kept(getattr(self, each.name), each.name, each.metadata, sizes)
                object.__setattr__(self, each.name, array)

    def __len__(self) -> int:
        return int(self.entrants.shape[0])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            _same(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def seated(self) -> Flags:
        """Say which seats are taken: ``seated[game, seat]``."""
        return np.asarray(self.entrants != EMPTY)

    def select(self, which: Flags | Indices) -> Self:
        """Give some of the games: those marked, or those with these indices, in that order."""
        changes = {
            each.name: getattr(self, each.name)[which]
            for each in fields(self)
            if each.metadata and each.metadata["axes"][0] == "game"
        }
        return replace(self, **changes)

    def until(self, round_: int) -> Self:
        """Give what was played before a round."""
        return self.select(np.asarray(self.round < round_))

    def of_tournament(self, number: int) -> Self:
        """Give the games of one tournament of a block, as those of a tournament alone."""
        own = self.select(np.asarray(self.tournament == number))
        return own.with_(tournament=np.zeros(len(own), dtype=np.int32))

    def in_order(self) -> Self:
        """Give the same games in the order of tournaments, rounds and tables."""
        return self.select(np.lexsort((self.table, self.round, self.tournament)))

    def with_(self, **changes: Any) -> Self:
        """Give the same games with some fields changed."""
        return replace(self, **changes)


def _kept(value: Any, name: str, declared: Any, sizes: dict[str, int]) -> Array:
    """Give a field as a read-only array of its declared type and shape.

    An axis that no array before has had gets its size from this one; 0 if it is left out.
    """
    axes: tuple[str, ...] = declared["axes"]
    if value is None:
        shape = tuple(sizes.setdefault(axis, _FIXED.get(axis, 0)) for axis in axes)
        return np.broadcast_to(np.asarray(declared["empty"], dtype=declared["dtype"]), shape)
    array = np.asarray(value, dtype=declared["dtype"])
    assert array.ndim == len(axes), f"{name} has the axes {axes}"
    for axis, size in zip(axes, array.shape, strict=True):
        assert size == sizes.setdefault(axis, _FIXED.get(axis, size)), f"{name}: {axis} is {size}"
    array = array.view()
    array.flags.writeable = False
    return array


_FIXED = {"named": BEST_MOVE, "half": 2, "part": 2, "who": 2}
"""The axes whose size never varies."""


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Games(_Record):
    """Games of Mafia.

    A results file fills what people write down; a simulated game fills everything. Nights and days
    have the numbers that people give them: the first night with a shot is night 1 and follows day 1.
    """

    roles: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``roles[game, seat]`` is a `Role`, or `EMPTY` where nobody sits."""
    winner: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game"))
    """``winner[game]`` is a `Winner`."""
    ended: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", empty=int(Ended.PLAY))
    )
    """``ended[game]`` is an `Ended`: why the game has its result."""
    protest: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``protest[game, seat]`` is a `Protest`, `EMPTY` where that player has entered none."""
    left: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``left[game, seat]`` is a `Left`, `EMPTY` for who stayed to the end or is not known."""
    left_on: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``left_on[game, seat]`` is the number of the night or of the day on which he left."""
    best_move: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "named"))
    """``best_move[game, i]``: the three seats that the first killed named, `EMPTY` if none."""
    best_player: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.bool_, "game", "seat", empty=False)
    )
    """``best_player[game, seat]``: named as the best player, by the judge or by the table."""
    best_player_votes: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat")
    )
    """``best_player_votes[game, seat]``: the seat that this one voted for as the best player."""
    fouls: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat", empty=0))
    """``fouls[game, seat]``: how many fouls he had in the end."""
    additional: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", "seat", empty=0)
    )
    """``additional[game, seat]``: thousandths of a point that the judge has given."""
    penalty: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", "seat", empty=0)
    )
    """``penalty[game, seat]``: thousandths of a point that the judge has taken off, positive."""
    reasons: tuple[str, ...] = ()
    """The reasons for penalties, as a regulation or the file calls them."""
    penalty_reason: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``penalty_reason[game, seat]`` is an index into `reasons`."""
    disqualified: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.bool_, "game", "seat", empty=False)
    )
    """``disqualified[game, seat]``: removed at once, not by a fourth foul."""
    approved: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.bool_, "game", "seat", empty=False)
    )
    """``approved[game, seat]``: the head judge has agreed to the additional points."""
    advisers: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", "seat"))
    """``advisers[game, seat]``: the consigliere behind the chair, an index of an entrant."""
    replaces: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "game", "seat"))
    """``replaces[game, seat]``: the entrant for whom a substitute sits here."""
    votes: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "vote", "seat"))
    """``votes[game, vote, seat]``: the seat that this one's vote went to, `EMPTY` without a vote;
    for a lift 1 is yes and 0 is no. Votes are in the order in which they were held."""
    vote_day: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "vote"))
    """``vote_day[game, vote]``: on which day, `EMPTY` behind the game's last vote."""
    vote_kind: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "vote"))
    """``vote_kind[game, vote]`` is a `Ballot`, `EMPTY` behind the last vote."""
    checks: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "night", "who"))
    """``checks[game, night, who]``: the seat that the sheriff (0) and the don (1) checked in night
    1, 2, ...; `EMPTY` without a check."""
    reveals: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int8, "game", "seat"))
    """``reveals[game, seat]``: the day on which he said that he is the sheriff, true or not."""

    @property
    def owners(self) -> Indices:
        """``[game, seat]``: for whom a seat is played, whom a substitute sits in for where one does."""
        return np.where(self.replaces == EMPTY, self.entrants, self.replaces)

    @property
    def black(self) -> Flags:
        """Say who is black: ``black[game, seat]``."""
        return np.asarray(self.roles >= Role.MAFIA)

    @property
    def red(self) -> Flags:
        """Say who is red: ``red[game, seat]``."""
        return np.asarray((self.roles >= Role.CIVILIAN) & (self.roles < Role.MAFIA))

    @property
    def won(self) -> Flags:
        """Say whose side has won: ``won[game, seat]``; nobody's in a draw."""
        return self._where_black_is(self.winner == Winner.BLACK)

    @property
    def lost(self) -> Flags:
        """Say whose side has lost: ``lost[game, seat]``; nobody's in a draw."""
        return self._where_black_is(self.winner == Winner.RED)

    def _where_black_is(self, so: Flags) -> Flags:
        """Say who is black where it is so, and red where it is not; nobody in a draw."""
        decided = self.winner != Winner.DRAW
        return np.asarray((self.black == so[:, None]) & (self.roles != EMPTY) & decided[:, None])

    def shot(self, night: int = 1) -> Flags:
        """Say who was shot in a night: ``shot[game, seat]``."""
        return np.asarray((self.left == Left.NIGHT) & (self.left_on == night))

    def first_shot(self) -> Flags:
        """Say who was the first to be shot at all, in whichever night: ``first[game, seat]``."""
        shot = self.left == Left.NIGHT
        nights = np.where(shot, self.left_on, np.iinfo(np.int8).max)
        return np.asarray(shot & (nights == nights.min(axis=1, keepdims=True)))

    def disputed(self) -> Flags:
        """Say which games have an open protest: ``disputed[game]``."""
        return np.asarray((self.protest == Protest.OPEN).any(axis=1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShapkaGames(_Record):
    """Games of Shapka: the entrants are pairs, three at a table, in the order of play."""

    words: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "game", "seat", "half", "part", empty=0)
    )
    """``words[game, seat, half, part]``: how many words the pair has guessed."""
    breaches: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "game", "seat", empty=0)
    )
    """``breaches[game, seat]``: for how many breaches points are taken off the pair's team."""
    teams: tuple[str, ...] = ()
    """The teams that have breaches away from a table."""
    away_team: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "breach"))
    """``away_team[breach]``: whose breach away from a table it is, an index into `teams`."""
    away_stage: Array = field(default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "breach"))
    """``away_stage[breach]``: the stage in which points are taken off for it."""
    away_breaches: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int16, "breach", empty=0)
    )
    """``away_breaches[breach]``: how many breaches this entry stands for."""
    away_tournament: Array = field(
        default=_EMPTY_THROUGHOUT, metadata=_of(np.int32, "breach", empty=0)
    )
    """``away_tournament[breach]``: in which tournament of a block."""

    def of_tournament(self, number: int) -> Self:
        """Give the games and breaches of one tournament of a block, as those of a tournament alone."""
        played = self.select(np.asarray(self.tournament == number))
        told = self.away_tournament == number
        return played.with_(
            tournament=np.zeros(len(played), dtype=np.int32),
            away_team=self.away_team[told],
            away_stage=self.away_stage[told],
            away_breaches=self.away_breaches[told],
            away_tournament=np.zeros(int(told.sum()), dtype=np.int32),
        )

    def until(self, round_: int) -> Self:
        """Give what was played before a round, and the breaches of the stages it was played in."""
        played = self.select(np.asarray(self.round < round_))
        told = self.away_stage <= played.stage.max(initial=EMPTY)
        return played.with_(
            away_team=self.away_team[told],
            away_stage=self.away_stage[told],
            away_breaches=self.away_breaches[told],
            away_tournament=self.away_tournament[told],
        )


AnyGames = Games | ShapkaGames
