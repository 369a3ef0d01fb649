"""What `--plot` of a simulation draws: panels of `plots`, and what each is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mafsim.metrics import Figure
    from mafsim.simulate import AnyEvent, Candidate, Run

COMPARED = ("best_wins", "best_in_top_3", "winner_rank", "kendall_tau", "red_win")
"""The figures of which a comparison is drawn."""


def _plots() -> Any:
    """Give the room that draws: the one place where it is named."""
    from mafsim import plots

    return plots


def refuse(path: Path, *, force: bool) -> None:
    """Refuse a picture that could not be written, before long work."""
    from mafsim.files.atomic import refuse_unwritable

    _plots().refuse_suffix(path)
    refuse_unwritable(path, force=force)


def simulation(event: AnyEvent, run: Run, path: Path, lang: str, *, force: bool) -> None:
    """Draw what a simulation shows."""
    from mafsim.metrics import figures
    from mafsim.simulate.document import of_ties, roles
    from mafsim.simulate.lines import decided

    plots = _plots()

    counted = run.counted
    found = figures(counted.totals[0], run.confidence)
    panels: list[Any] = [plots.SkillAgainstPlace(counts=counted.tables[0].placed)]
    shares = {
        name: {level: each.value for level, each in row.items()}
        for name, row in decided(of_ties(found), lang)
    }
    if shares:
        panels.append(plots.TieBreakDepth(shares=shares))
    paid = roles(event, counted.tables[0])
    if paid:
        means = {role: _interval(found[f"points_by_role_{role}"]) for role in paid}
        panels.append(plots.PointsByRole(means=means, components=paid))
    panels += _convergence(run, lang)
    plots.draw(panels, path, lang, force=force)


def _convergence(run: Run, lang: str) -> list[Any]:
    """Draw how the chance of the best one settles, where it was looked at often enough."""
    import numpy as np

    from mafsim.simulate.lines import measure

    plots = _plots()

    name = "best_wins"
    seen = [(n, found[name]) for n, found in run.history if name in found]
    if len(seen) < 3:
        return []
    rows = [_interval(figure) for _, figure in seen]
    return [
        plots.Convergence(
            measure=measure(name, lang),
            tournaments=np.array([n for n, _ in seen]),
            value=np.array([each.value for each in rows]),
            low=np.array([each.low for each in rows]),
            high=np.array([each.high for each in rows]),
        )
    ]


def comparison(
    candidates: tuple[Candidate, ...], runs: dict[str, Run], path: Path, lang: str, *, force: bool
) -> None:
    """Draw in what regulations differ from the first."""
    from mafsim import simulate

    plots = _plots()
    from mafsim.simulate.lines import is_share, measure

    by = {
        each.name: {found.figure: found.by for found in simulate.compared(runs, index)}
        for index, each in enumerate(candidates[1:], 1)
    }
    panels = []
    for figure in COMPARED:
        differences = {
            name: _interval(found[figure]) for name, found in by.items() if figure in found
        }
        if differences:
            panels.append(
                plots.Comparison(
                    measure=measure(figure, lang),
                    baseline=candidates[0].name,
                    differences=differences,
                    percent=is_share(figure),
                )
            )
    plots.draw(panels, path, lang, force=force)


def _interval(figure: Figure) -> Any:
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    return _plots().Interval(figure.value, low, high)
