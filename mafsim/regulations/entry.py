"""Who may enter: people into pairs, teams into categories, who plays, who stands by, who is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mafsim import words
from mafsim.errors import Impossible
from mafsim.regulations.schema import Division, Entry, Regulation
from mafsim.roster import Entrant, Member, Roster

Sentence = tuple[str, dict[str, object]]
"""A sentence of `words`: its key without ``warning.``, and its fields."""
Warnings = tuple[Sentence, ...]


_REASONS = 20
"""How many reasons are told before the rest is counted."""


class NotAdmitted(Impossible):
    """Teams that a regulation does not let in, with the reason for each."""

    def __init__(self, key: str, *, reasons: Warnings, n: int) -> None:
        super().__init__(key, reasons=reasons, n=n)
        self.reasons = reasons

    def sentence(self, lang: str = "en") -> str:
        """Tell all reasons, and the remedy."""
        told = "; ".join(
            words.say(lang, f"warning.{key}", **fields) for key, fields in self.reasons[:_REASONS]
        )
        if len(self.reasons) > _REASONS:
            told += words.say(lang, "error.entry.more", n=len(self.reasons) - _REASONS)
        return words.say(lang, f"error.{self.key}", reasons=told, n=self.fields["n"])

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.key, self.reasons, self.fields["n"])


def _again(key: str, reasons: Warnings, n: int) -> NotAdmitted:
    return NotAdmitted(key, reasons=reasons, n=n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Who plays, and what became of the others."""

    roster: Roster
    """Those who play, each with his division."""
    reserves: tuple[str, ...]
    """The teams that stand by, of each division in the order of their applications."""
    warnings: Warnings


def admit(regulation: Regulation, roster: Roster) -> Admission:
    """Let in whom a regulation lets in.

    Parameters
    ----------
    regulation
        Whose chapter `entry` is followed, for teams of pairs.
    roster
        Everybody who has applied: a row a pair, or a row for each of its people.

    Raises
    ------
    NotAdmitted
        Teams that would play, and may not: every reason is told, people by name.
    """
    _refuse_without_team(roster)
    paired, warnings = pairs(roster, people=regulation.entry.people_per_entrant)
    applications = _applications(regulation, paired)
    entry = regulation.entry
    chosen: list[_Application] = []
    reserves: list[str] = []
    refused: list[Sentence] = [
        sentence
        for each in applications
        if each.division is None and not each.declines and entry.divisions
        for sentence in each.faults
    ]
    found: list[Sentence] = list(warnings)
    for division in _divisions(entry, applications):
        here = [each for each in applications if each.division == division]
        playing, standing_by, told = _chosen(regulation, division, here)
        chosen += playing
        reserves += [each.team for each in standing_by if not each.faults]
        refused += [sentence for each in playing for sentence in each.faults]
        found += told
    if refused:
        raise NotAdmitted("entry.not_admitted", reasons=tuple(refused), n=len(refused))
    found += [sentence for each in chosen for sentence in each.doubts]
    return Admission(
        roster=_playing(paired, chosen, divided=bool(entry.divisions)),
        reserves=tuple(reserves),
        warnings=tuple(found),
    )


def placed(regulation: Regulation, roster: Roster) -> Roster:
    """Give the pairs of a roster with their divisions, whether or not their teams may play."""
    if roster.divided:
        return roster
    paired, _ = pairs(roster, people=regulation.entry.people_per_entrant)
    entrants = list(paired.entrants)
    for team in _applications(regulation, paired) if paired.teams() else ():
        for index in team.members:
            name = entrants[index].division if team.division is None else team.division.name
            entrants[index] = replace(entrants[index], division=name)
    return replace(paired, entrants=tuple(entrants), divided=bool(regulation.entry.divisions))


# ---- People into pairs


def pairs(roster: Roster, *, people: int = 2) -> tuple[Roster, Warnings]:
    """Give a roster of pairs, whether its rows are pairs or their people.

    Rows are people where two of a team name the same pair, or where a team has more rows than any
    team has pairs without naming one: then people in a row are a pair.

    Raises
    ------
    Impossible
        Somebody is to be kept apart from his own partner.
    """
    if people == 1 or any(entrant.members for entrant in roster.entrants):
        return roster, ()
    groups, warnings = _groups(roster, people)
    if len(groups) == len(roster.entrants):
        return roster, ()
    place = {index: number for number, group in enumerate(groups) for index in group}
    entrants = tuple(_pair(roster, group, number, groups) for number, group in enumerate(groups))
    return (
        replace(
            roster,
            entrants=entrants,
            apart=_moved(roster, roster.apart, place),
            avoid=_moved(roster, roster.avoid, place),
            bans=tuple(replace(ban, entrant=place[ban.entrant]) for ban in roster.bans),
            judges=tuple(
                replace(judge, barred=tuple(sorted({place[index] for index in judge.barred})))
                for judge in roster.judges
            ),
        ),
        warnings,
    )


def _groups(roster: Roster, people: int) -> tuple[list[tuple[int, ...]], Warnings]:
    """Give the rows of each pair."""
    named: dict[tuple[str | None, str], list[int]] = {}
    for index, entrant in enumerate(roster.entrants):
        if entrant.pair is not None:
            named.setdefault((entrant.team, entrant.pair), []).append(index)
    if any(len(rows) > 1 for rows in named.values()):
        alone = [(index,) for index, entrant in enumerate(roster.entrants) if entrant.pair is None]
        return sorted([*map(tuple, named.values()), *alone]), ()
    if named or not roster.teams() or max(map(len, roster.teams().values())) <= _MOST_PAIRS:
        return [(index,) for index in range(len(roster.entrants))], ()
    groups = [
        rows[first : first + people]
        for rows in roster.teams().values()
        for first in range(0, len(rows), people)
    ]
    groups += [(i,) for i, entrant in enumerate(roster.entrants) if entrant.team is None]
    return sorted(groups), (("entry.in_a_row", {"people": people}),)


_MOST_PAIRS = 4
"""A team with more rows than this, none of which names a pair, is told person by person."""


def _pair(
    roster: Roster, group: Sequence[int], number: int, groups: Sequence[Sequence[int]]
) -> Entrant:
    """Make one entrant of a pair's people; what one of them says of himself holds for both."""
    rows = [roster.entrants[index] for index in group]
    first = rows[0]
    ages = [row.age for row in rows if row.age is not None]
    ratings = [row.rating for row in rows if row.rating is not None]
    return replace(
        first,
        id=f"p{number + 1}",
        name=_name(roster, group, groups),
        division=_said(row.division for row in rows),
        age=max(ages, default=None),
        club=_said(row.club for row in rows),
        rating=sum(ratings) / len(rows) if len(ratings) == len(rows) else None,
        applied_at=min((row.applied_at for row in rows if row.applied_at), default=None),
        leader=_said(row.leader for row in rows),
        captain=_said(row.captain for row in rows),
        absent=frozenset().union(*(row.absent for row in rows)),
        table=next((row.table for row in rows if row.table is not None), None),
        members=tuple(Member(row.name, row.age) for row in rows),
    )


def _said(values: Iterator[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _name(roster: Roster, group: Sequence[int], groups: Sequence[Sequence[int]]) -> str:
    """Call a pair by a name of its own, or by its team and its number there."""
    first = roster.entrants[group[0]]
    own = first.pair
    same = [g for g in groups if roster.entrants[g[0]].pair == own]
    if own is not None and len(same) == 1 and not own.isdigit():
        return own
    if first.team is None:
        return " – ".join(roster.entrants[index].name for index in group)
    if own is not None:
        return f"{first.team} {own}"
    mates = [g for g in groups if roster.entrants[g[0]].team == first.team]
    return f"{first.team} {mates.index(group) + 1}"


def _moved(
    roster: Roster, two: Sequence[tuple[int, int]], place: dict[int, int]
) -> tuple[tuple[int, int], ...]:
    for a, b in two:
        if place[a] == place[b]:
            names = (roster.entrants[a].name, roster.entrants[b].name)
            raise Impossible("entry.partners_apart", a=names[0], b=names[1])
    moved = {tuple(sorted((place[a], place[b]))) for a, b in two}
    return tuple(sorted((a, b) for a, b in moved))


# ---- Teams into divisions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Application:
    """A team that has applied."""

    team: str
    members: tuple[int, ...]
    applied_at: str | None
    division: Division | None
    faults: Warnings
    """Why it may not play."""
    doubts: Warnings
    """What is to be seen to if it plays."""
    declines: bool


def _refuse_without_team(roster: Roster) -> None:
    alone = [entrant.name for entrant in roster.entrants if entrant.team is None]
    if alone:
        raise Impossible("entry.no_team", names=alone[:_NAMED], n=len(alone))


def _applications(regulation: Regulation, roster: Roster) -> list[_Application]:
    """Read the teams of a roster, in the order of its rows."""
    return [
        _application(regulation, roster, team, members) for team, members in roster.teams().items()
    ]


_NAMED = 5
"""How many names are told."""


def _application(
    regulation: Regulation, roster: Roster, team: str, members: tuple[int, ...]
) -> _Application:
    entry = regulation.entry
    entrants = [roster.entrants[index] for index in members]
    people = [person for entrant in entrants for person in _people(entrant)]
    outside = list(_outside(regulation, team, people))
    division, doubts = (None, []) if outside else _division(regulation, team, entrants, people)
    faults = [
        *outside,
        *_without_category(regulation, team, division, outside),
        *_incomplete(regulation, team, entrants),
        *_leaderless(regulation, team, entrants, people),
    ]
    if division is not None and division.captain:
        doubts = [*doubts, *_captainless(regulation, team, division, entrants)]
    moments = [e.applied_at for e in entrants if e.applied_at and e.applied_at[:1].isdigit()]
    return _Application(
        team=team,
        members=members,
        applied_at=min(moments, default=None),
        division=division,
        faults=tuple(faults),
        doubts=tuple(doubts),
        declines=not entry.substitutes and any(0 in entrant.absent for entrant in entrants),
    )


def _people(entrant: Entrant) -> tuple[Member, ...]:
    """Give the people of an entrant; a pair of whom nothing is told goes by its name and age."""
    return entrant.members or (Member(entrant.name, entrant.age),)


def _outside(regulation: Regulation, team: str, people: Sequence[Member]) -> Iterator[Sentence]:
    """Name everybody who is too young or too old for every division."""
    divisions = regulation.entry.divisions
    if not divisions or regulation.entry.division_by is None:
        return
    youngest = min((d.youngest for d in divisions if d.youngest is not None), default=0)
    oldest = max((d.oldest for d in divisions if d.oldest is not None), default=10**6)
    for person in people:
        if person.age is not None and not youngest <= person.age <= oldest:
            yield (
                "entry.age",
                {
                    "team": team,
                    "name": person.name,
                    "n": person.age,
                    "youngest": youngest,
                    "oldest": oldest,
                    "clause": clause(regulation, f"entry.divisions.{divisions[0].name}.youngest"),
                },
            )


def _division(
    regulation: Regulation, team: str, entrants: Sequence[Entrant], people: Sequence[Member]
) -> tuple[Division | None, list[Sentence]]:
    """Give a team's division: that of its oldest member, or what its rows say where ages are unknown."""
    divisions = regulation.entry.divisions
    named = _named_division(divisions, _said(entrant.division for entrant in entrants))
    ages = [person.age for person in people if person.age is not None]
    if not divisions or (regulation.entry.division_by is None and named is None):
        return named, []
    unknown = [person.name for person in people if person.age is None]
    if not ages:
        return named, []
    found = next(
        d
        for d in sorted(divisions, key=lambda d: 10**6 if d.oldest is None else d.oldest)
        if d.oldest is None or max(ages) <= d.oldest
    )
    doubts: list[Sentence] = []
    if unknown and found is not divisions[-1]:
        doubts.append(
            ("entry.age_unknown", {"team": team, "names": unknown, "division": span(found)})
        )
    if named is not None and named != found:
        doubts.append(
            (
                "entry.other_category",
                {
                    "team": team,
                    "named": span(named),
                    "division": span(found),
                    "n": max(ages),
                    "clause": clause(regulation, "entry.division_by"),
                },
            )
        )
    return found, doubts


def _without_category(
    regulation: Regulation, team: str, division: Division | None, outside: Sequence[Sentence]
) -> Iterator[Sentence]:
    divisions = regulation.entry.divisions
    if divisions and division is None and not outside:
        yield ("entry.no_category", {"team": team, "known": [span(each) for each in divisions]})


def _named_division(divisions: Sequence[Division], named: str | None) -> Division | None:
    """Find the division that a cell means: by name, title or ages."""
    if named is None:
        return None
    wanted = named.casefold().replace("-", "–").strip()
    for division in divisions:
        titles = (division.name, division.title.en, division.title.ru, span(division))
        if wanted in {title.casefold().replace("-", "–") for title in titles if title}:
            return division
    raise Impossible("entry.unknown_category", named=named, known=[span(d) for d in divisions])


def span(division: Division) -> str:
    """Give a division's ages, which need no language; its name where it has none."""
    if division.youngest is None or division.oldest is None:
        return division.name
    return f"{division.youngest}–{division.oldest}"


def _incomplete(
    regulation: Regulation, team: str, entrants: Sequence[Entrant]
) -> Iterator[Sentence]:
    entry = regulation.entry
    if not entry.complete_teams_only:
        return
    wanted = entry.team_size * entry.people_per_entrant
    told = sum(len(entrant.members) or entry.people_per_entrant for entrant in entrants)
    even = all(len(e.members) in (0, entry.people_per_entrant) for e in entrants)
    if told != wanted or len(entrants) != entry.team_size or not even:
        yield (
            "entry.incomplete",
            {
                "team": team,
                "n": told,
                "pairs": len(entrants),
                "people": wanted,
                "size": entry.team_size,
                "clause": clause(regulation, "entry.complete_teams_only"),
            },
        )


def _leaderless(
    regulation: Regulation, team: str, entrants: Sequence[Entrant], people: Sequence[Member]
) -> Iterator[Sentence]:
    under = regulation.entry.leader_if_under
    minors = [p.name for p in people if p.age is not None and under is not None and p.age < under]
    if minors and not any(entrant.leader for entrant in entrants):
        by = clause(regulation, "entry.leader_if_under")
        yield ("entry.no_leader", {"team": team, "names": minors[:_NAMED], "clause": by})


def _captainless(
    regulation: Regulation, team: str, division: Division, entrants: Sequence[Entrant]
) -> Iterator[Sentence]:
    """Warn of a team without a captain, or with one who is none of its members."""
    by = clause(regulation, f"entry.divisions.{division.name}.captain")
    captain = _said(entrant.captain for entrant in entrants)
    names = {person.name.casefold() for e in entrants for person in e.members}
    yes = {"1", "да", "yes", "+", "x", "х"}
    if captain is None:
        yield ("entry.no_captain", {"team": team, "clause": by})
    elif names and captain.casefold() not in names | yes:
        yield ("entry.captain_outside", {"team": team, "name": captain, "clause": by})


def clause(regulation: Regulation, path: str) -> str:
    """Give the sections of the text, or the clauses' numbers, that a value comes from."""
    found = [
        each.section or each.id
        for each in regulation.clauses
        if any(path == p or path.startswith(f"{p}.") or p.startswith(f"{path}.") for p in each.sets)
    ]
    return ", ".join(dict.fromkeys(found)) or path


# ---- Who plays


def _divisions(entry: Entry, applications: Sequence[_Application]) -> tuple[Division | None, ...]:
    if entry.divisions:
        return entry.divisions
    return (None,) if applications else ()


def _chosen(
    regulation: Regulation, division: Division | None, here: Sequence[_Application]
) -> tuple[list[_Application], list[_Application], list[Sentence]]:
    """Choose who of a division plays and who stands by, and say what became of the others."""
    entry = regulation.entry
    room = entry.teams or entry.entrants // entry.team_size
    told: list[Sentence] = []
    by = clause(regulation, "entry.chosen_by")
    locked = clause(regulation, "entry.substitutes")
    told += [
        ("entry.declines", {"team": each.team, "clause": locked}) for each in here if each.declines
    ]
    willing = [each for each in here if not each.declines]
    if entry.chosen_by == "applied_at" and len(willing) > room:
        unknown = [each.team for each in willing if each.applied_at is None]
        if unknown:
            told.append(
                ("entry.no_moment", {"teams": unknown[:_NAMED], "n": len(unknown), "clause": by})
            )
        willing.sort(key=lambda each: (each.applied_at is None, each.applied_at or ""))
    late = [each for each in willing if _late(entry, each)]
    in_time = [each for each in willing if not _late(entry, each)]
    playing, reserves = in_time[:room], [*in_time[room:], *late]
    category = "" if division is None else span(division)
    told += [
        (
            "entry.late",
            {
                "team": each.team,
                "moment": each.applied_at,
                "until": str(entry.apply_by),
                "clause": clause(regulation, "entry.apply_by"),
            },
        )
        for each in late
    ]
    standing_by = [each.team for each in reserves if not each.faults]
    if standing_by:
        told.append(
            (
                "entry.reserves",
                {
                    "division": category,
                    "teams": standing_by,
                    "n": len(standing_by),
                    "clause": clause(regulation, "entry.reserves"),
                },
            )
        )
    told += [sentence for each in reserves for sentence in each.faults]
    if len(playing) < room and here:
        told.append(("entry.fewer", {"division": category, "n": len(playing), "asked": room}))
    if not here and division is not None:
        told.append(("entry.nobody", {"division": category}))
    return playing, reserves, told


def _late(entry: Entry, application: _Application) -> bool:
    """Say whether a team has applied after the last day."""
    return (
        entry.apply_by is not None
        and application.applied_at is not None
        and application.applied_at[:10] > entry.apply_by.isoformat()
    )


def _playing(roster: Roster, chosen: Sequence[_Application], *, divided: bool) -> Roster:
    """Give the roster of those who play, division by division and team by team."""
    order = [(index, each) for each in chosen for index in each.members]
    place = {index: number for number, (index, _) in enumerate(order)}
    entrants = tuple(
        replace(
            roster.entrants[index],
            division=None if each.division is None else each.division.name,
        )
        for index, each in order
    )
    return replace(
        roster,
        entrants=entrants,
        apart=_kept(roster.apart, place),
        avoid=_kept(roster.avoid, place),
        bans=tuple(
            replace(ban, entrant=place[ban.entrant]) for ban in roster.bans if ban.entrant in place
        ),
        judges=tuple(
            replace(judge, barred=tuple(sorted(place[i] for i in judge.barred if i in place)))
            for judge in roster.judges
        ),
        divided=divided,
    )


def _kept(two: Sequence[tuple[int, int]], place: dict[int, int]) -> tuple[tuple[int, int], ...]:
    found = [(place[a], place[b]) for a, b in two if a in place and b in place]
    return tuple(sorted((min(pair), max(pair)) for pair in found))
