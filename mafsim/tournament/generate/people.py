"""The people of a random event: names of every sort, teams, clubs, wishes, absences and judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from mafsim.roster import Entrant, Judge, Roster
from mafsim.tournament.generate.order import PEOPLE, Dice, Order
from mafsim.tournament.generate.shape import Shape

FIRST = (
    *("Тихий", "Рыжий", "Старый", "Лунный", "Дикий", "Белый", "Ночной", "Медный", "Хитрый"),
    *("Добрый", "Снежный", "Быстрый", "Вольный", "Грозный", "Тёмный", "Синий", "Седьмой"),
    *("Silent", "Lucky", "Iron", "Velvet", "Paper", "Wild", "Last", "Golden", "Quiet"),
)
LAST = (
    *("Дон", "Кот", "Волк", "Ёж", "Боцман", "Шериф", "Лис", "Сыч", "Кипарис", "Штурман"),
    *("Маэстро", "Барометр", "Ветер", "Ворон", "Журавль", "Граф", "Кедр", "Янтарь"),
    *("Fox", "Harbour", "Raven", "Queen", "Clock", "Lantern", "Jack", "Comet", "Echo"),
)
ODD = (
    *("=1+1", "-5", "007", "@home", "O'Neil", 'Дон "Шеф"', "Анна, Мария", "Кот\u200dи\u200dПёс"),
    *("<b>Bold</b>", "'=x", "null", "Тур 1", "Ё" * 60, "A&B", "№ 7", "🎩 Hat", "Й\u0306э"),
    *("\\n", "100%", "{name}", "Łódź", "ß", "ﬁ", "#1", "name", "Zażółć", "ع"),
)
"""Names that have broken programs: formulas, quotes, marks of HTML, numbers, rare letters."""

TEAMS = (
    *("Кедровая шишка", "Северное сияние", "Морошка", "Стерхи", "Ночной рейс", "Две ладьи"),
    *("Попутный ветер", "Минус сорок", "Red Herrings", "Third Circle", "Last Word", "=Team"),
)
CLUBS = ("Чёрная роза", "Полночь", "Noir", "Первый круг", "Гавань")


def names_of(dice: Dice, many: int, taken: Sequence[str] = ()) -> list[str]:
    """Give so many names, all different also to readers who tell no case and no look-alikes."""
    found: list[str] = []
    known = {name.casefold() for name in taken}
    odd = 0.1 if dice.chance(0.3) else 0.0
    while len(found) < many:
        name = dice.of(ODD) if dice.chance(odd) else f"{dice.of(FIRST)} {dice.of(LAST)}"
        if name.casefold() in known:
            name = f"{name} {len(known) + len(taken) + 1}"
        if name.casefold() not in known:
            known.add(name.casefold())
            found.append(name)
    return found


def people_of(seed: int, shape: Shape, order: Order) -> Roster:
    """Draw everybody who begins, and what is asked for them."""
    dice = Dice.at(seed, PEOPLE)
    parts = shape.divisions or (None,)
    many = shape.players * len(parts)
    names = names_of(dice, many)
    teams = _teams(dice, many, shape.team_size)
    if shape.game == "shapka":
        names = [f"{team} {index % shape.team_size + 1}" for index, team in enumerate(teams)]
    clubs = CLUBS[: dice.number(1, len(CLUBS))] if dice.chance(0.5) else ()
    rated = dice.chance(0.5)
    entrants = tuple(
        Entrant(
            id=f"p{index + 1}",
            name=name,
            team=teams[index],
            division=parts[index // shape.players],
            club=dice.of(clubs) if clubs else None,
            rating=float(dice.number(800, 2400)) if rated else None,
        )
        for index, name in enumerate(names)
    )
    roster = Roster(entrants=entrants, divided=bool(shape.divisions))
    roster = _absent(dice, roster, shape, order)
    roster = _wishes(dice, roster, order, shape)
    return _judged(dice, roster, shape, order)


def _teams(dice: Dice, many: int, size: int) -> list[str | None]:
    if size == 1:
        return [None] * many
    count = -(-many // size)
    named = [TEAMS[i] if i < len(TEAMS) else f"Команда {i + 1}" for i in range(count)]
    order = dice.some(named, count)
    return [order[index // size] for index in range(many)]


def _absent(dice: Dice, roster: Roster, shape: Shape, order: Order) -> Roster:
    """Let some miss some rounds; where nothing else is ordered, in Shapka nobody does."""
    if shape.game == "shapka" and order.absent is None:
        return roster
    share = dice.share(order.absent, 0.15)
    people = list(roster.entrants)
    for index in dice.some(range(len(people)), dice.many(share, len(people))):
        most = max(shape.rounds // 3, 1)
        missed = dice.some(range(shape.rounds), dice.number(1, most))
        people[index] = replace(people[index], absent=frozenset(missed))
    return replace(roster, entrants=tuple(people))


def _wishes(dice: Dice, roster: Roster, order: Order, shape: Shape) -> Roster:
    """Keep some apart from others, and some rather so; team-mates need no such wish."""
    people = range(len(roster.entrants))
    apart = dice.many(dice.share(order.apart, 0.15, often=0.4), len(people))
    avoid = dice.many(dice.share(order.avoid, 0.15, often=0.4), len(people))
    if shape.game == "shapka":
        apart = 0 if order.apart is None else apart
    pairs = [
        (one, other)
        for one, other in combinations(people, 2)
        if roster.entrants[one].team is None
        or roster.entrants[one].team != roster.entrants[other].team
    ]
    drawn = dice.some(pairs, apart + avoid)
    return replace(roster, apart=tuple(sorted(drawn[:apart])), avoid=tuple(sorted(drawn[apart:])))


def _judged(dice: Dice, roster: Roster, shape: Shape, order: Order) -> Roster:
    tables = shape.tables * max(len(shape.divisions), 1)
    if order.judges is not None:
        many = dice.number(*order.judges)
    else:
        many = dice.number(tables, tables + 2) if dice.chance(0.4) else 0
    taken = [entrant.name for entrant in roster.entrants]
    own = dice.some(range(tables), dice.number(0, tables) if dice.chance(0.3) else 0)
    judges = []
    for number, name in enumerate(names_of(dice, many, taken)):
        kin = dice.some(range(len(taken)), dice.number(0, 2) if dice.chance(0.3) else 0)
        table = own[number] if number < len(own) else None
        judges.append(Judge(name=name, table=table, barred=tuple(sorted(kin))))
    return replace(roster, judges=tuple(judges))
