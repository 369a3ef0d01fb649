"""How hard words are: levels of equal chance between easy and hard ones."""

from __future__ import annotations

from functools import cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt


@cache
def levels(spread: float, n: int) -> npt.NDArray[np.float64]:
    """Give by how much longer than an ordinary word one of each level takes.

    The logarithm is spread like a bell curve; the levels are its n-quantiles' middles.
    """
    normal = NormalDist()
    found = np.exp([spread * normal.inv_cdf((k + 0.5) / n) for k in range(n)])
    found.flags.writeable = False
    return found
