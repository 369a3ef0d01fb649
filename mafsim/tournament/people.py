"""Who comes to each tournament of a block: kinds, skill and numbers, drawn by address or given by ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from mafsim.agents import KINDS, Player, Spec, load, parse, player
from mafsim.errors import Impossible, UsageError
from mafsim.files.population import People
from mafsim.games import EMPTY, Array
from mafsim.mafia.crowd import Crowd
from mafsim.roster import Roster
from mafsim.streams import Purpose, Words, mixed, word, words

Floats = npt.NDArray[np.float64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_SIXTEEN = np.uint64(0xFFFF)
_SPREAD = (12.0 / 4.0) ** 0.5 / 65536.0

PERSON = 100
"""How many random words are set aside for each person, as in `mafsim.agents.population.people`."""
CLUBS, LOTS, LEVELS = 1_000_000, 2_000_000, 3_000_000
"""Where the words of clubs, of lots among people, and of levels of skill begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who may come: how people are drawn, and which kinds of player they are."""

    people: People
    specs: tuple[Spec, ...]
    """The kinds; those with a count are dealt to that many entrants by lot."""
    ratings: tuple[float | None, ...] = ()
    """The skill of each entrant where it is known; empty where nobody's is."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds, as `--agents` names them."""
        return tuple(spec.name for spec in self.specs)

    @property
    def prototypes(self) -> tuple[Player, ...]:
        """One player of each kind."""
        return tuple(player(spec) for spec in self.specs)


def cast(agents: str, people: People, roster: Roster) -> Cast:
    """Say who comes: kinds as `--agents` says, people of a population, with the roster's ratings.

    A rating is taken as a skill: its distance from the mean rating, in the standard deviation of
    ratings, is the distance from the mean skill in that of skills. Who has no rating is drawn.

    Raises
    ------
    UsageError
        `agents` cannot be read, or its numbers are not those of the roster.
    """
    specs = parse(agents)
    if len(specs) > 1 or specs[0].count is not None:
        total, seats = sum(spec.count or 1 for spec in specs), len(roster.entrants)
        if total != seats:
            raise UsageError("agents.seats", text=agents, total=total, seats=seats)
    for spec in specs:
        player(spec)  # refuses what does not exist
    return Cast(people=people, specs=specs, ratings=_ratings(roster, people))


def _ratings(roster: Roster, people: People) -> tuple[float | None, ...]:
    known = [each.rating for each in roster.entrants if each.rating is not None]
    if not known:
        return ()
    mean, deviation = float(np.mean(known)), float(np.std(known))
    scale = people.population.skill / deviation if deviation else 0.0
    return tuple(
        None if each.rating is None else (each.rating - mean) * scale for each in roster.entrants
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """The people of a block of tournaments."""

    skill: Floats
    """``skill[tournament, entrant]``; 0 for those of a kind in which no number depends on it."""
    kind: Array
    """``kind[tournament, entrant]`` is an index into the kinds of the cast."""
    parameters: Floats
    """``parameters[tournament, entrant, i]``, in the order of the parameters of his kind."""
    club: Array
    """``club[tournament, entrant]``, `EMPTY` without clubs."""

    def crowd(self, prototypes: Sequence[Player]) -> Crowd:
        """Give them all as one crowd: person ``tournament * entrants + entrant``."""
        return Crowd(
            kinds=tuple(prototypes),
            kind=self.kind.ravel(),
            parameters=self.parameters.reshape(self.kind.size, -1),
            skill=self.skill.ravel(),
        )


def draw(cast: Cast, roster: Roster, *, seed: int, first: int, n: int) -> Drawn:
    """Draw the people of `n` tournaments from number `first` on.

    Everybody's numbers depend on the seed, his tournament and his number in it, so that the same
    people come whatever regulation they play under.
    """
    people, entrants = cast.people, len(roster.entrants)
    base = words(seed, Purpose.PEOPLE, first, n)
    person = np.arange(entrants) * PERSON
    skill = _skill(people, base, person)
    club = _clubs(people, base, entrants)
    if people.club_share:
        common = _normals(base[:, None], CLUBS + np.arange(people.clubs))
        share = people.club_share
        of_club = np.take_along_axis(common, club.astype(np.intp), axis=1)
        skill = (1 - share) ** 0.5 * skill + share**0.5 * people.population.skill * of_club
    order = _in_teams(people, base, skill, club, roster)
    skill = np.take_along_axis(skill, order, axis=1)
    club = np.take_along_axis(club, order, axis=1)
    for index, rating in enumerate(cast.ratings):
        if rating is not None:
            skill[:, index] = rating
    kind = _kinds(cast, entrants, seed, first, n)
    own = np.take_along_axis(np.broadcast_to(person, skill.shape), order, axis=1)
    parameters, skill = _parameters(cast, kind, skill, base, own)
    return Drawn(skill=skill, kind=kind, parameters=parameters, club=club)


def _skill(people: People, base: Words, person: Array) -> Floats:
    if not people.levels:
        return people.population.skill * _normals(base[:, None], person)
    shares = np.cumsum([level.share for level in people.levels])
    uniform = (_words(base[:, None], LEVELS + person) >> np.uint64(11)) * 2.0**-53
    which = np.searchsorted(shares / shares[-1], uniform, side="right")
    skills = np.array([level.skill for level in people.levels])
    return np.asarray(skills[np.minimum(which, len(skills) - 1)])


def _clubs(people: People, base: Words, entrants: int) -> Array:
    """Deal the people to clubs of nearly equal size."""
    if not people.clubs:
        return np.full((len(base), entrants), EMPTY, dtype=np.int16)
    lot = _words(base[:, None], CLUBS + people.clubs + np.arange(entrants))
    return np.argsort(np.argsort(lot, axis=1), axis=1).astype(np.int16) % people.clubs


def _in_teams(
    people: People, base: Words, skill: Floats, club: Array, roster: Roster
) -> npt.NDArray[np.intp]:
    """Give which person is each entrant: ``person[tournament, entrant]``.

    Teams, and the places inside them, are in the order of a lot, so that an entrant's number says
    nothing of his skill.
    """
    n, entrants = skill.shape
    plain = np.broadcast_to(np.arange(entrants), skill.shape)
    teams = list(roster.teams().values())
    size = len(teams[0]) if teams else 1
    if people.together == "lot" or size == 1:
        return plain
    if sorted(i for members in teams for i in members) != list(range(entrants)) or any(
        len(members) != size for members in teams
    ):
        raise Impossible("people.teams_of_other_size", together=people.together)
    line = _teams_in_line(people.together, skill, club, size)
    lot = _words(base[:, None], LOTS + np.arange(len(teams) + entrants))
    line = line.reshape(n, len(teams), size)
    line = np.take_along_axis(line, np.argsort(lot[:, : len(teams)], axis=1)[:, :, None], axis=1)
    inside = np.argsort(lot[:, len(teams) :].reshape(n, len(teams), size), axis=2)
    line = np.take_along_axis(line, inside, axis=2)
    order = np.empty((n, entrants), dtype=np.intp)
    order[:, np.array(teams)] = line
    return order


def _teams_in_line(together: str, skill: Floats, club: Array, size: int) -> npt.NDArray[np.intp]:
    """Give people in a line in which each next `size` of them are a team."""
    if together == "club":
        return np.argsort(club, axis=1, kind="stable")
    best = np.argsort(-skill, axis=1, kind="stable")
    if together == "alike":
        return best
    rows = best.reshape(len(best), size, -1).copy()  # row 0 has the strongest of each team
    rows[:, 1::2] = rows[:, 1::2, ::-1]
    return rows.swapaxes(1, 2).reshape(best.shape)


def _kinds(cast: Cast, entrants: int, seed: int, first: int, n: int) -> Array:
    """Deal the kinds to the entrants by lot."""
    if len(cast.specs) == 1:
        return np.zeros((n, entrants), dtype=np.int16)
    counts = [spec.count or 1 for spec in cast.specs]
    dealt = np.repeat(np.arange(len(counts), dtype=np.int16), counts)
    numbers = np.arange(first, first + n, dtype=np.uint64)
    base = mixed(word(seed, Purpose.CAST) ^ mixed(numbers))
    return dealt[np.argsort(_words(base[:, None], np.arange(entrants)), axis=1)]


def _parameters(
    cast: Cast, kind: Array, skill: Floats, base: Words, person: Array
) -> tuple[Floats, Floats]:
    """Give everybody's parameters, and his skill as far as his kind has any use for it."""
    width = max(len(each.parameters) for each in cast.prototypes)
    parameters = np.zeros((*kind.shape, width))
    used = np.zeros(kind.shape, dtype=np.bool_)
    for index, (spec, prototype) in enumerate(zip(cast.specs, cast.prototypes, strict=True)):
        own = kind == index
        values = np.array(prototype.parameters)
        parameters[own, : len(values)] = values
        for place, number, name in _spread(cast.people, spec):
            each = cast.people.population.parameters[name]
            known = load(spec.kind).parameters[place]
            noise = _normals(base[:, None], person + 1 + number)
            drawn = each.mean + each.by_skill * skill + each.spread * noise
            drawn = np.minimum(np.maximum(drawn, known.least), known.most)
            parameters[own, place] = drawn[own]
        used |= own & _has_use(cast.people, spec)
    return parameters, np.where(used, skill, 0.0)


def _has_use(people: People, spec: Spec) -> bool:
    """Say whether a kind has any of the parameters by which people differ."""
    names = {each.name for each in load(spec.kind).parameters}
    return not names.isdisjoint(people.population.parameters)


def _spread(people: People, spec: Spec) -> Iterator[tuple[int, int, str]]:
    """Give which parameters of a kind the population spreads: place, number of the word, name.

    What `--agents` gives a value has that value.
    """
    given = {name for name, _ in spec.values}
    names = [each.name for each in load(spec.kind).parameters]
    for number, name in enumerate(sorted(people.population.parameters)):
        if name in names and name not in given:
            yield names.index(name), number, name


def _words(base: Words, index: Array) -> Words:
    """Give output numbers of the generators that start from these words."""
    return mixed(base + _STEP * np.asarray(index).astype(np.uint64))


def _normals(base: Words, index: Array) -> Floats:
    """Give what `mafsim.agents.chance.normal` gives."""
    z = _words(base, index)
    total = (z & _SIXTEEN) + ((z >> np.uint64(16)) & _SIXTEEN)
    total += ((z >> np.uint64(32)) & _SIXTEEN) + (z >> np.uint64(48))
    return np.asarray((total.astype(np.float64) - 131070.0) * _SPREAD)


def advised(drawn: Drawn, cast: Cast, seats: Array, advisers: Array) -> Crowd:
    """Give the crowd in which those who have an adviser play with two heads.

    Parameters
    ----------
    drawn
        The people.
    cast
        Who they are.
    seats, advisers
        ``seats[i]`` and ``advisers[i]``: who sits, and who advises him, as persons of the crowd;
        `EMPTY` for no adviser. Nobody sits twice.
    """
    from mafsim.agents.human import HUMAN_PARAMETERS, NOISE, SKILL_NOISE
    from mafsim.agents.thinking import COMMON, READING

    human = np.array([spec.kind == "human" for spec in cast.specs])
    crowd = drawn.crowd(cast.prototypes)
    with_adviser = advisers != EMPTY
    sits, behind = seats[with_adviser], advisers[with_adviser]
    both = human[crowd.kind[sits]] & human[crowd.kind[behind]]
    sits, behind = sits[both], behind[both]
    if not len(sits):
        return crowd
    values = crowd.parameters.copy()
    other = crowd.parameters[behind]
    read = _together(values[sits, READING], other[:, READING], values[sits, COMMON])
    values[sits, READING] = np.minimum(read, HUMAN_PARAMETERS[READING].most)
    errs = other[:, NOISE] * np.exp(-SKILL_NOISE * (crowd.skill[behind] - crowd.skill[sits]))
    values[sits, NOISE] = np.hypot(values[sits, NOISE], errs) / 2.0
    kind = crowd.kind.copy()
    kind[sits] = len(cast.specs)
    two = player(Spec(kind="consigliere"))
    return replace(crowd, kinds=(*crowd.kinds, two), kind=kind, parameters=values)


def _together(one: Floats, other: Floats, common: Floats) -> Floats:
    """Give what `mafsim.agents.human.together` gives."""
    known = np.where(common >= 1.0, 0.0, common)
    square = one**2 + other**2 - 2.0 * known * one * other
    both = np.sqrt(np.maximum(square, 0.0) / (1.0 - known**2))
    best = np.maximum(one, other)
    return np.where(common >= 1.0, best, np.maximum(both, best))


assert "consigliere" in KINDS
