"""The picture is the plan's balance, whatever people are called, and the same bytes every time."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from mafsim import plots
from mafsim.errors import FileError, UsageError
from mafsim.pairing.check import examine
from mafsim.plan import Plan
from mafsim.plots import balance, style
from mafsim.roster import Entrant, Roster, numbered

pytestmark = pytest.mark.slow

MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-"}
HOSTILE = ["$\\frac{", "a_b^c", "100 % $x$", "\\alpha", "<b>&--", "Ёж «Щит»", "漢字", "с\x1b[31m"]


def plan_of(roster: Roster, rounds: int = 3, table_size: int = 4, seed: int = 0) -> Plan:
    rng = np.random.default_rng(seed)
    n = len(roster.entrants)
    tables = n // table_size
    seats = [rng.permutation(n)[: tables * table_size].reshape(tables, -1) for _ in range(rounds)]
    return Plan(roster=roster, seats=np.array(seats), table_size=table_size)


def named(names: list[str]) -> Roster:
    return Roster(entrants=tuple(Entrant(id=f"p{i}", name=name) for i, name in enumerate(names)))


def drawn(plan: Plan, folder: Path, name: str = "balance.svg", lang: str = "en") -> bytes:
    plots.balance_figure(plan, folder / name, lang, force=True)
    return (folder / name).read_bytes()


@pytest.mark.parametrize("suffix", MAGIC)
def test_the_suffix_says_the_kind_of_picture(suffix: str, tmp_path: Path) -> None:
    assert drawn(plan_of(numbered(8)), tmp_path, f"b{suffix}").startswith(MAGIC[suffix])


@pytest.mark.parametrize("suffix", MAGIC)
def test_the_same_plan_gives_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    plan = plan_of(numbered(8, team_size=2))
    assert drawn(plan, tmp_path, f"a{suffix}") == drawn(plan, tmp_path, f"b{suffix}")


def test_another_plan_gives_another_picture(tmp_path: Path) -> None:
    one, other = (plan_of(numbered(8), seed=seed) for seed in (0, 1))
    assert drawn(one, tmp_path) != drawn(other, tmp_path)


def test_settings_of_the_user_change_nothing(tmp_path: Path) -> None:
    plan = plan_of(numbered(8))
    plain = drawn(plan, tmp_path)
    with mpl.rc_context({"font.size": 20, "axes.grid": True, "savefig.facecolor": "red"}):
        assert drawn(plan, tmp_path) == plain
        assert mpl.rcParams["font.size"] == 20


def texts(svg: bytes) -> list[str]:
    """Give what is written in a picture: matplotlib notes it beside the outlines of its letters."""
    return re.findall(r"<!-- (.*?) -->", svg.decode())


def test_names_are_data(tmp_path: Path) -> None:
    """No name is read as a formula, a tag or a control code, and none is lost."""
    svg = drawn(plan_of(named(HOSTILE)), tmp_path)
    ET.fromstring(svg)
    shown = texts(svg)
    for name in ("$\\frac{", "a_b^c", "100 % $x$", "\\alpha", "Ёж «Щит»", "漢字", r"с\x1b[31m"):
        assert shown.count(name) == 2, name  # beside the rows and below the columns


def test_every_count_is_written_into_its_cell(tmp_path: Path) -> None:
    """Two people, two seats: 1 and 2 meetings are 2 cells, seat counts 4; no table is compared."""
    twice = Plan(roster=numbered(2), seats=np.array([[[0, 1]], [[0, 1]]]), table_size=2)
    shown = texts(drawn(twice, tmp_path))
    # meetings, seat counts, the name of the second seat, the histogram's bar
    assert shown.count("2") == 2 + 2 + 1 + 1
    assert shown.count("0") == 2
    assert "table" not in shown


def test_the_titles_say_what_is_to_be_seen(tmp_path: Path) -> None:
    one_round = Plan(roster=numbered(4), seats=np.array([[[0, 1], [2, 3]]]), table_size=2)
    assert {
        "Any two meet 0 to 1 times",
        "Each seat 0 to 1 times",
        "Each table 0 to 1 times",
    } <= set(texts(drawn(one_round, tmp_path)))
    assert "Любые двое встречаются от 0 до 1 раза" in texts(drawn(one_round, tmp_path, lang="ru"))


def test_a_long_name_is_cut(tmp_path: Path) -> None:
    shown = texts(drawn(plan_of(named(["Ы" * 200, "b", "c", "d"])), tmp_path))
    assert "Ы" * 21 + "…" in shown


@pytest.mark.parametrize("name", ["W" * 22, "Щ" * 22, "i" * 22, "漢" * 22])
def test_every_text_stays_on_the_sheet(name: str) -> None:
    """Names, titles and captions neither leave the picture nor run into each other."""
    plan = plan_of(named([name, *"bcd"]), table_size=2)
    with mpl.rc_context(style.STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        apart = plan.with_(roster=replace(plan.roster, apart=((0, 1),)))
        figure = balance.figure_of(apart, examine(apart), "en")
        figure.canvas.draw()
        sheet = figure.bbox
        boxes = [box for ax in figure.axes if (box := ax.get_tightbbox())]
    assert len(boxes) == 4
    assert all(sheet.containsx(x) for box in boxes for x in (box.x0, box.x1))
    assert all(sheet.containsy(y) for box in boxes for y in (box.y0, box.y1))
    assert all(left.x1 <= right.x0 for left, right in pairwise(boxes))


def test_it_is_said_what_light_grey_means_where_a_pair_is_kept_apart(tmp_path: Path) -> None:
    said = "light grey: these two may not meet"
    assert said in texts(drawn(plan_of(numbered(8, team_size=2)), tmp_path))
    assert said not in texts(drawn(plan_of(numbered(8)), tmp_path))


def test_a_large_field_is_numbered(tmp_path: Path) -> None:
    shown = texts(drawn(plan_of(numbered(100), table_size=10), tmp_path))
    assert "100" in shown
    assert not any(text.startswith("Player") for text in shown)


def test_one_who_may_meet_nobody_is_drawn_too(tmp_path: Path) -> None:
    team = Plan(roster=numbered(2, team_size=2), seats=np.array([[[0, 1]]]), table_size=2)
    assert "Any two meet 0 times" in texts(drawn(team, tmp_path))


@pytest.mark.parametrize("name", ["balance.jpg", "balance", ".svg"])
def test_another_suffix_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.svg, \.png, \.pdf"):
        plots.balance_figure(plan_of(numbered(4)), tmp_path / name, "en")
    assert list(tmp_path.iterdir()) == []


def test_a_suffix_in_capitals_is_understood(tmp_path: Path) -> None:
    assert drawn(plan_of(numbered(4)), tmp_path, "B.PNG").startswith(MAGIC[".png"])


def test_an_existing_file_is_replaced_only_if_told(tmp_path: Path) -> None:
    file = tmp_path / "b.svg"
    file.write_text("mine")
    with pytest.raises(FileError):
        plots.balance_figure(plan_of(numbered(4)), file, "en")
    assert file.read_text() == "mine"
    plots.balance_figure(plan_of(numbered(4)), file, "en", force=True)
    assert file.read_bytes().startswith(MAGIC[".svg"])


def test_the_range_stands_beside_the_least_that_is_possible(tmp_path: Path) -> None:
    """Two rounds of the same tables: pairs meet twice or never, though once would be possible."""
    same = Plan(roster=numbered(4), seats=np.array([[[0, 1], [2, 3]]] * 2), table_size=2)
    shown = texts(drawn(same, tmp_path))
    assert "range 2" in shown
    assert "least possible: 1 or more" in shown
    title = " ".join(shown)
    assert "Most minus least is 2; no" in title


def test_a_range_that_cannot_be_less_is_said_to_be_proved(tmp_path: Path) -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]])
    shown = texts(drawn(Plan(roster=numbered(4), seats=seats, table_size=2), tmp_path))
    assert "Most minus least is 0: proved, no plan has less" in " ".join(shown)
    assert "range 0" in shown
    assert not any("least possible" in text for text in shown)


def test_a_wrong_plan_has_no_bound(tmp_path: Path) -> None:
    twice = Plan(roster=numbered(4), seats=np.array([[[0, 0], [2, 3]]]), table_size=2)
    shown = texts(drawn(twice, tmp_path))
    assert "Most minus least is 1" in shown
    assert not any("least possible" in text for text in shown)
