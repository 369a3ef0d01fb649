"""``python -m tests.golden``: print the digests of what fixed seeds give; ``--renew`` keeps them.

They change whenever the search, the engine or an agent changes what it does: a reader of the change
sees it in ``digests.json``, and nobody's results change unseen.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.golden.works import digests

KEPT = Path(__file__).with_name("digests.json")


def main(arguments: list[str]) -> int:
    """Print the digests, or put them into the file; those of other machines stay."""
    made = digests()
    if arguments == ["--renew"]:
        known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
        text = json.dumps(known | made, indent=2, ensure_ascii=False)
        KEPT.write_text(f"{text}\n", encoding="utf-8")
    else:
        print(json.dumps(made, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
