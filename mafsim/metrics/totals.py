"""Totals of all metrics: whole numbers that add up over blocks, and the figures that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from mafsim.metrics.block import Block, Sample
from mafsim.metrics.intervals import Figure
from mafsim.metrics.methods import Method, Numbers
from mafsim.metrics.registry import METRICS, PAIRED
from mafsim.tournament.outcome import Outcome

CONFIDENCE = 0.95

Found = dict[str, dict[str, Numbers]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """Whole numbers by metric and by what is added to its name."""

    tournaments: int
    numbers: Found

    def __add__(self, other: Self) -> Self:
        """Give the totals of two lots of tournaments, none of which is in both."""
        if not isinstance(other, type(self)):
            return NotImplemented
        assert _shape(self.numbers) == _shape(other.numbers), "totals of different events"
        added = {
            metric: {
                name: tuple(map(sum, zip(own, other.numbers[metric][name], strict=True)))
                for name, own in of_metric.items()
            }
            for metric, of_metric in self.numbers.items()
        }
        return type(self)(self.tournaments + other.tournaments, added)

    def document(self) -> dict[str, Any]:
        """Give the same as plain data for JSON."""
        return {
            "tournaments": self.tournaments,
            "numbers": {
                metric: {name: list(numbers) for name, numbers in of_metric.items()}
                for metric, of_metric in self.numbers.items()
            },
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` has written."""
        return cls(
            int(document["tournaments"]),
            {
                metric: {name: tuple(map(int, numbers)) for name, numbers in of_metric.items()}
                for metric, of_metric in document["numbers"].items()
            },
        )


def _shape(numbers: Found) -> dict[str, dict[str, int]]:
    return {
        metric: {name: len(each) for name, each in of_metric.items()}
        for metric, of_metric in numbers.items()
    }


@dataclass(frozen=True, slots=True)
class Totals(_Sums):
    """What the metrics have counted in some tournaments."""


@dataclass(frozen=True, slots=True)
class PairTotals(_Sums):
    """What they have counted in some tournaments of two simulations, side by side."""


def totals(outcome: Outcome, names: Iterable[str] = METRICS) -> Totals:
    """Count what the metrics with these names ask for in a block."""
    block = Block(outcome)
    found = {name: _summed(METRICS[name].of(block), METRICS[name].method, block) for name in names}
    return Totals(block.tournaments, found)


def pair_totals(one: Outcome, other: Outcome, names: Iterable[str] = METRICS) -> PairTotals:
    """Count it in the same tournaments of two simulations, with the metrics that need both.

    A figure that only one of them has, such as that of a cut which the other has not, is left out.
    """
    assert (one.first, one.tournaments) == (other.first, other.tournaments), "not one block"
    block, second = Block(one), Block(other)
    found = {
        name: _summed(
            _side_by_side(METRICS[name].of(block), METRICS[name].of(second)),
            METRICS[name].method,
            block,
        )
        for name in names
    }
    if one.roster == other.roster:
        found |= {
            name: _summed(metric.of(block, second), metric.method, block)
            for name, metric in PAIRED.items()
        }
    return PairTotals(block.tournaments, found)


def _summed(sample: Sample, method: Method, block: Block) -> dict[str, Numbers]:
    sums = method.totals(sample.values, block.outcome.first)
    return dict(zip(sample.names, sums, strict=True))


def _side_by_side(one: Sample, other: Sample) -> Sample:
    """Give the numbers that both have behind each other; zeros fill up the shorter ones."""
    names = tuple(name for name in one.names if name in other.names)
    values = [
        sample.values[:, [sample.names.index(name) for name in names]] for sample in (one, other)
    ]
    width = max(each.shape[2] for each in values)
    filled = [np.pad(each, ((0, 0), (0, 0), (0, width - each.shape[2]))) for each in values]
    return Sample(names=names, values=np.concatenate(filled, axis=2))


def figures(found: Totals, confidence: float = CONFIDENCE) -> dict[str, Figure]:
    """Give every figure with its interval, by name; one of which nothing is known is left out."""
    return {
        _named(metric, name, added): figure
        for metric, of_metric in found.numbers.items()
        for name, numbers in of_metric.items()
        for added, figure in METRICS[metric].method.figures(numbers, confidence).items()
    }


def differences(found: PairTotals, confidence: float = CONFIDENCE) -> dict[str, Figure]:
    """Give by how much every figure of the first is above that of the second, with its interval.

    The metrics that need both simulations have their figures here as they are.
    """
    named: dict[str, Figure] = {}
    for metric, of_metric in found.numbers.items():
        for name, numbers in of_metric.items():
            told = (
                PAIRED[metric].method.figures(numbers, confidence)
                if metric in PAIRED
                else METRICS[metric].method.differences(numbers, confidence)
            )
            named |= {_named(metric, name, added): figure for added, figure in told.items()}
    return named


def _named(*parts: str) -> str:
    return "_".join(filter(None, parts))


def metric_of(figure: str) -> str:
    """Give the metric that a figure belongs to: the longest name that its own begins with."""
    whole = [
        name for name in (*METRICS, *PAIRED) if figure == name or figure.startswith(f"{name}_")
    ]
    return max(whole, key=len)
