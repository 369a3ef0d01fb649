"""Many tournaments on many workers, resumable; regulations compared under one seed.

>>> from mafsim import regulations, simulate
>>> event = simulate.prepared(regulations.load("plain"), agents="random")
>>> found = simulate.run(simulate.Job(events=(event,)), 20)
>>> found.counted.games
(20,)
"""

from mafsim.simulate.backend import Backend, backend
from mafsim.simulate.comparing import (
    FEWEST,
    POPULATIONS,
    Candidate,
    Difference,
    alone,
    candidates,
    compared,
    population,
)
from mafsim.simulate.job import BLOCK, Counted, Job
from mafsim.simulate.looks import Aim, aim
from mafsim.simulate.run import Progress, Run, run
from mafsim.simulate.store import Store, opened
from mafsim.simulate.tables import Hopes, Tables, hopes
from mafsim.tournament.simulated import AGENTS, AnyEvent, prepared

__all__ = [
    "AGENTS",
    "BLOCK",
    "FEWEST",
    "POPULATIONS",
    "Aim",
    "AnyEvent",
    "Backend",
    "Candidate",
    "Counted",
    "Difference",
    "Hopes",
    "Job",
    "Progress",
    "Run",
    "Store",
    "Tables",
    "aim",
    "alone",
    "backend",
    "candidates",
    "compared",
    "hopes",
    "opened",
    "population",
    "prepared",
    "run",
]
