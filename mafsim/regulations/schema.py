"""What a regulation can say: one small model a chapter, and the clauses that it quotes."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mafsim.regulations.kinds import (
    Age,
    Count,
    Id,
    Lines,
    Model,
    Multiplier,
    Path,
    Slug,
    Text,
    Words,
)
from mafsim.regulations.points import Ranking, Scoring, TieBreak
from mafsim.regulations.rules import Judging, Rules
from mafsim.regulations.toml import VERSION

Chapter = Literal[
    "event", "entry", "table", "stages", "cut", "rules", "scoring", "ranking", "judging"
]
Draw = Literal["balanced", "random", "ranked"]
Lot = Literal["balanced", "random"]
SeedKey = Literal["place", "team_place", "place_in_team", "rating", "points", TieBreak]


class Dates(Model):
    """The days of the event."""

    first: dt.date
    """The first day."""
    last: dt.date
    """The last day; the first day again where the event has one."""


class Division(Model):
    """A part of the field that has a contest of its own, such as an age category."""

    name: Slug
    """A short name for files and commands."""
    title: Text
    """The name for people."""
    youngest: Age | None = None
    """The least age in whole years, itself included."""
    oldest: Age | None = None
    """The greatest age in whole years, itself included."""
    captain: bool = False
    """Every team must name a captain, one of its members."""


def _with_entrants_or_teams(schema: dict[str, Any]) -> None:
    del schema["required"]
    schema["anyOf"] = [{"required": ["entrants"]}, {"required": ["teams"]}]


class Entry(Model):
    """Who may enter."""

    model_config = ConfigDict(json_schema_extra=_with_entrants_or_teams)

    entrants: Count
    """How many are seated: players, or pairs in Shapka; of each division where there are several.
    Left out, it is `teams` times `team_size`."""
    teams: Count | None = None
    """How many teams, of each division where there are several; left out where there are none."""
    team_size: Annotated[int, Field(ge=1, le=100)] = 1
    """How many entrants a team has, who never share a table; 1 where players enter alone."""
    people_per_entrant: Annotated[int, Field(ge=1, le=10)] = 1
    """How many people one entrant is: 1 for a player, 2 for a pair."""
    divisions: tuple[Division, ...] = ()
    """The divisions, each with a field of `entrants` of its own; none where all play together."""
    division_by: Literal["oldest"] | None = None
    """Whose age decides a team's division: that of its oldest member."""
    ages_on: dt.date | None = None
    """The day on which ages are counted, in whole years."""
    leader_if_under: Age | None = None
    """A team with anyone below this age must name a leader, who answers for its members."""
    complete_teams_only: bool = False
    """A team that comes with fewer than all of its members is not admitted."""
    apply_by: dt.date | None = None
    """The last day of applications, itself included; who applies later is no more than a reserve."""
    chosen_by: Literal["applied_at"] | None = None
    """Who is taken when more apply than there is room for: those who applied first."""
    reserves: bool = False
    """Those who were not taken stand by, and may be invited when somebody declines."""
    substitutes: bool = True
    """A member may be replaced by somebody else during the event."""

    @model_validator(mode="before")
    @classmethod
    def _entrants_of_teams(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "entrants" in data:
            return data
        teams, size = data.get("teams"), data.get("team_size", 1)
        if type(teams) is int and type(size) is int:
            return {**data, "entrants": teams * size}
        return data


class Table(Model):
    """What is the same at every table."""

    size: Annotated[int, Field(ge=2, le=30)] = 10
    """How many entrants sit at a full table."""
    team_mates_apart: bool = True
    """Entrants of one team never share a table."""
    order: Lot = "balanced"
    """How seats, in Shapka the order of play, are dealt: evenly over the event, or by lot."""
    order_as_written: Lot | None = None
    """How the text deals them; left out where it does not say."""


class Slot(Model):
    """A stretch of time in which rounds are played, as the text gives it."""

    date: dt.date
    """The day on which it starts."""
    start: dt.time
    """When it starts."""
    end: dt.time
    """When it ends; a time not after the start is on the next day."""
    rounds: Count = 1
    """How many rounds are played in it."""

    def interval(self) -> tuple[dt.datetime, dt.datetime]:
        """Give start and end as moments."""
        start, end = (dt.datetime.combine(self.date, time) for time in (self.start, self.end))
        return start, end if end > start else end + dt.timedelta(days=1)


class Dealt(Model):
    """Those whom a ranked draw sends to one table: some places of one list.

    The list is that of teams, of each of which the same place inside it is meant; or that of the
    entrants themselves.
    """

    place: Annotated[int, Field(ge=1, le=100)] | None = None
    """The place inside the team: 1 for its best member. Left out, entrants are meant by their own
    places, whatever their teams."""
    first: Count
    """The first of the teams, or of the entrants, by place."""
    last: Count | None = None
    """The last of them; left out, the first alone."""

    @property
    def ranks(self) -> range:
        """The places of teams, or of entrants, that are meant; zero-based."""
        return range(self.first - 1, self.first if self.last is None else self.last)


class Seeding(Model):
    """How a ranked draw deals those who stand in an order: by keys, and then to tables."""

    by: Annotated[tuple[SeedKey, ...], Field(min_length=1)] = ("place",)
    """What the order goes by, the first key first: the `place` of an entrant, his team's place
    (`team_place`), his `place_in_team`, his `rating` in the roster, his `points`, or any tie-break.
    Whom the keys do not part stand by their places."""
    to: Literal["blocks", "snake", "in_turn"] = "blocks"
    """Where they go: `blocks` fills one table after the other; `in_turn` gives each table one in
    turn; `snake` does so to and fro, the last table of one pass being the first of the next."""


class Stage(Model):
    """Rounds that are played by one field under one draw."""

    name: Slug
    """A short name for files and commands."""
    title: Text | None = None
    """The name for people."""
    rounds: Annotated[int, Field(ge=1, le=200)]
    """How many rounds it has; each entrant of the field plays one game in each."""
    field: Count | None = None
    """How many are left after the cut before this stage: teams where `entry.teams` is given, else
    entrants; of each division where there are several. Left out, everybody goes on."""
    draw: Draw = "balanced"
    """How mafsim deals entrants to tables: evenly, by lot, or by their places so far."""
    draw_as_written: Draw | None = None
    """How the text deals them; left out where it does not say."""
    deal: tuple[tuple[Dealt, ...], ...] = ()
    """For a ranked draw, place by place: who goes to table 1, to table 2, ... Left out, the draw
    follows `seeding`."""
    seeding: Seeding = Seeding()
    """For a ranked draw without a `deal`: in which order entrants stand, and how the order is dealt
    to tables."""
    dealt_anew: bool = False
    """A ranked draw is made again before each round, not once for the stage."""
    seated_per_team: Annotated[int, Field(ge=1, le=100)] | None = None
    """How many of a team sit at the table, chosen by the team, while the others advise them; left
    out, all of them are seated."""
    seated_by: Literal["roster", "alternating", "standings"] = "roster"
    """Who sits where a team has not said whom it chooses: the first of the team in the roster; the
    one who has sat least often while others advised; or the best of the team so far."""
    credit: Literal["both", "seated", "team"] = "both"
    """Whose game it is where others of the team advise: that of the seated and of their advisers,
    who get the same points as players while the team gets them once; that of the seated and of the
    team; or that of the team alone."""
    carry: bool = True
    """The points of the stages before count on; otherwise the ranking of this stage begins at
    zero."""
    tables: Count | None = None
    """How many tables are played in a round; left out, as many as the field fills."""
    tables_at_once: Count | None = None
    """How many tables play at the same time; left out, all tables of a round do."""
    times: tuple[Slot, ...] = ()
    """When its rounds are played, as the text gives it; empty where it does not say."""
    multiplier: Multiplier = Decimal(1)
    """What the points of its games are multiplied by."""

    @property
    def depends_on_results(self) -> bool:
        """Say whether earlier results decide who plays in this stage, or where."""
        return self.field is not None or self.draw == "ranked"


class Cut(Model):
    """What happens where the field shrinks between two stages."""

    when_one_withdraws: Literal["next", "nobody"] = "next"
    """Who takes the place of one who made the cut and withdraws: the next by rating, or nobody."""
    when_tied: Literal["tie_breaks", "all"] = "tie_breaks"
    """Who goes on where the last to go on and the first to stay have equal points: the tie-breaks
    decide, and a lot where they do not; or all with these points go on."""


class Clause(Model):
    """A passage of the written text, or a silence of it, and what mafsim makes of it.

    It has values that it sets, or readings that are assumed, or it is unmodelled.
    """

    id: Id
    """The clause's number, by which readings and errors name it."""
    chapter: Chapter
    """The chapter that it belongs to."""
    line: Lines | None = None
    """The lines of the written text in which the words stand, counted from one."""
    section: Words | None = None
    """The section that the text itself gives to the words."""
    words: Words | None = None
    """The words as written, with ` … ` for what is left out; left out where the text is silent."""
    says: Text
    """What the words say, or what the text does not say."""
    sets: tuple[Path, ...] = ()
    """The values of this file that come from the clause, as dotted paths."""
    assumed: tuple[Id, ...] = ()
    """The readings without which the clause gives no value."""
    unmodelled: bool = False
    """Nothing in mafsim depends on the clause."""
    note: Text | None = None
    """What of the clause is left out, or why nothing depends on it."""

    @property
    def silent(self) -> bool:
        """Say whether the clause is a silence of the text."""
        return self.words is None


class Reading(Model):
    """One way to read a clause that is unclear or silent."""

    key: Id
    """The letter of the reading."""
    says: Text
    """What the clause means under it."""
    set: tuple[Words, ...] = ()
    """The assignments that switch to it, each as `--set` takes it; none where it has no values, or
    is the one taken."""


class Assumed(Model):
    """A question that the text leaves open, the readings, and the one that is taken."""

    id: Id
    """The number of the question."""
    clauses: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The clauses that leave it open."""
    question: Text
    """What is open."""
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    """The ways to read it."""
    taken: Id
    """The key of the reading that the values of this file follow."""
    why: Text
    """Why that one."""
    sets: tuple[Path, ...] = ()
    """The values of this file that come from the reading, as dotted paths."""


def _whole_or_based_on(schema: dict[str, Any]) -> None:
    whole = [key for key in schema["required"] if key != "name"]
    schema["required"] = ["name"]
    schema["anyOf"] = [{"required": whole}, {"required": ["based_on"]}]


class Regulation(Model):
    """A written regulation as data: values by chapter, and the clauses that they come from."""

    model_config = ConfigDict(json_schema_extra=_whole_or_based_on)

    name: Slug
    """The name by which commands call it."""
    based_on: Words | None = None
    """The regulation, a shipped one or a file beside this one, from which all values are taken that
    this file does not give. Tables are merged key by key; stages, divisions, clauses and assumed
    questions by their name or id; any other list is replaced."""
    base: Words | None = None
    """The rules that the text refers to by name, such as "классические": values that it does not
    say are taken from them. Left out, they are those of the barest game."""
    title: Text
    """The event's own name."""
    game: Literal["mafia", "shapka"] = "mafia"
    """What is played."""
    place: Text | None = None
    """Where."""
    dates: Dates | None = None
    """When."""
    entry: Entry
    """Who may enter."""
    table: Table = Table()
    """What is the same at every table."""
    stages: tuple[Stage, ...] = ()
    """The stages, in the order in which they are played."""
    cut: Cut = Cut()
    """What happens where the field shrinks between two stages."""
    rules: Rules = Rules()
    """How a game is played."""
    scoring: Scoring = Scoring()
    """What a game brings."""
    ranking: Ranking = Ranking()
    """How points become places."""
    judging: Judging = Judging()
    """What judges may decide."""
    clauses: tuple[Clause, ...] = ()
    """What the written text says, clause by clause."""
    assumed: tuple[Assumed, ...] = ()
    """The questions that the text leaves open."""

    @property
    def digest(self) -> str:
        """The SHA-256, in hexadecimal, of the regulation's values in one canonical form.

        Comments, the order of keys, clauses, readings, and a value that is written out though it
        is the default, make no difference.
        """
        canonical = json.dumps(
            self.model_dump(exclude=_WORDS_ABOUT_VALUES, exclude_defaults=True),
            default=_plain,
            ensure_ascii=False,
            separators=(",", ":"),
            sort_keys=True,
        )
        return hashlib.sha256(canonical.encode()).hexdigest()


_WORDS_ABOUT_VALUES = {"based_on", "base", "clauses", "assumed"}


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    assert isinstance(value, dt.date | dt.time), value
    return value.isoformat()


def stages_in_advance(regulation: Regulation) -> tuple[Stage, ...]:
    """Give the first stages that can be seated before any result is known.

    They end before the first one whose field or whose tables depend on results, or in which a team
    chooses who sits.
    """
    return tuple(takewhile(_needs_nothing, regulation.stages))


def stages_at_once(regulation: Regulation, first: int = 0) -> tuple[Stage, ...]:
    """Give a stage, and those right behind it that are seated together with it.

    They are dealt in the same way, and need no result and no choice of a team.
    """
    begin, *others = regulation.stages[first:]
    return (
        begin,
        *takewhile(
            lambda stage: (
                _needs_nothing(begin.model_copy(update={"field": None}))
                and _needs_nothing(stage)
                and stage.draw == begin.draw
            ),
            others,
        ),
    )


def left_in(regulation: Regulation, stage: Stage) -> int:
    """Give how many are left in a stage: teams where the regulation has a number of them."""
    left = regulation.entry.teams or regulation.entry.entrants
    for each in regulation.stages:
        left = each.field or left
        if each.name == stage.name:
            break
    return left


def _needs_nothing(stage: Stage) -> bool:
    return not stage.depends_on_results and stage.seated_per_team is None


def value_at(regulation: Regulation, path: str) -> object:
    """Give the value, or the whole part, that a dotted path names.

    A thing in a list goes by its name or id, or by its number, which counts from one.

    Raises
    ------
    LookupError
        The path names nothing.
    """
    value: object = regulation
    for step in path.split("."):
        if isinstance(value, BaseModel) and step in type(value).model_fields:
            value = getattr(value, step)
        elif isinstance(value, tuple):
            value = value[index_in(value, step)]
        else:
            raise LookupError(path)
    return value


def index_in(items: Sequence[object], step: str) -> int:
    """Find a thing in a list by its name or id, or by its number, which counts from one.

    Raises
    ------
    LookupError
        No thing of the list goes by that name or number.
    """
    if step.isascii() and step.isdecimal():
        number = int(step[:9])
        if not 1 <= number <= len(items):
            raise LookupError(step)
        return number - 1
    for index, item in enumerate(items):
        if name_of(item) == step:
            return index
    raise LookupError(step)


def name_of(item: object) -> str | None:
    """Give the name, id, key or reason by which a thing in a list goes, if it has one."""
    for key in ("name", "id", "key", "reason"):
        value = item.get(key) if isinstance(item, dict) else getattr(item, key, None)
        if isinstance(value, str):
            return value
    return None


def keys_at(path: Sequence[str | int]) -> tuple[str, ...]:
    """Give the keys that the schema knows at a place; numbers in the path stand for list items."""
    model: type[BaseModel] = Regulation
    for step in path:
        if isinstance(step, str):
            model = next(_models_in(model.model_fields[step].annotation))
    return tuple(model.model_fields)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _models_in(inner)


def json_schema() -> dict[str, Any]:
    """Give the JSON Schema of a regulation's file, for editors and other programs."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_versioned(_without_null(Regulation.model_json_schema())),
    }


def _versioned(schema: dict[str, Any]) -> dict[str, Any]:
    """Add the version of the file's form, which the reader takes out before a regulation is made."""
    version = {"const": VERSION, "description": "The version of the form of this file."}
    return schema | {"properties": schema["properties"] | {"version": version}}


def _without_null(schema: Any) -> Any:
    """Take out null, which TOML does not have: there a key is left out."""
    if isinstance(schema, list):
        return [_without_null(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _without_null(part) for key, part in schema.items() if part is not None}
    if {"type": "null"} in parts.get("anyOf", ()):
        (present,) = (part for part in parts.pop("anyOf") if part != {"type": "null"})
        parts = {**present, **parts}
    if isinstance(description := parts.get("description"), str):
        parts["description"] = " ".join(description.split())
    return parts
