"""Numbers that stand in for those of a release that was refused are dimmed, as its pictures are."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QLabel

DIMMED = 0.45  # of what is painted


def dim(labels: Iterable[QLabel], dimmed: bool) -> None:
    """Show labels as older ones, or as they are; a style is costly, so only what changes is polished."""
    for label in labels:
        if bool(label.property("dimmed")) != dimmed:
            label.setProperty("dimmed", dimmed)
            label.style().unpolish(label)
            label.style().polish(label)
