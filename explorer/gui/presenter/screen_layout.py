"""What a screen is made of beside its column, and where each part stands."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from explorer.app.plotting.figure import Figure
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.fields.fitted import Fitted
from explorer.gui.presenter.sheet import Sheet
from explorer.gui.presenter.sizes import BODY, FLOOR, TITLE, Sizes
from explorer.gui.shell.context import Context

_SENTENCE = 3  # lines of what a card assumes, before they shrink


@dataclass(frozen=True)
class Parts:
    """Title and sentence; below them the picture, why there is none, or words; the remark at the foot."""

    title: Fitted
    sentence: Fitted
    remark: Fitted
    empty: Fitted
    canvas: Canvas
    sheet: Sheet


def parts_in(context: Context, inside: QWidget, sizes: Sizes) -> Parts:
    """New ones, for a screen of this size."""
    theme, floor = sizes.theme(context.theme.name), FLOOR * BODY
    return Parts(
        title=Fitted(theme, inside, TITLE, 0.6 * TITLE, 2, strong=True),
        sentence=Fitted(theme, inside, BODY, floor, _SENTENCE, "muted"),
        remark=Fitted(theme, inside, BODY, floor, 1, "muted"),
        empty=Fitted(theme, inside, BODY, floor, 8, "muted"),
        canvas=Canvas(sizes.canvas_theme(context.theme.name), context.language, inside),
        sheet=Sheet(theme, inside),
    )


def show_picture(context: Context, parts: Parts, figure: Figure) -> None:
    """The picture with its own title, and under what it holds."""
    say = context.say
    parts.title.say(say(figure.title))
    parts.sentence.say(say(figure.assumption))
    parts.canvas.setAccessibleName(say(figure.title))
    parts.canvas.setAccessibleDescription(say(figure.description))
    parts.canvas.show_figure(figure)


def arrange(context: Context, parts: Parts, sizes: Sizes) -> None:
    """Each in its place, for what they say now."""
    room, size = sizes.picture, sizes.size
    title, sentence, foot = size(52), size(34), size(34)
    top = room.top()
    if parts.title.needed(room.width()) > title:
        title *= 2
    parts.title.setGeometry(room.left(), top, room.width(), title)
    top += title
    needed = parts.sentence.needed(room.width()) if parts.sentence.text() else 0
    sentence = 0 if not needed else min(max(sentence, needed), _SENTENCE * sentence)
    parts.sentence.setGeometry(room.left(), top, room.width(), sentence)
    top += sentence + size(10)
    bottom, across = _beside_axis(context, parts, sizes)
    picture = QRect(room.left(), top, room.width(), bottom - top)
    parts.canvas.setGeometry(picture)
    parts.empty.setGeometry(picture)
    if parts.canvas.isHidden():  # else the pages would be others while the picture among them is shown
        parts.sheet.setGeometry(QRect(room.left(), top, room.width(), room.bottom() + 1 - foot - top))
    parts.remark.setGeometry(room.left(), room.bottom() + 1 - foot, across, foot)
    parts.remark.raise_()


def _beside_axis(context: Context, parts: Parts, sizes: Sizes) -> tuple[int, int]:
    """Where the picture ends, and how wide the remark is: in the line of the axis' name, or below it."""
    figure, foot, room = parts.canvas.whole, sizes.size(34), sizes.picture
    remark = parts.remark.text()
    if not remark:
        return room.bottom() + 1, room.width()
    metrics = QFontMetrics(sizes.theme("light").font(BODY))
    name = context.say(figure.x.label) if figure is not None and figure.empty is None else ""
    across = metrics.horizontalAdvance(remark) + sizes.size(4)
    right = parts.canvas.plot.right_margin + metrics.horizontalAdvance(name) + sizes.size(24)
    beside = bool(name) and across + right <= room.width()
    return room.bottom() + 1 - (0 if beside else foot), across if beside else room.width()
