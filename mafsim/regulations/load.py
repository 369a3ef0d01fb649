"""How a regulation is read: by name or from a file, its bases, and what is set for one run."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mafsim.errors import FileError, MafsimError, UsageError
from mafsim.regulations import toml
from mafsim.regulations.refuse import escaped, on_one_line, refuse

if TYPE_CHECKING:
    from pydantic import BaseModel

    from mafsim.regulations.schema import Regulation

LONGEST_LINE_OF_BASES = 8
"""How many regulations may be based on one another in a row."""

_NOT_SET = ("name", "based_on", "clauses", "assumed")
"""What is no value, and so cannot be set for one run."""


def names() -> tuple[str, ...]:
    """Give the names of the regulations that mafsim brings along."""
    return tuple(sorted(_shipped()))


def load(name_or_path: str) -> Regulation:
    """Read a regulation.

    Parameters
    ----------
    name_or_path
        A name out of `names`, in capital or small letters, or the path of a TOML file. A name
        goes before a file that is called the same.

    Raises
    ------
    UsageError
        No regulation has that name, and no file is at that path.
    FileError
        The file says something that cannot be accepted.
    """
    name = _as_name(name_or_path)
    return _read_shipped(name) if name in _shipped() else _read(_located(name_or_path), bases=())


@cache
def _read_shipped(name: str) -> Regulation:
    """Read a regulation that mafsim brings along, once: nobody can change what is frozen."""
    return _read(_shipped()[name], bases=())


def _as_name(text: str) -> str:
    return text.strip().casefold().replace("_", "-")


def check_file(path: str | Path) -> Regulation:
    """Read the regulation of a file, never one that mafsim brings along.

    Raises
    ------
    UsageError
        No file is at that path.
    FileError
        The file says something that cannot be accepted.
    """
    return _read(Path(path), bases=())


def parse(text: str, *, file: str) -> Regulation:
    """Read a regulation that is whole in itself out of its text; `file` names it in sentences.

    Raises
    ------
    FileError
        The text says something that cannot be accepted.
    """
    return _validated(_parsed(text, file), file, FileError)


@cache
def base_names() -> tuple[str, ...]:
    """Give the names by which texts refer to rules that mafsim knows."""
    return tuple(name for base in _bases() for name in base["names"])


def base_values(name: str) -> Mapping[str, Any]:
    """Give the values of the rules that a text refers to by name, chapter by chapter.

    Raises
    ------
    LookupError
        No rules go by that name.
    """
    for base in _bases():
        if name in base["names"]:
            return {key: value for key, value in base.items() if key != "names"}
    raise LookupError(name)


@cache
def _bases() -> tuple[dict[str, Any], ...]:
    folder = resources.files("mafsim.regulations") / "bases"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(_parsed(_text(file), file.name) for file in files if _is_toml(file))


def source(name_or_path: str) -> str:
    """Give the text of a regulation's file, comments and all.

    Raises
    ------
    UsageError
        No regulation has that name, and no file is at that path.
    FileError
        The file cannot be read as text.
    """
    return _text(_located(name_or_path))


def set_values(
    regulation: Regulation, assignments: Iterable[str], *, option: str = "--set"
) -> Regulation:
    """Give a regulation with some values changed, as `--set` asks.

    A thing in a list goes by its name or id, or by its number, which counts from one:
    ``stages.final.rounds=5``, ``stages.2.field=20``. The value is written as in TOML; text may
    go without its quotation marks. The times of a stage fall away when its number of rounds is
    changed, and its times are not.

    Parameters
    ----------
    regulation
        What is changed.
    assignments
        Each of the form ``PATH=VALUE``; a later one goes over an earlier one.
    option
        Which option asks, for sentences.

    Raises
    ------
    UsageError
        An assignment that has another form, names no value, or gives one that does not fit.
    """
    before = regulation.model_dump(exclude_unset=True)
    after = _with_lists(before)
    for assignment in assignments:
        path, equals, value = assignment.partition("=")
        if not (equals and path.strip() and value.strip()):
            raise UsageError("regulation.set_form", option=option, assignment=escaped(assignment))
        if not _is_text(assignment):
            raise UsageError("regulation.set_bytes", option=option, assignment=escaped(assignment))
        _assign(after, path.strip(), _value(value.strip()), option=option)
    changed = _without_stale_times(before, _with_tuples(after))
    return _validated(changed, option, UsageError)


def _is_text(word: str) -> bool:
    """Say whether a word of the command line is text; bytes that are none come as half signs."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shipped() -> dict[str, Traversable]:
    return {
        file.name.removesuffix(".toml").replace("_", "-"): file
        for file in resources.files("mafsim.regulations").iterdir()
        if _is_toml(file)
    }


def _is_toml(file: Traversable) -> bool:
    return file.name.endswith(".toml")


def _located(name_or_path: str, beside: Path | None = None) -> Traversable:
    """Find the file of a regulation; a relative path starts at the folder `beside`."""
    shipped = _shipped()
    name = _as_name(name_or_path)
    if name in shipped:
        return shipped[name]
    path = Path(name_or_path) if beside is None else beside / name_or_path
    if _means_a_file(name_or_path, path):
        return path
    near = _nearest_name(name, shipped)
    if near is None:
        raise UsageError("regulation.unknown", name=escaped(name_or_path), known=sorted(shipped))
    raise UsageError("regulation.unknown_near", name=escaped(name_or_path), near=near)


def _means_a_file(text: str, path: Path) -> bool:
    if text.casefold().endswith(".toml") or "/" in text or "\\" in text:
        return True
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Give the known name that is nearest, with or without its year."""
    without_years = {each.rpartition("-")[0] or each: each for each in known}
    whole_names = without_years | {each: each for each in known}
    near = difflib.get_close_matches(name[:100], whole_names, n=1)
    return whole_names[near[0]] if near else None


def _read(file: Traversable, bases: tuple[str, ...]) -> Regulation:
    data = _parsed(_text(file), file.name)
    base = data.get("based_on")
    if not isinstance(base, str):
        return _validated(data, file.name, FileError)
    whole_line = (*bases, str(file))
    if len(whole_line) > LONGEST_LINE_OF_BASES or str(file) in bases:
        raise FileError("regulation.bases_without_end", file=file.name)
    if "name" not in data:
        raise FileError("regulation.missing_top_key", file=file.name, name="name")
    beside = file.parent if isinstance(file, Path) else None
    try:
        found = _located(base, beside)
        below = _read(found, whole_line).model_dump(exclude_unset=True)
    except UsageError as error:
        near = error.fields.get("near")
        if near is not None:
            raise FileError(
                "regulation.no_base_near", file=file.name, base=escaped(base), near=near
            ) from error
        raise FileError("regulation.no_base", file=file.name, base=escaped(base)) from error
    changed = _without_stale_times(below, _merged(below, data))
    return _validated(changed, file.name, FileError)


def _text(file: Traversable) -> str:
    """Read a file's text, which is UTF-8 with or without a byte-order mark."""
    try:
        with file.open("rb") as stream:
            content = stream.read(toml.LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise UsageError("regulation.no_file", path=on_one_line(str(file))) from error
    except IsADirectoryError as error:
        raise UsageError("regulation.folder", path=on_one_line(str(file))) from error
    except OSError as error:
        raise FileError(
            "regulation.unreadable", path=on_one_line(str(file)), why=error.strerror
        ) from error
    return toml.decoded(content, file.name)


def _parsed(text: str, label: str) -> dict[str, Any]:
    """Parse TOML, numbers exact and lists as tuples."""
    data = toml.parsed(text, label, parse_float=Decimal)
    if not data:
        raise FileError("regulation.empty", file=label)
    parsed = _with_tuples(data)
    assert isinstance(parsed, dict)
    return parsed


def _validated(data: Any, label: str, kind: type[MafsimError]) -> Regulation:
    """Give the regulation that the data says, or tell the first thing that is wrong with it."""
    from pydantic import ValidationError

    from mafsim.regulations.coherence import contradictions
    from mafsim.regulations.schema import Regulation

    base = _base_of(data, label, kind)
    whole = _laid_over(base, data)
    try:
        regulation = Regulation.model_validate(whole)
    except ValidationError as error:
        raise refuse(error, whole, label, kind) from error
    for contradiction in contradictions(regulation, label, kind):
        raise contradiction
    _forget_filled_in(regulation, base, data)
    return regulation


def _base_of(data: Mapping[str, Any], label: str, kind: type[MafsimError]) -> Mapping[str, Any]:
    """Give the values of the rules that a regulation refers to by name."""
    name = data.get("base")
    if not isinstance(name, str):
        return {}
    try:
        return base_values(name)
    except LookupError:
        known = base_names()
    raise kind("regulation.no_such_rules", file=label, name=escaped(name), known=known)


def _forget_filled_in(model: BaseModel, base: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    """Let the values that a base has filled in not count as stated: they are not written out.

    What a model states is the set that pydantic keeps of its fields.
    """
    for key, value in base.items():
        if key not in said:
            model.model_fields_set.discard(key)
        elif isinstance(value, dict):
            _forget_filled_in(getattr(model, key), value, said[key])


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one table over another, key by key."""
    merged = dict(below)
    for key, value in above.items():
        merged[key] = _laid_over(below.get(key), value)
    return merged


def _laid_over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return _merged(below, above)
    if _has_names(below) and _has_names(above):
        things = _by_name(below)
        for name, thing in _by_name(above).items():
            things[name] = _laid_over(things.get(name), thing)
        return tuple(things.values())
    return above


def _by_name(things: Iterable[Any]) -> dict[str | None, Any]:
    from mafsim.regulations.schema import name_of

    return {name_of(thing): thing for thing in things}


def _has_names(things: Any) -> bool:
    """Say whether this is a list of things, each with a name of its own."""
    if not isinstance(things, tuple) or not things:
        return False
    named = _by_name(things)
    return None not in named and len(named) == len(things)


def _without_stale_times(before: Mapping[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Take the times from stages whose number of rounds has changed while their times have not."""
    if not (_has_names(before.get("stages")) and _has_names(after.get("stages"))):
        return after
    old = _by_name(before["stages"])
    stages = tuple(
        {key: value for key, value in stage.items() if key != "times"}
        if _times_are_stale(old.get(name, {}), stage)
        else stage
        for name, stage in _by_name(after["stages"]).items()
    )
    return {**after, "stages": stages}


def _times_are_stale(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    same_times = before.get("times") == after.get("times")
    return bool(before) and same_times and before.get("rounds") != after.get("rounds")


def _assign(data: dict[str, Any], path: str, value: Any, *, option: str) -> None:
    """Put a value at a dotted path; tables that are not there yet are made."""
    first, *_ = steps = path.split(".")
    if len(steps) > toml.DEEPEST or not all(steps):
        raise UsageError("regulation.set_form", option=option, assignment=escaped(path))
    if first in _NOT_SET:
        raise UsageError("regulation.set_no_value", path=escaped(path), name=first)
    place: Any = data
    for step in steps[:-1]:
        place = place.setdefault(step, {}) if isinstance(place, dict) else _item(place, step, path)
    last = steps[-1]
    if isinstance(place, dict):
        place[last] = value
    else:
        place[_index(place, last, path)] = value


def _item(place: Any, step: str, path: str) -> Any:
    return place[_index(place, step, path)]


def _index(place: Any, step: str, path: str) -> int:
    from mafsim.regulations.schema import index_in, name_of

    if not isinstance(place, list):
        raise UsageError("regulation.set_inside_value", path=escaped(path), step=escaped(step))
    try:
        return index_in(place, step)
    except LookupError:
        known = [name_of(item) or index + 1 for index, item in enumerate(place)]
    raise UsageError("regulation.set_no_item", path=escaped(path), step=escaped(step), known=known)


def _value(text: str) -> Any:
    """Read a value as TOML has it; what is not TOML is text."""
    try:
        parsed = _parsed(f"value = {text}", "--set")
    except MafsimError:
        return text
    return parsed["value"] if parsed.keys() == {"value"} else text


def _with_tuples(value: Any) -> Any:
    """Give the same data with a tuple for each list: what is read does not change."""
    if isinstance(value, dict):
        return {key: _with_tuples(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_with_tuples(inner) for inner in value)
    return value


def _with_lists(value: Any) -> Any:
    """Give the same data with a list for each tuple: a copy that can be changed."""
    if isinstance(value, dict):
        return {key: _with_lists(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_with_lists(inner) for inner in value]
    return value
