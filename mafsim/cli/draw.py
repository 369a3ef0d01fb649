"""``mafsim draw``: a lot over a plan, after which it is exactly as fair as before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command
from mafsim.cli.outcome import finish

if TYPE_CHECKING:
    from mafsim.plan import Plan


@click.command(
    "draw",
    cls=Command,
    short_help="cli.draw.summary",
    help="cli.draw.about",
    example="mafsim seat togliatti-2014 -o fair.json\n"
    "mafsim draw fair.json --seed 20141007 -o plan.json",
)
@options.plan
@options.lot_seed
@options.output
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str, /, plan: str, seed: int, output: Path | None, force: bool, as_json: bool
) -> None:
    """Draw lots; print the record and the report, or the plan itself."""
    from mafsim import files
    from mafsim.pairing.draw import draw
    from mafsim.report import lot

    if output is not None:
        files.refuse_unwritable(output, force=force)
    before = inputs.plan(plan, lang)
    drawn = draw(before, seed=seed)
    record = lot(before, drawn, lang, seed=seed)
    made = drawn.plan.with_(provenance=_provenance(before, seed))
    finish(made, lang, output=output, force=force, as_json=as_json, heading=record)


def _provenance(before: Plan, seed: int) -> dict[str, Any]:
    """Keep where the plan comes from, and say of which plan the lot was drawn."""
    from mafsim import __version__
    from mafsim.files.document import plan_digest

    return {
        **before.provenance,
        "mafsim": __version__,
        "drawn_from": plan_digest(before),
        "seed": seed,
        "command": f"mafsim draw --seed {seed}",
    }
