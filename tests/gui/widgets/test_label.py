"""Signs that belong to a number stay in its line; what is said and read aloud is not changed by it."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QEnterEvent, QFont
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from explorer.gui.widgets.label import Label, kept_together
from explorer.gui.widgets.measured_type import Type


def drawn(label, width):
    """The picture of a label that is so wide."""
    label.resize(width, 100)
    return label.grab().toImage()


def test_that_no_line_ends_inside_a_number_with_its_sign(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    words = "noise within ± 18 for each (95 %, exact): ε = 1"
    label = Label(words, parent, wrap=True)
    assert label.text() == label.accessibleName() == words
    tied = Label("noise within ±\u00a018 for each (95\u00a0%, exact): ε\u00a0=\u00a01", parent, wrap=True)
    loose = QLabel(words, parent, wordWrap=True)
    widths = range(label.fontMetrics().horizontalAdvance("for each (95 %,"), 300, 4)
    for width in widths:
        assert drawn(label, width) == drawn(tied, width), width
    assert any(drawn(label, width) != drawn(loose, width) for width in widths)
    label.setText("total δ − kδ")
    tied.setText("total δ\u00a0−\u00a0kδ")
    assert drawn(label, label.fontMetrics().horizontalAdvance("total δ −")) == drawn(
        tied, label.fontMetrics().horizontalAdvance("total δ −")
    )
    label.setText("± 3")
    tied.setText("±\u00a03")
    assert drawn(label, 12) == drawn(tied, 12)


def test_that_a_fraction_stays_in_its_line_and_a_path_or_two_words_do_not():
    assert kept_together("below 3α/4, at 1/n and 1/801") == "below 3α/\u20604, at 1/\u2060n and 1/801"
    for words in ("in /a/b c", "ab/cd/ef is there", "and/or both", "a rate/year", "card 8/8"):
        assert kept_together(words) == words


def test_that_a_type_is_kept_once_however_many_labels_are_set_in_it(qapp):
    font = QFont(qapp.font())
    font.setPixelSize(17)
    assert Type.of(font) is Type.of(QFont(font))
    font.setPixelSize(18)
    assert Type.of(font).key != Type.of(qapp.font()).key


def test_that_qt_knows_the_words_that_are_cut_while_the_mouse_is_there(qtbot):
    """Of all other labels nobody reads a tooltip."""
    holder = QWidget()
    qtbot.addWidget(holder)
    label = Label("hospital admissions of the whole year", holder)
    label.setToolTip("counted")
    label.setGeometry(0, 0, 60, 20)
    holder.show()
    assert QLabel.toolTip(label) == "counted"
    assert label.toolTip() == "hospital admissions of the whole year\n\ncounted"
    QApplication.sendEvent(label, QEnterEvent(*[QPointF(5, 5)] * 3))
    assert QLabel.toolTip(label) == label.toolTip()
    label.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    label.setText("admissions of patients in every hospital")
    assert QLabel.toolTip(label) == "admissions of patients in every hospital\n\ncounted"
    label.resize(600, 20)
    assert QLabel.toolTip(label) == label.toolTip() == "counted"
