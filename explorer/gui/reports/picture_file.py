"""Asks where the picture of a released table goes, draws it, and says what became of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from explorer.app.core.publication import Publication
from explorer.app.plotting.figure import FORMATS
from explorer.app.release.figures.released_counts import released_figure
from explorer.app.release.written_files import file_written
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import PICTURES, ask_new_file, kinds_of
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.release.drawn import Drawn


def ask_picture_path(context: Context, parent: QWidget, drawn: Drawn, index: int) -> Path | None:
    """Where the picture of a table goes, and as which kind."""
    name = f"{drawn.queries[index].name}.{FORMATS[0]}"
    return ask_new_file(context, parent, N_("Export the picture"), PICTURES, name, kinds_of(FORMATS))


def write_picture(path: Path, drawn: Drawn, index: int, language: Language, worded: Publication) -> Sentence:
    """Draw the released counts of a table with their margins; what to say of it then.

    Raises
    ------
    Unsupported, NotValid
    """
    from explorer.gui.canvas.raster import write_figure  # the writers are heavy, and rarely asked for

    write_figure(released_figure(drawn, index, worded), path, "light", language)
    return file_written(path)
