"""Every picture of simulations says its finding, in both languages, and is the same bytes every time."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from mafsim.plots import (
    Comparison,
    Convergence,
    Interval,
    Panel,
    PointsByRole,
    RoundsNeeded,
    SkillAgainstPlace,
    TieBreakDepth,
    draw,
    style,
)
from mafsim.plots.simulations import figure_of
from mafsim.regulations.points import Component, TieBreak
from mafsim.words import LANGUAGES, catalogue

pytestmark = pytest.mark.slow

SKILL = SkillAgainstPlace(counts=np.array([[6, 3, 1, 0], [3, 4, 2, 1], [1, 2, 4, 3], [0, 1, 3, 6]]))
DEPTH = TieBreakDepth(
    shares={
        "First place": {"points": 0.94, "additional": 0.05, "shared": 0.01},
        "The cut": {"points": 0.7, "additional": 0.2, "wins": 0.1},
    }
)
ROLES = PointsByRole(
    means={
        "civilian": Interval(0.45, 0.44, 0.46),
        "sheriff": Interval(0.62, 0.6, 0.64),
        "mafia": Interval(0.5, 0.49, 0.51),
        "don": Interval(0.55, 0.52, 0.58),
    },
    components={
        "civilian": {"outcome": 0.47, "penalty": -0.02},
        "sheriff": {"outcome": 0.42, "additional": 0.2},
        "mafia": {"outcome": 0.5},
        "don": {"outcome": 0.55},
    },
)
SETTLING = Convergence(
    measure="The best wins",
    tournaments=np.array([10, 100, 1000]),
    value=np.array([0.2, 0.12, 0.101]),
    low=np.array([0.0, 0.06, 0.083]),
    high=np.array([0.45, 0.18, 0.12]),
)
COMPARED = Comparison(
    measure="The best wins",
    baseline="omsk-2012",
    differences={
        "togliatti-2014": Interval(0.031, 0.022, 0.04),
        "charlie-2016": Interval(-0.004, -0.012, 0.004),
    },
)
ROUNDS = RoundsNeeded(
    measure="The best wins",
    rounds=(4, 8, 12),
    curves={
        "omsk-2012": [Interval(x, x - 0.02, x + 0.02) for x in (0.1, 0.15, 0.2)],
        "ugra-2021": [Interval(x, x - 0.02, x + 0.02) for x in (0.1, 0.16, 0.21)],
    },
)
PANELS: list[Panel] = [SKILL, DEPTH, ROLES, SETTLING, COMPARED, ROUNDS]
NAMES = [type(panel).__name__ for panel in PANELS]


def drawn(panels: list[Panel], folder: Path, lang: str = "en", name: str = "x.svg") -> bytes:
    draw(panels, folder / name, lang, force=True)
    return (folder / name).read_bytes()


def texts(svg: bytes) -> list[str]:
    """Give what is written in a picture: matplotlib notes it beside the outlines of its letters."""
    return re.findall(r"<!-- (.*?) -->", svg.decode())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_panel_is_drawn_under_its_title(lang: str, tmp_path: Path) -> None:
    svg = drawn(PANELS, tmp_path, lang)
    ET.fromstring(svg)
    shown = " ".join(texts(svg))
    for panel in PANELS:
        assert panel.title(lang) in shown
    assert not any(key in shown for key in catalogue(lang))  # no bare key


def test_the_same_panels_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = (drawn(PANELS, tmp_path, "ru", name) for name in ("x.svg", "y.svg"))
    assert one == other


@pytest.mark.parametrize(
    ("panel", "en", "ru"),
    [
        (
            SKILL,
            "The strongest player comes first in 60.0 % of the tournaments, "
            "and among the first three in 100.0 %",
            "Сильнейший игрок занимает первое место в 60,0 % турниров и попадает в тройку в 100,0 %",
        ),
        (
            DEPTH,
            "First place: points alone decide in 94.0 %; shared in 1.0 %",
            "First place: одни очки решают в 94,0 % случаев; место делят в 1,0 %",
        ),
        (
            ROLES,
            "Most is earned by the sheriff, 0.62 points a game; least by the civilian, 0.45",
            "Больше всего очков за игру у роли «шериф», 0,62, меньше всего у роли «мирный», 0,45",
        ),
        (
            SETTLING,
            "The best wins: 10.1 % (8.3 % to 12.0 %) after 1000 tournaments",
            "The best wins: 10,1 % (от 8,3 % до 12,0 %) после 1000 турниров",
        ),
        (
            COMPARED,
            "The best wins: togliatti-2014 is 3.1 above omsk-2012 (2.2 to 4.0)",
            "The best wins: togliatti-2014 выше, чем omsk-2012, на 3,1 (от 2,2 до 4,0)",
        ),
        (
            ROUNDS,
            "The best wins: 10.0 % at 4 rounds, 20.0 % at 12",
            "The best wins: 10,0 % при числе туров 4, 20,0 % при 12",
        ),
    ],
    ids=NAMES,
)
def test_titles_say_the_finding(panel: Panel, en: str, ru: str) -> None:
    assert [panel.title(lang).replace("\u00a0", " ") for lang in ("en", "ru")] == [en, ru]


def test_no_difference_is_claimed_where_zero_is_within_every_interval() -> None:
    alike = replace(COMPARED, differences={"charlie-2016": Interval(-0.004, -0.012, 0.004)})
    assert alike.title("en") == "The best wins: no difference from omsk-2012 can be told"


def test_a_fall_is_told_as_one() -> None:
    """Of -3.1 from -4.0 to -2.2: the nearer end is told first."""
    below = replace(COMPARED, differences={"plain": Interval(-0.031, -0.04, -0.022)})
    assert below.title("en") == "The best wins: plain is 3.1 below omsk-2012 (2.2 to 4.0)"


def test_an_interval_with_zero_is_hollow_and_its_figures_are_written(tmp_path: Path) -> None:
    shown = texts(drawn([COMPARED], tmp_path))
    assert "+3.1 (+2.2 … +4.0)" in shown
    assert "−0.4 (−1.2 … +0.4)" in shown


def test_a_level_that_decides_nothing_is_left_out_and_sharing_comes_last() -> None:
    mixed = TieBreakDepth(
        shares={"a": {"shared": 0.2, "points": 0.8, "wins": 0.0}, "b": {"lot": 1.0}}
    )
    assert mixed.levels == ("points", "lot", "shared")


def test_every_level_and_every_component_has_its_word() -> None:
    for lang in LANGUAGES:
        known = catalogue(lang)
        for level in (*TieBreak.__args__, "points", "per_game", "stage", "lot", "shared"):  # type: ignore[attr-defined]
            assert f"plots.level.{level}" in known
        for component in Component.__args__:  # type: ignore[attr-defined]
            assert f"standings.column.{component}" in known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_leaves_the_sheet_or_runs_into_its_neighbour(lang: str) -> None:
    with mpl.rc_context(style.STYLE):
        figure = figure_of(PANELS, lang)
        figure.canvas.draw()
        sheet = figure.bbox
        boxes = [box for ax in figure.axes if (box := ax.get_tightbbox())]
        titles = [text.get_window_extent() for text in figure.texts]
    assert len(boxes) == len(titles) == len(PANELS)
    for name, title, box in zip(NAMES, titles, boxes, strict=True):
        assert sheet.x0 <= min(title.x0, box.x0), name
        assert max(title.x1, box.x1) <= sheet.x1, name
        assert title.y0 >= box.y1, name
    for name, box, below in zip(NAMES, boxes, titles[1:], strict=False):
        assert box.y0 >= below.y1, name
    assert titles[0].y1 <= sheet.y1
    assert boxes[-1].y0 >= sheet.y0


def test_a_single_tournament_and_a_single_player_are_drawn_too(tmp_path: Path) -> None:
    one = np.array([1.0])
    few: list[Panel] = [
        replace(SETTLING, tournaments=one, value=one, low=one, high=one),
        SkillAgainstPlace(counts=np.array([[3]])),
        replace(ROUNDS, rounds=(4,), curves={"x": [Interval(0, 0, 0)]}),
        replace(DEPTH, shares={"all": {"shared": 1.0}}),
    ]
    ET.fromstring(drawn(few, tmp_path))


def test_names_are_data(tmp_path: Path) -> None:
    named = replace(COMPARED, differences={"$\\frac{ <b> \x1b[31m": Interval(1, 0.5, 1.5)})
    assert r"$\frac{ &lt;b&gt; \x1b[31m" in [
        text.replace("<b>", "&lt;b&gt;") for text in texts(drawn([named], tmp_path))
    ]


def test_lines_are_told_apart_without_colours() -> None:
    assert len(set(style.MARKERS)) == len(style.MARKERS) == len(set(style.LINES))


def test_rounds_that_are_far_apart_do_not_overlap_on_the_axis() -> None:
    rounds = (10, 20, 50, 100, 200, 500, 1000, 2000)
    curve = [Interval(x / 4000, x / 5000, x / 3000) for x in rounds]
    figure = figure_of([replace(ROUNDS, rounds=rounds, curves={"omsk-2012": curve})], "en")
    figure.canvas.draw()
    shown = [each for each in figure.axes[0].get_xticklabels() if each.get_text()]
    boxes = [each.get_window_extent() for each in shown]
    assert [each.get_text() for each in shown] == [str(each) for each in rounds]
    assert all(one.x1 < other.x0 for one, other in pairwise(boxes))
