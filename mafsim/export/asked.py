"""What is asked of an export besides its format."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mafsim.games import AnyGames
    from mafsim.regulations import Regulation


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the user asks for; a format takes of it what it understands."""

    lang: str = "en"
    regulation: Regulation | None = None
    """What the plan follows, where it is known: for times, and for results."""
    games: AnyGames | None = None
    """What has been played so far."""
    start: datetime | date | None = None
    """When the first round begins, in local time; a date alone moves the regulation's times there."""
    minutes: int | None = None
    """How long each round lasts, if not as the regulation says."""
    player: int | None = None
    """Whose copy is asked for, an index of an entrant; None for everybody's."""
