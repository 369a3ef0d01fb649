"""What commands read: a plan, a roster, a regulation; what the reader should see is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mafsim.cli.terminal import tell, warn
from mafsim.errors import FileError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.files.results import Results
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster


def regulation(name: str | None) -> Regulation | None:
    """Read a regulation by its name or path, if one is given."""
    return None if name is None else changed_regulation(name, ())


def changed_regulation(name: str, assignments: tuple[str, ...]) -> Regulation:
    """Read a regulation by its name or path, with some values set for this run."""
    from mafsim.regulations import load, set_values

    loaded = load(name)
    return set_values(loaded, assignments) if assignments else loaded


def roster(
    source: str | None, keep_apart: str | None, lang: str, *, judges: str | None = None
) -> Roster | None:
    """Read a roster, if one is given, who of it must be kept apart, and who judges."""
    if source is None:
        return None
    from mafsim.files import read_roster

    people = demands(read_roster(source), keep_apart, judges)
    warn(lang, people.warnings)
    return people


def demands(people: Roster, keep_apart: str | None, judges: str | None) -> Roster:
    """Add to a roster who must be kept apart and who judges, as far as files say so."""
    from mafsim.files import read_apart, read_judges

    if keep_apart is not None:
        people = read_apart(keep_apart, people)
    return people if judges is None else read_judges(judges, people)


def plan(
    source: str,
    lang: str,
    *,
    roster_source: str | None = None,
    written: Regulation | None = None,
) -> Plan:
    """Read a plan, its people from a roster if one is given.

    What the plan's file does not say, such as the size of a table, may stand in a regulation.
    """
    data, file = content(source)
    return plan_of(data, file, lang, roster_source=roster_source, written=written)


def content(source: str) -> tuple[bytes, str]:
    """Give the bytes of a plan or of results, and the name of the file for sentences."""
    from mafsim.files.limits import MAX_PLAN_BYTES, MAX_RESULTS_BYTES
    from mafsim.files.source import name_of, read_bytes

    return read_bytes(source, limit=max(MAX_PLAN_BYTES, MAX_RESULTS_BYTES)), name_of(source)


def plan_of(
    data: bytes,
    file: str,
    lang: str,
    *,
    roster_source: str | None = None,
    written: Regulation | None = None,
) -> Plan:
    """Read a plan out of a file's bytes."""
    from mafsim.files import parse_plan, read_roster

    people = None if roster_source is None else read_roster(roster_source)
    if people is not None and written is not None and written.game == "shapka":
        from mafsim.regulations.entry import admit

        admission = admit(written, people)
        warn(lang, admission.warnings)
        people = admission.roster
    size = None if written is None else written.table.size
    read = parse_plan(data, file=file, roster=people, table_size=size)
    if written is not None and not read.provenance and read.certificate is None:
        read = read.with_(game=written.game)  # a foreign plan does not say
    warn(lang, read.roster.warnings)
    return read


MOST_FAULTS = 50
"""How many faults of a results file are told before the rest is counted."""


def results(
    source: str, lang: str, *, written: Regulation, people: Roster | None, lenient: bool
) -> Results | None:
    """Read results, and tell what is wrong with them; None if they cannot be accepted.

    Where `lenient` is given, they are accepted as far as they are games, whatever a regulation
    forbids in them.
    """
    from mafsim.files.results import read_results

    if people is not None and written.game == "shapka":
        from mafsim.regulations.entry import placed

        people = placed(written, people)
    read = read_results(source, written, roster=people, lenient=True)
    warn(lang, read.warnings)
    for fault in read.faults[:MOST_FAULTS]:
        sentence = fault.sentence(lang)
        tell(say(lang, "cli.warning", sentence=sentence) if lenient else sentence)
    if len(read.faults) > MOST_FAULTS:
        tell(say(lang, "cli.more_faults", n=len(read.faults) - MOST_FAULTS))
    if read.faults and not lenient:
        return None
    if not len(read.games):
        raise FileError("standings.no_games", file=source)
    return read
