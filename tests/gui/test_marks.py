"""Marks look the same whatever the axes: discs are round, lines as wide, on plain and on dense screens."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from explorer.app.figure import Dash, Line, Points
from explorer.gui.artists import artist_for
from explorer.gui.theme import Theme

SIZE = 200


def painted(layer, x_pixels, y_pixels, ratio=1.0):
    """The dark pixels of one layer, (rows, columns), on axes with so many pixels a unit."""
    image = QImage(int(SIZE * ratio), int(SIZE * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFFFFFFFF)
    artist = artist_for(layer, Theme("light"), ratio)
    artist.show(layer)
    painter = QPainter(image)
    painter.translate(SIZE / 2, SIZE / 2)
    painter.scale(x_pixels, -y_pixels)
    artist.paint(painter, QRectF(-1, -1, 2, 2))
    painter.end()
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)
    return np.nonzero(pixels[:, :, 1] < 128)


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
