"""The import contracts hold, say what the docs say, and catch a violation that is planted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mafsim"
CONTRACTS: dict[str, dict[str, Any]] = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}


def lint_imports(folder: Path, contract: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the package that stands in a folder."""
    chosen = ["--contract", contract] if contract else []
    script = Path(sys.executable).parent / "lint-imports"
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [script, "--no-cache", *chosen],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the package and its contracts to a folder where anything may be planted."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(PACKAGE, tmp_path / "mafsim", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def plant(folder: Path, module: str, line: str) -> None:
    """Add a line of Python to a module, which comes into being if it is not there."""
    path = folder.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


def test_every_contract_holds() -> None:
    outcome = lint_imports(ROOT)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


PLANTED = [
    # A room imports only rooms below it; rooms on one line do not know each other.
    ("stack", "mafsim.roster", "from mafsim import plan"),
    ("stack", "mafsim.words", "from mafsim import errors"),
    ("stack", "mafsim.regulations", "from mafsim.pairing import check"),
    ("stack", "mafsim.report", "from mafsim import plots"),
    ("stack", "mafsim.files", "from mafsim import pairing"),
    ("stack", "mafsim.export", "def page():\n    from mafsim.cli import main\n    return main"),
    # A room that nobody decided on.
    ("stack", "mafsim.utils", "from mafsim import words"),
    # An agent never sees the game: neither itself nor through its own folder.
    ("agents", "mafsim.agents", "from mafsim import plan"),
    ("agents", "mafsim.agents", "from mafsim.roster import Roster"),
    ("agents", "mafsim.agents", "import mafsim.regulations"),
    ("agents", "mafsim.agents.peeking", "from mafsim.plan import Plan"),
    ("agents", "mafsim.agents.peeking", "def act():\n    import mafsim.pairing.check"),
    ("agents", "mafsim.agents.peeking", "from mafsim import Plan"),
    # The checker never sees the solver, and finds no way around through the front door.
    ("checker", "mafsim.pairing.check", "from mafsim.pairing import solve"),
    ("checker", "mafsim.pairing.check", "from mafsim.pairing.groups import anything"),
    ("checker", "mafsim.pairing.measures", "from mafsim.pairing.seats import anything"),
    ("checker", "mafsim.pairing.bounds", "def bound():\n    import mafsim.pairing.solve"),
    ("checker", "mafsim.pairing.check", "from mafsim import seat"),
    # A heavy package stays in its room.
    ("click", "mafsim.report", "import click"),
    ("rich", "mafsim.export", "from rich.table import Table"),
    ("jinja2", "mafsim.report", "import jinja2"),
    ("xlsxwriter", "mafsim.report", "import xlsxwriter"),
    ("icalendar", "mafsim.report", "import icalendar"),
    ("matplotlib", "mafsim.report", "import matplotlib.pyplot"),
    ("python_calamine", "mafsim.roster", "import python_calamine"),
    ("pydantic", "mafsim.plan", "from pydantic import BaseModel"),
    ("ortools", "mafsim.plan", "from ortools.sat.python import cp_model"),
    ("numba", "mafsim.streams", "import numba"),
    ("babel", "mafsim.export", "from babel import Locale"),
]


def rows() -> list[Any]:
    """Give the first planted violation of each contract as a fast test, and the others as slow ones."""
    first = {contract: row for row in reversed(PLANTED) for contract in [row[0]]}
    fast = [first[contract] for contract in ("stack", "agents", "checker")]
    return [pytest.param(*row, marks=() if row in fast else pytest.mark.slow) for row in PLANTED]


@pytest.mark.parametrize(("contract", "module", "line"), rows())
def test_a_planted_violation_is_caught(contract: str, module: str, line: str, copy: Path) -> None:
    plant(copy, module, line)
    outcome = lint_imports(copy, contract)
    assert outcome.returncode == 1
    assert f"{CONTRACTS[contract]['name']} BROKEN" in outcome.stdout
    assert "Contracts: 0 kept, 1 broken." in outcome.stdout


def test_every_contract_has_a_planted_violation() -> None:
    assert {contract for contract, _, _ in PLANTED} == set(CONTRACTS)


@pytest.mark.parametrize("room", ["games", "mafia"])
def test_an_agent_will_not_see_a_room_to_come(room: str, copy: Path) -> None:
    plant(copy, f"mafsim.{room}", f'"""The room {room}."""')
    assert lint_imports(copy, "agents").returncode == 0
    plant(copy, "mafsim.agents.peeking", f"import mafsim.{room}")
    assert lint_imports(copy, "agents").returncode == 1


def test_an_agent_may_use_streams(copy: Path) -> None:
    plant(copy, "mafsim.agents.honest", "from mafsim.streams import stream")
    assert lint_imports(copy, "agents").returncode == 0
    assert lint_imports(copy, "stack").returncode == 0


def test_every_module_of_pairing_stands_on_one_side_of_the_wall() -> None:
    modules = {f"mafsim.pairing.{path.stem}" for path in (PACKAGE / "pairing").glob("*.py")}
    checker = set(CONTRACTS["checker"]["source_modules"])
    solver = set(CONTRACTS["checker"]["forbidden_modules"])
    assert modules - {"mafsim.pairing.__init__"} == checker | solver
    assert not checker & solver
    assert {f"mafsim.pairing.{name}" for name in ("check", "measures", "bounds")} <= checker
    assert {f"mafsim.pairing.{name}" for name in ("solve", "groups", "seats")} <= solver


def rooms_of_the_contract() -> dict[str, bool]:
    """Give every room of the stack, and whether it is still to come."""
    names = re.findall(r"[()\w]+", " ".join(CONTRACTS["stack"]["layers"]))
    return {name.strip("()"): name.startswith("(") for name in names}


def rooms_of_the_docs() -> dict[str, bool]:
    """Give every room of the table in docs/architecture.md, and whether it is still to come."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## The rooms\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)/?` \|(.*)\|$", section, re.MULTILINE)
    assert len({name for name, _ in rows}) == len(rows)
    return {name: "*to come*" in says for name, says in rows}


def test_the_docs_have_the_rooms_of_the_contract() -> None:
    assert rooms_of_the_docs() == rooms_of_the_contract()


def test_the_docs_draw_the_stack_of_the_contract() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = re.search(r"```text\n(cli\n.*?)```", text, re.DOTALL)
    assert drawn
    assert drawn[1].split("\n")[:-1] == CONTRACTS["stack"]["layers"]


def rooms_of_the_package(contract: dict[str, Any]) -> list[str]:
    """Give the rooms in which a contract lets a heavy package live."""
    if contract["type"] == "protected":
        return [room.removeprefix("mafsim.") for room in contract["allowed_importers"]]
    return [line.removeprefix("mafsim.").split(".")[0] for line in contract["ignore_imports"]]


def test_the_docs_have_the_heavy_packages_of_the_contracts() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Heavy packages\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([\w-]+) \| (`.*`) \|$", section, re.MULTILINE)
    says = {package.replace("-", "_"): re.findall(r"`(\w+)`", rooms) for package, rooms in rows}
    assert says == {
        name: rooms_of_the_package(contract)
        for name, contract in CONTRACTS.items()
        if name not in {"stack", "agents", "checker"}
    }


def test_pairing_may_prove_with_ortools(copy: Path) -> None:
    plant(copy, "mafsim.pairing.prove", "from ortools.sat.python import cp_model")
    assert lint_imports(copy, "ortools").returncode == 0


def test_a_room_in_parentheses_is_not_there_yet() -> None:
    for room, to_come in rooms_of_the_contract().items():
        stands = (PACKAGE / room).is_dir() or (PACKAGE / f"{room}.py").is_file()
        assert stands != to_come, room
