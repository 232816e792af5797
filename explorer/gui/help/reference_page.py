"""Opens the reference: written where the settings are, read in the system's browser."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from explorer.export.reports.reference import reference
from explorer.gui.shell.context import Context
from explorer.gui.shell.cover import Cover
from explorer.gui.shell.notices import tell
from explorer.gui.tasks import BackgroundTask, Run
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.release.sources.table import Interrupted
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.write_faults import write_fault

_NAME = "reference"


def show_reference(context: Context) -> None:
    """Write the page anew in the window's language and open it; where nothing opens it, say where it is.

    Its formulas take seconds: they are drawn in the background, once at a time. A window that closes does not
    wait for them.
    """
    window = context.window
    if window.findChild(BackgroundTask, _NAME) is not None:
        return
    path = window.settings.folder / f"reference-{context.language.code}.html"
    cover = Cover(window, context.theme, context.say(N_("Writing the reference …")))
    task = BackgroundTask(lambda run: _written(path, context.language, run), window)
    task.setObjectName(_NAME)
    task.ended.connect(cover.deleteLater)
    task.done.connect(lambda fault: _open(context, path) if fault is None else _tell(context, fault))
    task.refused.connect(lambda refusal: _tell(context, refusal.sentence))
    window.closing.connect(task.abandon)
    task.start()


def _written(path: Path, language: Language, run: Run) -> Sentence | None:
    """Write the page; what to say where the disk does not take it, else None."""

    def checkpoint() -> None:
        if run.cancelled():
            raise Interrupted

    try:
        make_folder(path.parent)
        write_whole(path, reference(language, checkpoint).encode("utf-8"))
    except OSError as fault:
        return N_("The reference was not written: {why}", why=write_fault(fault, path))
    return None


def _open(context: Context, path: Path) -> None:
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        _tell(context, N_("No program could open the reference. Open {path} in a browser", path=str(path)))


def _tell(context: Context, words: Sentence) -> None:
    tell(context.window, context.say(words))
