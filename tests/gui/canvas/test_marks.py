"""Marks look the same whatever the axes: discs are round, lines as wide, on plain and on dense screens."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.layers import Dash, Line, Points
from explorer.gui.canvas.marks import Marks, artist_for
from explorer.gui.widgets.theme import Theme
from explorer.mark import N_, verbatim

SIZE = 200


def inked(artist, x_pixels, y_pixels, ratio=1.0):
    """How dark each pixel becomes, in [0, 1], on axes of this many pixels a unit."""
    image = QImage(int(SIZE * ratio), int(SIZE * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.translate(SIZE / 2, SIZE / 2)
    painter.scale(x_pixels, -y_pixels)
    artist.paint(painter, QRectF(-1, -1, 2, 2))
    painter.end()
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)
    paper, ink = 255.0, float(Theme("light").colour("ink").green())
    return (paper - pixels[:, :, 1]) / (paper - ink)


def painted(layer, x_pixels, y_pixels, ratio=1.0):
    """The dark pixels of one layer, (rows, columns)."""
    artist = artist_for(layer, Theme("light"), ratio)
    artist.show(layer)
    return np.nonzero(inked(artist, x_pixels, y_pixels, ratio) > 0.5)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("x_pixels", "y_pixels"), [(1.0, 1.0), (300.0, 0.2), (0.01, 90.0)])
def test_that_a_disc_is_round_and_as_large_as_it_says(qapp, x_pixels, y_pixels, ratio):
    rows, columns = painted(
        Points("p", np.zeros(1), np.zeros(1), "ink", size=12.0), x_pixels, y_pixels, ratio
    )
    across, high = np.ptp(columns) + 1, np.ptp(rows) + 1
    assert abs(across - high) <= 1
    assert across == pytest.approx(12 * ratio, abs=2)
    assert np.mean(columns) == pytest.approx(SIZE / 2 * ratio, abs=1)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("x_pixels", "y_pixels"), [(1.0, 1.0), (300.0, 0.2), (0.01, 90.0)])
def test_that_a_line_is_as_wide_on_any_axes(qapp, x_pixels, y_pixels, ratio):
    reach = np.array([-50.0, 50.0])
    line = Line("l", reach / x_pixels, np.zeros(2), "ink", Dash.EXACT, width=4.0)
    rows, columns = painted(line, x_pixels, y_pixels, ratio)
    assert np.ptp(rows) + 1 == pytest.approx(4 * ratio, abs=1)
    assert np.ptp(columns) + 1 == pytest.approx((100 + 4) * ratio, abs=6)  # its square ends too


def test_that_the_marks_fill_the_axes_wherever_they_begin(qapp):
    """What lies outside of the rectangle that they give is not painted."""
    marks = Marks(Theme("light"))
    x, y = Axis(N_("k"), 10.0, 30.0, (10.0, 20.0)), Axis(N_("ε"), 2.0, 7.0, (2.0, 4.0))
    marks.stretch(x, y)
    assert marks.boundingRect() == QRectF(10.0, 2.0, 20.0, 5.0)


@pytest.mark.parametrize(
    ("x_pixels", "y_pixels", "size"), [(10, 40, 10), (40, 10, 9.2), (1, 1, 2), (40, 40, 36.8)]
)
def test_that_a_disc_that_stands_for_a_row_leaves_its_column_and_its_row(qapp, x_pixels, y_pixels, size):
    """One unit wide, never higher than nine tenths of its row, and never too small to be seen."""
    layer = Points("p", np.zeros(1), np.zeros(1), "ink", size=1.0, in_data=True)
    artist = artist_for(layer, Theme("light"), 1.0)
    artist.resized(float(x_pixels), float(y_pixels))
    artist.show(layer)
    area = inked(artist, x_pixels, y_pixels).sum()
    assert 2 * np.sqrt(area / np.pi) == pytest.approx(size, rel=0.02)


def test_that_a_later_layer_is_over_an_earlier_one_whatever_was_shown_before(qapp):
    """A layer that has the id of one of the picture before keeps its place in its own picture."""
    at, axis = np.zeros(1), Axis(N_("k"), -1.0, 1.0, (0.0,))
    wide = Points("wide", at, at, "with", size=40.0)
    small = Points("small", at, at, "without", size=20.0)

    def shown(*pictures):
        marks = Marks(Theme("light"))
        marks.stretch(axis, axis)
        for layers in pictures:
            words = verbatim("")
            marks.show_figure(Figure("p", words, words, words, axis, axis, layers, Table((), (), ())), 1.0)
        image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        painter.translate(SIZE / 2, SIZE / 2)
        painter.scale(SIZE / 2, -SIZE / 2)
        marks.paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        return image

    before = Line("small", np.array([-1.0, 1.0]), np.zeros(2), "ink", Dash.EXACT)
    ink = Theme("light").colour("without").rgb()
    assert shown((wide, small)).pixel(SIZE // 2, SIZE // 2) == ink
    for earlier in ((before,), (small,), (small, wide)):
        assert shown(earlier, (wide, small)) == shown((wide, small))
