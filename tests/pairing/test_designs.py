"""Every design is what it claims, counted with plain loops; what is spoilt is a fault."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from mafsim.pairing.designs import Design, configurations, designs, verified
from mafsim.pairing.differences import matrices
from mafsim.pairing.differences import verified as counted
from mafsim.pairing.fields import field
from mafsim.pairing.hadamard import hadamard

PERFECT = {
    # people, tables, size: rounds, meetings, how many in a class
    (20, 2, 10): [(12, 6, 2), (16, 8, 2), (19, 9, 1)],
    (30, 3, 10): [(12, 4, 3), (27, 9, 3)],
    (40, 4, 10): [(12, 3, 4), (16, 4, 4)],
    (50, 5, 10): [(10, 2, 5), (25, 5, 5)],
    (70, 7, 10): [(14, 2, 7)],
    (80, 8, 10): [(16, 2, 8)],
    (90, 9, 10): [(18, 2, 9), (27, 3, 9)],
    (110, 11, 10): [(11, 1, 11), (22, 2, 11)],
    (130, 13, 10): [(13, 1, 13), (26, 2, 13)],
    (15, 5, 3): [(7, 1, 1)],
    (21, 7, 3): [(10, 1, 1)],
    (27, 9, 3): [(13, 1, 1)],
    (39, 13, 3): [(19, 1, 1)],
    (16, 4, 4): [(5, 1, 1)],
    (81, 9, 9): [(10, 1, 1)],
    (121, 11, 11): [(12, 1, 1)],
    (64, 16, 4): [(21, 1, 1)],
    (27, 3, 9): [(13, 4, 1)],
    (16, 1, 10): [(16, 6, 1)],
    (19, 1, 10): [(19, 5, 1)],
    (91, 1, 10): [(91, 1, 1)],
    (7, 1, 3): [(7, 1, 1)],
}


def meetings(design: Design, tables: int) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for row in design.table.tolist():
        for table in range(tables):
            met.update(combinations([p for p, at in enumerate(row) if at == table], 2))
    return met


@pytest.mark.parametrize(("shape", "known"), PERFECT.items(), ids=str)
def test_all_of_different_classes_meet_equally_often_and_others_never(
    shape: tuple[int, int, int], known: list[tuple[int, int, int]]
) -> None:
    people, tables, size = shape
    found = {(d.rounds, d.meetings, _mates(d)): d for d in designs(*shape) if not d.at_most}
    assert set(known) <= set(found)
    for key in known:
        design = found[key]
        met = meetings(design, tables)
        for p, q in combinations(range(people), 2):
            apart = design.classes[p] == design.classes[q]
            assert met[p, q] == (0 if apart else design.meetings)
        for row in design.table.tolist():
            assert [row.count(table) for table in range(tables)] == [size] * tables


def _mates(design: Design) -> int:
    sizes = set(np.bincount(design.classes).tolist())
    assert len(sizes) == 1
    return int(sizes.pop())


@pytest.mark.parametrize(
    ("shape", "rounds"), [((100, 10, 10), 4), ((32, 8, 4), 9), ((200, 20, 10), 0)]
)
def test_where_not_all_can_meet_nobody_meets_anybody_twice(
    shape: tuple[int, int, int], rounds: int
) -> None:
    found = [d for d in designs(*shape) if d.at_most]
    assert max((d.rounds for d in found), default=0) == rounds
    for design in found:
        met = meetings(design, shape[1])
        assert max(met.values()) == 1
        assert not any(met[p, q] for p, q in met if design.classes[p] == design.classes[q])


@pytest.mark.parametrize("shape", [(60, 6, 10), (14, 2, 7), (12, 1, 10), (33, 11, 3), (10, 1, 10)])
def test_where_none_is_known_none_is_given(shape: tuple[int, int, int]) -> None:
    assert not [d for d in designs(*shape) if d.name not in ("difference", "hadamard")]
    assert shape[1] in (2, 11) or not list(designs(*shape))


@pytest.mark.parametrize("tables", [2, 3, 4, 7, 8, 9, 11, 13])
def test_everybody_visits_every_table_equally_often(tables: int) -> None:
    design = next(designs(10 * tables, tables, 10))
    for person in range(10 * tables):
        visits = np.bincount(design.table[:, person], minlength=tables)
        assert set(visits.tolist()) == {design.meetings}


def test_a_spoilt_design_is_a_fault() -> None:
    design = next(d for d in designs(15, 5, 3) if d.name == "kirkman")
    assert verified(design, 5, 3) is design
    table = design.table.copy()
    table[0, [0, 1]] = table[0, [1, 0]]
    with pytest.raises(AssertionError):
        verified(replace(design, table=table), 5, 3)
    table[0] = 0
    with pytest.raises(AssertionError):
        verified(replace(design, table=table), 5, 3)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25])
def test_rows_of_a_difference_matrix_differ_by_everything_equally_often(order: int) -> None:
    found = matrices(order, 10)
    assert found
    for matrix in found:
        for one, other in combinations(matrix.tolist(), 2):
            pairs = zip(one, other, strict=True)
            times = Counter(int(field(order).differences[a, b]) for a, b in pairs)
            assert set(times.values()) == {matrix.shape[1] // order}
            assert len(times) == order


def test_a_spoilt_difference_matrix_is_a_fault() -> None:
    matrix = matrices(8, 10)[0].copy()
    matrix[3, 5] = (matrix[3, 5] + 1) % 8
    with pytest.raises(AssertionError):
        counted(matrix, 8)


def test_hadamard_matrices_are_known_for_every_order_up_to_112() -> None:
    for order in range(4, 113, 4):
        found = hadamard(order)
        assert found is not None
        assert set(np.unique(found)) == {-1, 1}
        assert found[0].min() == found[:, 0].min() == 1
        assert (found.astype(int) @ found.T.astype(int) == order * np.eye(order)).all()
    assert [hadamard(order) for order in (6, 10, 18, 116)] == [None] * 4


@pytest.mark.parametrize(
    ("teams", "rounds"), [(7, 1), (8, 2), (12, 1), (13, 2), (15, 2), (19, 3), (31, 5)]
)
def test_no_two_teams_meet_twice_in_a_round_nor_in_as_many_as_could_be(
    teams: int, rounds: int
) -> None:
    found = configurations(teams, rounds)
    assert found is not None
    assert found.shape == (rounds, teams, 3)
    for round_ in found.tolist():
        assert Counter(team for table in round_ for team in table) == dict.fromkeys(range(teams), 3)
        met = Counter(pair for table in round_ for pair in combinations(sorted(table), 2))
        assert set(met.values()) == {1}
    met = Counter(
        pair
        for round_ in found.tolist()
        for table in round_
        for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == (1 if rounds <= (teams - 1) // 6 else 2)


def test_six_teams_have_no_configuration() -> None:
    assert configurations(6, 1) is None
