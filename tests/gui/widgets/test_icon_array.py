"""A hundred squares: as many are filled as are counted, in a colour that means nothing else."""

import pytest

from explorer.gui.widgets.icon_array import IconArray
from explorer.gui.widgets.theme import Theme


def near(pixel, colour):
    return max(abs(one - other) for one, other in zip(pixel.getRgb(), colour.getRgb(), strict=True)) < 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("count", [0, 1, 70, 100])
def test_that_so_many_squares_are_filled_and_none_in_the_colour_of_with_you(qtbot, theme, count):
    look = Theme(theme)
    array = IconArray(look)
    qtbot.addWidget(array)
    array.resize(250, 40)
    array.show_count(count, "")
    image = array.grab().toImage()
    middles = [image.pixelColor(10 * (at % 25) + 3, 10 * (at // 25) + 3) for at in range(100)]
    assert [near(each, look.colour("ink")) for each in middles] == [at < count for at in range(100)]
    assert not any(near(each, look.colour("with")) for each in middles)
