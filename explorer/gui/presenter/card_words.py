"""What a card without a picture says, line by line: read off its own words, numbers and tables.

A card says everything in widgets that have words. They are read in the order of their layouts, so that no
sentence is written a second time for a large screen, and no card can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QTableView,
    QWidget,
)

from explorer.gui.fields.fitted import Fitted
from explorer.gui.widgets.card_head import Elided
from explorer.gui.widgets.column import ONE_LINE
from explorer.gui.widgets.flow import Flow

_QUIET = ("label", "muted", "assumption")
_LOUD = ("section", "value", "key", "verdictTitle")
_DOT = "●"  # the colour of a curve
_DISC = "disc"  # the number of a step: its word says the same
_MOST_COLUMNS = 5  # of a table; in one with more each row is a heading with what belongs to it


@dataclass(frozen=True)
class Said:
    """Some words of a line: a number or a heading is `strong`, small words are `quiet`.

    In their column at the right words begin at its left where it is a `text_column`, and numbers end at its
    right.
    """

    text: str
    strong: bool = False
    quiet: bool = False
    text_column: bool = False


Line = tuple[Said, ...]  # the first at the left, each other one in its column at the right
PICTURE: Line = ()  # the place of a picture, which has a page for itself


def words_of(inside: QWidget) -> tuple[Line, ...]:
    """All that is seen in a card, wherever it is scrolled to, in lines."""
    return tuple(line for line in _of_widget(inside) if line)


def table_lines(
    headings: tuple[str, ...], rows: tuple[tuple[str, ...], ...], most: int = _MOST_COLUMNS
) -> tuple[Line, ...]:
    """A table in lines; one of many columns as a heading for each row, and beneath it what else it has."""
    if len(headings) <= most:
        told = tuple(Said(heading, quiet=True) for heading in headings)
        return (told, *(tuple(Said(cell) for cell in row) for row in rows)) if any(headings) else ()
    lines: list[Line] = []
    for row in rows:
        lines.append((Said(", ".join(cell for cell in row[:2] if cell), strong=True),))
        named = [f"{head}: {cell}" for head, cell in zip(headings[2:], row[2:], strict=True) if cell]
        lines.append((Said("; ".join(named), quiet=True),))
    return tuple(lines)


def _of_widget(widget: QWidget) -> Iterator[Line]:
    """The lines of one widget: its own words, or those of what stands in it."""
    for kind, read in _READ.items():
        if isinstance(widget, kind):
            yield from read(widget)
            return
    layout = widget.layout()
    scrolled = widget.widget() if isinstance(widget, QScrollArea) else None
    if scrolled is not None:
        yield from _of_widget(scrolled)
    elif layout is not None:
        yield from _of_layout(layout)
    else:
        for child in _in_order(widget):
            yield from _of_widget(child)


def _in_order(widget: QWidget) -> list[QWidget]:
    """Children that no layout holds, lines from above."""
    found = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    seen = [each for each in found if not each.isHidden() and not each.isWindow()]
    return sorted(seen, key=lambda each: (each.y() // 8, each.x()))


def _of_layout(layout: QLayout) -> Iterator[Line]:
    if isinstance(layout, QGridLayout):
        yield from _of_grid(layout)
    elif _is_line(layout):
        parts = [tuple(_of_item(layout.itemAt(place))) for place in range(layout.count())]
        said = [lines for lines in parts if lines]
        if len(said) != 1 or not said[0][-1][-1].text.endswith((":", "：")):  # else what follows is a button
            yield from _beside(said)
    else:
        for place in range(layout.count()):
            yield from _of_item(layout.itemAt(place))


def _is_line(layout: QLayout) -> bool:
    """Whether it is one line where there is room, also where a narrow card stacks it: else the next name
    would seem to be that of its number.
    """
    return isinstance(layout, QHBoxLayout) or type(layout) is QBoxLayout or layout.objectName() == ONE_LINE


def _of_item(item: QLayoutItem | None) -> Iterator[Line]:
    if item is None:
        return
    widget, layout = item.widget(), item.layout()
    if widget is not None and not widget.isHidden():
        yield from _of_widget(widget)
    elif layout is not None:
        yield from _of_layout(layout)


def _beside(parts: list[tuple[Line, ...]]) -> Iterator[Line]:
    """What stands side by side is one line, where each part is one; else one part after the other."""
    if all(len(lines) == 1 for lines in parts):
        yield tuple(said for lines in parts for said in lines[0])
    else:
        for lines in parts:
            yield from lines


def _of_grid(grid: QGridLayout) -> Iterator[Line]:
    """Row by row; of what spans several columns a line of its own."""
    rows: dict[int, list[tuple[int, tuple[Line, ...]]]] = {}
    for place in range(grid.count()):
        row, column = _position(grid, place)
        rows.setdefault(row, []).append((column, tuple(_of_item(grid.itemAt(place)))))
    for row in sorted(rows):
        parts = [lines for _, lines in sorted(rows[row], key=lambda each: each[0]) if lines]
        yield from _beside(parts)


def _position(grid: QGridLayout, place: int) -> tuple[int, int]:
    """Row and column: Qt for Python gives all four numbers, its stubs tell of none."""
    found: object = grid.getItemPosition(place)
    row, column, *_ = found if isinstance(found, tuple) else (0, 0)
    return int(row), int(column)


# Widgets that have words


def _plain(text: str) -> str:
    """Words in one line."""
    return " ".join(text.split())


def _one(text: str, strong: bool = False, quiet: bool = False) -> Iterator[Line]:
    plain = _plain(text)
    if plain and plain != _DOT:
        yield (Said(plain, strong, quiet),)


def _of_label(label: QLabel) -> Iterator[Line]:
    if label.objectName() == _DISC:
        return
    heavy = label.font().weight() >= QFont.Weight.DemiBold
    yield from _one(
        label.text(), heavy or label.objectName() in _LOUD, not heavy and label.objectName() in _QUIET
    )


def _placeholder(box: QComboBox) -> str:
    """What stands in a list of choices that can be typed in, while nothing is typed."""
    line = box.lineEdit()
    return "" if line is None else line.placeholderText()


def _of_check(box: QAbstractButton) -> Iterator[Line]:
    yield from _one(("☑ " if box.isChecked() else "☐ ") + box.text())


def _of_button(button: QAbstractButton) -> Iterator[Line]:
    """A heading that opens, or one of several that is chosen; what else can be done is for the window."""
    if button.objectName() == "fold" or (button.objectName() == "segment" and button.isChecked()):
        yield from _one(button.accessibleName() or button.text(), strong=True)


def _of_view(view: QTableView) -> Iterator[Line]:
    """A table with its headings; columns that are hidden are not said."""
    model, header = view.model(), view.horizontalHeader()
    if model is None:
        return
    columns = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
    if header is not None:
        columns.sort(key=header.visualIndex)
    across = Qt.Orientation.Horizontal
    named = header is not None and not header.isHidden()
    headings = tuple(_plain(str(model.headerData(column, across) or "")) for column in columns)
    rows = tuple(
        tuple(_cell(model, row, column) for column in columns)
        for row in range(model.rowCount())
        if not view.isRowHidden(row)
    )
    yield from table_lines(headings if named else ("",) * len(columns), rows)


def _cell(model: QAbstractItemModel, row: int, column: int) -> str:
    return _plain(str(model.data(model.index(row, column)) or ""))


def _of_flow(flow: Flow) -> Iterator[Line]:
    """Pieces that follow each other like words are one line of words."""
    said = [said for child in _in_order(flow) for line in _of_widget(child) for said in line]
    if said:
        strong = all(each.strong for each in said)
        yield (Said(" ".join(each.text for each in said), strong, all(each.quiet for each in said)),)


_READ: Mapping[type, Callable[..., Iterator[Line]]] = MappingProxyType(
    {
        QCheckBox: _of_check,
        QRadioButton: _of_check,
        QAbstractButton: _of_button,
        QScrollBar: lambda _: iter(()),
        Elided: lambda line: _one(line.text(), quiet=True),
        Fitted: lambda words: _one(words.text()),
        QLabel: _of_label,
        QComboBox: lambda box: _one(box.currentText() or _placeholder(box), strong=True),
        QAbstractSpinBox: lambda field: _one(field.text(), strong=True),
        QLineEdit: lambda field: _one(field.text(), strong=True),
        QPlainTextEdit: lambda field: (
            line for text in field.toPlainText().split("\n") for line in _one(text)
        ),
        QTableView: _of_view,
        QAbstractItemView: lambda _: iter(()),
        Flow: _of_flow,
    }
)
"""How each kind of widget is read; the first that fits."""
