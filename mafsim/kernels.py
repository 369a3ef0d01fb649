"""How kernels are compiled: once, and kept in the user's cache folder under a digest of their sources.

numba notices a change in the file of a cached function, and none in the files of the functions and
constants that it uses: it would answer with stale machine code. So the kernels of a file are kept in
a folder that is named after a digest of the file and of all mafsim files that it imports.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent


def sources(package: Path = PACKAGE, start: Path | None = None) -> tuple[Path, ...]:
    """Give the files whose content decides what kernels compute.

    Those are the file that is named and every mafsim file that it imports, directly or not. Where
    none is named, they are those of all files that use `kernel`, `part`, `passage` or `typed`.
    """
    reached = list(_decorated(package)) if start is None else [start]
    for path in reached:
        reached.extend(_imported(package, path).difference(reached))
    return tuple(sorted(reached))


def _decorated(package: Path) -> Iterator[Path]:
    here = package / "kernels.py"
    for path in sorted(package.rglob("*.py")):
        uses = re.search(
            r"^@(kernel|part|passage|typed)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        if uses and here in _imported(package, path):
            yield path


def _imported(package: Path, path: Path) -> set[Path]:
    """Give the files that a file's imports may mean, as far as they are of this package."""
    inside = path.is_relative_to(package)
    folders = path.relative_to(package.parent).parts if inside else ()
    names: list[str] = []
    for level, module, imported in _imports(path.read_bytes()):
        near = folders[:-level] if level else ()
        whole = ".".join([*near, module] if module else near)
        names += [whole, *(f"{whole}.{each}" for each in imported)]
    parts = [name.split(".") for name in names]
    files = {_file_of(package, each[1:]) for each in parts if each[0] == package.name}
    return {file for file in files if file.is_file()}


@cache
def _imports(content: bytes) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Give the imports of a source: how many folders up, the module, and names from it.

    What is imported for a type checker alone never runs, so that no code depends on it.
    """
    found: list[tuple[int, str, tuple[str, ...]]] = []
    tree = ast.parse(content)
    unread = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        if isinstance(node, ast.Import):
            found += [(0, each.name, ()) for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(each.name for each in node.names)))
    return tuple(found)


def _file_of(package: Path, parts: list[str]) -> Path:
    place = package.joinpath(*parts)
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def digest(package: Path = PACKAGE, start: Path | None = None) -> str:
    """Give the digest of the sources of one file's kernels, or of all."""
    total = hashlib.sha256()
    for path in sources(package, start):
        content = path.read_bytes()
        name = path.relative_to(package).as_posix() if path.is_relative_to(package) else path.name
        total.update(f"{name} {len(content)}\n".encode())
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
def folder(start: Path | None = None) -> Path:
    """Give the cache folder of the kernels of a file, or of all sources, made if it is not there.

    It is in the user's cache folder, or in a temporary one where that cannot be written.
    """
    try:
        place = _user_cache() / "mafsim" / "kernels" / digest(PACKAGE, start)
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="mafsim-kernels-"))


def cold(module: str) -> bool:
    """Say whether nothing of a module's kernels is compiled yet: its first call takes longer."""
    place = folder(_file_of(PACKAGE, module.split(".")[1:]))
    return not any(place.rglob("*.nbc"))


@cache
def _numba() -> Any:
    import numba

    # numba spells out a record type, field by field, some dozen times for every function that takes
    # one: a third of the time that compiling takes. Its name says the same and is at hand.
    record: Any = numba.types.Record
    record.__repr__ = record.__str__
    return numba


def _compiled(function: Any, *signature: Any, **options: Any) -> Any:
    """Compile a function, kept in the cache folder of the file that it stands in."""
    file = Path(function.__code__.co_filename)
    config: Any = _numba().config
    config.CACHE_DIR = str(folder(file if file.is_file() else None))
    return _numba().njit(*signature, cache=True, nogil=True, **options)(function)


@dataclass(frozen=True, slots=True)
class Array:
    """An argument of a compiled function: a contiguous array, whose writing may be forbidden."""

    dtype: Any
    axes: int = 1
    readonly: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """An argument of a compiled function: one record of a structured type, by its address."""

    dtype: Any


@dataclass(frozen=True, slots=True)
class Signature:
    """What a compiled function takes and gives: types of Python, arrays and records."""

    result: Any
    arguments: tuple[Any, ...]


def typed(signature: Signature) -> Callable[[Function], Function]:
    """Compile a function for one signature, at once, so that others can call it by its address.

    An error that it raises reaches the caller of the outermost compiled function.
    """

    def compiled(function: Function) -> Function:
        made: Function = _compiled(function, _type(signature))
        return made

    return compiled


def is_typed(function: Any, signature: Signature) -> bool:
    """Say whether a function can be called by its address with these arguments."""
    if _numba().config.DISABLE_JIT:
        return callable(function)
    try:
        function.get_compile_result(_type(signature))
    except Exception:  # noqa: BLE001 - whatever numba says of somebody's function
        return False
    return True


def address(function: Any, signature: Signature) -> int:
    """Give the address of a function made with `typed`, valid while the function is kept."""
    if not hasattr(function, "get_compile_result"):
        return _interpreted(function)
    compiled = function.get_compile_result(_type(signature))
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


_INTERPRETED: list[Any] = []
"""The functions that have an address where numba compiles nothing: their places in this list."""


def _interpreted(function: Any) -> int:
    if function not in _INTERPRETED:
        _INTERPRETED.append(function)
    return _INTERPRETED.index(function)


def calls(signature: Signature) -> Any:
    """Give ``call(address, *arguments)``, by which compiled code calls a function made with `typed`.

    numba's own first-class functions are passed as tuples, thirty numbers for ten of them through
    every function on the way; an address is one number and can stand in an array. The call itself
    is the one that numba makes: an error in the function reaches the caller.
    """
    if _numba().config.DISABLE_JIT:
        return lambda address, *arguments: _INTERPRETED[address](*arguments)
    from llvmlite import ir
    from numba.extending import intrinsic

    wanted = _type(signature)

    def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
        convention = context.call_conv
        kind = ir.PointerType(convention.get_function_type(wanted.return_type, wanted.args))
        arguments = [
            context.cast(builder, builder.extract_value(values[1], i), from_, to)
            for i, (from_, to) in enumerate(zip(given.args[1], wanted.args, strict=True))
        ]
        status, result = convention.call_function(
            builder, builder.inttoptr(values[0], kind), wanted.return_type, wanted.args, arguments
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    @intrinsic
    def call(_: Any, address: Any, *arguments: Any) -> Any:
        types = _numba().types
        return wanted.return_type(address, types.Tuple(arguments)), lowered

    return call


def interpreted(by_address: Any, plainly: Any, signature: Signature) -> Any:
    """Give a function that is called like one made with `typed` and asks one of ordinary Python.

    The signature is of a number, a record and an array. Handing those two to the interpreter as
    they are takes 25 microseconds, their addresses 1: so ``by_address(number, record, array,
    bytes)`` is called, and ``plainly(number, record, array)`` where numba compiles nothing. An
    error that it raises reaches the caller of the outermost compiled function.
    """
    if _numba().config.DISABLE_JIT:
        return plainly
    ask, place = _ordinary()
    which = len(_ORDINARY)
    _ORDINARY.append(by_address)

    def asks(number: Any, record: Any, array: Any) -> Any:
        return ask(which, number, place(record), array.ctypes.data, array.nbytes)

    return _numba().njit(_type(signature))(asks)


_ORDINARY: list[Any] = []
"""The functions of ordinary Python that compiled code asks by their place in this list."""


@cache
def _ordinary() -> Any:
    """Give ``ask(which, numbers)`` and ``place(record)``, a record's address, for compiled code."""
    from numba import objmode
    from numba.extending import intrinsic

    def placed(_: Any, record: Any) -> Any:
        def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
            return builder.ptrtoint(values[0], context.get_value_type(given.return_type))

        return _numba().types.intp(record), lowered

    def answered(which: int, number: int, at: int, array_at: int, size: int) -> int:
        answer: int = _ORDINARY[which](number, at, array_at, size)
        return answer

    def ask(which: int, number: int, at: int, array_at: int, size: int) -> int:
        with objmode(answer="int64"):
            answer = answered(which, number, at, array_at, size)
        return answer  # noqa: RET504 - numba brings no answer out of the block otherwise

    numbers = Signature(int, (int,) * 5)
    return _numba().njit(_type(numbers))(ask), intrinsic(placed)


@cache
def overwrite(until: str | None = None) -> Any:
    """Give ``write(it, other)``, by which compiled code copies a record or an array over another.

    An array is a field of a record, so that its size is known. Of a record, all that stands before
    the field `until` is copied, if one is named.
    """
    if _numba().config.DISABLE_JIT:
        return lambda it, other: _overwritten(it, other, until)
    from numba.core import cgutils
    from numba.extending import intrinsic

    def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
        kind = given.args[0]
        is_array = isinstance(kind, _numba().types.NestedArray)
        many = kind.nitems if is_array else 1
        whole = many * kind.size if until is None else kind.offset(until)
        size = context.get_constant(_numba().types.intp, whole)
        if is_array:
            values = [context.make_array(kind)(context, builder, value).data for value in values]
        copied: Any = cgutils.raw_memcpy
        copied(builder, *values, size, 1)
        return context.get_dummy_value()

    @intrinsic
    def write(_: Any, it: Any, other: Any) -> Any:
        assert it == other, (it, other)
        return _numba().types.void(it, other), lowered

    return write


def paper(dtype: Any) -> Any:
    """Give ``sheet()``, by which compiled code takes room for a record until it returns.

    The room is the calling function's own, so taking it costs nothing. Nothing is written there yet.
    """
    if _numba().config.DISABLE_JIT:
        return lambda: _empty_record(dtype)
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    kind = _type(Record(dtype))
    alloca_once: Any = cgutils.alloca_once

    def lowered(context: Any, builder: Any, *_: Any) -> Any:
        words = (kind.size + 7) // 8
        place = alloca_once(builder, ir.IntType(64), size=words)
        return builder.bitcast(place, context.get_value_type(kind))

    @intrinsic
    def sheet(_: Any) -> Any:
        return kind(), lowered

    return sheet


def _empty_record(dtype: Any) -> Any:
    import numpy as np

    return np.empty(1, dtype=dtype).view(np.recarray)[0]


def written_in(dtype: Any) -> Any:
    """Give ``read(memory)``, by which compiled code reads an array of numbers as a record."""
    if _numba().config.DISABLE_JIT:
        return lambda memory: _record_in(memory, dtype)
    from numba.extending import intrinsic

    kind = _type(Record(dtype))

    def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
        place = context.make_array(given.args[0])(context, builder, values[0]).data
        return builder.bitcast(place, context.get_value_type(kind))

    @intrinsic
    def read(_: Any, memory: Any) -> Any:
        return kind(memory), lowered

    return read


def _record_in(memory: Any, dtype: Any) -> Any:
    import numpy as np

    return memory[: dtype.itemsize // memory.itemsize].view(dtype).view(np.recarray)[0]


WIDTH = 12
"""How many columns the rows have that `rows_added` adds up."""


@cache
def rows_added() -> Any:
    """Give ``add(weights, rows, out)``: the sum of rows, each times its weight.

    All three are fields of records, of 64-bit numbers: ``weights[n]``, ``rows[n, WIDTH]`` and
    ``out[WIDTH]``, n even. Even and odd rows are added up apart, in their order, four columns at a
    time: the sum has the same bits on every machine, which a loop that the compiler rearranges has
    not.
    """
    if _numba().config.DISABLE_JIT:
        return _added
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    four, whole = ir.VectorType(ir.DoubleType(), 4), ir.IntType(64)
    undefined, first = ir.Constant(four, ir.Undefined), ir.Constant(ir.IntType(32), 0)
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4)
    begun: Any = cgutils.alloca_once_value

    def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
        weights, rows, out = (
            builder.bitcast(
                context.make_array(kind)(context, builder, value).data,
                ir.DoubleType().as_pointer(),
            )
            for kind, value in zip(given.args, values, strict=True)
        )

        def quads(place: Any) -> list[Any]:
            return [
                builder.bitcast(builder.gep(place, [whole(4 * i)]), four.as_pointer())
                for i in range(WIDTH // 4)
            ]

        nothing = ir.Constant(four, [0.0] * 4)
        sums = [[begun(builder, nothing) for _ in range(WIDTH // 4)] for _ in range(2)]
        with cgutils.for_range(builder, whole(given.args[0].shape[0] // 2)) as loop:
            for half, parts in enumerate(sums):
                row = builder.add(builder.shl(loop.index, whole(1)), whole(half))
                weight = builder.load(builder.gep(weights, [row]))
                weight = builder.insert_element(undefined, weight, first)
                spread = builder.shuffle_vector(weight, undefined, everywhere)
                place = builder.gep(rows, [builder.mul(row, whole(WIDTH))])
                for quad, part in zip(quads(place), parts, strict=True):
                    product = builder.fmul(spread, builder.load(quad, align=8))
                    builder.store(builder.fadd(builder.load(part), product), part)
        for quad, even, odd in zip(quads(out), *sums, strict=True):
            builder.store(builder.fadd(builder.load(even), builder.load(odd)), quad, align=8)
        return context.get_dummy_value()

    @intrinsic
    def add(_: Any, weights: Any, rows: Any, out: Any) -> Any:
        n = weights.shape[0]
        assert (rows.shape, out.shape, n % 2) == ((n, WIDTH), (WIDTH,), 0), (weights, rows, out)
        return _numba().types.void(weights, rows, out), lowered

    return add


def _added(weights: Any, rows: Any, out: Any) -> None:
    sums = [0.0 * rows[0], 0.0 * rows[0]]
    for row, weight in enumerate(weights):
        sums[row % 2] = sums[row % 2] + weight * rows[row]
    out[:] = sums[0] + sums[1]


def _overwritten(it: Any, other: Any, until: str | None = None) -> None:
    names = it.dtype.names
    if names is None:
        it[:] = other
        return
    for name in names if until is None else names[: names.index(until)]:
        it[name] = other[name]


@cache
def _type(kind: Any) -> Any:
    """Give numba's own type of an argument or a result: a large record's takes it milliseconds."""
    types: Any = _numba().types
    match kind:
        case Signature(result, arguments):
            return _type(result)(*map(_type, arguments))
        case Record(dtype):
            return _numba().from_dtype(dtype)
        case Array(dtype, axes, readonly):
            return types.Array(_numba().from_dtype(dtype), axes, "C", readonly=readonly)
    return types.void if kind is None else _numba().typeof(kind())


def kernel(function: Function) -> Function:
    """Compile a function: cached, without the interpreter's lock."""
    compiled: Function = _compiled(function, no_cfunc_wrapper=True)
    return compiled


def part(function: Function) -> Function:
    """Compile a part of a kernel once: only compiled code can call it, with 64 bits a whole number.

    numba compiles a function anew for every width of its numbers and every constant that it is
    called with; a rulebook of a hundred small functions would be compiled some thousand times.
    """
    return _part(function)


def passage(function: Function) -> Function:
    """Compile a part of a kernel that one place calls, or a short one: it is written in there."""
    return _part(function, forceinline=True)


def _part(function: Function, **options: Any) -> Function:
    compiled: Any = _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    if not _numba().config.DISABLE_JIT:
        types, resolved = _numba().types, compiled.get_call_template

        def widened(kind: Any) -> Any:
            kind = types.unliteral(kind)
            return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

        compiled.get_call_template = lambda args, kws: resolved(tuple(map(widened, args)), kws)
    made: Function = compiled
    return made
