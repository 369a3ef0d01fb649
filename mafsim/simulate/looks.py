"""When to look whether a simulation is exact enough, and how sure an interval has to be for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mafsim.errors import UsageError
from mafsim.metrics import CONFIDENCE, METRICS, Figure, metric_of

GROWTH = 1.25
"""By which factor, or by one block, the blocks grow from one look to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """A figure whose interval is to become so narrow."""

    figure: str
    half_width: float

    def reached(self, figures: dict[str, Figure]) -> bool:
        """Say whether it is; a figure that is not there, or has no interval, never is."""
        found = figures.get(self.figure)
        width = None if found is None else found.half_width
        return width is not None and width <= self.half_width


def aim(text: str) -> Aim:
    """Read ``METRIC=HALFWIDTH``.

    Raises
    ------
    UsageError
        It has not this form, or there is no such metric.
    """
    name, sign, number = text.partition("=")
    name = name.strip()
    try:
        half_width = float(number)
    except ValueError:
        half_width = 0.0
    if not sign or not 0 < half_width < float("inf"):
        raise UsageError("simulate.until_form", text=text)
    known = [each for each in METRICS if name == each or name.startswith(f"{each}_")]
    if not known or metric_of(name) not in METRICS:
        raise UsageError("simulate.no_metric", name=name, known=sorted(METRICS))
    return Aim(figure=name, half_width=half_width)


def looks(blocks: int) -> Iterator[int]:
    """Give after how many blocks is looked, the last one after all of them."""
    after = 0
    while after < blocks:
        after = min(max(after + 1, int(after * GROWTH)), blocks)
        yield after


def confidence(look: int) -> float:
    """Give the confidence of the intervals at a look, counted from 1.

    The error that is allowed in all, 5 %, is spent look by look: a share of 1 / (k (k + 1)) at look
    k, of which there may be any number. The chance that a figure lies outside its interval at any
    look at all is then no more than the error in all, by Boole's inequality; so it is at the one at
    which we stop, whatever made us stop there (Lan and DeMets, 1983, Biometrika 70, page 659, with a
    spending function that needs no plan of looks).
    """
    return 1 - (1 - CONFIDENCE) / (look * (look + 1))
