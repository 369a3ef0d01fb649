"""Who takes which place at the least price: the assignment problem, exactly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def cheapest(price: npt.NDArray[np.int64]) -> list[int]:
    """Give the row of each column in a cheapest assignment (Kuhn 1955, with potentials)."""
    size = len(price)
    rows, columns = [0] * (size + 1), [0] * (size + 1)
    taken = [0] * (size + 1)
    for row in range(1, size + 1):
        taken[0], column = row, 0
        slack = [1 << 62] * (size + 1)
        came_from, done = [0] * (size + 1), [False] * (size + 1)
        while taken[column]:
            done[column] = True
            here = taken[column]
            nearest, onward = 1 << 62, 0
            for other in range(1, size + 1):
                if done[other]:
                    continue
                reduced = int(price[here - 1, other - 1]) - rows[here] - columns[other]
                if reduced < slack[other]:
                    slack[other], came_from[other] = reduced, column
                if slack[other] < nearest:
                    nearest, onward = slack[other], other
            for other in range(size + 1):
                if done[other]:
                    rows[taken[other]] += nearest
                    columns[other] -= nearest
                else:
                    slack[other] -= nearest
            column = onward
        while column:
            taken[column] = taken[came_from[column]]
            column = came_from[column]
    return [row - 1 for row in taken[1:]]
