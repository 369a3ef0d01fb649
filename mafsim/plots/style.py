"""The house style: colours that every eye tells apart, and pictures that are the same bytes each time."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mafsim.errors import UsageError
from mafsim.files import write_text
from mafsim.words import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNDATED: dict[str, dict[str, None]] = {
    ".svg": {"Date": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None},
}
"""The pictures that can be drawn, each with the marks that would make two runs differ."""

TEXT_SIZE, NAME_SIZE, TITLE_SIZE = 8, 7, 9
"""How high letters are, in points."""
STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT_SIZE,
    "axes.titlesize": TITLE_SIZE,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.spines.bottom": False,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "xtick.bottom": False,
    "ytick.left": False,
    "legend.frameon": False,
    "savefig.dpi": 150,
    "svg.hashsalt": "mafsim",
    "text.parse_math": False,
    "image.interpolation": "nearest",
}
COLOURS = "cividis"
"""Even steps of brightness, read alike by eyes that do not tell red from green."""
FORBIDDEN = "#e4e4e4"
INK = "#1a1a1a"
MUTED = "#6b6b6b"
LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Okabe and Ito's colours (Color Universal Design, 2008), told apart by every kind of colour vision."""
MARKERS = ("o", "s", "^", "D", "v", "P")
"""What tells lines apart where there is no colour at all."""


def refuse_suffix(path: Path) -> None:
    """Refuse a file whose suffix names no kind of picture that can be drawn."""
    if path.suffix.lower() not in UNDATED:
        raise UsageError("plots.suffix", path=str(path), known=list(UNDATED))


def save(figure: Callable[[], Figure], path: Path, *, force: bool = False) -> None:
    """Write a picture into a file; the same picture gives the same bytes.

    `figure` is called where the house style is in force, whatever the user has set.
    """
    refuse_suffix(path)
    write_text(_picture(figure, path.suffix.lower()), path, force=force)


def _picture(figure: Callable[[], Figure], suffix: str) -> bytes:
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # A sign that the font lacks is drawn as a box: a pity, and no reason to say so twice.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        sheet = io.BytesIO()
        figure().savefig(sheet, format=suffix[1:], metadata=UNDATED[suffix])
    return sheet.getvalue()


def width_of(text: str, size: float, weight: str = "normal") -> float:
    """Give the width of a text in inches: a W is four times as wide as an i."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight=weight)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / 72


def wrapped(text: str, inches: float, size: float, weight: str = "normal") -> list[str]:
    """Break a text between its words into lines that are no wider than so many inches."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, weight) <= inches:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def share_of(
    size: tuple[float, float], left: float, bottom: float, width: float, height: float
) -> tuple[float, float, float, float]:
    """Turn inches into shares of a sheet."""
    return left / size[0], bottom / size[1], width / size[0], height / size[1]


def decimal(number: float, lang: str, *, digits: int = 1, signed: bool = False) -> str:
    """Write a number with the sign that a language puts before its decimals; a minus is a minus."""
    text = f"{number:{'+' if signed else ''}.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "\u2212").replace(".", say(lang, "report.decimal_point"))


def per_cent(share: float, lang: str, *, digits: int = 1) -> str:
    """Write a share as per cent."""
    return f"{decimal(100 * share, lang, digits=digits)}\u00a0%"
