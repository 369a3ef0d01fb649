"""An error is one sentence in one language, whatever sentences stand within it."""

from __future__ import annotations

import errno
import os
import pickle

import numpy as np
import pytest

from mafsim.errors import REASONS, FileError, Impossible, Saying, reason_of
from mafsim.pairing.check import check
from mafsim.pairing.draw import draw
from mafsim.plan import Plan
from mafsim.roster import Entrant, Roster
from mafsim.words import LANGUAGES, catalogue

TWICE = Plan(
    roster=Roster(
        entrants=tuple(Entrant(id=name, name=name) for name in ("Аня", "Боря", "Вера", "Гена"))
    ),
    seats=np.array([[[0, 0], [2, 3]]]),
    table_size=2,
)


def test_a_broken_rule_within_an_error_is_told_in_its_language() -> None:
    with pytest.raises(Impossible) as caught:
        draw(TWICE, seed=0)
    first = check(TWICE)[0]
    assert first.sentence(TWICE, "ru") in caught.value.sentence("ru")
    assert first.sentence(TWICE, "en") in caught.value.sentence("en")
    assert first.sentence(TWICE, "en") not in caught.value.sentence("ru")


def test_an_error_with_a_saying_travels_between_processes() -> None:
    error = Impossible("draw.broken", first=Saying("reason.full"), n=2)
    again = pickle.loads(pickle.dumps(error))
    assert again.sentence("ru") == error.sentence("ru")


@pytest.mark.parametrize("number", sorted(REASONS))
def test_a_frequent_reason_of_the_system_is_told_in_both_languages(number: int) -> None:
    fault = OSError(number, os.strerror(number))
    error = FileError("file.unreadable", file="x", reason=reason_of(fault))
    for lang in LANGUAGES:
        assert catalogue(lang)[f"reason.{REASONS[number]}"] in error.sentence(lang)


def test_a_rare_reason_is_told_as_the_system_tells_it() -> None:
    assert reason_of(OSError(errno.EDOM, "domain")) == "domain"
    assert reason_of(OSError("odd")) == "odd"
