"""Letters of a picture that is painted stand in fonts that have them."""

from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QFont, QGuiApplication, QRawFont

from explorer.app.core.state import State
from explorer.export.figures.picture import svg
from explorer.export.figures.requested_figure import complete_figure
from explorer.gui.canvas.raster import figure_image
from explorer.gui.canvas.svg_fonts import with_fonts
from explorer.gui.shell.qt_application import dress
from explorer.gui.widgets.theme import FAMILY, Theme
from explorer.language import Language

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def chinese(qapp):
    return svg(complete_figure("released-value", State()), "light", Language("zh_CN"), families=FAMILY)


def tree(drawing):
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def has_all(family, letters):
    font = QRawFont.fromFont(QFont(family))
    return all(font.supportsCharacter(ord(letter)) for letter in letters or "")


def test_that_each_letter_stands_in_a_font_that_has_it(chinese):
    others = 0
    for text in tree(with_fonts(chinese)).iter(f"{SVG}text"):
        assert has_all(FAMILY, text.text)
        for part in text.iter(f"{SVG}tspan"):
            others += "font-family" in part.attrib
            assert has_all(part.get("font-family", FAMILY), part.text)
            assert has_all(FAMILY, part.tail)
    assert others > 5


def test_that_words_stay_what_they_are_and_what_the_shipped_font_has_is_left_alone(chinese):
    before, after = (tree(each) for each in (chinese, with_fonts(chinese)))
    assert "".join(after.itertext()) == "".join(before.itertext())
    assert [len(after.find(f"{SVG}{name}")) for name in ("title", "desc")] == [0, 0]
    english = svg(complete_figure("released-value", State()), "light", Language("en"), families=FAMILY)
    assert with_fonts(english) == english


@pytest.mark.usefixtures("undressed")
def test_that_pictures_are_painted_after_many_looks_and_the_fonts_asked_for_stay_the_same(qapp):
    figure = complete_figure("released-value", State())
    dress(qapp, Theme("light", 1.0))
    families = QGuiApplication.font().families()
    for scale in (1.25, 1.5, 1.0) * 4:
        dress(qapp, Theme("light", scale))
        assert not figure_image(figure, "light", Language("zh_CN")).isNull()
    assert QGuiApplication.font().families() == families
