"""What a card does for its pictures: the link back to a whole one, and the copy."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction

from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_export import copy_figure
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.mark import N_


def connect_canvas(context: Context, card: Card, *canvases: Canvas) -> None:
    """A link in the card's head while a part of a picture is enlarged; Ctrl+C copies the one in focus."""
    whole = QAction(context.say(N_("whole picture")), card)
    whole.setToolTip(
        context.say(N_("Show all of the picture again (Escape). Exports and copies always hold all of it"))
    )
    link = card.head.add_link(whole, first=True)
    link.hide()

    def follow(_: bool = False) -> None:
        link.setVisible(any(canvas.extent is not None for canvas in canvases))

    for canvas in canvases:
        canvas.enlarged.connect(follow)
        canvas.copy_wanted.connect(partial(_copy, context, canvas))
        whole.triggered.connect(partial(_show_whole, canvas))


def _copy(context: Context, canvas: Canvas) -> None:
    copy_figure(context, canvas, canvas.whole)


def _show_whole(canvas: Canvas, *_: object) -> None:
    canvas.enlarge(None)
