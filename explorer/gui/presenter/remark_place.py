"""Where the remark below a presented picture stands: in the line of the axis' name, or below it."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics

from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.presenter.sizes import BODY, Sizes
from explorer.gui.shell.context import Context


def beside_axis(context: Context, canvas: Canvas, remark: str, sizes: Sizes) -> tuple[int, int]:
    """Where the picture ends, and how wide the remark is: in the line of the axis' name, or below it."""
    figure, foot, room = canvas.whole, sizes.size(34), sizes.picture
    if not remark:
        return room.bottom() + 1, room.width()
    metrics = QFontMetrics(sizes.theme("light").font(BODY))
    name = context.say(figure.x.label) if figure is not None and figure.empty is None else ""
    across = metrics.horizontalAdvance(remark) + sizes.size(4)
    right = canvas.plot.right_margin + metrics.horizontalAdvance(name) + sizes.size(24)
    beside = bool(name) and across + right <= room.width()
    return room.bottom() + 1 - (0 if beside else foot), across if beside else room.width()
