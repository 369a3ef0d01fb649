"""Games written as a results file: CSV for a spreadsheet, JSON for a program."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from mafsim.files.document import entrant_document
from mafsim.files.record import WORDS
from mafsim.files.results import FORMAT, VERSION
from mafsim.files.text import defuse
from mafsim.games import EMPTY, AnyGames, Ended, Games, Left, Protest, Role, ShapkaGames, Winner

Row = dict[str, Any]

_MAFIA = (
    *("stage", "round", "table", "seat", "name", "team", "division", "role", "result", "left"),
    *(
        "best_move",
        "best_player",
        "additional",
        "penalty",
        "penalty_reason",
        "fouls",
        "disqualified",
    ),
    *("approved", "adviser", "replaces", "ended", "protest"),
)
_SHAPKA = ("stage", "round", "table", "name", "team", "division", *WORDS, "penalties")
_ALWAYS = frozenset({"round", "table", "seat", "name", "role", "result", *WORDS})
"""The columns that are written even if they hold nothing."""


def results_csv(games: AnyGames) -> str:
    """Give games as a table with commas; what is empty throughout has no column.

    What only a simulation knows (votes, checks, claims) is not in a results file.
    """
    rows = list(result_rows(games))
    order = _MAFIA if isinstance(games, Games) else _SHAPKA
    columns = [each for each in order if each in _ALWAYS & set(order) or _told(rows, each)]
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return sheet.getvalue()


def _told(rows: list[Row], column: str) -> bool:
    return any(column in row for row in rows)


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case str():
            return defuse(value)
        case list():
            return ";".join(map(str, value))
        case bool():
            return str(int(value))
        case float():
            return f"{value:.3f}".rstrip("0").rstrip(".")
    return str(value)


def results_document(games: AnyGames) -> dict[str, Any]:
    """Give games as the JSON document that mafsim writes, with the people and their ids."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": "mafia" if isinstance(games, Games) else "shapka",
        "entrants": [entrant_document(entrant) for entrant in games.roster.entrants],
        "rows": list(result_rows(games)),
    }


def results_text(games: AnyGames) -> str:
    """Give games as a JSON file: a line an entrant, and a line a row."""
    document = results_document(games)
    parts = {
        key: _lines(value) if isinstance(value, list) else json.dumps(value)
        for key, value in document.items()
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def results_digest(games: AnyGames) -> str:
    """Give the SHA-256 of what games and people say, as canonical JSON (sorted keys, no spaces)."""
    document = results_document(games)
    canonical = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _lines(items: list[Any]) -> str:
    lines = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f"[\n{lines}\n]" if lines else "[]"


def result_rows(games: AnyGames) -> Iterator[Row]:
    """Give what each row says; a column that says nothing is left out."""
    assert len(set(games.tournament.tolist())) <= 1, "a results file holds one tournament"
    for game, seat in np.argwhere(games.seated).tolist():
        row = _where(games, int(games.stage[game]))
        row |= {"round": int(games.round[game]) + 1, "table": int(games.table[game]) + 1}
        row |= (
            _seat_of_mafia(games, game, seat)
            if isinstance(games, Games)
            else _seat_of_shapka(games, game, seat)
        )
        yield {key: value for key, value in row.items() if not _is_empty(value)}
    if isinstance(games, ShapkaGames):
        yield from _away(games)


def _where(games: AnyGames, stage: int) -> Row:
    return {"stage": games.stages[stage]} if games.stages else {}


def _is_empty(value: Any) -> bool:
    return value is None or value is False


def _name(games: AnyGames, index: int) -> str | None:
    return None if index == EMPTY else games.roster.entrants[index].name


def _word(kinds: Callable[[int], Any], value: int) -> str | None:
    return None if value == EMPTY else str(kinds(value).name.lower())


def _seat_of_mafia(games: Games, game: int, seat: int) -> Row:
    entrant = games.roster.entrants[int(games.entrants[game, seat])]
    left, left_on = int(games.left[game, seat]), int(games.left_on[game, seat])
    reason = int(games.penalty_reason[game, seat])
    ended = int(games.ended[game])
    return {
        "seat": seat + 1,
        "name": entrant.name,
        "team": entrant.team,
        "division": entrant.division,
        "role": _word(Role, int(games.roles[game, seat])),
        "result": _word(Winner, int(games.winner[game])),
        "left": None if left == EMPTY else f"{Left(left).name.lower()} {left_on}",
        "best_move": _best_move(games, game, seat),
        "best_player": bool(games.best_player[game, seat]),
        "additional": _points(int(games.additional[game, seat])),
        "penalty": _points(int(games.penalty[game, seat]), empty=None if reason == EMPTY else 0),
        "penalty_reason": None if reason == EMPTY else games.reasons[reason],
        "fouls": int(games.fouls[game, seat]) or None,
        "disqualified": bool(games.disqualified[game, seat]),
        "approved": bool(games.approved[game, seat]),
        "adviser": _name(games, int(games.advisers[game, seat])),
        "replaces": _name(games, int(games.replaces[game, seat])),
        "ended": None if ended == Ended.PLAY else _word(Ended, ended),
        "protest": _word(Protest, int(games.protest[game, seat])),
    }


def _best_move(games: Games, game: int, seat: int) -> list[int] | None:
    """Give the seats that the one who was shot first has named."""
    named = games.best_move[game]
    if (named == EMPTY).all() or seat != _mover(games, game):
        return None
    return [int(number) + 1 for number in named]


def _mover(games: Games, game: int) -> int:
    """Give the seat on whose row a best move is written: the first who was shot, else seat 1."""
    shot = (games.left[game] == Left.NIGHT).nonzero()[0]
    return int(min(shot, key=lambda seat: games.left_on[game, seat], default=0))


def _points(thousandths: int, empty: float | None = None) -> float | None:
    return thousandths / 1000 if thousandths else empty


def _seat_of_shapka(games: ShapkaGames, game: int, seat: int) -> Row:
    entrant = games.roster.entrants[int(games.entrants[game, seat])]
    words: Mapping[str, int] = dict(
        zip(WORDS, map(int, games.words[game, seat].ravel()), strict=True)
    )
    breaches = int(games.breaches[game, seat]) or None
    who = {"name": entrant.name, "team": entrant.team, "division": entrant.division}
    return {**who, **words, "penalties": breaches}


def _away(games: ShapkaGames) -> Iterator[Row]:
    for team, stage, breaches in zip(
        games.away_team.tolist(),
        games.away_stage.tolist(),
        games.away_breaches.tolist(),
        strict=True,
    ):
        yield _where(games, stage) | {"team": games.teams[team], "penalties": breaches}
