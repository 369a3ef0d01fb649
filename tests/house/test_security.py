"""What is read is data: no code of the package runs it, unpickles it, or asks the network for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mafsim"

FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "input", "system", "popen"}

FORBIDDEN_IMPORTS = {
    *("marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "subprocess", "runpy"),
    *("socket", "ssl", "http", "urllib", "requests", "ftplib", "smtplib", "telnetlib", "xmlrpc"),
}
EXCEPTIONS = {
    "pickle": {"simulate/job.py"},  # between mafsim's own processes, never a file
    "import_module": {
        "__init__.py",  # the public names
        "cli/frame.py",  # a command of its own when it is called
        "agents/__init__.py",  # --agents MODULE:NAME: the one place that runs a user's code
    },
    # the language of Windows; the memory of a View
    "ctypes": {"cli/frame.py", "agents/python.py", "mafia/shadow.py"},
}


@dataclass(frozen=True)
class Used:
    """What a file imports and calls."""

    imports: frozenset[str]
    calls: frozenset[str]


@cache
def used() -> dict[str, Used]:
    """Give what each file of the package imports and calls, by its path."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_bytes())
        names = Used(frozenset(imported(tree)), frozenset(called(tree)))
        found[path.relative_to(PACKAGE).as_posix()] = names
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def called(tree: ast.AST) -> Iterator[str]:
    """Give what is called: a name, or the last part of a dotted one where that is no method's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                yield f"{node.func.value.id}.{node.func.attr}"


def importing(name: str) -> set[str]:
    """Give the files that import a module, or a part of it."""
    return {
        file for file, each in used().items() if name in {of.split(".")[0] for of in each.imports}
    }


def uses(name: str) -> set[str]:
    """Give the files that import a module or call a function of that name."""
    calling = {
        file
        for file, each in used().items()
        if name in {call.rpartition(".")[2] for call in each.calls}
    }
    return importing(name) | calling


def test_nothing_is_run_as_code() -> None:
    never = FORBIDDEN_CALLS | {"os.system", "os.popen", "builtins.eval"}
    assert {file: each.calls & never for file, each in used().items() if each.calls & never} == {}


@pytest.mark.parametrize("name", sorted(FORBIDDEN_IMPORTS))
def test_no_module_that_runs_data_or_asks_the_network_is_imported(name: str) -> None:
    assert importing(name) == set()


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_what_could_run_data_stands_where_it_is_said(name: str) -> None:
    assert uses(name) == EXCEPTIONS[name]


def test_a_planted_eval_would_be_seen() -> None:
    tree = ast.parse("import pickle, urllib.request\nx = eval('1')\ny = os.system('ls')")
    assert set(called(tree)) == {"eval", "os.system"}
    assert set(imported(tree)) == {"pickle", "urllib.request"}
