"""What commands do with a plan that they have made: save it, and show it."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from mafsim.cli.report import show
from mafsim.cli.terminal import emit, width
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.plan import Plan


def finish(
    plan: Plan,
    lang: str,
    *,
    output: Path | None,
    force: bool,
    as_json: bool,
    heading: Sequence[str] = (),
    advice: Sequence[str] = (),
) -> None:
    """Save a plan if asked, and print it: its document, or its report under a heading, then advice.

    The advice is a heading of its own and a sentence an entry.
    """
    from mafsim import files

    if output is not None:
        with _unhurried():
            files.write_plan(plan, output, force=force)
    if as_json:
        emit(files.plan_text(plan))
        return
    if heading:
        emit("\n".join([*heading, ""]))
    show(plan, lang)
    for number, sentence in enumerate(advice):
        emit(_item(sentence) if number else f"\n{sentence}")
    emit("")
    emit(_kept(output, lang))


def _item(sentence: str) -> str:
    """Lay a sentence out as an entry of a list, as wide as the terminal; no % begins a line."""
    held = sentence.replace(" %", "\u00a0%")
    told = fill(held, width(), initial_indent="- ", subsequent_indent="  ")
    return told.replace("\u00a0%", " %")


@contextmanager
def _unhurried() -> Iterator[None]:
    """Let nobody's Ctrl-C come between a plan that is found and its file: they wanted the plan."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _kept(output: Path | None, lang: str) -> str:
    if output is None:
        return say(lang, "cli.seat.not_saved")
    return say(lang, "cli.seat.saved", path=str(output))
