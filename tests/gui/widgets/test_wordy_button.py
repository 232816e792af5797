"""A button whose words have no room in one line breaks them evenly, and never cuts them."""

import pytest
from hands import text_of
from PySide6.QtWidgets import QWidget
from thoroughness import combined

from explorer.gui.fields.number_rows import WordyButton
from explorer.gui.shell.qt_application import dress
from explorer.gui.widgets.theme import Theme
from explorer.language import Language
from explorer.mark import N_

WORDS = "Pin the current release as A"


@pytest.fixture
def button(qtbot, qapp, undressed):
    """`button(words, scale)`: one in a dressed application."""

    held = []  # a parent that nobody holds is deleted

    def made(words, scale=1.0):
        dress(qapp, Theme("light", scale))
        parent = QWidget()
        held.append(parent)
        qtbot.addWidget(parent)
        found = WordyButton(words, parent)
        parent.show()
        return found

    return made


def lengths(button):
    return [button.fontMetrics().horizontalAdvance(line) for line in text_of(button).split("\n")]


def test_that_no_letter_is_left_alone_in_the_last_line(button):
    found = button(WORDS)
    whole = found.sizeHint().width()
    for width in range(whole // 2 + 20, whole, 6):
        found.resize(width, 60)
        first, last = lengths(found)
        assert last > 0.4 * first, (width, found.text())
        assert found.text().replace("\n", " ") == WORDS
    found.resize(whole, 60)
    assert found.text() == WORDS


@pytest.mark.parametrize(("scale", "code"), combined([1.0, 1.25, 1.6], ["en", "zh_CN"]))
def test_that_one_line_has_the_room_that_the_style_takes_beside_it(button, scale, code):
    found = button(Language(code).say(N_("Pin the current release as A")), scale)
    found.resize(found.sizeHint())
    assert "\n" not in found.text()
    first = found.grab().toImage()
    found.resize(found.width() + 40, found.height())
    wider = found.grab().toImage()
    assert inked(first) == inked(wider)


def inked(image):
    """How wide what is drawn within the border is, in pixels."""
    ground, middle = image.pixel(6, image.height() // 2), range(4, image.height() - 4)
    drawn = [x for x in range(5, image.width() - 5) if any(image.pixel(x, y) != ground for y in middle)]
    return drawn[-1] - drawn[0]
