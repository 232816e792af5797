"""What in a window can't be read whole and doesn't say so: words cut by their widget, or by what holds it.

`clipped(window)` names every visible label, button, field, tab, table heading and word on a picture whose
text is larger than its room, or lies beyond an edge that nobody can scroll. Words that end in "…" are fine
where a tooltip (or, of a line to type in, its accessible name) has all of them.
"""

import re
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QWidget,
)

from explorer.gui.canvas.picture_view import PictureView
from explorer.gui.canvas.words import Words
from explorer.gui.fields.fitted import Fitted
from explorer.gui.fields.number_field import NumberField
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.card_head import Elided
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.theme import LABEL

HAIR = 3  # pixels above and below letters, where there is nothing to be cut
BOX = 24  # pixels of a check box and what is between it and its words


def untied(text):
    """Without the signs that keep a number or a fraction in its line."""
    return text.replace("\u00a0", " ").replace("\u2060", "")


def clipped(window):
    """One line for each text that is cut, with the card that it stands in."""
    for widget in window.findChildren(QWidget):
        if reader_of(type(widget)) is None or not widget.isVisible():
            continue
        card = card_of(widget)
        if card is None or not card.behind:
            for fault in faults(widget):
                yield f"{card.objectName() if card else ''}: {type(widget).__name__}: {fault}"


def card_of(widget):
    while widget is not None and not isinstance(widget, Card):
        widget = widget.parentWidget()
    return widget


def faults(widget):
    """What is cut of one widget's own words."""
    if (found := reader_of(type(widget))) is not None:
        yield from found(widget)


@cache
def reader_of(kind):
    """What tells of one kind of widget what is cut of its words; None of one without words."""
    return next((found for known, found in FAULTS.items() if issubclass(kind, known)), None)


def seen_of(widget):
    """The part of a widget that what holds it lets see, wherever that is scrolled to."""
    left, top, right, bottom = 0, 0, widget.width(), widget.height()
    offset, inner = QPoint(0, 0), widget
    while (outer := inner.parentWidget()) is not None and not inner.isWindow():
        offset += inner.pos()
        held = outer.parentWidget()
        scrolled = isinstance(held, QScrollArea) and held.viewport() is outer
        if not (scrolled and held.horizontalScrollBar().maximum() > 0):
            left, right = max(left, -offset.x()), min(right, outer.width() - offset.x())
        if scrolled:
            break
        top, bottom = max(top, -offset.y()), min(bottom, outer.height() - offset.y())
        inner = outer
    return QRect(left, top, right - left, bottom - top)


def beyond(widget):
    """Whether an edge of what holds it cuts a widget."""
    seen = seen_of(widget)
    return seen.width() < widget.width() - 1 or seen.height() < widget.height() - HAIR


def whole_in(told, text):
    return bool(text) and text in told


def of_label(label):
    """A label of the program's own: it shrinks and ends in … by itself."""
    text = label.text()
    if not text:
        return
    drawn = untied(label.shown)
    if drawn != untied(text) and not (drawn.endswith("…") and whole_in(label.toolTip(), text)):
        yield f"{text!r} is cut to {drawn!r} and not told"
    if beyond(label):
        yield f"{text!r} lies beyond an edge"


def of_elided(label):
    text = label.text()
    needed = label.fontMetrics().horizontalAdvance(text)
    if needed > label.width() - 2 and not whole_in(label.toolTip(), text):
        yield f"{text!r} is cut and not told"
    if text and beyond(label):
        yield f"{text!r} lies beyond an edge"


def of_fitted(words):
    if untied(words.shown) != words.text() and not whole_in(words.toolTip(), words.text()):
        yield f"{words.text()!r} is cut and not told"
    if words.text() and beyond(words):
        yield f"{words.text()!r} lies beyond an edge"


def of_qt_label(label):
    text = re.sub(r"<[^>]+>", "", label.text())
    if not text or not label.pixmap().isNull():
        return
    seen, metrics = seen_of(label), label.fontMetrics()
    room = label.contentsRect().size()
    wide, high = min(room.width(), seen.width()), min(room.height(), seen.height())
    flags = Qt.TextFlag.TextWordWrap.value if label.wordWrap() else Qt.TextFlag.TextSingleLine.value
    needed = metrics.boundingRect(QRect(0, 0, max(wide, 1), 100_000), flags, text)
    if needed.width() > wide + 1 or needed.height() > high + HAIR:
        yield f"{text!r} needs {needed.width()} by {needed.height()}, has {wide} by {high}"


def of_button(button):
    lines = button.text().replace("&", "").split("\n")
    if lines == [""] or (lines[-1].endswith("…") and whole_in(button.toolTip(), button.accessibleName())):
        return
    metrics, seen = button.fontMetrics(), seen_of(button)
    beside = BOX if isinstance(button, QCheckBox | QRadioButton) else 0
    if not button.icon().isNull():
        beside = button.iconSize().width()
    wide = max(metrics.horizontalAdvance(line) for line in lines) + beside
    high = metrics.height() * len(lines)
    if wide > seen.width() + 1 or high > seen.height() + HAIR:
        yield f"{button.text()!r} needs {wide} by {high}, has {seen.width()} by {seen.height()}"


def of_combo(combo):
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    control, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = combo.style().subControlRect(control, option, field, combo).width()
    text = combo.currentText()
    if combo.fontMetrics().horizontalAdvance(text) > room + 1 and not whole_in(combo.toolTip(), text):
        yield f"{text!r} has {room} pixels"
    if beyond(combo):
        yield f"{text!r} lies beyond an edge"


def of_line(line):
    """A number is seen whole; a longer text scrolls under the cursor, and a placeholder ends in … ."""
    text = line.text()
    number = bool(re.fullmatch(r"[-+]?[\d.·⁻⁰¹²³⁴-⁹/]+( %)?", text))
    if number and line.fontMetrics().horizontalAdvance(text) > min(line.width(), seen_of(line).width()):
        field = line.parentWidget()
        if not (isinstance(field, NumberField) and field.shown.endswith("…") and text in field.toolTip()):
            yield f"the number {text!r} has {line.width()} pixels"
    if beyond(line):
        yield f"{text!r} lies beyond an edge"


def of_tabs(bar):
    metrics = (
        QFontMetrics(bar.window().theme.font(LABEL)) if hasattr(bar.window(), "theme") else bar.fontMetrics()
    )
    for index in range(bar.count()):
        name, told = bar.tabText(index), bar.tabToolTip(index)
        if metrics.horizontalAdvance(name) > bar.tabRect(index).width() and not whole_in(told, name):
            yield f"the tab {bar.tabText(index)!r} is cut"
    if bar.count() and bar.tabRect(bar.count() - 1).right() > bar.width() and not bar.usesScrollButtons():
        yield "tabs beyond the edge, and no way to them"


def of_header(header):
    model = header.model()
    if header.orientation() is not Qt.Orientation.Horizontal:
        return
    for section in range(header.count()):
        text = str(model.headerData(section, header.orientation()) or "")
        told = str(model.headerData(section, header.orientation(), Qt.ItemDataRole.ToolTipRole) or "")
        wide = header.sectionSize(section)
        room = QRect(0, 0, max(wide - 6, 1), 10_000)
        needed = header.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap.value, text)
        if (needed.width() > wide or needed.height() > header.height() + HAIR) and not whole_in(told, text):
            yield f"the heading {text!r} has {wide} by {header.height()}"


def of_picture(view):
    """Words stand inside, none on another, and no name of a category on its neighbour."""
    if view.whole is None or view.whole.empty is not None:
        return
    room, placed = view.viewport().rect().adjusted(-2, -2, 2, 2), []
    for item in view.scene().items():
        if isinstance(item, Words) and item.isVisible() and "".join(item.lines).strip():
            box = view.mapFromScene(item.mapRectToScene(item.size)).boundingRect()
            if not room.contains(box):
                yield f"{item.lines} lie beyond the picture: {box.getCoords()} in {room.getCoords()}"
            if any(line.endswith("…") for line in item.lines) and not item.toolTip():
                yield f"{item.lines} are cut and not told"
            for lines, other in placed:
                over = box.intersected(other)
                if min(over.width(), over.height()) > HAIR:
                    yield f"{item.lines} stand on {lines}"
            placed.append((item.lines, box))
    yield from of_categories(view)


def of_categories(view):
    names = view.names_below.shown
    told = {at for at, ground in view.names_below.over if ground.toolTip()}
    if any("…" in name and at not in told for at, name in names):
        yield f"names of categories are cut and not told: {names}"
    metrics, per_unit = QFontMetricsF(view.names_below.font), view.plot.per_unit()[0]
    spans = [(at * per_unit, metrics.horizontalAdvance(name) / 2) for at, name in names]
    for (left, half), (right, other) in pairwise(spans):
        if right - other < left + half - 1:
            yield f"names of categories stand on each other: {names}"
            return


FAULTS = {
    Fitted: of_fitted,
    Elided: of_elided,
    Label: of_label,
    QLabel: of_qt_label,
    QComboBox: of_combo,
    QAbstractButton: of_button,
    QLineEdit: of_line,
    QTabBar: of_tabs,
    QHeaderView: of_header,
    PictureView: of_picture,
}
