"""How large everything is on a presented screen: designed at 1280 by 720, sized to the screen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize

from explorer.gui.widgets.theme import LABEL, VALUE, Theme

WIDE, HIGH = 1280, 720
BODY, TITLE, KEY, PARAMETER = 24, 36, 64, 56  # pixels there: 18, 27, 48 and 42 points
FLOOR = 0.75  # of its size, to which body type may shrink
_COLUMN, _EDGE = 356, 36


@dataclass(frozen=True)
class Sizes:
    """The lengths of a screen of one size."""

    screen: QSize

    @property
    def scale(self) -> float:
        """How much larger than designed everything is: as high as the screen lets it, and as wide."""
        return min(self.screen.height() / HIGH, self.screen.width() / WIDE)

    def size(self, pixels: float) -> int:
        """A length of the design."""
        return round(pixels * self.scale)

    @property
    def column(self) -> QRect:
        """Where the column's content stands."""
        edge = self.size(_EDGE)
        return QRect(edge, edge, self.size(_COLUMN) - 2 * edge, self.screen.height() - 2 * edge)

    @property
    def strip(self) -> QRect:
        """The column with its edges."""
        return QRect(0, 0, self.size(_COLUMN), self.screen.height())

    @property
    def picture(self) -> QRect:
        """Where title, picture and remarks stand."""
        left, edge = self.size(_COLUMN), self.size(_EDGE)
        return QRect(
            left + edge, edge, self.screen.width() - left - 2 * edge, self.screen.height() - 2 * edge
        )

    def theme(self, name: str) -> Theme:
        """Lengths and type of the design as they are here."""
        return Theme(name, self.scale)

    def canvas_theme(self, name: str) -> Theme:
        """In which the labels of a picture are body type."""
        return Theme(name, self.scale * BODY / LABEL)

    def field_theme(self, name: str) -> Theme:
        """In which the number of a field is as large as the parameter's symbol."""
        return Theme(name, self.scale * PARAMETER / VALUE)
