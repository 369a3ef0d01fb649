"""What holds for every test: how Hypothesis runs, what is slow, and that CI=true skips nothing."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from tests.laws import times
from tests.slowest import slowest

# A first call may wait for a compilation, and a shared machine may be slow: no deadline. Where
# CI=true, Hypothesis's own profile `ci` gives the same examples every time.
_PROFILE = settings.get_profile("ci" if os.environ.get("CI") else "default")
settings.register_profile(
    "mafsim", _PROFILE, deadline=None, max_examples=times(_PROFILE.max_examples)
)
settings.load_profile("mafsim")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what was too long for `make check` when that was measured last."""
    too_long = slowest()
    for item in items:
        if item.nodeid.partition("[")[0] in too_long:
            item.add_marker(pytest.mark.slow)


def _fail_if_skipped_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure: `.ci/run` installs whatever a test needs."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though CI=true: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, pytest.TestReport]:
    report: pytest.TestReport = yield
    _fail_if_skipped_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, pytest.CollectReport]:
    report: pytest.CollectReport = yield
    _fail_if_skipped_in_ci(report)
    return report
