"""What is about to be spent, and the button that does it: at the right of the lines, always in sight."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from explorer.app.release.preflight.preflight_conditions import open_sentence
from explorer.app.release.preflight.preflight_line import Line
from explorer.app.release.preflight.spend_summary import asked
from explorer.gui.release.publish_export import weigh
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.plan.declarations import ReleasePlan

_WIDTH, _LOW = 168, 116  # pixels; in lower cards what is only explained yields


class Side(QWidget):
    """`release` and `cancel` are the buttons; what they do is the card's."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        size = context.theme.size
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(size(16))
        line = QFrame(self)
        line.setObjectName("strip")
        line.setFixedWidth(1)
        row.addWidget(line)
        lines = QVBoxLayout()
        lines.setSpacing(size(4))
        row.addLayout(lines)
        self.setFixedWidth(size(_WIDTH) + 2 * size(16))
        self._spends = context.label(None, "section", self, wrap=True)
        self._tables = context.label(None, "label", self, wrap=True)
        self._note = context.label(None, "label", self, wrap=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.release = QPushButton(self)
        self.cancel = QPushButton(context.say(N_("Cancel")), self)
        self.cancel.setVisible(False)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setVisible(False)
        for label in (self._spends, self._tables):
            lines.addWidget(label)
        lines.addStretch(1)
        for widget in (self._progress, self.cancel, self.release, self._note):
            lines.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tables.setVisible(self.height() >= self._context.theme.size(_LOW))

    def show_working(self, working: bool) -> None:
        """A release is under way, or not any more."""
        self._progress.setValue(0)
        self._progress.setVisible(working)
        self.cancel.setVisible(working)
        self.cancel.setEnabled(working)
        self.release.setEnabled(False)

    def show_share(self, share: float) -> None:
        """How much of the file is read."""
        self._progress.setValue(round(100 * share))

    def show_lines(self, plan: ReleasePlan | None, found: tuple[Line, ...], drawn: bool, busy: bool) -> None:
        """What is spent, and what is to be settled before the button can be pressed."""
        say = self._context.say
        words = N_("nothing to spend yet") if plan is None else _spends(asked(plan), drawn)
        self._spends.setText(say(words))
        self._tables.setText("" if plan is None else say(_tables(len(plan.queries))))
        self.release.setText(say(N_("Release again …") if drawn else N_("Release …")))
        note = open_sentence(found)
        self.release.setEnabled(note is None and not busy)
        self._note.setText(say(note) if note is not None else "")
        which = [say(line.sentence) for line in found if not line.settled]
        self.release.setToolTip("\n".join(which))
        self.release.setAccessibleDescription("\n".join([self._note.text(), *which]).strip())
        weigh(self.release, not drawn)


def _spends(what: Sentence, again: bool) -> Sentence:
    return N_("spends {asked} again", asked=what) if again else N_("spends {asked}", asked=what)


def _tables(count: int) -> Sentence:
    return N_("on {count:plain} {count:table|tables}, once, before any number is drawn", count=count)
