"""How kernels are compiled: once, and kept in the user's cache folder under a digest of their sources.

numba notices a change in the file of a cached function, and none in the files of the functions and
constants that it uses: it would answer with stale machine code. So the cache folder is named after a
digest of every kernel's source and of every mafsim module that those sources import.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent


def sources(package: Path = PACKAGE) -> tuple[Path, ...]:
    """Give the files whose content decides what a kernel computes.

    Those are the files that use `kernel`, and every mafsim file that they import.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}

    def imported(path: Path) -> set[Path]:
        return _imported(package, path, texts[path]) & texts.keys()

    here = package / "kernels.py"
    reached = [
        path
        for path, text in texts.items()
        if re.search(r"\bkernel\b", text) and here in imported(path)
    ]
    for path in reached:
        reached.extend(imported(path).difference(reached))
    return tuple(sorted(reached))


def _imported(package: Path, path: Path, text: str) -> set[Path]:
    """Give the files that a file's imports may mean, were they of this package."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            near = path.relative_to(package.parent).parts[: -node.level] if node.level else ()
            module = ".".join([*near, node.module] if node.module else near)
            names += [module, *(f"{module}.{each.name}" for each in node.names)]
    inside = [name.split(".") for name in names]
    return {_file_of(package, parts[1:]) for parts in inside if parts[0] == package.name}


def _file_of(package: Path, parts: list[str]) -> Path:
    place = package.joinpath(*parts)
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def digest(package: Path = PACKAGE) -> str:
    """Give the digest of all kernel sources."""
    total = hashlib.sha256()
    for path in sources(package):
        content = path.read_bytes()
        total.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()[:24]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    # A relative path is to be ignored, by the base directory specification.
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".cache"


@cache
def folder() -> Path:
    """Give the cache folder of these very kernels, made if it is not there.

    It is in the user's cache folder, or in a temporary one where that cannot be written.
    """
    try:
        place = _user_cache() / "mafsim" / "kernels" / digest()
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="mafsim-kernels-"))


def cold() -> bool:
    """Say whether nothing is compiled yet: the first search will take some seconds more."""
    return not any(folder().rglob("*.nbc"))


@cache
def _numba() -> Any:
    place = str(folder())
    os.environ.setdefault("NUMBA_CACHE_DIR", place)
    import numba

    config: Any = numba.config
    config.CACHE_DIR = place
    return numba


def kernel(function: Function) -> Function:
    """Compile a function for the search: cached, without the interpreter's lock."""
    compiled: Function = _numba().njit(cache=True, nogil=True)(function)
    return compiled
