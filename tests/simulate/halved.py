"""A worker that is ended while it says what came out."""

from __future__ import annotations

import os
import struct
import sys
import time
from pathlib import Path

LENGTH = 50_000


def half(mark: str) -> None:
    """Announce a message to the pool, leave a mark, and never say the message."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", LENGTH))
    Path(mark).touch()
    time.sleep(600)
