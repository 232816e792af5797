"""The steps of a release as they stand in its column: a number, a word, and how far each has come."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence

FILE, TABLES, PROTECTION, ACCOUNT = STEPS = (
    N_("File"), N_("Tables to release"), N_("Protection"), N_("Account"),
)  # fmt: skip


class StepHead(QWidget):
    """The number of a step in a disc, its word, and a remark at the right."""

    def __init__(self, context: Context, title: Sentence, remark: Sentence | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        size = context.theme.size
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(size(8))
        self._disc = QLabel(str(STEPS.index(title) + 1), self)
        self._disc.setObjectName("disc")
        self._disc.setFixedSize(size(24), size(24))
        self._disc.setAlignment(Qt.AlignmentFlag.AlignCenter)
        word = context.label(title, "section", self)
        self._remark = context.label(remark, "label", self, wrap=True)
        self._remark.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._disc)
        row.addWidget(word)
        row.addWidget(self._remark, 1)

    def stand(self, standing: str) -> None:
        """Show how far it has come: "done", "next", or "later"."""
        if self._disc.property("standing") != standing:
            self._disc.setProperty("standing", standing)
            self._disc.style().polish(self._disc)


def standings(done: Collection[bool]) -> tuple[str, ...]:
    """How each step stands, by whether it is done: the first that is not comes next.

    >>> standings([True, False, True])
    ('done', 'next', 'done')
    """
    first = next((place for place, each in enumerate(done) if not each), len(done))
    return tuple("done" if each else "next" if place == first else "later" for place, each in enumerate(done))
