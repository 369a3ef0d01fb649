"""The simulated judge, who sees everything and so is no agent: points, best player, penalties.

>>> from mafsim import judging
>>> judging.usual().red.won < judging.usual().black.won
True
"""

from mafsim.judging.judged import judge
from mafsim.judging.parameters import CONTRIBUTIONS, Judge, Worth, usual
from mafsim.judging.seen import Played, contributions, seen

__all__ = ["CONTRIBUTIONS", "Judge", "Played", "Worth", "contributions", "judge", "seen", "usual"]
