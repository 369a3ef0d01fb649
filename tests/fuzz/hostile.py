"""Files that somebody has made to take time or memory, each of about a megabyte."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator

from tests.fuzz.readers import RESULTS_CSV, ROLES

MB = 1_000_000
Make = Callable[[], bytes]


def _filled(head: str, line: Callable[[int], str], size: int = MB) -> bytes:
    """Give a head and as many lines as fit."""
    lines, length, number = [head], len(head), 0
    while length < size:
        text = line(number)
        lines.append(text)
        length += len(text.encode())
        number += 1
    return "".join(lines).encode()


def _json(head: str, item: Callable[[int], str], tail: str, size: int = MB) -> bytes:
    return _filled(head, lambda i: ("," if i else "") + item(i), size) + tail.encode()


def _deep(opening: str, closing: str, depth: int) -> bytes:
    return (opening * depth + closing * depth).encode()


ANY: dict[str, Make] = {
    "lists 10,000 deep": lambda: _deep("[", "]", 10_000),
    "objects 10,000 deep": lambda: _deep('{"rounds":', "}", 10_000),
    "lists half a million deep": lambda: _deep("[", "]", MB // 2),
    "brackets without end": lambda: b"[" * MB,
    "a million of nothing": lambda: b"\x00" * MB,
    "a million spaces": lambda: b" " * MB,
    "a million lines": lambda: b"\n" * MB,
    "a million returns": lambda: b"\r" * MB,
    "a million separators": lambda: b";" * MB,
    "a million quotation marks": lambda: b'"' * MB,
    "a quotation without end": lambda: b'name;team\n"' + b"a" * MB,
    "a million commas in JSON": lambda: b"[" + b"," * MB,
    "a number of a million digits": lambda: b'[{"name": ' + b"9" * MB + b"}]",
    "numbers beyond all": lambda: _json(
        '[{"name":"A","rating":1},', lambda i: '{"rating":1e999}', "]"
    ),
    "one name of a megabyte": lambda: b"name\n" + b"a" * MB,
    "one name of ten megabytes": lambda: b"name\n" + b"a" * (10 * MB),
    "one sign with a million accents": ("name\na" + "\u0301\u0316" * (MB // 4)).encode,
    "one line of accents": ("\u0316\u0301" * (MB // 4)).encode,
    "halves of surrogates": lambda: b'["' + b"\\ud800" * (MB // 6) + b'"]',
    "surrogates in UTF-8": lambda: b"\xed\xa0\x80" * (MB // 3),
    "a million players": lambda: b"name\n" + b"\n".join(b"%d" % i for i in range(MB)),
    "people as lines": lambda: _filled("", lambda i: f"Player {i}\n"),
    "people as a chat": lambda: _filled("List:\n", lambda i: f"{i + 1}. Player {i} - Team {i}\n"),
    "people in JSON": lambda: _json("[", lambda i: f'{{"name":"P{i}","team":"T{i}"}}', "]"),
    "a hundred thousand columns": lambda: _filled("name", lambda i: f";c{i}"),
    "columns that are almost right": lambda: _filled("name", lambda i: f";nane{i % 7}x", 1500),
    "an object of a hundred thousand keys": lambda: _json("{", lambda i: f'"k{i}":1', "}"),
    "objects of unknown keys": lambda: _json("[", lambda i: f'{{"kez{i}":1}}', "]"),
    "objects of nothing": lambda: _json("[", lambda i: "{}", "]"),
    "one object of a key twice": lambda: _json('{"a":0', lambda i: '"a":1', "}"),
    "text in UTF-16": lambda: (
        _filled("name\n", lambda i: f"Ёж {i}\n", MB // 2).decode().encode("utf-16")
    ),
    "almost UTF-8": lambda: _filled("имя\n", lambda i: f"Ёж{i}\n") + b"\xff",
    "bytes of all kinds": lambda: bytes(range(256)) * (MB // 256),
}

ROSTER: dict[str, Make] = {
    "everybody apart from everybody": lambda: _filled(
        "name;apart\n" + "".join(f"P{i}\n" for i in range(4000)),
        lambda i: f"Q{i};P{i};P{i + 1};P{i + 2}\n",
    ),
    "pairs without end": lambda: _filled(
        "name;apart\nP0\n", lambda i: f'P{i + 1};"P{i};P0;P{i // 2}"\n', MB // 8
    ),
    "apart from people nobody knows": lambda: _filled(
        "name;apart\n", lambda i: f"Player {i};Plaier {i}\n", MB // 8
    ),
    "all the same": lambda: _filled("name\n", lambda i: "Player\n"),
    "absent all the time": lambda: _filled("name;absent\n", lambda i: f"P{i};1-1000\n", MB // 16),
    "ratings": lambda: _filled("name;rating\n", lambda i: f"P{i};{i}.{i}\n", MB // 16),
    "wrong ages": lambda: _filled("name;age\n", lambda i: f"P{i};x{i}\n", MB // 16),
}

PLAN: dict[str, Make] = {
    "a new person in every seat": lambda: _filled(
        "round;table;seat;player\n", lambda i: f"{i // 10 % 900 + 1};1;{i % 10 + 1};P{i % 5000}\n"
    ),
    "nobody knows anybody": lambda: _filled(
        "round;table;seat;player\n", lambda i: f"1;{i // 10 + 1};{i % 10 + 1};Player {i}\n", MB // 8
    ),
    "far apart": lambda: b"round;table;seat;player\n1;1;1;A\n1000;1000;10;B\n",
    "many tables": lambda: _filled(
        "round;table;seat;player\n",
        lambda i: f"{i % 1000 + 1};{i // 10 % 1000 + 1};{i % 10 + 1};P{i % 99}\n",
    ),
    "one seat taken again and again": lambda: _filled(
        "round;table;seat;player\n", lambda i: f"1;1;1;P{i}\n"
    ),
    "a table of thousands": lambda: _filled("round;table;player\n", lambda i: f"1;1;P{i}\n"),
    "rounds of the federation": lambda: _filled("", lambda i: f"Тур {i + 1}\n" + "1;2\n3;4\n" * 10),
    "numbers as lines": lambda: _filled("", lambda i: f"{i};{i + 1}\n"),
    "a cube": lambda: _json(
        "[", lambda i: f"[[{','.join(str((i + k) % 4000) for k in range(10))}]]", "]"
    ),
    "a flat cube": lambda: _json("[[[", str, "]]]"),
    "a schedule": (
        '{"rounds":['
        + ",".join(f'{{"id":{i},"gameIds":[{i}]}}' for i in range(900))
        + '],"games":['
        + ",".join(f'{{"id":{i},"players":[{",".join(map(str, range(90)))}]}}' for i in range(3000))
        + "]}"
    ).encode,
    "rounds of one game": lambda: _json(
        '{"games":[],"rounds":[', lambda i: f'{{"id":{i},"gameIds":[]}}', "]}"
    ),
    "a plan of many people": lambda: _json(
        '{"format":"mafsim-plan","version":1,"rounds":[{"round":1,"tables":[]}],"entrants":[',
        lambda i: f'{{"id":"p{i}","name":"P{i}"}}',
        "]}",
    ),
    "a plan of many demands": lambda: _json(
        '{"format":"mafsim-plan","version":1,"rounds":[{"round":1,"tables":[{"table":1,"seats":["a"]}]}],'
        '"entrants":[{"id":"a","name":"A"},{"id":"b","name":"B"}],"demands":{"apart":[',
        lambda i: '["a","b"]',
        "]}}",
    ),
    "a plan of many bans": lambda: _json(
        '{"format":"mafsim-plan","version":1,"rounds":[{"round":1,"tables":[{"table":1,"seats":["a"]}]}],'
        '"entrants":[{"id":"a","name":"A"},{"id":"b","name":"B"}],"demands":{"bans":[',
        lambda i: f'{{"entrant":"a","table":{i % 1000 + 1}}}',
        "]}}",
    ),
    "a plan of many judges": lambda: _json(
        '{"format":"mafsim-plan","version":1,"rounds":[{"round":1,"tables":[{"table":1,"seats":["a"]}]}],'
        '"entrants":[{"id":"a","name":"A"},{"id":"b","name":"B"}],"demands":{"judges":[',
        lambda i: f'{{"name":"J{i}","table":{i % 1000 + 1}}}',
        "]}}",
    ),
    "a plan with a deep certificate": lambda: (
        b'{"format":"mafsim-plan","version":1,"certificate":' + _deep('{"a":', "}", 60) + b"}"
    ),
}


def _game(number: int, name: Callable[[int], str], role: Callable[[int], str]) -> str:
    return "".join(
        f"{number // 50 + 1};{number % 50 + 1};{seat + 1};{name(10 * number + seat)};{role(seat)};"
        "красные;;;;;;;;\n"
        for seat in range(10)
    )


_HEAD = RESULTS_CSV.split("\n", 1)[0] + "\n"
RESULTS: dict[str, Make] = {
    "a new name in every row": lambda: _filled(
        _HEAD, lambda i: _game(i, lambda n: f"Player {n}", ROLES.__getitem__)
    ),
    "names that look alike": lambda: _filled(
        _HEAD, lambda i: _game(i, lambda n: f"Алекса{'ндр' * (n % 3)}{n % 400}", ROLES.__getitem__)
    ),
    "wrong roles": lambda: _filled(
        _HEAD, lambda i: _game(i, lambda n: f"P{n % 50}", lambda s: "шерифф")
    ),
    "wrong results": lambda: _filled(
        _HEAD, lambda i: f"{i // 50 + 1};{i % 50 + 1};1;P{i};дон;краснае;ноч 1;4,5;x;y;z;;;\n"
    ),
    "one seat again and again": lambda: _filled(_HEAD, lambda i: "1;1;1;A;дон;красные;;;;;;;;\n"),
    "one name again and again": lambda: _filled(
        _HEAD, lambda i: _game(i, lambda n: "A", ROLES.__getitem__)
    ),
    "penalties away from a table": lambda: _filled(
        "stage,team,penalties,words_1_1\n", lambda i: f"1,T{i},1,\n"
    ),
    "pairs of thousands of teams": lambda: _filled(
        "round,table,name,team,words_1_1\n",
        lambda i: f"{i // 3 // 900 + 1},{i // 3 % 900 + 1},P{i},T{i},3\n",
    ),
    "games of the first shape": lambda: _json(
        "[",
        lambda i: json.dumps({"players": [{"id": s, "name": f"P{i}{s}"} for s in range(10)]}),
        "]",
    ),
}

TOML: dict[str, Make] = {
    "a million keys": lambda: "".join(f"k{i} = 1\n" for i in range(MB)).encode(),
    "as many keys as may be": lambda: _filled("", lambda i: f"k{i} = 1\n", 255_000),
    "as many tables as may be": lambda: _filled("", lambda i: f"[k{i}]\n", 255_000),
    "as many things in a list as may be": lambda: _filled("", lambda i: "[[a]]\n", 255_000),
    "one list": lambda: _filled("a = [1", lambda i: ",1", 255_000) + b"]",
    "lists 10,000 deep": lambda: b"a = " + _deep("[", "]", 10_000),
    "tables 10,000 deep": lambda: b"a = " + _deep("{a=", "}", 10_000),
    "a key of 10,000 parts": lambda: b".".join([b"a"] * 10_000) + b" = 1",
    "keys of 12 parts": lambda: _filled("", lambda i: f"k{i}{'.a' * 11} = 1\n", 255_000),
    "tables of 12 parts": lambda: _filled("", lambda i: f"[k{i}{'.a' * 11}]\n", 255_000),
    "inline tables of 12 parts": lambda: (
        _filled("a = [", lambda i: f"{{k{'.a' * 11} = 1}},", 255_000) + b"]"
    ),
    "a number of a quarter of a million digits": lambda: b"a = " + b"9" * 250_000,
    "a fraction of many digits": lambda: b"a = 0." + b"9" * 250_000,
    "numbers beyond all": lambda: _filled("", lambda i: f"k{i} = 1e999999\n", 255_000),
    "a text without end": lambda: b'a = """' + b"x" * 250_000,
    "escapes": lambda: b'a = "' + b"\\u0041" * 40_000 + b'"',
    "spaces": lambda: b"a =" + b" " * 250_000,
    "quotation marks": lambda: b'"' * 250_000,
    "dots": lambda: b"." * 250_000,
    "dates": lambda: _filled("", lambda i: f"k{i} = 2024-03-01T12:30:00.{i}Z\n", 255_000),
    "a megabyte of notes": lambda: b"# note\n" * (MB // 7),
    "a quarter of a megabyte of notes": lambda: b"# note\n" * (250_000 // 7),
    "nothing at all": lambda: b"\x00" * 250_000,
}

LINES: dict[str, Make] = {
    "a path of many steps": lambda: b"a." * 60_000 + b"a=1",
    "a long value": lambda: b"scoring.best_move.three=" + b"1" * 120_000,
    "a long text": lambda: b"title.en=" + b"x" * 120_000,
    "a deep value": lambda: b"scoring.outcome=" + b"[" * 60_000,
    "ten thousand assignments": lambda: b"\n".join([b"entry.entrants=20"] * 1_000),
    "ten thousand kinds": lambda: b"+".join([b"human"] * 20_000),
    "a million of a kind": lambda: b"999999*human+999999*human",
    "a thousand parameters": lambda: b"human:" + b",".join(b"p%d=1" % i for i in range(10_000)),
    "one parameter ten thousand times": lambda: b"human:" + b",".join([b"strength=0.5"] * 10_000),
    "stars": lambda: b"*" * 120_000,
    "colons": lambda: b":" * 120_000,
    "digits": lambda: b"9" * 120_000,
}

ZEROS = b"\x00" * (1 << 20)


def _zip(members: Iterable[tuple[str, Iterable[bytes]]]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, parts in members:
            with archive.open(name, "w", force_zip64=True) as stream:
                for part in parts:
                    stream.write(part)
    return content.getvalue()


_BOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)
_SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'


def _book(*parts: bytes, head: str = "", strings: Iterable[bytes] = ()) -> bytes:
    def sheet() -> Iterator[bytes]:
        yield (head + _SHEET + "<sheetData>").encode()
        yield from parts
        yield b"</sheetData></worksheet>"

    members: list[tuple[str, Iterable[bytes]]] = [
        ("xl/workbook.xml", [_BOOK.encode()]),
        ("xl/_rels/workbook.xml.rels", [_RELATIONS.encode()]),
        ("xl/worksheets/sheet1.xml", sheet()),
    ]
    if strings:
        members.append(("xl/sharedStrings.xml", strings))
    return _zip(members)


def _laughs() -> str:
    entities = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10)
    )
    return f"<!DOCTYPE x [{entities}]>"


SHEETS: dict[str, Make] = {
    "a bomb of a gigabyte": lambda: _zip([("xl/workbook.xml", [ZEROS] * 1000)]),
    "a bomb beside the sheets": lambda: _zip(
        [("xl/workbook.xml", [_BOOK.encode()]), ("xl/media/x.png", [ZEROS] * 1000)]
    ),
    "a bomb in many parts": lambda: _zip((f"xl/{i}.xml", [ZEROS]) for i in range(200)),
    "thirty thousand parts": lambda: _zip((f"xl/{i}.xml", [b"<a/>"]) for i in range(7_000)),
    "two cells in far corners": lambda: _book(
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    ),
    "as many cells as may be": lambda: _book(
        b"<row>", *[b"<c><v>1</v></c>" * 1_000] * 2_000, b"</row>"
    ),
    "cells of nothing": lambda: _book(*[b"<row>" + b"<c/>" * 199 + b"</row>"] * 35_000),
    "rows of nothing": lambda: _book(*[b"<row/>" * 1_000] * 5_000),
    "the largest rectangle": lambda: _book(b'<row r="19000"><c r="HA19000"><v>1</v></c></row>'),
    "a row far down": lambda: _book(b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
    "texts without end": lambda: _book(
        b'<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
        strings=[b"<sst>", *[b"<si><t>" + b"x" * 1_000_000 + b"</t></si>"] * 20, b"</sst>"],
    ),
    "one text in every cell": lambda: _book(
        *[b"<row>" + b'<c t="s"><v>0</v></c>' * 100 + b"</row>"] * 10_000,
        strings=[b"<sst><si><t>" + b"x" * 30_000 + b"</t></si></sst>"],
    ),
    "entities in entities": lambda: _book(b"<row><c><v>&a9;</v></c></row>", head=_laughs()),
    "deep XML": lambda: _book(b"<a>" * 1_000_000),
    "an element of many attributes": lambda: _book(
        b"<row " + b" ".join(b'a%d="1"' % i for i in range(300_000)) + b"/>"
    ),
    "an attribute without end": lambda: _book(b'<row a="' + b"x" * 20_000_000 + b'"/>'),
    "a text of markup": lambda: _book(
        b"<row><c><is><t>" + b"&amp;" * 5_000_000 + b"</t></is></c></row>"
    ),
}

SHORT = frozenset(
    {
        *("lists 10,000 deep", "objects 10,000 deep", "numbers beyond all", "a million of nothing"),
        *("halves of surrogates", "surrogates in UTF-8", "one name of ten megabytes"),
        *("a million keys", "a key of 10,000 parts", "one object of a key twice", "wrong roles"),
        *("a bomb of a gigabyte", "two cells in far corners", "entities in entities"),
        *("everybody apart from everybody", "a plan of many judges", "a million of a kind"),
    }
)
"""Those that are tried in every run of the tests."""

JSONS = {
    name: make for name, make in ANY.items() if "deep" in name or "key" in name or "objects" in name
}

HOSTILE: dict[str, dict[str, Make]] = {
    "roster": ANY | ROSTER,
    "plan-table": ANY | PLAN,
    "results": ANY | RESULTS,
    "results-shapka": RESULTS,
    "judges": ANY,
    "apart": ANY,
    "regulation": TOML | ANY,
    "population": TOML,
    "world": TOML,
    "set": LINES,
    "variant": LINES,
    "agents": LINES,
    "until": LINES,
    "resume": JSONS,
    "spreadsheet": SHEETS,
}
"""What each reader must refuse, or read, within its limits."""
