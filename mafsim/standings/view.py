"""All that is to be shown of one event's standings: the tables, and what is open or went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mafsim.errors import UsageError
from mafsim.games import AnyGames, Games
from mafsim.regulations.schema import Regulation
from mafsim.standings import document, table
from mafsim.standings.document import Document
from mafsim.standings.doubts import Change, Dispute, Misdrawn, changes, disputes, misdrawn
from mafsim.standings.places import Standings, divisions, standings
from mafsim.standings.units import By
from mafsim.words import plain, say


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The standings of one event."""

    regulation: Regulation
    by: By
    rounds: int
    """How many rounds have been played."""
    tables: tuple[Standings, ...]
    """One for each division that is ranked apart."""
    disputes: tuple[Dispute, ...] | None
    """The open protests, if they are asked for."""
    misdrawn: tuple[Misdrawn, ...]
    """Whom the results would have sent elsewhere."""
    altered: tuple[Change, ...] | None
    """The places that a correction has altered, if there was one."""
    warnings: tuple[tuple[str, dict[str, object]], ...]
    """Sentences of `words` that the user should see."""

    @property
    def provisional(self) -> bool:
        """Say whether a protest is open."""
        return any(each.provisional for each in self.tables)

    def document(self, provenance: Document) -> Document:
        """Give one JSON document."""
        told: Document = {
            "by": self.by,
            "after_round": self.rounds,
            "places": [line for each in self.tables for line in document.places(each)],
            "provisional": self.provisional,
        }
        if self.disputes is not None:
            told["protests"] = [document.dispute(each) for each in self.disputes]
        if self.misdrawn:
            told["drawn_otherwise"] = [document.misdrawn(each) for each in self.misdrawn]
        if self.altered is not None:
            told["corrected"] = document.changes(self.altered)
        return told | {"provenance": provenance}

    def lines(self, lang: str, *, width: int) -> Iterator[str]:
        """Give the lines that people read."""
        for each in self.tables:
            yield self.title(each, lang)
            yield from table.lines(each, lang, width=width)
            yield ""
        if self.provisional:
            yield say(lang, "standings.provisional")
        if self.disputes:
            yield say(lang, "standings.disputes")
            yield from (line for each in self.disputes for line in table.dispute(each, lang))
        if self.misdrawn:
            yield say(lang, "standings.misdrawn.heading")
            yield from (f"  {table.misdrawn(each, lang)}" for each in self.misdrawn)
        if self.altered is not None:
            yield say(lang, "standings.corrected" if self.altered else "standings.not_corrected")
        if self.altered:
            yield f"  {table.changes(self.altered, lang)}"

    def title(self, each: Standings, lang: str) -> str:
        """Say what a table ranks, and after how many rounds."""
        kind = "pair" if self.regulation.game == "shapka" and self.by == "player" else self.by
        title = say(lang, f"standings.title.{kind}", name=self.regulation.name)
        if each.division is not None:
            named = {one.name: one.title for one in self.regulation.entry.divisions}
            words = named.get(each.division)
            division = each.division if words is None else words.in_language(lang)
            title = say(lang, "standings.title.division", title=title, division=plain(division))
        return say(lang, "standings.title.after", title=title, n=self.rounds)


def view(
    games: AnyGames,
    regulation: Regulation,
    *,
    by: By | None = None,
    after_round: int | None = None,
    protests: bool = False,
    was: AnyGames | None = None,
    seed: int = 0,
) -> View:
    """Give what is to be shown.

    Parameters
    ----------
    games, regulation
        What has been played, and what it follows.
    by
        Who is ranked; by default whom the regulation ranks first, or players where no teams are
        known.
    after_round
        Only so many rounds.
    protests
        Whether to find out what each open protest would alter.
    was
        The same games before a correction, to show what it has altered.
    seed
        For lots.

    Raises
    ------
    UsageError
        No game was played in so few rounds.
    Impossible
        Teams are to be ranked, and somebody is of no team.
    """
    rounds = int(games.round.max()) + 1 if len(games) else 0
    if after_round is not None:
        games, was = games.until(after_round), None if was is None else was.until(after_round)
    if not len(games):
        raise UsageError("standings.no_rounds", round=after_round)
    ranked, warnings = _ranked_by(games, regulation, by)
    if after_round is not None and after_round > rounds:
        warnings = (*warnings, ("standings.rounds", {"round": after_round, "n": rounds}))
    parts = divisions(games) or (None,)

    def tables(played: AnyGames) -> tuple[Standings, ...]:
        return tuple(
            standings(played, regulation, by=ranked, division=part, seed=seed) for part in parts
        )

    found = tables(games)
    old = () if was is None else tables(was)
    return View(
        regulation=regulation,
        by=ranked,
        rounds=int(games.round.max()) + 1,
        tables=found,
        disputes=disputes(games, regulation, by=ranked, seed=seed)
        if protests and isinstance(games, Games)
        else None,
        misdrawn=()
        if ranked != regulation.ranking.by[0]
        else misdrawn(games, regulation, seed=seed),
        altered=None
        if was is None
        else tuple(
            change
            for before, after in zip(old, found, strict=True)
            for change in changes(before, after)
        ),
        warnings=warnings,
    )


def _ranked_by(
    games: AnyGames, regulation: Regulation, by: By | None
) -> tuple[By, tuple[tuple[str, dict[str, object]], ...]]:
    """Give who is ranked, and a warning where it is not whom the regulation ranks first."""
    first = by or regulation.ranking.by[0]
    if by is None and first == "team" and not games.roster.teams():
        return "player", (("standings.players", {}),)
    return first, ()
