"""What is told of figures: numbers as people write them, and claims that the interval allows."""

from __future__ import annotations

import pytest

from mafsim.metrics import METRICS, PAIRED, Figure
from mafsim.simulate.comparing import Difference
from mafsim.simulate.lines import TOLD, is_share, measure, number, sentence, survival
from mafsim.words import LANGUAGES, catalogue


def difference(value: float, half: float, **changes: object) -> Difference:
    fields: dict[str, object] = {
        "figure": "best_wins",
        "base": Figure(0.119, 0.1, 0.13),
        "other": Figure(0.119 + value, 0.1, 0.2),
        "by": Figure(value, value - half, value + half),
        "claimed": abs(value) > half,
        "survives": ("given", "closer", "masters"),
        "of": 3,
    }
    return Difference(**(fields | changes))  # type: ignore[arg-type]


def test_the_sentence_is_that_of_the_contract() -> None:
    told = sentence("omsk-2012", "ugra-2021", difference(-0.038, 0.004), "en")

    assert told == (
        "omsk-2012 finds the best one less often than ugra-2021: "
        "8.1 % against 11.9 %, difference 3.8 ± 0.4 points"
    )


def test_a_difference_that_is_known_closely_is_told_with_another_digit() -> None:
    told = sentence("b", "a", difference(0.0021, 0.0004), "en")

    assert told.endswith("12.11 % against 11.90 %, difference 0.21 ± 0.04 points")


def test_a_claim_does_not_seem_to_touch_zero() -> None:
    told = sentence("b", "a", difference(0.00712, 0.0068), "en")

    assert told.endswith("difference 0.71 ± 0.68 points")


def test_no_sentence_claims_what_the_interval_does_not_allow() -> None:
    with pytest.raises(AssertionError):
        sentence("b", "a", difference(0.001, 0.01), "en")


@pytest.mark.parametrize(
    ("survives", "of", "told"),
    [
        (("given", "closer", "masters"), 3, "so under all 3 populations"),
        (("given", "masters"), 3, "only under: the given one, a few masters among equals"),
        (("given",), 1, "tried under one population alone"),
    ],
)
def test_it_is_told_under_which_populations_a_claim_holds(
    survives: tuple[str, ...], of: int, told: str
) -> None:
    assert told in survival(difference(-0.04, 0.01, survives=survives, of=of), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("metric", [*METRICS, *PAIRED])
def test_every_metric_has_a_name_for_people(metric: str, lang: str) -> None:
    assert measure(f"{metric}_x", lang) != ""
    assert f"simulate.measure.{metric}" in catalogue(lang)


def test_what_is_told_of_a_comparison_are_metrics() -> None:
    assert set(TOLD) <= METRICS.keys()


def test_numbers_are_written_as_people_do() -> None:
    assert number(0.119, "en", share=True) == "11.9 %"
    assert number(0.119, "ru", share=True) == "11,9 %"
    assert number(-0.5, "en", share=False) == "\u22120.500"
    assert number(-0.0001, "en", share=True) == "0.0 %"
    assert is_share("best_in_top_3")
    assert not is_share("winner_rank")
