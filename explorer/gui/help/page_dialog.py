"""A page of the help in the window: headings, paragraphs, rows of two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.shell.context import Context
from explorer.mark import Sentence

_WIDTH, _HEIGHT = 600, 560
_NAMES = 172  # of the first of two columns, at most
_EDGES, _BUTTONS = 40, 90  # what stands beside and below the page


@dataclass(frozen=True)
class Section:
    """A heading, and under it rows of a short word and what it stands for, then paragraphs."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()


def show_page(context: Context, title: Sentence, sections: Sequence[Section]) -> None:
    """Open the page; Escape closes it, and the arrow keys scroll it."""
    size = context.theme.size
    dialog = QDialog(context.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(context.say(title))
    scroll = QScrollArea(dialog)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setAccessibleName(context.say(title))
    inside = QWidget(scroll)
    lines = QVBoxLayout(inside)
    lines.setSpacing(size(8))
    lines.addWidget(context.label(title, "value", inside))
    names = [name for section in sections for name in _add(context, section, inside, lines)]
    wide = min(max(map(_needed, names), default=0), size(_NAMES))  # of all sections: their rows are aligned
    for name in names:
        name.setFixedWidth(wide)
    lines.addStretch(1)
    scroll.setWidget(inside)
    needed = lines.totalHeightForWidth(size(_WIDTH - _EDGES))
    dialog.resize(size(_WIDTH), min(size(_HEIGHT), needed + size(_BUTTONS)))
    outer = QVBoxLayout(dialog)
    outer.addWidget(scroll)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    outer.addWidget(buttons)
    dialog.open()
    scroll.setFocus()


def _add(context: Context, section: Section, inside: QWidget, lines: QVBoxLayout) -> list[QLabel]:
    """Add a section; the labels of its first column."""
    names = [_label(context, short, "body", inside) for short, _ in section.rows]
    lines.addSpacing(context.theme.size(4))
    lines.addWidget(_label(context, section.title, "section", inside))
    if section.rows:
        grid = QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(16))
        grid.setVerticalSpacing(context.theme.size(4))
        grid.setColumnStretch(1, 1)
        for place, (name, (_, words)) in enumerate(zip(names, section.rows, strict=True)):
            grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
            said = _label(context, words, "body", inside)
            grid.addWidget(said, place, 1, Qt.AlignmentFlag.AlignTop)
        lines.addLayout(grid)
    for line in section.lines:
        lines.addWidget(_label(context, line, "body", inside))
    return names


def _needed(label: QLabel) -> int:
    label.ensurePolished()
    return label.fontMetrics().horizontalAdvance(label.text()) + 2


def _label(context: Context, text: str, name: str, parent: QWidget, wrap: bool = True) -> QLabel:
    label = context.label(None, name, parent, wrap)
    label.setText(text)
    return label
