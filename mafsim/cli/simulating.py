"""What ``simulate`` and ``compare`` have in common: options, people, workers, and who watches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mafsim.cli import inputs, options, progress
from mafsim.cli.frame import option, whole
from mafsim.cli.terminal import tell, watched
from mafsim.errors import UsageError
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.files.population import People
    from mafsim.games import AnyGames
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.roster import Roster
    from mafsim.shapka import World
    from mafsim.simulate import Aim, Backend, Progress, Store

Function = TypeVar("Function", bound=Callable[..., Any])
Command = Callable[..., int]

DEFAULT_N = 1000
UNTIL_N = 100_000
"""How many tournaments are played at most where an aim is named and no number."""
MOST = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the options of a simulation say."""

    n: int | None
    agents: str | None
    population: str | None
    roster: str | None
    plan: str | None
    results: str | None
    assignments: tuple[str, ...]
    seed: int
    jobs: int | None
    dask: str | None
    until: str | None
    resume: str | None

    @property
    def many(self) -> int:
        """How many tournaments are played, or at most."""
        if self.n is not None:
            return self.n
        return DEFAULT_N if self.until is None else UNTIL_N

    def endless(self) -> Asked:
        """Give the same without its end: more of the same tournaments may follow."""
        return replace(self, n=0, until=None)

    def aim(self) -> Aim | None:
        """Give what is to be known how exactly, if anything is asked."""
        from mafsim import simulate

        return None if self.until is None else simulate.aim(self.until)


def shared(function: Command) -> Command:
    """Add the options of a simulation, in the order of the help; the command is handed them as `asked`."""

    @wraps(function)
    def handed(*arguments: Any, **options_: Any) -> int:
        asked = Asked(**{each.name: options_.pop(each.name) for each in fields(Asked)})
        return function(*arguments, asked=asked, **options_)

    many: list[Callable[[Command], Command]] = [
        option("-n", "n", metavar="N", callback=whole(least=1, most=MOST), help="cli.option.n"),
        option("--agents", metavar="AGENTS", help="cli.option.agents_simulated"),
        option("--population", metavar="FILE", help="cli.option.population"),
        option("--roster", metavar="FILE", help="cli.option.roster_simulated"),
        option("--plan", metavar="FILE", help="cli.option.plan_simulated"),
        option("--results", metavar="FILE", help="cli.option.results_simulated"),
        options.assignments,
        option(
            "--seed", metavar="N", callback=whole(), default="0", help="cli.option.seed_of_games"
        ),
        option(
            "--jobs", metavar="J", callback=whole(least=1, most=1024), help="cli.option.processes"
        ),
        option("--dask", metavar="ADDRESS", help="cli.option.dask"),
        option("--until", metavar="METRIC=HALFWIDTH", help="cli.option.until"),
        option("--resume", metavar="DIR", help="cli.option.resume"),
    ]
    command: Command = handed
    for add in reversed(many):
        command = add(command)
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What files say about the tournaments."""

    people: People | World | None
    roster: Roster | None
    plan: Plan | None
    games: AnyGames | None

    @property
    def named(self) -> bool:
        """Say whether it is known who the people are."""
        return any(each is not None for each in (self.roster, self.plan, self.games))

    def digests(self) -> dict[str, str]:
        """Give a digest of each file's content, as far as it changes what comes out."""
        from hashlib import sha256

        from mafsim.files.document import plan_digest
        from mafsim.files.written_results import results_digest

        found = {}
        if self.people is not None:
            found["population_digest"] = sha256(repr(self.people).encode()).hexdigest()
        if self.roster is not None:
            found["roster_digest"] = sha256(repr(self.roster).encode()).hexdigest()
        if self.plan is not None:
            found["plan_digest"] = plan_digest(self.plan)
        if self.games is not None:
            found["results_digest"] = results_digest(self.games)
        return found


def given(asked: Asked, rules: Regulation, lang: str) -> Given | None:
    """Read the files; None if the results cannot be accepted, which was told."""
    from mafsim.files.population import read_population
    from mafsim.tournament.world import read_world

    people: People | World | None = None
    if asked.population is not None:
        read_ = read_world if rules.game == "shapka" else read_population
        people = read_(asked.population)
    known = inputs.roster(asked.roster, None, lang)
    games = None
    if asked.results is not None:
        read = inputs.results(asked.results, lang, written=rules, people=known, lenient=False)
        if read is None:
            return None
        games = read.games
    seats = None
    if asked.plan is not None:
        seats = inputs.plan(asked.plan, lang, roster_source=asked.roster, written=rules)
    return Given(people=people, roster=known, plan=seats, games=games)


def provenance(rules: Regulation, command: str, seed: int, known: Given) -> dict[str, Any]:
    """Say where a simulation comes from: the command is reduced to what changes it."""
    from mafsim import __version__

    return {
        "mafsim": __version__,
        "regulation": rules.name,
        "regulation_digest": rules.digest,
        **known.digests(),
        "seed": seed,
        "command": command,
    }


def words(
    asked: Asked, verb: str, names: list[str], known: Given, variants: tuple[str, ...] = ()
) -> str:
    """Give the command reduced to what changes the result; a file stands for its content."""
    import shlex

    found = ["mafsim", verb, *names]
    for variant in variants:
        found += ["--variant", variant]
    found += ["-n", str(asked.many)]
    if asked.agents is not None:
        found += ["--agents", asked.agents]
    files = {
        "--population": known.people,
        "--roster": known.roster,
        "--plan": known.plan,
        "--results": known.games,
    }
    for name, content in files.items():
        if content is not None:
            found += [name, name.removeprefix("--").upper()]
    for assignment in asked.assignments:
        found += ["--set", assignment]
    if asked.until is not None:
        found += ["--until", asked.until]
    return shlex.join([*found, "--seed", str(asked.seed)])


@contextmanager
def workers(asked: Asked, agents: str | None) -> Iterator[Backend]:
    """Give who plays, and let them go in the end; `agents` are all that play under any regulation."""
    if asked.jobs is not None and asked.dask is not None:
        raise UsageError("cli.simulate.jobs_or_dask")
    from mafsim import simulate
    from mafsim.agents import KINDS, parse

    specs = parse(agents or simulate.AGENTS)
    modules = tuple({spec.kind.partition(":")[0] for spec in specs if spec.kind not in KINDS})
    one_block = asked.many <= simulate.BLOCK and asked.dask is None
    jobs = 1 if one_block else asked.jobs
    backend = simulate.backend(jobs=jobs, dask=asked.dask, modules=modules)
    try:
        yield backend
    finally:
        backend.close()


@contextmanager
def kept(folder: str | None, what: dict[str, Any]) -> Iterator[Store | None]:
    """Give the folder of finished blocks, if one is named."""
    if folder is None:
        yield None
        return
    from mafsim import simulate

    with simulate.opened(Path(folder), what) as store:
        yield store


@contextmanager
def watching(lang: str) -> Iterator[Callable[[Progress], None]]:
    """Give what is told how far a simulation is: a bar on a terminal, now and then a line elsewhere."""
    from mafsim import kernels

    if kernels.cold("mafsim.mafia.game"):
        tell(say(lang, "play.cold"))
    if not watched():
        yield _now_and_then(lang)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
    )

    columns = (
        BarColumn(bar_width=16),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as bar:
        task = bar.add_task(say(lang, "simulate.progress.begin"), total=None)
        yield lambda state: bar.update(
            task, completed=state.done, total=state.of, description=_rate(state, lang)
        )


def _rate(state: Progress, lang: str) -> str:
    if state.left is None:
        return ""
    rate = say(lang, "simulate.progress.rate", rate=_short(state.rate, lang))
    return f"{rate}, {say(lang, 'simulate.progress.left', left=duration(state.left, lang))}"


def _short(rate: float, lang: str) -> str:
    text = f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
    return text.replace(".", say(lang, "play.decimal_point"))


def duration(seconds: float, lang: str) -> str:
    """Say how long something takes, as exactly as anybody wants to know."""
    minutes = round(seconds / 60)
    if seconds < 90:
        return say(lang, "simulate.progress.seconds", n=round(seconds) or int(seconds > 0))
    if minutes < 90:
        return say(lang, "simulate.progress.minutes", n=minutes)
    return say(lang, "simulate.progress.hours", hours=minutes // 60, minutes=minutes % 60)


def _now_and_then(lang: str) -> Callable[[Progress], None]:
    """Tell a line after `progress.FIRST_LINE` seconds, and each further one after twice the time."""
    begun = time.monotonic()
    due = progress.FIRST_LINE

    def watcher(state: Progress) -> None:
        nonlocal due
        elapsed = time.monotonic() - begun
        if elapsed < due:
            return
        due = 2 * elapsed
        if state.left is None:
            tell(say(lang, "simulate.progress.line_first", done=state.done, total=state.of))
            return
        fields = {"rate": _short(state.rate, lang), "left": duration(state.left, lang)}
        tell(say(lang, "simulate.progress.line", done=state.done, total=state.of, **fields))

    return watcher
