"""Who takes part: entrants, their teams, and what each of them asks of the seating."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One who is seated: a player, or a pair in Shapka.

    `absent` and `table` are zero-based; `apart` and `avoid` hold ids of other entrants.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The entrants of an event in the order of their file, with who must be kept apart.

    `apart` (never share a table) and `avoid` (rather not) hold unordered pairs of indices
    into `entrants`, each as ``(smaller, larger)``, sorted.
    """

    entrants: tuple[Entrant, ...]
    apart: tuple[tuple[int, int], ...] = ()
    avoid: tuple[tuple[int, int], ...] = ()
    warnings: tuple[tuple[str, dict[str, object]], ...] = field(default=(), compare=False)
    """Sentences of `words` (key without ``warning.``, fields) that the reader of the file should see."""

    def teams(self) -> dict[str, tuple[int, ...]]:
        """Give each team's entrants, in the order in which the teams first appear."""
        members: dict[str, list[int]] = {}
        for index, entrant in enumerate(self.entrants):
            if entrant.team is not None:
                members.setdefault(entrant.team, []).append(index)
        return {team: tuple(indices) for team, indices in members.items()}


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
