"""What the cells of a record of games say: roles, results, departures, points; in two languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import IntEnum
from typing import TypeVar

from mafsim.files.grid import Columns, Row
from mafsim.files.place import Place, PlacedError
from mafsim.files.roster import NAME, TEAM
from mafsim.files.text import Guess, clean, fold, shown
from mafsim.games import BEST_MOVE, Ended, Left, Protest, Role, Winner

_HEADERS: Mapping[str, Sequence[str]] = {
    "stage": ("этап", "стадия"),
    "round": ("тур", "номер тура", "раунд"),
    "table": ("стол", "номер стола"),
    "seat": ("место", "номер за столом", "номер места", "slot", "игровой номер"),
    "name": NAME,
    "team": TEAM,
    "division": ("дивизион", "зачет", "категория", "возрастная категория", "category"),
    "role": ("роль", "карта"),
    "result": (
        *("winner", "результат", "победа", "победитель", "победили", "итог"),
        *("результат игры", "исход"),
    ),
    "left": ("выбыл", "покинул стол", "ушел", "когда выбыл", "как выбыл", "выбыл из игры"),
    "best_move": ("лучший ход", "лх"),
    "best_player": ("лучший игрок", "лучший", "лучшие игроки"),
    "additional": (
        *("additional points", "bonus", "доп", "допы", "доп баллы", "доп. баллы", "допбаллы"),
        *("дополнительные баллы", "дополнительно", "баллы судьи"),
    ),
    "penalty": ("штраф", "штрафные баллы", "штрафной балл", "минус"),
    "penalty_reason": ("reason", "причина штрафа", "за что штраф", "причина"),
    "fouls": ("warnings", "фолы", "фол", "замечания", "предупреждения"),
    "disqualified": ("дисквалификация", "дисквалифицирован", "дк", "удален", "удаление"),
    "approved": (
        *("согласовано", "согласие главного судьи", "одобрено", "согласовано с гс"),
        *("согласен главный судья",),
    ),
    "adviser": ("advisor", "consigliere", "консильери", "советник", "консультант"),
    "replaces": ("substitute for", "instead of", "вместо", "заменяет", "за кого играет"),
    "ended": ("окончание", "завершение", "чем закончилась", "как закончилась", "основание"),
    "protest": ("appeal", "протест", "апелляция"),
    "words_1_1": ("слова 1 1", "слов 1 1", "раунд 1 этап 1", "раунд 1, этап 1", "слова 1.1"),
    "words_1_2": ("слова 1 2", "слов 1 2", "раунд 1 этап 2", "раунд 1, этап 2", "слова 1.2"),
    "words_2_1": ("слова 2 1", "слов 2 1", "раунд 2 этап 1", "раунд 2, этап 1", "слова 2.1"),
    "words_2_2": ("слова 2 2", "слов 2 2", "раунд 2 этап 2", "раунд 2, этап 2", "слова 2.2"),
    "penalties": ("breaches", "штрафы", "нарушения", "число нарушений", "количество штрафов"),
}

COLUMN_NAMES = tuple(_HEADERS)
"""The columns of a results file, of both games."""

COLUMNS = Columns(_HEADERS)
"""The same, with the headers that mean them."""

WORDS = ("words_1_1", "words_1_2", "words_2_1", "words_2_2")
"""The columns of Shapka for words, by half and part."""

TELLING = frozenset({"role", "result", *WORDS})
"""The columns that only a record of games has."""


def is_record(header: Row) -> bool:
    """Say whether a row names a column that only a record of games has."""
    return any(COLUMNS.find(word) in TELLING for word in header.cells)


MAFIA_ONLY = ("seat", "role", "result")
"""What a record of Mafia has, and one of Shapka has not."""

ROLES: Mapping[Role, Sequence[str]] = {
    Role.CIVILIAN: ("citizen", "мирный", "мирный житель", "мж"),
    Role.SHERIFF: ("шериф", "ш"),
    Role.MAFIA: ("мафия", "мафиози", "маф"),
    Role.DON: ("дон", "дон мафии", "д"),
}
WINNERS: Mapping[Winner, Sequence[str]] = {
    Winner.RED: (
        *("красные", "город", "мирные", "победа красных", "победа города", "победа мирных"),
        *("reds", "town", "красных", "мирных"),
    ),
    Winner.BLACK: (
        *("черные", "мафия", "победа черных", "победа мафии", "blacks", "mafia", "черных"),
    ),
    Winner.DRAW: ("ничья", "tie", "ничейный"),
}
DEPARTURES: Mapping[Left, Sequence[str]] = {
    Left.NIGHT: ("shot", "killed", "ночь", "убит", "убита", "выстрел", "отстрел", "ночью"),
    Left.VOTE: ("day", "голосование", "голос", "заголосован", "заголосована", "день", "днем"),
    Left.FOUL: (
        *("fouls", "removed", "фол", "фолы", "замечания", "удален", "удалена", "удаление"),
        *("предупреждения", "4 фола"),
    ),
}
ENDINGS: Mapping[Ended, Sequence[str]] = {
    Ended.PLAY: ("игра", "в игре", "сыграна", "доиграна"),
    Ended.PLEA: ("просьба", "мольба", "клятва", "неспортивная просьба"),
    Ended.HALL: ("зал", "подсказка", "подсказка из зала", "информация из зала"),
    Ended.JUDGE: ("судья", "решение судьи", "по решению судьи", "присуждена"),
    Ended.PROTEST: ("протест", "по протесту", "апелляция", "appeal"),
}
PROTESTS: Mapping[Protest, Sequence[str]] = {
    Protest.OPEN: ("подан", "открыт", "рассматривается", "да", "yes", "1"),
    Protest.ACCEPTED: ("удовлетворен", "принят", "upheld"),
    Protest.REJECTED: ("отклонен", "отказано", "dismissed"),
}
_YES = frozenset(map(fold, ("1", "yes", "true", "да", "+", "x", "х", "✓", "v", "истина")))
_NO = frozenset(map(fold, ("", "0", "no", "false", "нет", "-", "–", "—", "ложь")))

_POINTS = re.compile(r"([+-]?)([0-9]{1,9})(?:[.,]([0-9]{1,30}))?")
_ENDING = r"(?:-?(?:я|й|ая|ый|ой|е|ое|го|м|th|st|nd|rd))?"
_BEFORE = re.compile(rf"([0-9]{{1,3}}){_ENDING}\s+(\D+)")
_BEHIND = re.compile(rf"(\D+?)[\s:№#]*([0-9]{{1,3}}){_ENDING}")
_LONGEST = 60
"""The longest cell that can say how somebody left."""

MOST_POINTS = 100
"""The most points that a cell may give or take."""
MOST_DAYS = 30
"""The highest number of a day or of a night."""

Kind = TypeVar("Kind", bound=IntEnum)


def word_of(text: str, known: Mapping[Kind, Sequence[str]], place: Place, column: str) -> Kind:
    """Read one of some words.

    Raises
    ------
    PlacedError
        It is none of them; the sentence guesses which was meant.
    """
    folded = fold(text.rstrip(". "))
    for kind, said in known.items():
        if folded in map(fold, (kind.name, *said)):
            return kind
    words = [word for kind, said in known.items() for word in (kind.name.lower(), *said)]
    raise PlacedError(
        "results.word",
        place=place,
        column=column,
        value=shown(clean(text)),
        known=[kind.name.lower() for kind in known],
        guess=Guess(text, tuple(words)),
    )


def departure(text: str, place: Place) -> tuple[Left, int] | None:
    """Read how and when somebody left: ``night 1``, ``2-й день``, ``фол 3``; empty is never."""
    text = clean(text)
    if is_no(text):
        return None
    match = before = behind = None
    if len(text) <= _LONGEST:
        before, behind = _BEFORE.fullmatch(text), _BEHIND.fullmatch(text)
        match = before or behind
    if match is None:
        raise PlacedError("results.left", place=place, value=shown(text))
    number, word = match.groups() if before else reversed(match.groups())
    if not 1 <= int(number) <= MOST_DAYS:
        raise PlacedError("results.left", place=place, value=shown(text))
    return word_of(word, DEPARTURES, place, "left"), int(number)


def points(text: str, place: Place, column: str) -> int:
    """Read points in thousandths, with a decimal point or comma; an empty cell is none.

    A spreadsheet's sum such as 0.30000000000000004 is the 0.3 that it stands for.
    """
    text = clean(text).replace("−", "-").replace("–", "-")
    if not text:
        return 0
    match = _POINTS.fullmatch(text)
    if match is None:
        raise PlacedError("results.points", place=place, column=column, value=shown(text))
    number = Decimal(f"{match[1]}{match[2]}.{match[3] or 0}") * 1000
    whole = round(number)
    if abs(number - whole) > Decimal("0.000001"):
        raise PlacedError("results.too_fine", place=place, column=column, value=shown(text))
    if whole < 0:
        raise PlacedError("results.below_zero", place=place, column=column, value=shown(text))
    if whole > MOST_POINTS * 1000:
        raise PlacedError(
            "results.points_most", place=place, column=column, value=shown(text), most=MOST_POINTS
        )
    return whole


def is_no(text: str) -> bool:
    """Say whether a cell is empty, or says no."""
    return fold(text) in _NO


def is_dash(text: str) -> bool:
    """Say whether a cell is a dash, which in a list of names is nobody."""
    return text in ("-", "–", "—")


def flag(text: str, place: Place, column: str) -> bool:
    """Read yes or no; an empty cell is no."""
    if is_no(text):
        return False
    if fold(text) in _YES:
        return True
    raise PlacedError("results.flag", place=place, column=column, value=shown(clean(text)))


def best_move(text: str, place: Place, seats: int) -> tuple[int, ...] | None:
    """Read the three seats that the first killed named, zero-based; an empty cell is none."""
    text = clean(text)
    if is_no(text):
        return None
    parts = [part for part in re.split(r"[;,./\s+-]+", text) if part]
    named = [int(part) for part in parts if re.fullmatch(r"[0-9]{1,3}", part)]
    distinct = len(parts) == len(named) == len(set(named)) == BEST_MOVE
    if not distinct or not all(1 <= number <= seats for number in named):
        raise PlacedError("results.best_move", place=place, value=shown(text), seats=seats)
    return tuple(number - 1 for number in named)
