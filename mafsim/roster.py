"""Who takes part: entrants, their teams, and what each of them asks of the seating."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from mafsim.errors import UsageError


@dataclass(frozen=True, slots=True)
class Member:
    """One of the people that an entrant is, where it is a pair."""

    name: str
    age: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One who is seated: a player, or a pair in Shapka.

    Rounds and tables are zero-based. Somebody takes part from the round `joined` on until before the
    round `left`, and is away in the rounds `absent`; `table` is where he must sit.
    """

    id: str
    name: str
    team: str | None = None
    division: str | None = None
    pair: str | None = None
    age: int | None = None
    club: str | None = None
    rating: float | None = None
    applied_at: str | None = None
    leader: str | None = None
    captain: str | None = None
    absent: frozenset[int] = frozenset()
    table: int | None = None
    joined: int = 0
    left: int | None = None
    members: tuple[Member, ...] = ()
    """Who a pair is, if that is told; empty for a single player."""

    def takes_part(self, round_: int) -> bool:
        """Say whether he has come by a round and has not yet left: only then he can have a bye."""
        return self.joined <= round_ and (self.left is None or round_ < self.left)

    def is_there(self, round_: int) -> bool:
        """Say whether he can be seated in a round."""
        return self.takes_part(round_) and round_ not in self.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """A table at which an entrant may not sit, in some rounds or, with none named, in all."""

    entrant: int
    table: int
    rounds: frozenset[int] = frozenset()

    def holds(self, round_: int) -> bool:
        """Say whether it holds in a round."""
        return not self.rounds or round_ in self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Who judges tables: always `table`, or else in turns; he may not judge the entrants of `barred`."""

    name: str
    table: int | None = None
    barred: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The entrants of an event in the order of their file, with what is demanded for them.

    `apart` (never share a table) and `avoid` (rather not) hold unordered pairs of indices
    into `entrants`, each as ``(smaller, larger)``, sorted.
    """

    entrants: tuple[Entrant, ...]
    apart: tuple[tuple[int, int], ...] = ()
    avoid: tuple[tuple[int, int], ...] = ()
    bans: tuple[Ban, ...] = ()
    judges: tuple[Judge, ...] = ()
    mates_apart: bool = True
    """Team-mates never share a table."""
    divided: bool = False
    """Each division plays by itself: entrants of different ones never share a table."""
    warnings: tuple[tuple[str, dict[str, object]], ...] = field(default=(), compare=False)
    """Sentences of `words` (key without ``warning.``, fields) that the reader of the file should see."""

    def find(self, name: str) -> int:
        """Give the index of the one who bears a name, written in whatever case.

        Raises
        ------
        UsageError
            Nobody does, or several do; the sentence guesses who was meant.
        """
        exact = [i for i, entrant in enumerate(self.entrants) if entrant.name == name]
        wanted = " ".join(name.casefold().split())
        alike = [
            index
            for index, entrant in enumerate(self.entrants)
            if " ".join(entrant.name.casefold().split()) == wanted
        ]
        found = exact or alike
        if len(found) == 1:
            return found[0]
        near = get_close_matches(name, [entrant.name for entrant in self.entrants], n=1)
        if near:
            raise UsageError("roster.nobody_called_near", name=name, near=near[0])
        raise UsageError("roster.nobody_called", name=name)

    def teams(self) -> dict[str, tuple[int, ...]]:
        """Give each team's entrants, in the order in which the teams first appear."""
        members: dict[str, list[int]] = {}
        for index, entrant in enumerate(self.entrants):
            if entrant.team is not None:
                members.setdefault(entrant.team, []).append(index)
        return {team: tuple(indices) for team, indices in members.items()}

    def parts(self) -> tuple[tuple[str | None, tuple[int, ...]], ...]:
        """Give the parts of the field that play by themselves, each with its entrants.

        They are the divisions in the order in which they first appear, where the roster is divided;
        else everybody is one part, without a name.
        """
        if not self.divided:
            return ((None, tuple(range(len(self.entrants)))),)
        members: dict[str | None, list[int]] = {}
        for index, entrant in enumerate(self.entrants):
            members.setdefault(entrant.division, []).append(index)
        return tuple((division, tuple(indices)) for division, indices in members.items())


def numbered_pairs(
    pairs: int, *, team_size: int = 3, divisions: tuple[str | None, ...] = (None,)
) -> Roster:
    """Give numbered pairs ``p1``, ``p2``, ... in teams of `team_size` in a row, as many a division.

    A pair is called after its team. With a team size of one every pair is a team of its own.
    """
    entrants: list[Entrant] = []
    teams = 0
    for division in divisions:
        for index in range(pairs):
            teams += index % team_size == 0
            entrants.append(
                Entrant(
                    id=f"p{len(entrants) + 1}",
                    name=f"Team {teams}, pair {index % team_size + 1}",
                    team=f"Team {teams}",
                    division=division,
                )
            )
    return Roster(entrants=tuple(entrants), divided=len(divisions) > 1)


def numbered(players: int, *, team_size: int = 1) -> Roster:
    """Give numbered entrants ``p1``, ``p2``, ... in teams of `team_size` in a row.

    With a team size of one nobody has a team. A last team may be smaller.
    """
    width = len(str(players))
    return Roster(
        entrants=tuple(
            Entrant(
                id=f"p{index + 1}",
                name=f"Player {index + 1:0{width}}",
                team=f"Team {index // team_size + 1}" if team_size > 1 else None,
            )
            for index in range(players)
        )
    )
