"""``mafsim swap``: exchange two people in one round, and show what it costs."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from mafsim.cli import inputs, options
from mafsim.cli.frame import Command, option, whole
from mafsim.cli.outcome import finish
from mafsim.cli.terminal import tell
from mafsim.errors import UsageError
from mafsim.words import say


@click.command(
    "swap",
    cls=Command,
    short_help="cli.swap.summary",
    help="cli.swap.about",
    example="mafsim swap examples/ugra-2021-plan.json --round 3 Барометр Щёлкунчик -o changed.json",
)
@options.plan
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@option("--round", "round_", metavar="R", callback=whole(least=1), help="cli.option.round")
@option("--anyway", is_flag=True, help="cli.option.anyway")
@options.output
@options.force
@options.as_json
@click.pass_obj
def command(
    lang: str,
    /,
    plan: str,
    a: str,
    b: str,
    round_: int | None,
    anyway: bool,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Exchange two people; print what it costs and the report, or the plan itself.

    The exit code is 1 where a rule would be broken: then nothing is written, unless it is wanted anyway.
    """
    from mafsim import __version__, files
    from mafsim.pairing.swap import swap

    if round_ is None:
        raise UsageError("cli.swap.no_round")
    if output is not None:
        files.refuse_unwritable(output, force=force)
    before = inputs.plan(plan, lang)
    done = swap(before, round_=round_ - 1, a=a, b=b)
    if done.broken and not anyway:
        for sentence in done.sentences(lang):
            tell(sentence)
        tell(say(lang, "cli.swap.not_written"))
        return 1
    kept = {key: before.provenance.get(key) for key in ("regulation", "regulation_digest")}
    made = done.plan.with_(
        provenance={
            "mafsim": __version__,
            **kept,
            "revised_from": files.plan_digest(before),
            "seed": before.provenance.get("seed"),
            "command": shlex.join(["mafsim", "swap", "--round", str(round_), a, b]),
        }
    )
    heading = done.sentences(lang)
    finish(made, lang, output=output, force=force, as_json=as_json, heading=heading)
    return 1 if done.broken else 0
