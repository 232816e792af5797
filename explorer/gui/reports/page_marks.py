"""What a page of a PDF is made of: kinds of letters, and the marks that are painted.

Lengths are tenths of a point, so that whole numbers of them are fine enough for letters.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from explorer.gui.canvas.raster import readable_font
from explorer.gui.canvas.svg_fonts import CHINESE
from explorer.gui.widgets.theme import FAMILY

WIDTH, HEIGHT = 5953, 8419  # A4
EDGE, FOOT = 567, 620  # 20 mm; what the page number stands in
INNER = WIDTH - 2 * EDGE
_FIXED = ("Noto Sans Mono", "DejaVu Sans Mono", "Consolas", "Menlo", "Courier New")


@dataclass(frozen=True, slots=True)
class Letters:
    """One kind of letters: size, distance of lines, weight, role of the palette."""

    size: int
    line: int
    strong: bool = False
    colour: str = "ink"
    fixed: bool = False


TITLE, HEAD = Letters(210, 260, strong=True), Letters(135, 180, strong=True)
BODY, MUTED = Letters(100, 150), Letters(86, 128, colour="muted")
KINDS = {"": BODY, "muted": MUTED, "lead": Letters(106, 160), "key": Letters(108, 160, strong=True)}
CELL, COLUMN, COUNT = Letters(92, 126), Letters(82, 118, colour="muted"), Letters(92, 126, strong=True)
MARGIN, SOURCE = Letters(92, 126, colour="muted"), Letters(78, 112, fixed=True)


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text from its left end and its baseline."""

    x: float
    y: float
    text: str
    letters: Letters


@dataclass(frozen=True, slots=True)
class Ruled:
    """A filled rectangle: a line, or a bar at the side."""

    box: tuple[float, float, float, float]
    colour: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture in its rectangle, as SVG."""

    box: QRectF
    drawing: str = field(repr=False)


Mark = Words | Ruled | Placed


def font_of(letters: Letters) -> QFont:
    """Without hinting, so that lines break alike everywhere."""
    font = readable_font()
    font.setFamilies([*(_FIXED if letters.fixed else ()), FAMILY, *CHINESE])
    font.setPixelSize(letters.size)
    font.setWeight(QFont.Weight.DemiBold if letters.strong else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
