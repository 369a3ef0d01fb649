"""Other code for functions, wherever they are known: in modules, classes, registries, decorators."""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Name = tuple[str, str, int]
"""A function's file, its qualified name and the line that its code begins in."""


@dataclass(frozen=True, slots=True)
class Known:
    """The functions of some files, and everything that keeps what functions have computed."""

    functions: tuple[FunctionType, ...]
    caches: tuple[Any, ...]


def known(files: Iterable[Path]) -> Known:
    """Find the functions of some files and all caches, once for many exchanges.

    Functions that numba holds are left out: it runs what it has compiled of them.
    """
    names = {str(path) for path in files}
    things = gc.get_objects()
    compiled = {id(function) for function in _compiled(things)}
    return Known(
        tuple(
            thing
            for thing in things
            if type(thing) is FunctionType
            and thing.__code__.co_filename in names
            and id(thing) not in compiled
        ),
        tuple(thing for thing in things if type(thing) is functools._lru_cache_wrapper),
    )


def exchange(known: Known, module: CodeType, only: Name | None = None) -> list[FunctionType]:
    """Put the code of a changed module into its functions; give those that have it.

    All that functions keep of what they have computed is forgotten.
    """
    codes = {_name(code): code for code in _codes(module) if only in (None, _name(code))}
    functions = [each for each in known.functions if _name(each.__code__) in codes]
    for function in functions:
        function.__code__ = codes[_name(function.__code__)]
    for cache in known.caches:
        cache.cache_clear()
    return functions


def _name(code: CodeType) -> Name:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _compiled(things: Iterable[Any]) -> list[FunctionType]:
    """Give the functions that numba holds."""
    if "numba" not in sys.modules:
        return []
    from numba.core.dispatcher import Dispatcher

    return [each.py_func for each in things if issubclass(type(each), Dispatcher)]
