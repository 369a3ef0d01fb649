"""What a shell completes: words to choose from, names of regulations, files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Sequence

FILES = frozenset({"FILE", "PLAN", "RESULTS"})
"""What stands in the help for a file."""
FOLDER = "DIR"
REGULATION = "REGULATION"


class Text(click.types.StringParamType):
    """A text that a shell completes by what stands for it in the help."""

    def shell_complete(
        self, _ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Give what may stand here."""
        metavar = (param.metavar or "").strip("[].")
        if metavar in FILES:
            return [CompletionItem(incomplete, type="file")]
        if metavar == FOLDER:
            return [CompletionItem(incomplete, type="dir")]
        if metavar == REGULATION:
            return [
                *_beginning(_regulations(), incomplete),
                CompletionItem(incomplete, type="file"),
            ]
        return _beginning(choices_of(param), incomplete)


def choices_of(param: click.Parameter) -> Sequence[str]:
    """Give the words that an option takes, if it takes only some."""
    reading = param.callback
    if isinstance(reading, partial) and "choices" in reading.keywords:
        words: Sequence[str] = reading.keywords["choices"]
        return words
    return ()


def _beginning(words: Sequence[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _regulations() -> Sequence[str]:
    from mafsim.regulations import names

    return names()
