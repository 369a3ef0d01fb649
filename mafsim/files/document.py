"""mafsim's own plan file: a plan as a JSON document, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mafsim.files.grid import Warnings
from mafsim.files.limits import (
    MAX_AGE,
    MAX_DEMANDS,
    MAX_JUDGES,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_TABLES,
)
from mafsim.files.people import Person, roster_of
from mafsim.files.place import PlacedError
from mafsim.files.seating import Seating
from mafsim.files.text import shown
from mafsim.files.tree import Node
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Entrant, Judge, Member, Roster

FORMAT = "mafsim-plan"
VERSION = 1
"""The version of the document that this mafsim writes, and the newest that it reads."""

TABLE_SIZES = {"mafia": 10, "shapka": 3}
"""The games, and how many sit at a table where a file does not say."""

DRAWS = ("balanced", "random", "ranked")
"""How a round can be dealt."""

_OPTIONAL = ("pair", "age", "club", "rating", "applied_at", "leader", "captain")
_PROVENANCE = ("mafsim", "regulation", "regulation_digest", "plan_digest", "seed", "command")
_DIGESTED = ("entrants", "demands", "rounds")


def plan_document(plan: Plan) -> dict[str, Any]:
    """Give a plan as the JSON document that mafsim writes.

    Its keys stand in a fixed order; ``plan_digest`` is made anew.
    """
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": plan.game,
        "revision": plan.revision,
        "table_size": plan.table_size,
        "entrants": [
            entrant_document(entrant)
            for index, entrant in enumerate(plan.roster.entrants)
            if index not in plan.unknown
        ],
        "demands": _demands_document(plan.roster, plan.game) | _frozen_document(plan),
        "rounds": list(_rounds_document(plan)),
        "certificate": plan.certificate,
    }
    if plan.advice is not None:
        document["advice"] = list(plan.advice)
    stated = plan.provenance | {"plan_digest": digest(document)}
    first = {key: stated[key] for key in _PROVENANCE if key in stated}
    rest = {key: stated[key] for key in sorted(stated) if key not in first}
    return document | {"provenance": first | rest}


def entrant_document(entrant: Entrant) -> dict[str, Any]:
    """Give an entrant as the documents of mafsim have one."""
    always = {
        "id": entrant.id,
        "name": entrant.name,
        "team": entrant.team,
        "division": entrant.division,
    }
    given = {key: getattr(entrant, key) for key in _OPTIONAL if getattr(entrant, key) is not None}
    return always | given | _members_document(entrant)


def _divided_unsaid(roster: Roster, game: str) -> bool:
    """Say whether divisions play apart where a plan does not say so, as a foreign one."""
    return game == "shapka" and any(entrant.division for entrant in roster.entrants)


def _members_document(entrant: Entrant) -> dict[str, Any]:
    """Name the people of a pair, with their ages, where they are known."""
    if not entrant.members:
        return {}
    return {
        "members": [
            {"name": member.name} | ({} if member.age is None else {"age": member.age})
            for member in entrant.members
        ]
    }


def _demands_document(roster: Roster, game: str) -> dict[str, Any]:
    entrants = roster.entrants
    together: dict[str, Any] = {} if roster.mates_apart else {"mates_apart": False}
    if roster.divided != _divided_unsaid(roster, game):
        together["divided"] = roster.divided
    return together | {
        "apart": [[entrants[a].id, entrants[b].id] for a, b in roster.apart],
        "avoid": [[entrants[a].id, entrants[b].id] for a, b in roster.avoid],
        "absent": {
            entrant.id: sorted(round_ + 1 for round_ in entrant.absent)
            for entrant in entrants
            if entrant.absent
        },
        "pins": {
            entrant.id: entrant.table + 1 for entrant in entrants if entrant.table is not None
        },
        "judges": [
            {
                "name": judge.name,
                "table": None if judge.table is None else judge.table + 1,
                "not": [entrants[index].id for index in judge.barred],
            }
            for judge in roster.judges
        ],
        "bans": [
            {
                "entrant": entrants[ban.entrant].id,
                "table": ban.table + 1,
                **({"rounds": sorted(r + 1 for r in ban.rounds)} if ban.rounds else {}),
            }
            for ban in roster.bans
        ],
        **_coming_and_going(roster),
    }


def _coming_and_going(roster: Roster) -> dict[str, Any]:
    """Say who has joined the event late, from which round on, and who has left it, if anybody has."""
    joined = {entrant.id: entrant.joined + 1 for entrant in roster.entrants if entrant.joined}
    left = {e.id: e.left + 1 for e in roster.entrants if e.left is not None}
    return {name: rounds for name, rounds in (("joined", joined), ("left", left)) if rounds}


def _frozen_document(plan: Plan) -> dict[str, Any]:
    return {"frozen": plan.frozen} if plan.frozen else {}


def _rounds_document(plan: Plan) -> Iterator[dict[str, Any]]:
    """Give the rounds; a table that nobody sits at is left out.

    Only where the last table is never played does the first round say that it stands there.
    """
    played = plan.played()
    told = played.copy()
    first = next(i for i in range(plan.rounds) if i not in plan.missing_rounds)
    if plan.tables and not played[:, -1].any():
        told[first, -1] = True
    for round_ in range(plan.rounds):
        if round_ not in plan.missing_rounds:
            yield {
                "round": round_ + 1,
                "stage": (plan.stages[round_] or None) if plan.stages else None,
                **_draw_document(plan, round_),
                "tables": [
                    _table_document(plan, round_, table)
                    for table in range(plan.tables)
                    if told[round_, table]
                ],
                "byes": [
                    plan.roster.entrants[index].id
                    for index in plan.byes(round_)
                    if index not in plan.unknown
                ],
            }


def _draw_document(plan: Plan, round_: int) -> dict[str, Any]:
    """Say how a round was dealt, unless it is balanced."""
    draw = plan.draws[round_] if plan.draws else "balanced"
    return {} if draw == "balanced" else {"draw": draw}


def _advisers_document(plan: Plan, round_: int, table: int) -> dict[str, Any]:
    """Name the advisers behind the chairs of a table, in the order of its seats, if it has any."""
    if plan.advisers is None or (plan.advisers[round_, table] == EMPTY).all():
        return {}
    return {
        "advisers": [
            None if index == EMPTY else plan.roster.entrants[index].id
            for index in plan.advisers[round_, table].tolist()
        ]
    }


def _judge_document(plan: Plan, round_: int, table: int) -> dict[str, Any]:
    """Name the judge of a table, if it has one."""
    if plan.judges is None or plan.judges[round_, table] == EMPTY:
        return {}
    return {"judge": plan.roster.judges[plan.judges[round_, table]].name}


def _table_document(plan: Plan, round_: int, table: int) -> dict[str, Any]:
    entrants = plan.roster.entrants
    seats = [
        None if index == EMPTY else entrants[index] for index in plan.seats[round_, table].tolist()
    ]
    divisions = {entrant.division for entrant in seats if entrant is not None}
    return {
        "table": table + 1,
        "division": divisions.pop() if len(divisions) == 1 else None,
        "seats": [None if entrant is None else entrant.id for entrant in seats],
        **_judge_document(plan, round_, table),
        **_advisers_document(plan, round_, table),
    }


def digest(document: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a plan document's entrants, demands and rounds.

    They are hashed as canonical JSON: sorted keys, no spaces, UTF-8.
    """
    content = {key: document.get(key) for key in _DIGESTED}
    canonical = json.dumps(
        content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def plan_digest(plan: Plan) -> str:
    """Give the digest that a plan's file bears."""
    return str(plan_document(plan)["provenance"]["plan_digest"])


def plan_text(plan: Plan) -> str:
    """Give a plan's file: stable to the byte, a line an entrant and a line a table."""
    document = plan_document(plan)
    parts = {
        key: _lines(map(_json, value)) if key == "entrants" else _json(value)
        for key, value in document.items()
    }
    parts["rounds"] = _lines(map(_round_text, document["rounds"]))
    parts["demands"] = _pairs_text(document["demands"])
    parts["provenance"] = _pairs_text(document["provenance"])
    if "advice" in document:
        parts["advice"] = _lines(map(_json, document["advice"]))
    if document["certificate"] is not None:
        parts["certificate"] = _pairs_text(document["certificate"])
    return "{\n" + ",\n".join(f"{_json(key)}: {text}" for key, text in parts.items()) + "\n}\n"


def _round_text(round_: Mapping[str, Any]) -> str:
    parts = {key: _json(value) for key, value in round_.items()}
    parts["tables"] = _lines(map(_json, round_["tables"]), "   ")
    return "{" + ", ".join(f"{_json(key)}: {text}" for key, text in parts.items()) + "}"


def _pairs_text(pairs: Mapping[str, Any]) -> str:
    lines = ",\n".join(f"  {_json(key)}: {_json(value)}" for key, value in pairs.items())
    return f"{{\n{lines}\n}}"


def _lines(items: Iterable[str], indent: str = "  ") -> str:
    lines = ",\n".join(indent + item for item in items)
    return f"[\n{lines}\n{indent[2:]}]" if lines else "[]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a plan document says, its people still by their ids."""

    roster: Roster
    seating: Seating
    game: str
    table_size: int | None
    revision: int
    frozen: int
    certificate: dict[str, Any] | None
    provenance: dict[str, Any]
    warnings: Warnings


def read_document(document: Node) -> Document:
    """Read a plan document.

    Raises
    ------
    PlacedError
        It is none, is of a newer version, or is broken at some key.
    """
    _refuse_other_format(document)
    warnings = _changed(document)
    roster = planned_roster(document)
    seating, surprises = _seating(document, roster)
    seating.refuse_nothing(document.place)
    node, size, revision = (document.get(key) for key in ("game", "table_size", "revision"))
    game = "mafia" if node is None else _game(node)
    demands = document.get("demands")
    if demands is None or demands.get("divided") is None:
        roster = replace(roster, divided=_divided_unsaid(roster, game))
    return Document(
        roster=roster,
        seating=seating,
        game=game,
        table_size=None if size is None else size.whole(1, MAX_SEATS),
        revision=1 if revision is None else revision.whole(1, 10**9),
        frozen=_frozen(document, max(seating.stages) + 1),
        certificate=_object(document, "certificate"),
        provenance=_object(document, "provenance") or {},
        warnings=[*warnings, *surprises],
    )


def _refuse_other_format(document: Node) -> None:
    if not isinstance(document.value, dict) or document.value.get("format") != FORMAT:
        raise PlacedError("plan_file.no_plan", place=document.place)
    version = document.need("version").whole(1, 10**9)
    if version > VERSION:
        raise PlacedError("plan_file.newer", place=document.place, version=version, known=VERSION)


def _game(node: Node) -> str:
    game = node.text()
    if game not in TABLE_SIZES:
        raise PlacedError("plan_file.game", place=node.place, value=shown(game))
    return game


def _object(document: Node, key: str) -> dict[str, Any] | None:
    node = document.get(key)
    return None if node is None else dict(node.object())


def _frozen(document: Node, rounds: int) -> int:
    demands = document.get("demands")
    frozen = None if demands is None else demands.get("frozen")
    return 0 if frozen is None else frozen.whole(0, rounds)


def _changed(document: Node) -> Warnings:
    """Warn if the digest that the file bears is not that of its content."""
    stated = (_object(document, "provenance") or {}).get("plan_digest")
    if stated is None or stated == digest(document.value):
        return []
    return [("plan_file.changed", {"file": document.file})]


def planned_roster(document: Node) -> Roster:
    """Give the people of a plan document, with what they demand."""
    people = [
        Person(place=entry.place, number=number, entrant=_entrant(entry))
        for number, entry in enumerate(document.need("entrants").items(), start=1)
    ]
    roster = roster_of(people, file=document.file)
    demands = document.get("demands")
    return roster if demands is None else _with_demands(roster, demands)


def _entrant(entry: Node) -> Entrant:
    age, rating = entry.get("age"), entry.get("rating")
    return Entrant(
        id=entry.need("id").name(),
        name=entry.need("name").name(),
        team=_optional(entry, "team"),
        division=_optional(entry, "division"),
        pair=_optional(entry, "pair"),
        age=None if age is None else age.whole(1, MAX_AGE),
        club=_optional(entry, "club"),
        rating=None if rating is None else rating.number(),
        applied_at=_optional(entry, "applied_at"),
        leader=_optional(entry, "leader"),
        captain=_optional(entry, "captain"),
        members=_members(entry),
    )


def _members(entry: Node) -> tuple[Member, ...]:
    """Read the people of a pair."""
    members: list[Member] = []
    listed = entry.get("members")
    for node in () if listed is None else listed.items():
        age = node.get("age")
        members.append(
            Member(node.need("name").name(), None if age is None else age.whole(1, MAX_AGE))
        )
    return tuple(members)


def _optional(entry: Node, key: str) -> str | None:
    node = entry.get(key)
    return None if node is None else node.text() or None


def _with_demands(roster: Roster, demands: Node) -> Roster:
    indices = {entrant.id: index for index, entrant in enumerate(roster.entrants)}
    entrants = list(roster.entrants)
    for key, node in _entries(demands, "absent"):
        index = _known(key, node, indices)
        rounds = frozenset(item.whole(1, MAX_ROUNDS) - 1 for item in node.items())
        entrants[index] = replace(entrants[index], absent=rounds)
    for key, node in _entries(demands, "pins"):
        index = _known(key, node, indices)
        entrants[index] = replace(entrants[index], table=node.whole(1, MAX_TABLES) - 1)
    for key, node in _entries(demands, "joined"):
        index = _known(key, node, indices)
        entrants[index] = replace(entrants[index], joined=node.whole(1, MAX_ROUNDS) - 1)
    for key, node in _entries(demands, "left"):
        index = _known(key, node, indices)
        entrants[index] = replace(entrants[index], left=node.whole(1, MAX_ROUNDS + 1) - 1)
    mates_apart, divided = demands.get("mates_apart"), demands.get("divided")
    return replace(
        roster,
        divided=divided is not None and divided.true_or_false(),
        bans=tuple(_ban(node, indices) for node in _listed(demands, "bans")),
        judges=_judges(_listed(demands, "judges"), indices),
        mates_apart=mates_apart is None or mates_apart.true_or_false(),
        entrants=tuple(entrants),
        apart=_pairs(demands.get("apart"), indices),
        avoid=_pairs(demands.get("avoid"), indices),
    )


def _ban(node: Node, indices: Mapping[str, int]) -> Ban:
    entrant, rounds = node.need("entrant"), node.get("rounds")
    return Ban(
        entrant=_known(entrant.name(), entrant, indices),
        table=node.need("table").whole(1, MAX_TABLES) - 1,
        rounds=frozenset()
        if rounds is None
        else frozenset(item.whole(1, MAX_ROUNDS) - 1 for item in rounds.items()),
    )


def _judges(nodes: Iterable[Node], indices: Mapping[str, int]) -> tuple[Judge, ...]:
    judges: list[Judge] = []
    names: set[str] = set()
    for node in nodes:
        name, table, barred = node.need("name"), node.get("table"), node.get("not")
        if name.name() in names:
            raise PlacedError("judges.twice", place=name.place, name=shown(name.name()))
        if len(names) == MAX_JUDGES:
            raise PlacedError("judges.many", place=node.place, limit=MAX_JUDGES)
        names.add(name.name())
        known = [] if barred is None else [_known(m.name(), m, indices) for m in barred.items()]
        judges.append(
            Judge(
                name=name.name(),
                table=None if table is None else table.whole(1, MAX_TABLES) - 1,
                barred=tuple(sorted(set(known))),
            )
        )
    return tuple(judges)


def _listed(demands: Node, key: str) -> Iterator[Node]:
    node = demands.get(key)
    if node is None:
        return iter(())
    _refuse_many(node)
    return node.items()


def _refuse_many(node: Node) -> None:
    if len(node.values()) > MAX_DEMANDS:
        raise PlacedError("plan_file.many_demands", place=node.place, limit=MAX_DEMANDS)


def _entries(demands: Node, key: str) -> Iterator[tuple[str, Node]]:
    node = demands.get(key)
    return iter(()) if node is None else node.entries()


def _known(key: str, node: Node, indices: Mapping[str, int]) -> int:
    if key not in indices:
        raise PlacedError("plan_file.no_such_id", place=node.place, id=shown(key))
    return indices[key]


def _pairs(node: Node | None, indices: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    pairs: set[tuple[int, int]] = set()
    if node is not None:
        _refuse_many(node)
    for item in [] if node is None else node.items():
        pair = sorted({_known(member.name(), member, indices) for member in item.items()})
        if len(pair) != 2 or len(item.values()) != 2:
            raise PlacedError("plan_file.no_pair", place=item.place)
        pairs.add((pair[0], pair[1]))
    return tuple(sorted(pairs))


def _seating(document: Node, roster: Roster) -> tuple[Seating, Warnings]:
    seating = Seating()
    warnings: Warnings = []
    known = frozenset(entry.need("id").name() for entry in document.need("entrants").items())
    for node in document.need("rounds").items():
        number = node.need("round")
        round_ = number.whole(1, MAX_ROUNDS) - 1
        if round_ in seating.stages:
            raise PlacedError("plan_file.round_twice", place=number.place, round=round_)
        stage = node.get("stage")
        seating.stages[round_] = "" if stage is None else stage.text()
        if (draw := node.get("draw")) is not None:
            seating.draws[round_] = _draw(draw)
        seated = _tables(node, round_, seating, known, roster)
        here = frozenset(e.id for e in roster.entrants if e.takes_part(round_))
        warnings += _wrong_byes(node, round_, seated, known, here)
    return seating, warnings


def _tables(
    node: Node, round_: int, seating: Seating, known: frozenset[str], roster: Roster
) -> set[str]:
    """Read a round's tables into `seating`, and give who is seated."""
    seated: set[str] = set()
    for item in node.need("tables").items():
        number = item.need("table")
        table = number.whole(1, MAX_TABLES) - 1
        if (round_, table) in seating.tables:
            raise PlacedError(
                "plan_file.table_twice", place=number.place, round=round_, table=table
            )
        keys = _seats(item.need("seats"), known)
        seating.tables[round_, table] = keys
        seated.update(key for key in keys if key is not None)
        if (judge := item.get("judge")) is not None:
            seating.judges[round_, table] = _judge(judge, roster)
        if (behind := item.get("advisers")) is not None:
            advisers = _advisers(behind, known)
            seating.advisers[round_, table] = advisers
            seated.update(key for key in advisers if key is not None)
    return seated


def _judge(node: Node, roster: Roster) -> str:
    name = node.name()
    if all(judge.name != name for judge in roster.judges):
        raise PlacedError("plan_file.no_such_judge", place=node.place, name=shown(name))
    return name


def _draw(node: Node) -> str:
    draw = node.text()
    if draw not in DRAWS:
        raise PlacedError("plan_file.draw", place=node.place, value=shown(draw), known=list(DRAWS))
    return draw


def _advisers(node: Node, known: frozenset[str]) -> list[str | None]:
    """Read the advisers of a table, who are people of the plan."""
    keys = _seats(node, known)
    for item, key in zip(node.items(), keys, strict=True):
        if key is not None and key not in known:
            raise PlacedError("plan_file.no_such_id", place=item.place, id=shown(key))
    return keys


def _seats(node: Node, known: frozenset[str]) -> list[str | None]:
    if len(node.values()) > MAX_SEATS:
        raise PlacedError("plan_file.crowd", place=node.place, limit=MAX_SEATS)
    return _keys(node, known)


def _keys(node: Node, known: frozenset[str]) -> list[str | None]:
    values = node.values()
    if all(value is None or (isinstance(value, str) and value in known) for value in values):
        return list(values)  # nearly always: a large plan is read in a moment
    return [None if seat.value is None else seat.name() for seat in node.items()]


def _wrong_byes(
    node: Node, round_: int, seated: set[str], known: frozenset[str], here: frozenset[str]
) -> Warnings:
    """Warn if the byes that a round states are not those who have no seat."""
    stated = node.get("byes")
    if stated is None or set(_keys(stated, known)) == here - seated:
        return []
    return [("plan_file.byes", {"file": node.file, "round": round_})]
