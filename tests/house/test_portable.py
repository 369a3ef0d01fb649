"""Nothing in the package needs a POSIX system: it runs on Windows too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mafsim"
SOURCES = sorted(PACKAGE.rglob("*.py"))

POSIX_MODULES = frozenset(
    {
        "crypt",
        "curses",
        "fcntl",
        "grp",
        "posix",
        "pty",
        "pwd",
        "readline",
        "resource",
        "syslog",
        "termios",
        "tty",
    }
)
POSIX_NAMES = {
    "os": frozenset(
        {
            "chown",
            "fork",
            "forkpty",
            "geteuid",
            "getloadavg",
            "getuid",
            "killpg",
            "mkfifo",
            "nice",
            "openpty",
            "rename",
            "sched_getaffinity",
            "setsid",
            "sysconf",
            "uname",
            "wait",
            "waitpid",
        }
    ),
    "signal": frozenset(
        {"SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pause", "setitimer"}
    ),
    "time": frozenset({"clock_gettime", "tzset"}),
}
"""What a module has on POSIX alone; and `os.rename`, which on Windows replaces no file."""


NO_FILES = ("archive.", "files.", "formatter.")
"""Whose methods of the same names open no text: the parts of a ZIP, `mafsim.files`, click's help."""


def guarded(tree: ast.AST) -> set[int]:
    """Give what stands behind a question whether the system has it."""
    found: set[int] = set()
    for node in ast.walk(tree):
        asks = isinstance(node, ast.If | ast.IfExp) and any(
            text in ast.unparse(node.test) for text in ("hasattr(", "sys.platform", "os.name")
        )
        caught = isinstance(node, ast.Try) and any(
            handler.type is not None
            and "Error" in ast.unparse(handler.type)
            and any(name in ast.unparse(handler.type) for name in ("ImportError", "AttributeError"))
            for handler in node.handlers
        )
        if asks or caught:
            found |= {id(each) for each in ast.walk(node)}
    return found


def posix_only(tree: ast.AST) -> Iterator[str]:
    spared = guarded(tree)
    for node in ast.walk(tree):
        if id(node) in spared:
            continue
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in POSIX_MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                banned = POSIX_NAMES.get(module, frozenset())
                yield from (f"{module}.{each.name}" for each in names if each.name in banned)
                if module in POSIX_MODULES:
                    yield module
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in POSIX_NAMES.get(
                module, ()
            ):
                yield f"{module}.{name}"


def text_without_encoding(tree: ast.AST) -> Iterator[str]:
    """Give the calls that read or write text in whatever encoding the system has."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="read_text" | "write_text" as name), keywords=told
            ):
                owner = ast.unparse(node.func)
                said = any(each.arg == "encoding" for each in told)
                if not said and not owner.startswith(NO_FILES):
                    yield name
            case ast.Call(
                func=ast.Name(id="open") | ast.Attribute(attr="open"), args=given, keywords=told
            ):
                modes = [each.value for each in given if isinstance(each, ast.Constant)]
                binary = any(isinstance(mode, str) and "b" in mode for mode in modes)
                low = ast.unparse(node.func).startswith(("os.open", *NO_FILES))
                if not binary and not low and not any(each.arg == "encoding" for each in told):
                    yield f"line {node.lineno}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_needs_posix(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert list(posix_only(tree)) == []
    assert list(text_without_encoding(tree)) == []


@pytest.mark.parametrize(
    "planted",
    [
        "import fcntl",
        "from signal import SIGALRM",
        "import os\nos.fork()",
        "import os\nos.rename(a, b)",
        "from pty import openpty",
    ],
)
def test_a_planted_one_is_caught(planted: str) -> None:
    assert list(posix_only(ast.parse(planted)))


def test_what_asks_first_is_let_through() -> None:
    asked = "import os\nif hasattr(os, 'sched_getaffinity'):\n    n = os.sched_getaffinity(0)"
    assert list(posix_only(ast.parse(asked))) == []


def test_text_in_the_system_s_encoding_is_caught() -> None:
    assert list(text_without_encoding(ast.parse("path.read_text()")))
    assert list(text_without_encoding(ast.parse("open(path)")))
    assert not list(text_without_encoding(ast.parse("open(path, 'rb')")))
