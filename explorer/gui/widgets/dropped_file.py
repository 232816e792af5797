"""The one local file that a person drops or pastes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QWidget

TAKES_FILES = "takes files"  # the property of a control that does something of its own with a file


def file_of(source: QMimeData) -> Path | None:
    """The file, where it is one and on this computer; None for anything else."""
    files = [each.toLocalFile() for each in source.urls() if each.isLocalFile()]
    return Path(files[0]) if len(files) == 1 else None


def takes_files(widget: QWidget | None) -> bool:
    """Whether a file that is dropped there is for that control, or for one around it."""
    while widget is not None and not widget.property(TAKES_FILES):
        widget = None if widget.isWindow() else widget.parentWidget()
    return widget is not None
