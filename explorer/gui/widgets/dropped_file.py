"""The one local file that a person drops or pastes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def file_of(source: QMimeData) -> Path | None:
    """The file, where it is one and on this computer; None for anything else."""
    files = [each.toLocalFile() for each in source.urls() if each.isLocalFile()]
    return Path(files[0]) if len(files) == 1 else None
