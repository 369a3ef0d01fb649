"""Every reader of mafsim: right files of its kind, and what is done with what it reads."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xlsxwriter

from mafsim.agents import cast
from mafsim.errors import MafsimError, UsageError
from mafsim.files import (
    Results,
    is_results,
    parse_apart,
    parse_judges,
    parse_plan,
    parse_results,
    parse_roster,
    plan_text,
    results_text,
)
from mafsim.files.population import read_population
from mafsim.pairing.check import document, examine
from mafsim.regulations import Regulation, describe, load, names, set_values, source
from mafsim.regulations.load import check_file
from mafsim.simulate import Counted, aim, candidates, opened
from mafsim.standings import standings
from mafsim.tournament.world import read_world
from mafsim.words import LANGUAGES, say
from tests.fuzz.mutation import Source

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
FOREIGN = ROOT / "tests" / "files" / "foreign"

ROSTER_CSV = (
    "имя;команда;врозь;избегает;отсутствует;возраст;рейтинг;заявка;стол;клуб\n"
    'Ёжик;Лес;"Щука;Рак";;1-3;25;1500,5;31.03.2024 12:30;2;Север\n'
    "Щука;Лес;;Рак;;;;2024-03-01;;\nРак;Река;;;2;;;;;Юг\nСом;Река;;;;40;;;;\n"
)
ROSTER = parse_roster(ROSTER_CSV.encode(), file="r.csv")
_TEN = ["Ёжик", "Щука", "Рак", "Сом", "Лис", "Волк", "Лось", "Крот", "Дрозд", "Чиж"]
_PLAYED = [[(2 * r * t + s) % 10 for s in range(10)] for r in range(2) for t in range(1)]
PLAN_CSV = "тур;стол;место;игрок\n" + "".join(
    f"{r + 1};1;{seat + 1};{_TEN[who]}\n"
    for r, row in enumerate(_PLAYED)
    for seat, who in enumerate(row)
)
PLAN_IDS_CSV = "round,table,seat,player\n1,1,1,Ёжик\n1,1,10,Щука\n3,2,4,Рак\n3,2,5,Сом\n"
SHAPKA_CSV = "тур,стол,место,игрок,команда\n" + "".join(
    f"1,{t + 1},{s + 1},Пара {3 * t + s},Клуб {s}\n" for t in range(2) for s in range(3)
)


def _own(csv: str, **changes: Any) -> bytes:
    plan = parse_plan(csv.encode(), file="p.csv")
    return plan_text(plan.with_(**changes)).encode()


def _demanding() -> bytes:
    """Give a plan file that has every kind of demand."""
    told = json.loads(_own(PLAN_CSV))
    one, two, three = (entrant["id"] for entrant in told["entrants"][:3])
    told["demands"] |= {
        "apart": [[one, two]],
        "avoid": [[two, three]],
        "absent": {one: [3]},
        "pins": {two: 1},
        "judges": [{"name": "Судья", "table": 1, "not": [three]}],
        "bans": [{"entrant": one, "table": 2, "rounds": [1]}],
        "joined": {three: 2},
        "left": {two: 3},
        "frozen": 1,
    }
    told["rounds"][0]["tables"][0]["judge"] = "Судья"
    return json.dumps(told, ensure_ascii=False).encode()


ROLES = ("мирный", "мирный", "шериф", "мафия", "дон", "мафия", *["мирный"] * 4)
RESULTS_CSV = (
    "тур;стол;место;имя;роль;результат;выбыл;лучший ход;лучший игрок;доп;штраф;причина;протест;фолы\n"
    + "".join(
        f"1;1;{seat};И{seat};{role};красные;"
        f"{'ночь 1;4,5,6;;;;;;' if seat == 1 else ';;1;0,3;0,5;спор;подан;2'}\n"
        for seat, role in enumerate(ROLES, start=1)
    )
)
SHAPKA_RESULTS = (
    "stage,round,table,name,team,words_1_1,words_1_2,words_2_1,words_2_2,penalties\n"
    + ("".join(f"1,1,{t},P{t}{s},T{s},{s + 3},2,0,1,{s}\n" for t in (1, 2) for s in range(3)))
)
SHAPKA_JSON = json.dumps(
    {
        "format": "mafsim-results",
        "version": 1,
        "rows": [
            {
                "round": 1,
                "table": 1,
                "name": f"П{i}",
                "team": f"К{i}",
                "words_1_1": 3,
                "penalties": i,
            }
            for i in range(3)
        ],
    },
    ensure_ascii=False,
)
_PERSON = {
    "id": 1,
    "name": "Ann",
    "role": "don",
    "death": {"type": "night", "round": 1},
    "bonus": 0.3,
}
FIRST_SHAPE = [
    {
        "players": [
            {
                "id": i,
                "name": n,
                **({"role": r} if r else {}),
                **({"legacy": [4, 5, 6]} if not i else {}),
            }
            | (
                {"death": {"type": "night" if not i else "day", "round": 1}}
                if i < 2
                else {"bonus": 0.3}
            )
            for i, (n, r) in enumerate(
                zip(_TEN, ("", "", "sheriff", "maf", "don", "maf", "", "", "", ""), strict=True)
            )
        ],
        "winner": "civ",
        "round": 1,
        "tableNum": 1,
    }
]
SECOND_SHAPE = {
    "game": [
        {
            "tableNum": 1,
            "table": [
                {"place": i + 1, "login": n, "role": r, "points": 0.3}
                for i, (n, r) in enumerate(zip(_TEN, ROLES, strict=True))
            ],
            "win": "red",
            "round": 1,
        }
    ]
}
PASTED = "Список:\n1. Ёжик — Лес\n2️⃣ Щука — Лес\n• Рак (поздно)\n4.\n+ Сом\n"
ROSTER_JSON = json.dumps(
    [
        {"name": "Ёжик", "apart": ["Щука"], "absent": [1], "age": 3, "team": "Лес"},
        "Щука",
        {"name": "Рак", "rating": 5},
    ],
    ensure_ascii=False,
)
PAIRS_CSV = "name,pair,team,age,leader,captain\nАня,Утро,Лес,14,1,\nБоря,Утро,Лес,15,,1\nВера,Вечер,Лес,,,\n"
JUDGES_CSV = 'name;table;not\nСудья А;1;"Ёжик;Щука"\nСудья Б;2;\nСудья В;;Рак\n'
APART = "Ёжик;Щука\nРак, Сом\nЩука\tСом\n"
POPULATION = """kind = "human"
[[levels]]
skill = 1.0
share = 0.5
[[levels]]
skill = -1
share = 2
[parameters.strength]
mean = 0.4
by_skill = 0.1
spread = 0.05
[clubs]
number = 4
[teams]
together = "club"
"""
POPULATION_2 = 'skill = 0.5\n[clubs]\nnumber = 3\nshare = 0.25\n[teams]\ntogether = "mixed"\n'
REGULATION = (EXAMPLES / "club.toml").read_bytes()
UGRA, TOGLIATTI, PLAIN = load("ugra-2021"), load("togliatti-2014"), load("plain")


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads what somebody wrote."""

    read: Callable[[bytes], Iterable[str]]
    """Read an input and use what was read; give what a person is told of it."""
    source: Source
    wanted: int = 200_000
    """How many inputs `make fuzz` tries."""


def told(error: MafsimError) -> list[str]:
    """Give what is told of an error, in each language."""
    return [error.sentence(lang) for lang in LANGUAGES]


def warned(warnings: Iterable[tuple[str, dict[str, Any]]]) -> list[str]:
    """Give what is told of warnings, in each language."""
    return [say(lang, f"warning.{key}", **fields) for key, fields in warnings for lang in LANGUAGES]


def _roster(data: bytes) -> list[str]:
    return warned(parse_roster(data, file="r").warnings)


def _plan(data: bytes) -> list[str]:
    """Read a plan, check it, and write it again: what was written is read as the same plan."""
    plan = parse_plan(data, file="p")
    sentences = warned(plan.roster.warnings)
    with contextlib.suppress(MafsimError):
        parse_plan(data, file="p", roster=ROSTER)
    findings = examine(plan)
    sentences += [
        violation.sentence(plan, lang)
        for violation in findings.violations[:20]
        for lang in LANGUAGES
    ]
    document(plan, findings)
    _refuse_other(plan_text(plan))
    return sentences


def _refuse_other(text: str) -> None:
    again = plan_text(parse_plan(text.encode(), file="p.json"))
    assert again == text, "a plan that was written is read as another one"


def _results_of(*regulations: Regulation | None) -> Callable[[bytes], list[str]]:
    """Give a reader of results under one of some regulations, which also ranks what it has read."""

    def read(data: bytes) -> list[str]:
        is_results(data, file="r")
        return _results(data, regulations[zlib.crc32(data) % len(regulations)])

    return read


def _results(data: bytes, regulation: Regulation | None) -> list[str]:
    read = parse_results(data, regulation, file="r", lenient=True)
    sentences = [s for fault in read.faults[:20] for s in told(fault)] + warned(read.warnings)
    if regulation is not None and len(read.games):
        standings(read.games, regulation, by="player")
    if not read.faults and len(read.games):
        _refuse_other_games(read)
    return sentences


def _refuse_other_games(read: Results) -> None:
    text = results_text(read.games)
    again = results_text(parse_results(text.encode(), file="r.json").games)
    assert again == text, "results that were written are read as others"


class _Files:
    """A folder in memory for what is read by its path alone."""

    folder: Path | None = None

    def put(self, name: str, data: bytes) -> Path:
        """Write a file."""
        if self.folder is None:
            memory = Path("/dev/shm")
            self.folder = Path(
                tempfile.mkdtemp(prefix="fuzz-", dir=memory if memory.is_dir() else None)
            )
        path = self.folder / name
        path.write_bytes(data)
        return path

    def clear(self) -> None:
        """Remove the folder."""
        if self.folder is not None:
            for path in self.folder.iterdir():
                path.unlink()
            self.folder.rmdir()
            self.folder = None


FILES = _Files()


def _regulation(data: bytes) -> list[str]:
    regulation = check_file(FILES.put("r.toml", data))
    describe(regulation)
    return [regulation.name, regulation.digest]


def _set(data: bytes) -> list[str]:
    set_values(PLAIN, data.decode("utf-8", "surrogateescape").split("\n"))
    return []


def _variant(data: bytes) -> list[str]:
    candidates([PLAIN], data.decode("utf-8", "surrogateescape").split("\n"))
    return []


def _agents(data: bytes) -> list[str]:
    text = data.decode("utf-8", "surrogateescape")
    _refuse_modules(text)
    return [player.name for player in cast(text, 10)]


def _refuse_modules(text: str) -> None:
    """Import no module that chance has named: that would run it, as is promised."""
    if re.search(r":[^=:]*(?:\+|$|:)", text):
        raise UsageError("agents.form", text=text)


def _population(data: bytes) -> list[str]:
    read_population(str(FILES.put("p.toml", data)))
    return []


def _world(data: bytes) -> list[str]:
    read_world(str(FILES.put("w.toml", data)))
    return []


def _until(data: bytes) -> list[str]:
    aim(data.decode("utf-8", "surrogateescape"))
    return []


def _judges(data: bytes) -> list[str]:
    return warned(parse_judges(data, ROSTER, file="j").warnings)


def _apart(data: bytes) -> list[str]:
    return warned(parse_apart(data, ROSTER, file="a").warnings)


def _block(data: bytes) -> list[str]:
    """Go on with a simulation whose folder somebody has changed."""
    what = FILES.put("simulation.json", b'{"format": "mafsim-simulation", "version": 1, "seed": 0}')
    if b"counted" in data:
        FILES.put("block-000000000-4.json", data)
    else:
        FILES.put("block-000000000-4.json", b"").unlink()
        FILES.put("simulation.json", data)
    with opened(what.parent, {"seed": 0}) as store:
        store.find(0, 4)
    return []


def _sheet(data: bytes) -> list[str]:
    sentences: list[str] = []
    for read in (_roster, _plan_alone, _results_of(None, UGRA), _judges):
        try:
            sentences += read(data)
        except MafsimError as error:
            sentences += told(error)
    return sentences


def _plan_alone(data: bytes) -> list[str]:
    return warned(parse_plan(data, file="p").roster.warnings)


def _workbook(*tables: str) -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        for table in tables:
            sheet = book.add_worksheet()
            for row, line in enumerate(table.splitlines()):
                sheet.write_row(row, 0, [_number(cell) for cell in line.split(";")])
    return content.getvalue()


def _number(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell


_CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">
<office:body><office:spreadsheet><table:table table:name="A">
<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>rating</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string">
<text:p>Ёжик</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="3"
 table:number-columns-repeated="2"><text:p>3</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def _ods() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _CONTENT)
    return content.getvalue()


@dataclass(frozen=True, slots=True)
class Sheets(Source):
    """Workbooks of which something inside is spoiled, or the archive itself."""

    def input(self, seed: int, reader: str, number: int) -> bytes:
        """Give the input of that number."""
        if number % 4 == 0:
            return super(Sheets, self).input(seed, reader, number)
        book = self.seeds[number // 4 % len(self.seeds)]
        content = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(content, "w") as new:
            members = [name for name in old.namelist() if not name.startswith("docProps")]
            inner = [
                name for name in members if "sheet" in name or "content" in name or "Str" in name
            ]
            chosen = (inner or members)[number % len(inner or members)]
            if number % 12 == 1:
                chosen = members[number // 12 % len(members)]
            for name in members:
                data = old.read(name)
                if name == chosen:
                    data = Source((data,), self.words).input(seed, f"{reader} {name}", number)
                new.writestr(name, data)
        return content.getvalue()


def _words(*texts: bytes) -> tuple[str, ...]:
    """Give the words of some texts."""
    found = {
        word for text in texts for word in re.findall(r"[\w.]+", text.decode("utf-8", "replace"))
    }
    return tuple(sorted(found))


def _plan_itself(data: bytes) -> object:
    return parse_plan(data, file="p")


def _results_themselves(data: bytes) -> object:
    return parse_results(data, UGRA, file="r", lenient=True)


def _made(
    read: Callable[[bytes], Iterable[str]], *seeds: bytes | str, wanted: int = 200_000
) -> Reader:
    given = tuple(seed.encode() if isinstance(seed, str) else seed for seed in seeds)
    return Reader(read, Source(given, _words(*given)), wanted)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _foreign(kind: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(FOREIGN.glob(f"2*{kind}"))[:2]]


def _schedule() -> str:
    return _json(
        {
            "configuration": {"numPlayers": 10, "numTables": 1, "numRounds": 2, "numGames": 2},
            "rounds": [{"id": r, "gameIds": [r]} for r in range(2)],
            "games": [{"id": r, "players": list(range(10))} for r in range(2)],
            "people": [{"id": i, "name": name} for i, name in enumerate(_TEN)],
        }
    )


SPECS = (
    "human",
    "7*bayes+3*random:nominate=0.5,lift=0.5",
    "5*human:bus=0.3,guard=0.1+5*hunter",
    "2*consigliere+8*scripted",
)
ASSIGNMENTS = (
    "scoring.best_move.three=0.5",
    "stages.1.rounds=5\ntable.size=10",
    "rules.vote.oneself=false\nrules.end.quiet_rounds=4",
    "scoring.outcome.don={win=1, loss=0.5}",
    'ranking.tie_breaks=["wins", "first_killed"]',
    "entry.entrants=30",
)
_RULES = tuple(source(name).encode() for name in names())
_SMALL_RULES = tuple(text for text in _RULES if len(text) < 10_000)


def _kept_block() -> bytes:
    """Give the file of a finished block."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), {"seed": 0}) as store:
        none: Any = {"totals": (), "tables": (), "pairs": ()}
        store.keep(0, 4, Counted(tournaments=4, games=(4,), played=4, **none))
        return next(Path(folder).glob("block-*")).read_bytes()


READERS: dict[str, Reader] = {
    "roster": _made(
        _roster,
        *(ROSTER_CSV, ROSTER_JSON, PASTED, PAIRS_CSV, "name,team\nA,B\nC,D\n"),
        *(
            b"\n".join((EXAMPLES / "togliatti-2014-roster.csv").read_bytes().splitlines()[:20]),
            "Ёжик\nЩука\n",
        ),
    ),
    "plan-table": _made(_plan, PLAN_CSV, PLAN_IDS_CSV, SHAPKA_CSV),
    "plan-json": _made(
        _plan, _own(PLAN_CSV), _own(PLAN_IDS_CSV), _own(SHAPKA_CSV, game="shapka"), _demanding()
    ),
    "plan-foreign": _made(
        _plan,
        _schedule(),
        *_foreign("array.json")[:1],
        *_foreign("federation.txt")[:1],
        "[[[1,2,3],[4,5,6]],[[1,4,5],[2,3,6]]]",
        "".join(
            f"Тур {r}\n" + "".join(f"{s};{s % 10 + 11}\n" for s in range(1, 11)) for r in (1, 2)
        ),
    ),
    "results": _made(
        _results_of(None, UGRA),
        RESULTS_CSV,
        _json(FIRST_SHAPE),
        _json(SECOND_SHAPE),
        results_text(parse_results(RESULTS_CSV.encode(), file="r").games),
    ),
    "results-shapka": _made(_results_of(TOGLIATTI), SHAPKA_RESULTS, SHAPKA_JSON),
    "regulation": _made(_regulation, REGULATION, *_SMALL_RULES),
    "regulation-long": _made(_regulation, *_RULES, wanted=5_000),
    "set": _made(_set, *ASSIGNMENTS, wanted=50_000),
    "variant": _made(
        _variant, "a:scoring.best_move.three=0.5,agents=human", "b:entry.entrants=20", wanted=50_000
    ),
    "agents": _made(_agents, *SPECS),
    "until": _made(_until, "best_wins=0.01", "red_win = 1e-3"),
    "population": _made(_population, POPULATION, POPULATION_2),
    "world": _made(
        _world,
        (ROOT / "mafsim" / "shapka" / "shapka.toml").read_bytes(),
        "[hat]\nwords = 40\n",
        wanted=50_000,
    ),
    "judges": _made(
        _judges, JUDGES_CSV, "name,table,not\nX,1,Рак\n", _json([{"name": "X", "table": 1}])
    ),
    "apart": _made(_apart, APART, "name;apart\nЁжик;Рак\n"),
    "resume": _made(
        _block,
        _kept_block(),
        '{"format": "mafsim-simulation", "version": 1, "seed": 0}',
        wanted=50_000,
    ),
    "spreadsheet": Reader(
        _sheet,
        Sheets(
            (_workbook(ROSTER_CSV), _workbook(PLAN_CSV, RESULTS_CSV), _ods()),
            ("A1", "XFD1048576", "t", "s"),
        ),
        20_000,
    ),
}


ALONE: dict[str, Callable[[bytes], object]] = {
    "plan-table": _plan_itself,
    "results": _results_themselves,
    "spreadsheet": _roster,
}
"""What reads an input once and does nothing more, where the reader above does more with it."""


def alone(name: str) -> Reader:
    """Give a reader that does nothing with what it has read."""
    read = ALONE.get(name)
    if read is None:
        return READERS[name]

    def only(data: bytes) -> list[str]:
        read(data)
        return []

    return Reader(only, READERS[name].source)


def attempt(reader: Reader, data: bytes) -> tuple[str, list[str]]:
    """Read an input; give how that came out, and what a person is told of it."""
    try:
        return "read", list(reader.read(data))
    except MafsimError as error:
        return error.key, told(error)


_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""What steers a terminal, breaks a line, or turns the direction of what follows."""


def wrong_sentence(sentences: Iterable[str]) -> str | None:
    """Give a sentence that must not be printed: of two lines, with unsafe signs, or endless."""
    return next((s for s in sentences if len(s) > 4_000 or _UNSAFE.search(s)), None)
