"""Pictures of the window itself: every workspace, and every card by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QEventLoop
from PySide6.QtWidgets import QWidget

from explorer.app.core.release_messages import LedgerShown
from explorer.app.core.state import State, Workspace
from explorer.gui.release.plan_files import example_plan
from explorer.gui.shell.main_controller import MainController
from explorer.gui.shell.qt_application import dress, the_application
from explorer.gui.shell.settings import Settings
from explorer.gui.shell.window import Window
from explorer.gui.widgets.theme import Theme
from explorer.language import Language
from explorer.mark import Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.temporary_files import private_folder
from explorer.release.values.write_faults import why_not_written


def screenshot(out: Path, theme: str, language: Language, size: tuple[int, int]) -> list[Path]:
    """Write `WORKSPACE.png` and `WORKSPACE-CARD.png` into a folder; the shipped example fills Release.

    Raises
    ------
    NotValid
        The folder cannot be made or written.
    """
    _make(out)  # before a window is furnished in vain
    written: list[Path] = []
    why: Sentence | None = None
    application = the_application()
    look = Theme(theme)
    dress(application, look)
    with private_folder() as folder:  # the person's settings and session are left alone
        window = Window(look, language, Settings(folder))
        window.resize(*size)
        window.show()
        QCoreApplication.processEvents()
        controller = MainController(window, State())
        example_plan(controller.context)
        controller.store.dispatch(LedgerShown(example=True))  # never the person's own accounts
        try:
            for workspace in Workspace:
                for path in _pictures(controller, workspace, out):
                    written.append(path)  # also where a later one fails
        except OSError as fault:
            why = why_not_written(fault, out / "picture.png")
        window.close()
        window.deleteLater()
        QCoreApplication.processEvents()
    if why is None:
        return written
    for path in written:
        path.unlink(missing_ok=True)
    raise NotValid(why, "out")


def _make(out: Path) -> None:
    """The folder, if it is not there yet."""
    why: Sentence | None = None
    try:
        make_folder(out)
    except OSError as fault:
        why = why_not_written(fault, out / "picture.png")
    if why is not None:
        raise NotValid(why, "out")


def _pictures(controller: MainController, workspace: Workspace, out: Path) -> Iterator[Path]:
    """Write a workspace and each of its cards."""
    window = controller.window
    controller.open_workspace(workspace.value)
    _settle(controller)
    yield _save(window, out / f"{workspace.value}.png")
    for name, card in window.rooms[workspace.value].cards.items():
        asked = card.isHidden()
        if asked or card.behind:
            controller.open_card(name)
            _settle(controller)
        yield _save(card, out / f"{workspace.value}-{name}.png")
        if asked:
            card.close()
    if workspace is Workspace.EXPLORE:
        yield _save(window.left, out / "one-release.png")


def _settle(controller: MainController) -> None:
    """Let layouts and background answers arrive, however long a busy computer takes."""
    quiet = 0
    while quiet < 4:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.03)
        quiet = 0 if controller.store.busy else quiet + 1


def _save(widget: QWidget, path: Path) -> Path:
    held = QBuffer()
    widget.grab().save(held, "PNG")
    write_whole(path, bytes(held.data().data()))
    return path
