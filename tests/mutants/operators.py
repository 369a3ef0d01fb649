"""Mutants of a source: each differs from it in one small thing that a person might get wrong."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "ceil": "floor", "floor": "ceil"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change within one function."""

    file: str
    function: str
    """The outermost function's qualified name."""
    first: int
    """The line of its code's beginning, decorators and all."""
    line: int
    before: str
    after: str
    code: CodeType
    """The whole module with the change."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.before} -> {self.after}"


def places(path: Path) -> list[tuple[str, ast.AST, ast.AST]]:
    """Give every change that can be made: the function's name, the node, and what replaces it."""
    tree = ast.parse(path.read_bytes())
    return [
        (name, node, new)
        for name, function in _functions(tree, "")
        for node in _inner(function)
        for new in _changes(node)
    ]


def mutant(path: Path, root: Path, place: tuple[str, ast.AST, ast.AST]) -> Mutant:
    """Make a change."""
    name, node, new = place
    tree = ast.parse(path.read_bytes())
    function = dict(_functions(tree, ""))[name]
    twin = next(each for each in ast.walk(tree) if _same(each, node))
    ast.copy_location(new, twin)
    changed: Any = _Exchange(twin, new).visit(tree)
    ast.fix_missing_locations(changed)
    lines = [function.lineno, *(each.lineno for each in function.decorator_list)]
    return Mutant(
        file=path.relative_to(root).as_posix(),
        function=name,
        first=min(lines),
        line=node.lineno,  # type: ignore[attr-defined]
        before=_short(node),
        after=_short(new),
        code=compile(changed, str(path), "exec", dont_inherit=True),
    )


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:87]}..."


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Give the outermost functions and the methods of classes, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{prefix}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _inner(function: ast.AST) -> Iterator[ast.AST]:
    """Give what a function does: no annotation, no default, no docstring, no assertion."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        if node is not function:
            yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(
                node, ast.Call
            ):
                continue
            children = value if isinstance(value, list) else [value]
            waiting += [each for each in children if isinstance(each, ast.AST) and _acts(each)]


def _acts(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return False
    return not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for index, sign in enumerate(node.ops):
                new = copy.deepcopy(node)
                new.ops[index] = _COMPARISONS[type(sign)]()
                yield new
        case ast.BinOp() | ast.AugAssign() if type(node.op) in _SUMS:
            other = copy.deepcopy(node)
            other.op = _SUMS[type(node.op)]()
            yield other
            if isinstance(node, ast.AugAssign):
                yield ast.Pass()
        case ast.BoolOp():
            joined = copy.deepcopy(node)
            joined.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield joined
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield copy.deepcopy(node.operand)
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            number: Any = node.value
            yield ast.Constant(number + 1)
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.If() | ast.IfExp():
            turned = copy.deepcopy(node)
            turned.test = ast.UnaryOp(ast.Not(), turned.test)
            yield turned
        case ast.comprehension(ifs=[_, *_]):
            pass  # its conditions are comparisons and signs of their own
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            called = copy.deepcopy(node)
            called.func = ast.Name(_CALLS[name], ast.Load())
            yield called


def _same(one: ast.AST, other: ast.AST) -> bool:
    return type(one) is type(other) and ast.dump(one, include_attributes=True) == ast.dump(
        other, include_attributes=True
    )


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return self._new
        changed: ast.AST = self.generic_visit(node)
        return changed
