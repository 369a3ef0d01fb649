"""The log of a game: every event and every decision in order, for a story and for verification.

A row is an event that everybody sees (`event` is a number of `mafsim.agents.view.Event`), something
that only the host sees (`Secret`), or a decision (`event` is `DECISION`) with all that was legal.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from mafsim.agents.view import ANSWER

DECISION = -1
"""The `event` of a row that is a decision."""

ROWS = 12_000
"""The most rows that one game's log has room for; a game of mafsim's own players has some hundred."""


class Secret(IntEnum):
    """What only the host sees."""

    PLAYER = 100
    """`seat` is taken by the player `value` of those who were given to the engine."""
    DEALT = 101
    """`seat` was dealt the role `value`."""
    SHOT_AT = 102
    """`seat` shot at `target`, or at nobody; the row of his decision stands before it."""
    CHECKED = 103
    """`seat` checked `target`; value 1 says that he is the sheriff, or that he is black."""
    DON = 104
    """`seat` is the don from now on."""
    VOTED_OUT = 105
    """The vote has met `seat`, who leaves with it unless the rules let him stay."""
    VICTIM = 106
    """All living black players have shot at `seat`."""
    NO_VOTE = 107
    """The vote of day `value` is not held, or not finished, because `seat` was removed."""
    LOSES = 108
    """`seat` loses his speech, half of it, or his vote, on day `value`."""


ROW = np.dtype(
    [
        ("legal", np.int64),
        ("event", np.int16),
        ("day", np.int16),
        ("phase", np.int16),
        ("seat", np.int16),
        ("target", np.int16),
        ("value", np.int16),
        ("decision", np.int16),
        ("choice", np.int16),
        ("answer", np.int8, (ANSWER,)),
    ]
)
"""One row. `day` and `phase` are those of ``view.public`` at that moment; seats and days that a row
has no use for are -1.

A decision has its number (`decision`, of `mafsim.agents.view.Decision`), the seat, what it answered
(`choice`, and `answer` where a longer one was asked for), and `legal`: bit c + 1 is set if the answer
c was legal, so bit 0 stands for nobody. Kinds of player that do not ask for a decision have no rows
for it: they are silent, pass, and behave.
"""
