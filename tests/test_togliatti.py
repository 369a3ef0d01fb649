"""The shipped event of Togliatti goes from its roster to the final, every stage as good as can be."""

from __future__ import annotations

import pytest

from mafsim.files import parse_plan, plan_text, read_roster
from mafsim.pairing.check import examine
from tests import togliatti


def test_the_shipped_roster_has_two_categories_of_fifteen_teams_and_some_reserves() -> None:
    from mafsim.regulations.entry import admit

    found = admit(togliatti.REGULATION, read_roster(togliatti.ROSTER))
    assert len(found.roster.teams()) == 30
    assert len(found.reserves) == 3
    assert {name for name, _ in found.warnings} == {"entry.reserves"}


@pytest.mark.slow
def test_stage_follows_stage_without_a_fault_and_the_shipped_results_are_theirs() -> None:
    plans = togliatti.plans()
    for part, (_, results) in zip(togliatti.PLAYED, plans, strict=False):
        shipped = togliatti.results_file(part).read_text(encoding="utf-8")
        assert shipped == results, "seating has changed: python -m tests.togliatti"
    for plan, _ in plans:
        found = examine(plan, togliatti.REGULATION)
        assert found.violations == ()
        assert all(stage.proved_best and stage.proved_fewest for stage in found.stages)
    teams = [[stage.teams for stage in examine(plan).stages[-2:]] for plan, _ in plans]
    assert teams == [[15, 15], [12, 12], [9, 9], [6, 6]]
    final = plans[-1][0]
    assert final.rounds == 4
    assert parse_plan(plan_text(final).encode(), file="final.json") == final
