"""``python -m benchmarks.readme``: write the example of both READMEs anew, as it comes out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
CALL = "mafsim seat ugra-2021 --roster examples/ugra-2021-roster.csv -o plan.json"
BLOCK = re.compile(r"^(<!-- [^>]* -->\n```text\n)(.*?)(^```\n<!-- )", re.DOTALL | re.MULTILINE)


def main() -> None:
    """Write both."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples")
        english = printed(folder, [*CALL.split()[1:], "--lang", "en"])
        russian = printed(folder, ["report", "plan.json", "--lang", "ru"])
    put(ROOT / "README.md", english)
    # `seat` says besides where it has saved the plan.
    put(ROOT / "README.ru.md", f"{russian}\nСохранено: plan.json\n")


def printed(folder: Path, words: list[str]) -> str:
    """Give what a command prints on a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", "mafsim", *words],
        cwd=folder,
        env=os.environ | {"COLUMNS": "80"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout


def put(page: Path, output: str) -> None:
    """Put an output where a page shows one."""
    text = page.read_text(encoding="utf-8")
    page.write_text(BLOCK.sub(lambda m: f"{m[1]}{output}{m[3]}", text, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
