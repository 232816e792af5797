"""The area of a picture, whatever room there is."""

import pytest
from PySide6.QtGui import QColor

from explorer.gui.canvas.plot_area import PlotView


@pytest.mark.parametrize("margins", [(0, 40, 0, 40), (0, 200, 0, 200), (300, 0, 300, 0)])
def test_that_a_picture_whose_words_take_all_room_is_still_a_pixel_wide_and_high(qtbot, margins):
    """At no height y is lost: pyqtgraph divides by zero, and warns with NumPy 2.5."""
    view = PlotView(QColor("white"))
    qtbot.addWidget(view)
    view.plot.set_margins(*margins)
    view.plot.box.setRange(xRange=(0.0, 4.0), yRange=(0.0, 9.0), padding=0)
    view.resize(200, 60)
    view.show()
    view.grab()
    assert min(view.plot.box.size().toTuple()) >= 1
    assert view.plot.data(view.plot.pixel(3.0, 7.0)) == pytest.approx((3.0, 7.0))


def test_that_a_picture_takes_the_last_of_several_sizes_once_and_before_it_is_painted(qtbot):
    view = PlotView(QColor("white"))
    qtbot.addWidget(view)
    view.resize(200, 100)
    view.show()
    view.grab()
    sizes = []
    view.plot.box.sigResized.connect(lambda box: sizes.append(round(box.width())))
    for width in (300, 250, 400):
        view.resize(width, 100)
    assert sizes == []
    view.grab()
    assert len(set(sizes)) == 1
    assert sizes[0] > 300
