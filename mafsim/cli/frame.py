"""What every command has: two languages, help with an example, one-sentence errors, exit codes."""

# ruff: noqa: ARG001, ARG002 (click gives a context to all that it calls, needed or not)

from __future__ import annotations

import importlib
import math
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from mafsim.cli.completion import Text
from mafsim.cli.progress import patience
from mafsim.cli.terminal import emit, speak_utf8, tell
from mafsim.errors import MafsimError, UsageError
from mafsim.words import LANGUAGES, say

Function = TypeVar("Function", bound=Callable[..., Any])
Reading = Callable[[click.Context, click.Parameter, str | None], Any]
"""What turns an option's text into its value, in our own words where it cannot."""

FAULT = 70
INTERRUPTED = 130
SUBCOMMAND = "COMMAND ..."
COMPLETING = "_MAFSIM_COMPLETE"
"""The variable by which a shell asks for completions."""


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Find the language: the last ``--lang`` among the arguments, or what the locale says.

    The arguments are looked at before they are parsed, so that help and errors about the other
    arguments are in that language too.
    """
    given = [
        argument.removeprefix("--lang=") if argument.startswith("--lang=") else following
        for argument, following in pairwise([*arguments, ""])
        if argument == "--lang" or argument.startswith("--lang=")
    ]
    known = [lang for lang in given if lang in LANGUAGES]
    if known:
        return known[-1]
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    told = next(filter(None, locales), None)
    return "ru" if (told or _language_of_windows()).lower().startswith("ru") else "en"


def _language_of_windows() -> str:
    """Give the language of the user's Windows, which no variable tells; elsewhere nothing."""
    if sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(number, "")
    return ""


def language(ctx: click.Context) -> str:
    """Give the language of this run."""
    lang = ctx.find_root().obj
    return lang if lang in LANGUAGES else "en"


def whole(*, least: int = 0, most: int | None = None) -> Reading:
    """Read an option as a whole number within bounds."""

    def reading(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        try:
            read = int(value)
        except ValueError:
            read = least - 1
        fields = {"option": spelled(param), "value": value, "least": least}
        if most is not None and not least <= read <= most:
            raise UsageError("cli.not_whole_within", most=most, **fields)
        if read < least:
            raise UsageError("cli.not_whole", **fields)
        return read

    return reading


def number(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Read an option as a finite number that is not negative."""
    if value is None:
        return None
    try:
        read = float(value)
    except ValueError:
        read = math.nan
    if not (math.isfinite(read) and read >= 0):
        raise UsageError("cli.not_number", option=spelled(param), value=value)
    return read


def one_of(choices: Sequence[str]) -> Reading:
    """Read one of a few words, with a near guess for a wrong one."""
    return partial(_chosen, choices=choices)


def _chosen(
    ctx: click.Context, param: click.Parameter, value: str | None, *, choices: Sequence[str]
) -> str | None:
    if value is None or value in choices:
        return value
    fields = {"option": spelled(param), "value": value, "choices": choices}
    near = get_close_matches(value, choices, n=1)
    if near:
        raise UsageError("cli.not_one_of_near", near=near[0], **fields)
    raise UsageError("cli.not_one_of", **fields)


def choice(choices: Sequence[str]) -> str:
    """Write the words to choose from as the help does."""
    return f"[{'|'.join(choices)}]"


def spelled(param: click.Parameter) -> str:
    """Give an option as it is written, or what stands for an argument in the help."""
    return param.opts[0] if isinstance(param, click.Option) else str(param.metavar)


class Option(click.Option):
    """An option whose help is a sentence of `words`, given by its key."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Give the option's spelling and its sentence."""
        record = super().get_help_record(ctx)
        if record is None or self.help is None:
            return record
        return record[0], say(language(ctx), self.help)


def option(*names: str, help: str, **attributes: Any) -> Callable[[Function], Function]:  # noqa: A002
    """Declare an option whose help is a key of `words`."""
    return click.option(*names, cls=Option, help=help, **attributes)


def _show_help(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        emit(ctx.get_help())
        ctx.exit()


def _common() -> list[click.Parameter]:
    return [
        Option(
            ["--lang"],
            metavar=choice(LANGUAGES),
            callback=one_of(LANGUAGES),
            expose_value=False,
            help="cli.option.lang",
        ),
        Option(
            ["--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_help,
            help="cli.option.help",
        ),
    ]


class Command(click.Command):
    """A command that speaks both languages.

    `help` and `short_help` are keys of `words`; `example` holds lines that work in a folder with
    nothing but the shipped `examples/`.
    The callback's value is the exit code, none for 0.
    """

    allow_extra_args = True  # refused below, in our own words

    def __init__(self, name: str | None = None, *, example: str, **attributes: Any) -> None:
        super().__init__(name, add_help_option=False, **attributes)
        self.params += _common()
        self.example = example
        for param in self.params:
            if param.type is click.STRING:
                param.type = Text()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, and refuse what is left over."""
        try:
            left = super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _in_our_words(error, ctx) from error
        if left and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            raise UsageError("cli.extra_argument", argument=left[0], command=ctx.command_path)
        return left

    def invoke(self, ctx: click.Context) -> Any:
        """Run; whoever waits at a terminal sees that something is done."""
        if isinstance(self, click.Group):
            return super().invoke(ctx)
        with patience(language(ctx)):
            return super().invoke(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Give options and commands, each with its sentence."""
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            if item.help is not None:
                item.help = say(language(ctx), item.help)
        return items

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, words, options, commands, and the example at the end."""
        lang = language(ctx)
        pieces = self.collect_usage_pieces(ctx)
        pieces[0] = say(lang, "cli.help.options_metavar")
        if pieces[-1] == SUBCOMMAND:
            pieces[-1] = say(lang, "cli.help.command_metavar")
        usage = say(lang, "cli.help.usage")
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{usage} ")
        for key in (self.short_help, self.help):
            if key is not None:
                formatter.write_paragraph()
                formatter.write_text(say(lang, key))
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [option.get_help_record(ctx) for option in options]
        with formatter.section(say(lang, "cli.help.options")):
            formatter.write_dl([record for record in records if record is not None])
        self.format_commands(ctx, formatter)
        with formatter.section(say(lang, "cli.help.example")):
            for line in self.example.splitlines():
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of a group; a plain command has none."""


class Group(Command, click.Group):
    """A group of commands, each in a module of its own that is imported when it is asked for."""

    def __init__(
        self,
        name: str | None = None,
        *,
        modules: Mapping[str, str] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(
            name, invoke_without_command=True, subcommand_metavar=SUBCOMMAND, **attributes
        )
        self.modules = dict(modules or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands in the order in which they are used."""
        return [*self.modules, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name in self.modules:
            module = importlib.import_module(self.modules[cmd_name])
            command = module.command
            assert isinstance(command, click.Command)
            return command
        return self.commands.get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names."""
        known = self.list_commands(ctx)
        if args[0] in known:
            return super().resolve_command(ctx, args)
        near = get_close_matches(args[0], known, n=1)
        if near:
            raise UsageError(
                "cli.no_such_command_near", command=args[0], near=near[0], group=ctx.command_path
            )
        raise UsageError("cli.no_such_command", command=args[0], group=ctx.command_path)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does."""
        lang = language(ctx)
        with formatter.section(say(lang, "cli.help.commands")):
            formatter.write_dl(
                [
                    (name, say(lang, command.short_help))
                    for name in self.list_commands(ctx)
                    if (command := self.get_command(ctx, name)) and command.short_help
                ]
            )


class Program(Group):
    """The whole command line: every way to end has its exit code and at most one sentence."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:
        """Run, and leave with an exit code."""
        speak_utf8()
        lang = language_of(sys.argv[1:] if args is None else args, os.environ)
        extra.pop("prog_name", None)
        sys.exit(self._exit_code(args, lang, extra))

    def _exit_code(self, args: Sequence[str] | None, lang: str, extra: dict[str, Any]) -> int:
        try:
            return (
                super().main(args, prog_name="mafsim", standalone_mode=False, obj=lang, **extra)
                or 0
            )
        except MafsimError as error:
            if COMPLETING not in os.environ:  # what is only half typed may well be wrong
                tell(error.sentence(lang))
            return error.exit_code
        except click.Abort:
            tell(say(lang, "cli.interrupted"))
            return INTERRUPTED
        except Exception:  # noqa: BLE001 (whatever it is, it is our own fault)
            traceback.print_exc()
            tell(say(lang, "cli.fault"))
            return FAULT


def _in_our_words(error: click.UsageError, ctx: click.Context) -> UsageError:
    """Say an error of the parser in one sentence of `words`."""
    command = ctx.command_path
    match error:
        case click.NoSuchOption(option_name=name):
            return _no_such_option(name, ctx)
        case click.MissingParameter(param=param) if param is not None:
            return UsageError("cli.missing", what=spelled(param), command=command)
        case click.BadOptionUsage(option_name=name) if _is_flag(ctx, name):
            return UsageError("cli.takes_no_value", option=name)
        case click.BadOptionUsage(option_name=name):
            return UsageError("cli.needs_value", option=name)
    return UsageError("cli.usage", message=error.format_message(), command=command)


def _no_such_option(name: str, ctx: click.Context) -> UsageError:
    """Guess which option was meant; the dashes that all of them share say nothing."""
    known = [opt for param in ctx.command.params for opt in param.opts if opt.startswith("--")]
    near = get_close_matches(name.lstrip("-"), [opt.lstrip("-") for opt in known], n=1)
    if near:
        return UsageError("cli.no_such_option_near", option=name, near=f"--{near[0]}")
    return UsageError("cli.no_such_option", option=name, command=ctx.command_path)


def _is_flag(ctx: click.Context, name: str) -> bool:
    flags = [p for p in ctx.command.params if isinstance(p, click.Option) and p.is_flag]
    return any(name in flag.opts for flag in flags)
