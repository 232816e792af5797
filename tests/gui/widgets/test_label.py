"""Signs that belong to a number stay in its line; what is said and read aloud is not changed by it."""

from PySide6.QtWidgets import QWidget

from explorer.gui.widgets.label import Label


def test_that_no_line_ends_inside_a_number_with_its_sign(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    words = "noise within ± 18 for each (95 %, exact): ε = 1"
    label = Label(words, parent, wrap=True)
    assert label.text() == label.accessibleName() == words
    assert label._drawn == "noise within ±\u00a018 for each (95\u00a0%, exact): ε\u00a0=\u00a01"
    narrow = label.fontMetrics().horizontalAdvance("noise within ± ") + 3
    assert label.heightForWidth(narrow) >= 2 * label.fontMetrics().height()
    label.setText("± 3")
    assert label._drawn == "±\u00a03"
