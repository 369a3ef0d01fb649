"""Processes come to an end whatever they were at."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from mafsim.simulate.backend import Processes
from tests.simulate.halved import half


@pytest.mark.slow
def test_a_process_that_is_ended_within_a_message_does_not_hold_the_others(tmp_path: Path) -> None:
    """The reader of the pool waits for the rest of it, and whoever closes the pool for the reader."""
    pool = Processes(2)
    mark = tmp_path / "said"
    future = pool.submit(half, str(mark))
    while not mark.exists():
        assert not future.done(), future.exception()
        time.sleep(0.01)
    time.sleep(0.2)  # in which the reader takes what there is

    closing = threading.Thread(target=pool.close, daemon=True)
    closing.start()
    closing.join(60)

    assert not closing.is_alive()
