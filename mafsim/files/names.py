"""Who is called what: names found again as they were written, or nearly so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mafsim.files.text import Guess, clean, fold


class Names:
    """The names of a roster, to find people by.

    A name is found as it stands, else by its `fold` if just one name has that fold.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._exact: dict[str, int] = {}
        self._folded: dict[str, list[int]] = {}
        self._names: tuple[str, ...] | None = None
        for index, name in enumerate(names):
            if self._exact.setdefault(name, index) == index:
                self._folded.setdefault(fold(name), []).append(index)

    def find(self, name: str) -> int | None:
        """Give the index of the one who bears a name (a clean one), or None."""
        if name in self._exact:
            return self._exact[name]
        alike = self._folded.get(fold(name), [])
        return alike[0] if len(alike) == 1 else None

    def near(self, name: str) -> Guess:
        """Guess at the name that was perhaps meant."""
        if self._names is None:
            self._names = tuple(self._exact)
        return Guess(name, self._names)

    def listed(self, cell: str) -> list[str]:
        """Give the names in a cell that lists them, ``;`` or a line's end between two.

        A cell that is a name as a whole is that name, whatever it contains.
        """
        if self.find(clean(cell)) is not None:
            return [cell]
        return [name for name in re.split(r"[;\n\r]", cell) if clean(name)]
