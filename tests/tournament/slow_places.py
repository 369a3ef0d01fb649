"""Places once more, in plain loops over the rows of a results file and the text of a regulation.

It shares no code with `mafsim.scoring` and `mafsim.standings`, and no array: rows are what a results
file holds, values are those of the TOML text, sums are fractions. Written from the words of the schema.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Row = dict[str, Any]
Rules = Mapping[str, Any]
Key = tuple[Fraction, ...]

BLACK = ("mafia", "don")
AS_ADDITIONAL = ["best_move", "best_player", "additional"]
ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "down": math.floor,
    "up": math.ceil,
    "half_up": lambda number: math.floor(number + Fraction(1, 2)),
    "half_even": round,
}


def exact(value: Any) -> Fraction:
    """Give a number of TOML, or of a row, as the decimal that was written."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    team: str | None
    division: str | None


@dataclass
class Line:
    """One who is ranked: what he has earned, by round and component, and what he has done."""

    name: str
    by: str
    people: list[Person]
    seats: list[tuple[Row, dict[str, Fraction]]] = field(default_factory=list)
    byes: dict[int, Fraction] = field(default_factory=dict)
    away: Fraction = Fraction(0)
    forgiven: Fraction = Fraction(0)
    reached: int = 0

    def component(self, *names: str) -> Fraction:
        total = sum(
            (points.get(name, Fraction(0)) for _, points in self.seats for name in names),
            Fraction(0),
        )
        if "bye" in names:
            total += sum(self.byes.values(), Fraction(0))
        if "penalty" in names:
            total += self.away + self.forgiven
        return total

    @property
    def points(self) -> Fraction:
        own = sum((sum(points.values(), Fraction(0)) for _, points in self.seats), Fraction(0))
        return own + sum(self.byes.values(), Fraction(0)) + self.away + self.forgiven

    @property
    def games(self) -> int:
        return len(self.seats)

    def wins(self, *roles: str) -> Fraction:
        return Fraction(sum(won(row) and row["role"] in roles for row, _ in self.seats))


def won(row: Row) -> bool:
    return bool(row["result"] == ("black" if row["role"] in BLACK else "red"))


def lost(row: Row) -> bool:
    return row["result"] != "draw" and not won(row)


def left(row: Row) -> tuple[str, int]:
    how, _, when = row.get("left", " 0").partition(" ")
    return how, int(when)


def first_killed(table: list[Row], rules: Rules) -> Row | None:
    """Give the row of the first killed: by the shot of night 1, or by whichever was the first."""
    shots = sorted((left(row)[1], row["seat"]) for row in table if left(row)[0] == "night")
    if not shots or (rules["rules"]["first_killed"] == "night_1" and shots[0][0] != 1):
        return None
    return next(row for row in table if row["seat"] == shots[0][1])


def tables_of(rows: Iterable[Row]) -> dict[tuple[int, int], list[Row]]:
    found: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        if "table" in row:
            found.setdefault((row["round"], row["table"]), []).append(row)
    return found


class Event:
    """A regulation's values, the rows that were played under it, and the people."""

    def __init__(self, text: str, rows: list[Row], people: list[Person]) -> None:
        self.rules: Rules = tomllib.loads(text, parse_float=Fraction)
        self.rows, self.people = rows, people
        self.stages: list[Rules] = self.rules["stages"]
        self.number = {stage["name"]: index for index, stage in enumerate(self.stages)}
        self.tables = tables_of(rows)
        self.level = self._levels()

    def _levels(self) -> list[int]:
        entry = self.rules["entry"]
        size, cuts, levels = entry.get("teams", entry["entrants"]), 0, []
        for stage in self.stages:
            if "field" in stage and stage["field"] < size:
                size, cuts = stage["field"], cuts + 1
            levels.append(cuts)
        return levels

    # ---- what a seat brings

    def times(self, stage: int, component: str) -> Fraction:
        usual = (
            "outcome",
            "best_move",
            "best_player",
            "additional",
            "penalty",
            "compensation",
            "words",
        )
        applies = component in self.rules["scoring"].get("multiplier_applies_to", usual)
        return exact(self.stages[stage].get("multiplier", 1)) if applies else Fraction(1)

    def seat(self, row: Row, table: list[Row]) -> dict[str, Fraction]:
        stage = self.number[row["stage"]]
        plain = (
            self._of_shapka(row) if self.rules["game"] == "shapka" else self._of_mafia(row, table)
        )
        return {name: points * self.times(stage, name) for name, points in plain.items()}

    def _of_shapka(self, row: Row) -> dict[str, Fraction]:
        rule = self.rules["scoring"]["shapka"]
        words = sum(row[f"words_{half}_{part}"] for half in (1, 2) for part in (1, 2))
        breaches = row.get("penalties", 0)
        return {"words": words * exact(rule["word"]), "penalty": -breaches * exact(rule["breach"])}

    def _of_mafia(self, row: Row, table: list[Row]) -> dict[str, Fraction]:
        scoring = self.rules["scoring"]
        outcome = scoring["outcome"]
        if row["result"] == "draw":
            result = exact(outcome["draw"])
        else:
            result = exact(outcome[row["role"]].get("win" if won(row) else "loss", 0))
        found = {"outcome": result}
        if "best_move" in scoring:
            found["best_move"] = self._best_move(row, table, scoring["best_move"])
        if "best_player" in scoring:
            found["best_player"] = self._best_player(row, table, scoring["best_player"])
        if "additional" in scoring:
            found["additional"] = exact(row.get("additional", 0))
        if "penalties" in scoring:
            found["penalty"] = -exact(row.get("penalty", 0))
        if "disqualification" in scoring:
            found["disqualification"] = self._disqualification(row, scoring["disqualification"])
        if "compensation" in scoring:
            found["compensation"] = self._compensation(row, table, scoring["compensation"])
        return found

    def _best_move(self, row: Row, table: list[Row], rule: Rules) -> Fraction:
        if first_killed(table, self.rules) is not row or "best_move" not in row:
            return Fraction(0)
        if row["role"] in BLACK and rule["entitled"] == "red":
            return Fraction(0)
        if sum(left(each) == ("vote", 1) for each in table) > rule.get("voted_out_at_most", 30):
            return Fraction(0)
        removed = any(left(each)[0] == "foul" and left(each)[1] <= 1 for each in table)
        if removed and not rule["after_removal"]:
            return Fraction(0)
        black = sum(each["role"] in BLACK for each in table if each["seat"] in row["best_move"])
        names = {0: [], 1: ["one"], 2: ["two"], 3: ["three"]}[black]
        if row["role"] == "sheriff" and black >= 2:
            names = [f"sheriff_{names[0]}", *names]
        return next((exact(rule[name]) for name in names if name in rule), Fraction(0))

    def _best_player(self, row: Row, table: list[Row], rule: Rules) -> Fraction:
        named = sum(bool(each.get("best_player")) for each in table)
        any_side = rule["side"] == "any" or (rule["side"] == "winner_if_shared" and named == 1)
        if not row.get("best_player") or not (any_side or won(row)):
            return Fraction(0)
        points = exact(rule["points"])
        if not rule.get("shared", False):
            return points
        return Fraction(ROUNDED[rule["rounding"]](points * 1000 / named), 1000)

    def _disqualification(self, row: Row, rule: Rules) -> Fraction:
        removed = bool(row.get("disqualified"))
        if rule["fourth_foul"]:
            removed = removed or left(row)[0] == "foul"
            removed = removed or row.get("fouls", 0) >= self.rules["rules"]["fouls"]["removed_at"]
        return -exact(rule["points"]) if removed else Fraction(0)

    def _compensation(self, row: Row, table: list[Row], rule: Rules) -> Fraction:
        if not self._is_night(row, table) or not lost(row):
            return Fraction(0)
        own_stage = rule["distance"] == "stage"
        nights = 0
        for game in self.tables.values():
            for each in game:
                here = each["name"] == row["name"] and self._is_night(each, game)
                here = here and (not own_stage or each["stage"] == row["stage"])
                nights += here and (rule["nights"] == "all" or lost(each))
        stages = [stage for stage in self.stages if not own_stage or stage["name"] == row["stage"]]
        games = sum(stage["rounds"] for stage in stages)
        if games < rule["fewest_games"]:
            return Fraction(0)
        most = exact(rule["most"])
        share = max(ROUNDED[rule["share_rounding"]](exact(rule["share"]) * games), 1)
        grid = 10 ** rule["places"]
        quotient = Fraction(
            ROUNDED[rule["rounding"]](min(nights * most / share, most) * grid), grid
        )
        return min(quotient, most)

    def _is_night(self, row: Row, table: list[Row]) -> bool:
        return row["role"] not in BLACK and first_killed(table, self.rules) is row

    # ---- whose it is

    def lines(self, by: str) -> list[Line]:
        lines = self._units(by)
        for _, table in sorted(self.tables.items()):
            for row in sorted(table, key=lambda each: each.get("seat", 0)):
                points = self.seat(row, table)
                for name in self._holders(row, by):
                    if name in lines:
                        lines[name].seats.append((row, points))
        for line in lines.values():
            line.reached = max(
                (self.level[self.number[row["stage"]]] for row, _ in line.seats), default=0
            )
        for line in lines.values():
            self._reckon(line)
        return list(lines.values())

    def _units(self, by: str) -> dict[str, Line]:
        if by == "team":
            teams: dict[str, Line] = {}
            for person in self.people:
                if person.team is not None:
                    teams.setdefault(person.team, Line(person.team, by, [])).people.append(person)
            return teams
        in_for_others = {row["name"] for row in self.rows if "replaces" in row}
        for_himself = {row["name"] for row in self.rows if "name" in row and "replaces" not in row}
        ranked = [
            person
            for person in self.people
            if self.rules["ranking"].get("substitutes") == "own"
            or person.name not in in_for_others - for_himself
        ]
        return {person.name: Line(person.name, by, [person]) for person in ranked}

    def _holders(self, row: Row, by: str) -> Iterator[str]:
        team = {person.name: person.team for person in self.people}
        rule = self.rules["ranking"].get("substitutes", "team")
        stage = self.stages[self.number[row["stage"]]]
        if by == "team":
            if "replaces" in row:
                yield from [] if rule == "unranked" else [team[row["replaces"]] or ""]
            else:
                yield team[row["name"]] or ""
            return
        credit = stage.get("credit", "both") if "seated_per_team" in stage else None
        if credit != "team" and ("replaces" not in row or rule == "own"):
            yield row["name"]
        if credit == "both" and "adviser" in row:
            yield row["adviser"]

    # ---- what of it counts

    def _reckon(self, line: Line) -> None:
        last = max(self.number[row["stage"]] for row in self.rows)
        mine = [n for n in range(last + 1) if self.level[n] <= line.reached]
        anew = [n for n in mine if not self.stages[n].get("carry", True)]
        begin = anew[-1] if anew else 0
        everything = list(line.seats)
        line.seats = [each for each in line.seats if self.number[each[0]["stage"]] >= begin]
        if self.rules["game"] == "shapka":
            self._breaches(line, everything, begin)
            return
        self._byes(line)
        best = self.rules["ranking"].get("best_rounds")
        if best is not None:
            rounds = sorted({row["round"] for row in self.rows})
            total = dict.fromkeys(range(1, max(rounds) + 1), Fraction(0))
            for row, points in line.seats:
                total[row["round"]] += sum(points.values(), Fraction(0))
            for round_, points_of_bye in line.byes.items():
                total[round_] += points_of_bye
            kept = sorted(total, key=lambda round_: (-total[round_], round_))[:best]
            line.seats = [each for each in line.seats if each[0]["round"] in kept]
            line.byes = {round_: points for round_, points in line.byes.items() if round_ in kept}

    def _byes(self, line: Line) -> None:
        each = exact(self.rules["scoring"].get("bye", 0))
        for round_ in sorted({row["round"] for row in self.rows}) if each else ():
            of_round = [row for row in self.rows if row["round"] == round_]
            stage = self.number[of_round[0]["stage"]]
            playing = {row["name"] for row in of_round}
            if self.stages[stage].get("credit", "both") == "both":
                playing |= {row["adviser"] for row in of_round if "adviser" in row}
            if line.reached >= self.level[stage]:
                resting = [person for person in line.people if person.name not in playing]
                line.byes[round_] = len(resting) * each * self.times(stage, "bye")

    def _breaches(
        self, line: Line, everything: list[tuple[Row, dict[str, Fraction]]], begin: int
    ) -> None:
        rule = self.rules["scoring"]["shapka"]
        each = exact(rule["breach"])
        away: dict[int, Fraction] = dict.fromkeys(range(len(self.stages)), Fraction(0))
        for row in self.rows:
            if "table" not in row and line.by == "team" and row["team"] == line.name:
                away[self.number[row["stage"]]] -= row["penalties"] * each
        if rule["breach_counts"] == "event":
            counted = sum((points["penalty"] for _, points in line.seats), Fraction(0))
            line.away = (
                sum(away.values())
                + sum((p["penalty"] for _, p in everything), Fraction(0))
                - counted
            )
            results = [line.points]
        else:
            away = {stage: points * (stage >= begin) for stage, points in away.items()}
            line.away = sum(away.values(), Fraction(0))
            results = []
            for stage, points in away.items():
                own = (
                    sum(p.values()) for row, p in line.seats if self.number[row["stage"]] == stage
                )
                results.append(sum(own, Fraction(0)) + points)
        if not rule["below_zero"]:
            line.forgiven = sum((-min(result, Fraction(0)) for result in results), Fraction(0))

    # ---- what is compared

    def keys(self, by: str) -> dict[str, tuple[Fraction, Key]]:
        """Give for each who is ranked his points, and all that is compared but the lot."""
        ranking = self.rules["ranking"]
        lines = self.lines(by)
        members = {line.name: line for line in self.lines("player")} if by == "team" else {}
        names = ranking["tie_breaks"]
        if by == "player":
            names = ranking.get("player_tie_breaks", names)
        found = {}
        for line in lines:
            earned = line
            if by == "team" and ranking["team"] == "best":
                own = [members[person.name] for person in line.people if person.name in members]
                earned = max(own, key=self._worth)
            key = [Fraction(line.reached)] if ranking["later_stages_first"] else []
            key += self._worth(earned)
            key += [self._compared(name, line) for name in names if name != "lot"]
            found[line.name] = (earned.points, tuple(key))
        return found

    def _worth(self, line: Line) -> list[Fraction]:
        if self.rules["ranking"].get("points", "sum") == "sum":
            return [line.points]
        return [Fraction(line.games > 0), line.points / (line.games or 1)]

    def _compared(self, name: str, line: Line) -> Fraction:
        match name:
            case "wins":
                return line.wins("civilian", "sheriff", "mafia", "don")
            case "wins_as_don" | "wins_as_sheriff" | "wins_as_mafia":
                return line.wins(name.removeprefix("wins_as_"))
            case "wins_as_don_or_sheriff":
                return line.wins("don", "sheriff")
            case "best_player":
                has = "best_player" in self.rules["scoring"]
                return Fraction(sum(has and bool(row.get("best_player")) for row, _ in line.seats))
            case "additional":
                return line.component(
                    *self.rules["scoring"].get("counted_as_additional", AS_ADDITIONAL)
                )
            case "best_move":
                return line.component("best_move")
            case "first_killed":
                games = ((row, self.tables[row["round"], row["table"]]) for row, _ in line.seats)
                return Fraction(sum(first_killed(table, self.rules) is row for row, table in games))
            case "penalties":
                return line.component("penalty", "disqualification") - line.forgiven
            case "words_half_1" | "words_half_2":
                half = name[-1]
                return Fraction(
                    sum(row[f"words_{half}_1"] + row[f"words_{half}_2"] for row, _ in line.seats)
                )
        raise ValueError(name)
