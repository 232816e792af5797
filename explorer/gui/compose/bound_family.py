"""Composition bounds of one family: their smallest and largest totals in a line, each of them on demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.compose.bounds_at_k import Reading
from explorer.gui.compose.bound_line import BoundLine, heading
from explorer.gui.compose.curve_dot import CurveDot
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import FoldHead
from explorer.gui.widgets.selectable import Selectable
from explorer.language import number
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Family, every_composition

TITLES: dict[Family, Sentence] = {
    Family.BASIC: N_("Basic and advanced"),
    Family.MOMENTS: N_("Rényi and zCDP"),
    Family.OPTIMAL: N_("Optimal and numerical"),
}


_NARROW = 210  # pixels
# The readings, the bound of the least total, how many releases fit, whether of before, what is hidden.
_Shown = tuple[Sequence[Reading], str | None, Mapping[str, int], bool, frozenset[str]]


class BoundFamily(QWidget):
    """One family: a line that opens and closes, and what stands behind it."""

    def __init__(self, context: Context, family: Family, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._family = context, family
        self._members = [bound for bound, entry in every_composition().items() if entry.family is family]
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self._head = head = QHBoxLayout()
        self._fold = FoldHead(self)
        self._fold.say(context.say(TITLES[family]))
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._toggled)
        self._range = Selectable(self)
        self._range.setFont(context.theme.font(strong=True))
        self._range.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._best = context.label(None, "label", self, wrap=True)
        self._best.setContentsMargins(context.theme.size(20), 0, 0, 0)
        head.addWidget(self._best, 1)
        head.addWidget(self._range, alignment=Qt.AlignmentFlag.AlignTop)
        whole.addWidget(self._fold)
        whole.addLayout(head)
        self._behind = QWidget(self)
        lines = QVBoxLayout(self._behind)
        lines.setContentsMargins(0, context.theme.size(4), 0, context.theme.size(4))
        lines.setSpacing(context.theme.size(6))
        lines.addWidget(heading(context, self._behind))
        self._lines = [BoundLine(context, self._behind) for _ in self._members]
        for line in self._lines:
            lines.addWidget(line)
        self._behind.hide()
        whole.addWidget(self._behind)
        self._shown: _Shown | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the range stands below the words, which need the width."""
        super().resizeEvent(event)
        narrow = event.size().width() < self._context.theme.size(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way is not self._head.direction():
            self._head.setDirection(way)

    @property
    def fold(self) -> FoldHead:
        """The button that opens the family."""
        return self._fold

    @property
    def dots(self) -> list[CurveDot]:
        """What leaves out the curves of its bounds, or draws them again."""
        return [line.dot for line in self._lines]

    def _toggled(self, opened: bool) -> None:
        self._show_lines()
        self._behind.setVisible(opened)

    def show_readings(
        self,
        found: Sequence[Reading],
        best: str | None,
        fitting: Mapping[str, int],
        before: bool,
        hidden: frozenset[str],
    ) -> None:
        """Show the family's part of all readings; `fitting` releases are within the budget by each."""
        mine = [each for each in found if each.bound in self._members]
        self._shown = mine, best, fitting, before, hidden
        self._show_lines()
        valid = [each for each in mine if each.valid]
        self._range.setText(_range(valid))
        current = all(each.current for each in valid) and not before
        self._range.tint(self._context.theme.colour("ink" if current else "faint"))
        self._best.setText(self._context.say(_best(len(mine), valid)))

    def _show_lines(self) -> None:
        """Each bound in its line; those behind a closed fold wait until it is opened."""
        if self._shown is None or not self._fold.isChecked():
            return
        mine, best, fitting, before, hidden = self._shown
        for line, reading in zip(self._lines, mine, strict=True):
            line.show_reading(reading, reading.bound == best, before, fitting.get(reading.bound))
            line.dot.show_hidden(hidden)


def _range(valid: Sequence[Reading]) -> str:
    if not valid:
        return "–"
    low, high = number(valid[0].rounded), number(valid[-1].rounded)
    return low if low == high else f"{low} … {high}"


def _best(count: int, valid: Sequence[Reading]) -> Sentence:
    if not valid:
        return N_("{count} {count:bound|bounds}; none is a guarantee here", count=count)
    return N_("{count} {count:bound|bounds}; smallest: {bound}", count=count, bound=valid[0].title)
