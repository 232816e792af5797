"""Opens the reference: written where the settings are, read in the system's browser."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from explorer.export.reports.reference import reference
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.write_faults import write_fault


def show_reference(context: Context) -> None:
    """Write the page anew in the window's language and open it; where nothing opens it, say where it is."""
    folder = context.window.settings.folder
    path = folder / f"reference-{context.language.code}.html"
    try:
        make_folder(folder)
        write_whole(path, reference(context.language).encode("utf-8"))
    except Refusal as refusal:
        tell(context.window, context.say(refusal.sentence))
        return
    except OSError as fault:
        words = N_("The reference was not written: {why}", why=write_fault(fault, path))
        tell(context.window, context.say(words))
        return
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        tell(
            context.window,
            context.say(N_("No program could open the reference. Open {path} in a browser", path=str(path))),
        )
