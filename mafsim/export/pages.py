"""How a page is filled: its template, its style, and a script that is named by its digest."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from mafsim.words import plain, say

if TYPE_CHECKING:
    from jinja2 import Environment


def filled(template: str, lang: str, **fields: object) -> str:
    """Fill a template with its style and script beside it, which bear its name.

    Every name is text: it is escaped, and its control characters are written out. No script runs but
    the one whose digest stands in the page.
    """
    style, script = (_beside(template, suffix) for suffix in ("css", "js"))
    return (
        _environment()
        .get_template(f"{template}.html")
        .render(
            lang=lang,
            say=lambda key, **named: say(lang, key, **named),
            style=markup(style),
            script=markup(script),
            script_digest=digest(f"\n{script}"),
            **fields,
        )
    )


def digest(script: str) -> str:
    """Name a script as a page's policy does."""
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest())
    return f"sha256-{hashed.decode()}"


def _beside(template: str, suffix: str) -> str:
    file = resources.files("mafsim").joinpath("templates", f"{template}.{suffix}")
    return file.read_text(encoding="utf-8")


def markup(text: str) -> object:
    """Give what is markup already, and is not escaped again."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 (it is our own)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("mafsim", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["name"] = lambda name: plain(name, keep_direction=True)
    return environment
