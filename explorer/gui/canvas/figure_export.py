"""The "export" link of a card: any figure to a file, or to the clipboard. Always the whole figure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from explorer.app.plotting.figure import FORMATS, Figure
from explorer.gui.access.announcement import announce
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import PICTURES, ask_new_file, kinds_of
from explorer.gui.shell.notices import tell
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

Written = Callable[[Figure, Path], None]


class _Exporter(QMenu):
    """One menu entry a format."""

    def __init__(
        self, context: Context, parent: QWidget, figure: Callable[[], Figure | None], written: Written
    ) -> None:
        super().__init__(parent)
        self._context, self._figure, self._picture, self._written = context, figure, parent, written
        for extension in FORMATS:
            action = self.addAction(extension.upper())
            action.setData(extension)
            action.triggered.connect(self._export)
        self.addSeparator()
        self.addAction(context.say(N_("Copy the picture"))).triggered.connect(self._copy)

    def _copy(self) -> None:
        copy_figure(self._context, self._picture, self._figure())

    def _export(self) -> None:
        figure, action = self._figure(), self.sender()
        if figure is None or not isinstance(action, QAction):
            return
        extension = str(action.data())
        if figure.empty is not None and extension == "csv":  # no numbers: said before a file is asked for
            tell(self._context.window, self._context.say(figure.empty))
            return
        kinds = kinds_of((extension,))
        path = ask_new_file(
            self._context,
            self._picture,
            N_("Export the picture"),
            PICTURES,
            f"{figure.id}.{extension}",
            kinds,
        )
        if path is None:
            return
        from explorer.gui.canvas.raster import write_figure  # the writers are heavy, and rarely asked for

        try:
            write_figure(figure, path, self._context.theme.name, self._context.language)
        except Refusal as refusal:
            tell(self._context.window, self._context.say(refusal.sentence))
            return
        self._written(figure, path)


def copy_figure(context: Context, shown: QWidget, figure: Figure | None) -> None:
    """Put the picture that a PNG would hold on the clipboard, and say so over where it is shown."""
    if figure is None:
        return
    from explorer.gui.canvas.raster import figure_image  # as above

    QApplication.clipboard().setImage(figure_image(figure, context.theme.name, context.language))
    status = context.say(N_("Picture copied"))
    QToolTip.showText(shown.mapToGlobal(shown.rect().center()), status, shown)
    announce(shown, status)


def _nothing_more(_figure: Figure, _path: Path) -> None:
    """Most pictures are of no release: nobody logs them."""


def export_action(
    context: Context,
    picture: QWidget,
    figure: Callable[[], Figure | None],
    written: Written = _nothing_more,
) -> QAction:
    """What the link to a picture's menu does.

    `figure` gives what is shown at the moment of the click, `written` is told what was written where.
    """
    action = QAction(context.say(N_("export")), picture)
    action.setToolTip(context.say(N_("Write this picture to a file, or copy it")))
    action.setMenu(_Exporter(context, picture, figure, written))
    return action
