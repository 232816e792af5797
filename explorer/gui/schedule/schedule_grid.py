"""The columns of the year's table: a release in one row, or in two where the card is too narrow for one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.mark import N_, Sentence

COLUMNS: tuple[tuple[Sentence, int], ...] = (  # heading, width in pixels
    (N_("release"), 84),
    (N_("mechanism"), 108),
    (N_("ε"), 40),
    (N_("δ"), 46),
    (N_("how often"), 80),
    (N_("first"), 30),
    (N_("people"), 58),
    (N_("this line"), 44),
    (N_("cumulative"), 48),
)
_NUMBERS = (2, 3, 7, 8)  # columns that end at the right
_SIDE, _INDENT, _APART = 18, 5, 3  # pixels: the button before a line, words within a cell, between columns
_HEADS, _ROWS = 2, 4  # rows of headings, and of one line: cells, more cells, what is done with it, refusals

Place = tuple[int, int, int]  # row, column, columns that it spans
_WIDE: tuple[Place, ...] = tuple((0, column, 1) for column in range(1, len(COLUMNS) + 1))
_NARROW: tuple[Place, ...] = (  # in the order in which Tab goes
    *((0, 1, 1), (0, 2, 2), (0, 4, 1), (0, 5, 1)),
    *((1, 1, 1), (1, 2, 1), (1, 3, 1), (1, 4, 1), (1, 5, 1)),
)
_STRETCHED = {False: {1: 3, 2: 2, 7: 2}, True: {1: 3, 3: 2}}  # by whether it is narrow: column, share


class PlanGrid:
    """The grid `lines` in which the cells of all lines stand, beneath their headings."""

    def __init__(self, context: Context, inside: QWidget) -> None:
        self._theme, self._narrow = context.theme, False
        self.lines = QGridLayout()
        self.lines.setHorizontalSpacing(context.theme.size(_APART))
        self.lines.setVerticalSpacing(0)
        self._headings = [context.label(heading, "label", inside, wrap=True) for heading, _ in COLUMNS]
        for column, label in enumerate(self._headings):
            side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
            label.setAlignment(side | Qt.AlignmentFlag.AlignBottom)
            if column not in _NUMBERS:  # above the words of its cells, not beside the number before it
                label.setContentsMargins(context.theme.size(_INDENT), 0, 0, 0)
        info = InfoButton(context, "year-running", inside)
        self.lines.addWidget(info, 0, 0, Qt.AlignmentFlag.AlignBottom)
        self.lines.setColumnMinimumWidth(0, context.theme.size(_SIDE))
        self._head()

    @property
    def _places(self) -> tuple[Place, ...]:
        return _NARROW if self._narrow else _WIDE

    def _head(self) -> None:
        """Headings, and what the columns take."""
        for column in range(1, len(COLUMNS) + 1):
            self.lines.setColumnMinimumWidth(column, 0)
            self.lines.setColumnStretch(column, _STRETCHED[self._narrow].get(column, 0))
        for label, (_, width), (row, column, span) in zip(self._headings, COLUMNS, self._places, strict=True):
            self.lines.addWidget(label, row, column, 1, span)
            if span == 1:
                least = max(self._theme.size(width), self.lines.columnMinimumWidth(column))
                self.lines.setColumnMinimumWidth(column, least)

    def place(self, row: int, hold: QWidget, cells: Sequence[QWidget], beneath: Sequence[QWidget]) -> None:
        """Put a line where it belongs: the button before it, its cells, and two rows as wide as all."""
        top = _HEADS + _ROWS * row
        self.lines.addWidget(hold, top, 0)
        for cell, (down, column, span) in zip(cells, self._places, strict=True):
            self.lines.addWidget(cell, top + down, column, 1, span)
        for down, widget in enumerate(beneath, 2):
            self.lines.addWidget(widget, top + down, 1, 1, len(COLUMNS))

    def fit(self, width: int, every: Sequence[Sequence[QWidget]]) -> bool:
        """Whether the lines must be placed anew, as they now take another number of rows in such a width.

        `every` : the cells of each line, which grow with what is typed in them
        """
        size = self._theme.size
        least = [
            max([size(room), *(max(cell.minimumSizeHint().width(), cell.minimumWidth()) for cell in cells)])
            for (_, room), *cells in zip(COLUMNS, *every, strict=True)
        ]
        narrow: bool = sum(least) + size(_SIDE) + len(COLUMNS) * size(_APART) > width
        changed, self._narrow = narrow != self._narrow, narrow
        if changed:
            self._head()
        return changed
