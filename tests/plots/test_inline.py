"""A page's heat map holds every count, in few bytes, with names as text."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mafsim.plots import HeatMap, bars, heat_map, legend
from mafsim.plots.inline import STEPS, steps

RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1H(\d+)z")


def map_of(counts: np.ndarray, allowed: np.ndarray | None = None, **fields: object) -> HeatMap:
    rows, columns = counts.shape
    return HeatMap(
        label="a <label>",
        counts=counts.astype(np.int32),
        allowed=np.ones(counts.shape, dtype=np.bool_) if allowed is None else allowed,
        rows=tuple(f"row {k}" for k in range(rows)),
        columns=tuple(str(k) for k in range(columns)),
        **fields,  # type: ignore[arg-type]
    )


def painted(svg: str, shape: tuple[int, int]) -> dict[str, np.ndarray]:
    """Read the cells of each colour back out of the paths."""
    found = {}
    for path in ET.fromstring(svg).iter("path"):
        cells = np.zeros(shape, dtype=np.bool_)
        for x, y, long, back in RUN.findall(path.attrib["d"]):
            assert x == back
            assert not cells[int(y), int(x) : int(x) + int(long)].any()
            cells[int(y), int(x) : int(x) + int(long)] = True
        assert path.attrib["class"] not in found
        found[path.attrib["class"]] = cells
    return found


@given(
    arrays(np.int32, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(0, 6)),
    st.randoms(use_true_random=False),
)
def test_every_cell_is_painted_once_by_its_count(counts: np.ndarray, random: object) -> None:
    rng = np.random.default_rng(int(counts.sum()))
    allowed = rng.random(counts.shape) < 0.8
    heat = map_of(counts, allowed)
    found = painted(heat_map(heat), counts.shape)
    low, high = (counts[allowed].min(), counts[allowed].max()) if allowed.any() else (0, 0)
    colours = steps(int(low), int(high))
    for count in np.unique(counts[allowed]):
        assert (found[f"h{colours[int(count)]}"] == (allowed & (counts == count))).all()
    total = sum((cells.astype(int) for cells in found.values()), np.zeros(counts.shape, int))
    assert (total == allowed).all()


def test_up_to_seven_counts_have_colours_of_their_own_in_order() -> None:
    for width in range(STEPS):
        found = list(steps(3, 3 + width).values())
        assert found == sorted(set(found))
    assert steps(0, 20)[0] == 0
    assert steps(0, 20)[20] == STEPS - 1
    assert len(steps(0, 20)) == 21


def test_the_legend_names_the_counts_that_occur() -> None:
    heat = map_of(np.array([[0, 2], [2, 6]]))
    assert [count for count, _ in legend(heat)] == [0, 2, 6]


def test_counts_are_handed_to_the_page_row_by_row() -> None:
    allowed = np.array([[False, True], [True, False]])
    told = heat_map(map_of(np.array([[0, 11], [7, 0]]), allowed))
    assert 'data-counts="-b7-"' in told
    assert 'data-columns="2"' in told


def test_a_name_is_text_and_a_long_one_is_cut() -> None:
    heat = HeatMap(
        label='"<&',
        counts=np.array([[1]], dtype=np.int32),
        allowed=np.array([[True]]),
        rows=("<b>&\"'",),
        columns=("Ы" * 200,),
        turned=True,
    )
    svg = ET.fromstring(heat_map(heat))
    assert svg.attrib["aria-label"] == '"<&'
    assert [text.text for text in svg.iter("text")] == ["1", "<b>&\"'", "Ы" * 21 + "…"]


def test_counts_are_written_in_where_there_is_room() -> None:
    small = map_of(np.full((2, 3), 4))
    large = map_of(np.full((61, 61), 4))
    assert ">444<" in heat_map(small)
    assert ">444<" not in heat_map(large)
    assert len(heat_map(large)) < 15_000


def test_a_map_without_any_cell_is_drawn_too() -> None:
    ET.fromstring(heat_map(map_of(np.zeros((1, 1)), np.array([[False]]))))


def test_bars_have_their_numbers() -> None:
    svg = ET.fromstring(bars({2: 5, 4: 10}, "how <often>"))
    assert [text.text for text in svg.iter("text")] == ["5", "2", "10", "4"]
    heights = [int(rect.attrib["height"]) for rect in svg.iter("rect")]
    assert heights[1] == 2 * heights[0]
    assert bars({}, "nothing") == ""
