"""Points stay on the grid of thousandths, whatever is multiplied and whoever shares."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim import regulations
from mafsim.errors import FileError, UsageError
from mafsim.regulations import Regulation, exactness
from mafsim.regulations.points import BestPlayer, Rounding

MULTIPLIED = """
name = "small"
title.en = "Small"
[entry]
entrants = 20
[[stages]]
name = "main"
rounds = 2
multiplier = {multiplier}
[scoring]
multiplier_applies_to = ["{component}"]
{values}
"""
COMPONENTS = [
    ("outcome", "[scoring.outcome]\ndon = { win = 5.001, loss = -1 }\n", "outcome.don.win"),
    ("outcome", "[scoring.outcome]\ndon = { win = 5, loss = -1.001 }\n", "outcome.don.loss"),
    ("outcome", "[scoring.outcome]\ndraw = 0.333\n", "outcome.draw"),
    ("best_move", "[scoring.best_move]\nthree = 0.755\n", "best_move.three"),
    ("best_move", "[scoring.best_move]\none = 0.001\n", "best_move.one"),
    ("best_move", "[scoring.best_move]\nsheriff_two = 0.125\n", "best_move.sheriff_two"),
    ("best_player", "[scoring.best_player]\npoints = 0.125\n", "best_player.points"),
    ("additional", "[scoring.additional]\nstep = 0.005\n", "additional.step"),
    ("disqualification", "[scoring.disqualification]\npoints = 0.505\n", "disqualification.points"),
    ("compensation", "[scoring.compensation]\nmost = 0.4\n", "compensation.places"),
    ("words", "[scoring.shapka]\nword = 0.001\n", "shapka.word"),
    ("penalty", "[scoring.shapka]\nbreach = 5.001\n", "shapka.breach"),
]


def read(tmp_path: Path, text: str) -> Regulation:
    file = tmp_path / "small.toml"
    file.write_text(text, encoding="utf-8")
    return regulations.check_file(file)


@pytest.mark.parametrize(("component", "values", "path"), COMPONENTS)
def test_a_product_off_the_grid_is_refused_for_every_component(
    tmp_path: Path, component: str, values: str, path: str
) -> None:
    text = MULTIPLIED.format(multiplier="1.3", component=component, values=values)
    with pytest.raises(FileError, match="thousandths") as caught:
        read(tmp_path, text)
    assert f"times scoring.{path}, " in str(caught.value)


@pytest.mark.parametrize(("component", "values", "path"), COMPONENTS)
def test_what_a_multiplier_does_not_apply_to_is_free(
    tmp_path: Path, component: str, values: str, path: str
) -> None:
    other = "bye" if component != "bye" else "words"
    text = MULTIPLIED.format(multiplier="1.3", component=other, values=values)
    assert read(tmp_path, text).name == "small"


@pytest.mark.parametrize(("component", "values", "path"), COMPONENTS)
def test_without_a_multiplier_every_thousandth_is_exact(
    tmp_path: Path, component: str, values: str, path: str
) -> None:
    text = MULTIPLIED.format(multiplier="1", component=component, values=values)
    assert read(tmp_path, text).name == "small"


def test_the_ugra_multiplier_keeps_every_amount_on_the_grid() -> None:
    ugra = regulations.load("ugra-2021")
    assert list(exactness.products(ugra)) == []
    assert Decimal("1.3") * Decimal("0.25") == Decimal("0.325")
    with pytest.raises(
        UsageError, match=r"1\.333 times scoring\.best_move\.three, 0\.4, is 0\.5332"
    ):
        regulations.set_values(ugra, ["stages.final.multiplier=1.333"])


amounts = st.integers(0, 100_000).map(lambda n: Decimal(n) / 1000)


@given(points=amounts, players=st.integers(1, 10))
def test_points_divide_where_the_share_is_a_whole_number_of_thousandths(
    points: Decimal, players: int
) -> None:
    share = Fraction(points) * 1000 / players
    assert exactness.divides(points, players) == (share.denominator == 1)


@given(
    points=amounts,
    players=st.integers(1, 10),
    rounding=st.sampled_from(["half_up", "half_even", "up", "down"]),
)
def test_a_share_is_at_most_a_thousandth_from_the_fraction(
    points: Decimal, players: int, rounding: Rounding
) -> None:
    best = BestPlayer(points=points, shared=True, rounding=rounding)
    share = exactness.share_of(best, players)
    assert share == share.quantize(exactness.GRID)
    error = Fraction(share) - Fraction(points) / players
    assert abs(error) < Fraction(1, 1000)
    if rounding == "up":
        assert error >= 0
    elif rounding == "down":
        assert error <= 0
    else:
        assert abs(error) <= Fraction(1, 2000)


def test_best_players_who_do_not_share_get_all_points_each() -> None:
    assert exactness.share_of(BestPlayer(points=Decimal(1)), 3) == 1


def test_charlie_shares_its_best_player_evenly() -> None:
    best = regulations.load("charlie-2016").scoring.best_player
    assert best is not None
    assert exactness.share_of(best, 2) == Decimal("0.6")
    assert exactness.share_of(best, 1) == Decimal("1.2")
