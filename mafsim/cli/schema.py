"""``mafsim schema``: the JSON Schema of a file."""

from __future__ import annotations

import json

import click

from mafsim.cli.frame import Command, one_of
from mafsim.cli.terminal import emit

KINDS = ("plan", "results", "roster", "regulation", "schedule", "simulation")


@click.command(
    "schema",
    cls=Command,
    short_help="cli.schema.summary",
    help="cli.schema.about",
    example="mafsim schema plan > plan.schema.json",
)
@click.argument("kind", callback=one_of(KINDS), metavar="KIND")
def command(kind: str) -> None:
    """Print the schema."""
    emit(json.dumps(_schema(kind), ensure_ascii=False, indent=2))


def _schema(kind: str) -> dict[str, object]:
    if kind == "regulation":
        from mafsim.regulations import json_schema

        return json_schema()
    from mafsim.files import schema

    return schema(kind)
