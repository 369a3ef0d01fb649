"""What is done with a plan that is made: how advice is laid out."""

from __future__ import annotations

import pytest

from mafsim.cli import outcome


def test_no_line_of_advice_begins_with_a_per_cent_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "the sum grows by 1.8 % in all"
    for wide in range(10, 40):
        monkeypatch.setattr(outcome, "width", lambda wide=wide: wide)
        lines = outcome._item(sentence).splitlines()
        assert not any(line.lstrip().startswith("%") for line in lines)
        assert " ".join(line[2:] for line in lines) == sentence
