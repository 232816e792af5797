"""What is about to be spent, and the button that does it: at the right of the lines, always in sight."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from explorer.app.release.preflight.preflight_conditions import open_sentence, pressable
from explorer.app.release.preflight.preflight_line import Line
from explorer.app.release.preflight.spend_summary import asked
from explorer.gui.release.publish_export import weigh
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.plan.declarations import ReleasePlan

_WIDTH, _LOW = 168, 116  # pixels; in lower cards what is only explained yields
_NOTE = 120  # pixels: words in one line with the button


_MOST = 16_777_215  # pixels: Qt's own limit of a width, which is none
_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class Side(QWidget):
    """`release` and `cancel` are the buttons; what they do is the card's. `lead` leads back to its lines.

    It stands at the end of `card_row`, or where that may be out of sight, at the window's foot.
    """

    def __init__(self, context: Context, parent: QWidget, card_row: QHBoxLayout) -> None:
        super().__init__(parent)
        self._context, self._row = context, card_row
        size = context.theme.size
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(size(16))
        self._line = QFrame(self)
        self._line.setObjectName("strip")
        self._line.setFixedWidth(1)
        row.addWidget(self._line)
        self._lines = lines = QBoxLayout(_DOWN)
        lines.setSpacing(size(4))
        row.addLayout(lines)
        self._wide = size(_WIDTH) + 2 * size(16)
        self.setFixedWidth(self._wide)
        self._spends = context.label(None, "section", self, wrap=True)
        self._tables = context.label(None, "label", self, wrap=True)
        self._note = context.label(None, "label", self, wrap=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        self.release = QPushButton(self)
        self.lead = self._leading()
        self.cancel = QPushButton(context.say(N_("Cancel")), self)
        self.cancel.setVisible(False)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(context.say(N_("progress of the release")))
        self._progress.setVisible(False)
        for label in (self._spends, self._tables):
            lines.addWidget(label)
        lines.addStretch(1)
        for widget in (self.lead, self._progress, self.cancel, self.release, self._note):
            lines.addWidget(widget)
        docks = context.window.docks
        docks.footed.connect(self._stand)
        self._stand(docks.low)

    def _leading(self) -> QToolButton:
        lead = QToolButton(self)
        lead.setObjectName("link")
        lead.setText(self._context.say(N_("Before the release")))
        lead.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        lead.setVisible(False)
        return lead

    def _stand(self, low: bool) -> None:
        """In the card, or at the foot of a window that is too `low` for it."""
        docks = self._context.window.docks
        foot = docks.foot.layout()
        old, new = (self._row, foot) if low else (foot, self._row)
        if old is not None and new is not None:
            old.removeWidget(self)
            new.addWidget(self)
        self._lie(across=low)
        docks.show_foot()

    def _lie(self, across: bool) -> None:
        """In one line `across` the window, the button at its right end, or as a column of the card."""
        size = self._context.theme.size
        self._line.setVisible(not across)
        self.lead.setVisible(across)
        self._lines.setDirection(_ACROSS if across else _DOWN)
        self._lines.setSpacing(size(16 if across else 4))
        self._lines.removeWidget(self._note)
        self._lines.insertWidget(3 if across else self._lines.count(), self._note)
        self._note.setMinimumWidth(size(_NOTE) if across else 0)
        self._spends.setMinimumWidth(size(_NOTE) if across else 0)
        self.setMinimumWidth(0 if across else self._wide)
        self.setMaximumWidth(_MOST if across else self._wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tables.setVisible(self.height() >= self._context.theme.size(_LOW))

    def show_working(self, working: bool) -> bool:
        """A release is under way, or not any more; whether the focus was at the button that goes.

        Then it goes to the one that comes, or, after the release, to where the caller leads it.
        """
        focused = self.window().focusWidget() in (
            (self.release,) if working else (self.cancel, self._progress)
        )
        self._progress.setValue(0)
        self._progress.setVisible(working)
        self.cancel.setVisible(working)
        self.cancel.setEnabled(working)
        if working and focused:
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.release.setEnabled(False)
        return focused

    def show_paying(self) -> None:
        """Nothing can be cancelled any more; the focus waits at the progress of the release."""
        if self.window().focusWidget() is self.cancel:
            self._progress.setFocus(Qt.FocusReason.OtherFocusReason)
        self.cancel.setEnabled(False)

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
        self.release.setEnabled(pressable(found) and not busy)
        self._note.setText(say(note) if note is not None else "")
        which = [say(line.sentence) for line in found if not line.settled]
        self.release.setToolTip("\n".join(which))
        self.release.setAccessibleDescription("\n".join([self._note.text(), *which]).strip())
        weigh(self.release, not drawn)


def _spends(what: Sentence, again: bool) -> Sentence:
    return N_("spends {asked} again", asked=what) if again else N_("spends {asked}", asked=what)


def _tables(count: int) -> Sentence:
    return N_("on {count:plain} {count:table|tables}, once, before any number is drawn", count=count)
