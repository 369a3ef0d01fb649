"""Every example of the help works, as it stands, in a folder with nothing but `examples/`."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from mafsim.cli import main
from mafsim.cli.frame import Command


def commands(group: click.Group) -> list[Command]:
    found: list[Command] = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Command)
        found += [command, *(commands(command) if isinstance(command, click.Group) else [])]
    return found


SHIPPED = Path(__file__).parents[2] / "examples"
OF = {each.example: str(each.help or each.short_help) for each in [main, *commands(main)]}
EXAMPLES = {name: example for example, name in OF.items()}
"""By the command whose help ends with it; some are the last of two."""


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_example_works(example: str, run: Callable[..., Result]) -> None:
    shutil.copytree(SHIPPED, "examples")
    for line in example.splitlines():
        call, _, target = line.partition(" > ")
        program, *words = shlex.split(call)
        assert program == "mafsim"
        if words[0] in ("seat", "replan"):
            words += ["--effort", "0"]  # the search is another test's
        result = run(words)
        assert result.exit_code == 0, (line, result.output)
        assert result.stderr == "", line
        if target:
            Path(target).write_bytes(result.stdout_bytes)
