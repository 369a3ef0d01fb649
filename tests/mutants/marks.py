"""Which lines a test passes through: each statement of the changed code says when it is reached.

The interpreter's own tracing asks at every call of every function, and takes several times as long.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

NAME = "__reached__"


def marked(path: Path) -> CodeType:
    """Give a module whose functions call `NAME` with ``(file, first line, last line)``.

    They do so before each statement. The lines of a compound one are those of its head.
    """
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _mark(node, str(path))
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _mark(node: ast.AST, file: str) -> None:
    """Put marks into the blocks of statements within a function, up to functions within it."""
    for name, block in ast.iter_fields(node):
        if name == "cases":
            for case in block:
                _mark(case, file)
        elif name == "handlers":
            for handler in block:
                _mark(handler, file)
        elif name in ("body", "orelse", "finalbody") and isinstance(block, list):
            for statement in block:
                if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    _mark(statement, file)
            block[:] = [each for old in block for each in (*_said(old, file), old)]


def _said(statement: ast.stmt, file: str) -> Iterator[ast.stmt]:
    for first, last in _lines(statement):
        place = ast.Tuple([ast.Constant(each) for each in (file, first, last)], ast.Load())
        said = ast.Expr(ast.Call(ast.Name(NAME, ast.Load()), [place], []))
        yield ast.copy_location(said, statement)


def _lines(statement: ast.stmt) -> Iterator[tuple[int, int]]:
    """Give the first and the last line of all that is looked at where a statement is reached."""
    if isinstance(statement, ast.Match):
        yield statement.lineno, statement.subject.end_lineno or statement.lineno
        for case in statement.cases:
            end = case.guard or case.pattern
            yield case.pattern.lineno, end.end_lineno or case.pattern.lineno
    elif body := getattr(statement, "body", None):
        yield statement.lineno, max(statement.lineno, body[0].lineno - 1)
    else:
        yield statement.lineno, statement.end_lineno or statement.lineno
