"""One dialog for whatever nobody expected: what it means, a code, and a report that can be copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.gui.help.fault_report import FaultReport
from explorer.gui.shell.window import Window
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.question import FittedDialog
from explorer.mark import N_

_WIDTH = 460
_MOST = 20  # faults of which the report tells


def tell_fault(window: Window, report: FaultReport) -> None:
    """Tell it; while a dialog is still open, there, so that a fault of every frame is one dialog too."""
    for opened in window.findChildren(FaultDialog):
        if opened.isVisible():
            opened.add(report)
            return
    FaultDialog(window, report).open()


class FaultDialog(FittedDialog):
    """Reports are kept in the order in which their faults came, each once."""

    def __init__(self, window: Window, report: FaultReport) -> None:
        super().__init__(window, _WIDTH)
        self.setWindowTitle("Privacy Explorer")
        self._say = window.language.say
        self._reports, self._count = [report], 1
        told = N_(
            "What you set is kept. If a release was under way, the workspace Ledger shows whether it was "
            "charged. If this comes again, close the program and start it anew."
        )
        shared = N_("The report names kinds of faults and lines of the program, nothing of your data.")
        self.lines.addWidget(self._label(self._say(N_("A fault of the program")), "section"))
        self.lines.addWidget(self._label(self._say(told), "body"))
        self._codes = self._label("", "body")
        self._codes.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.lines.addWidget(self._codes)
        self.lines.addWidget(self._label(self._say(shared), "muted"))
        self.lines.addLayout(self._buttons())
        self._show()

    def _label(self, text: str, name: str) -> Label:
        label = Label(text, self, True)
        label.setObjectName(name)
        return label

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._copy = QPushButton(self._say(N_("Copy the report")), self)
        self._copy.setAutoDefault(False)
        self._copy.clicked.connect(self._copied)
        row.addWidget(self._copy)
        row.addStretch(1)
        close = QPushButton(self._say(N_("Close")), self)
        close.setProperty("primary", True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        close.setFocus()
        return row

    def add(self, report: FaultReport) -> None:
        """One fault more."""
        self._count += 1
        if report not in self._reports and len(self._reports) < _MOST:
            self._reports.append(report)
            self._copy.setText(self._say(N_("Copy the report")))
        self._show()

    def _show(self) -> None:
        first = self._reports[0]
        if self._count == 1:
            words = N_("Code {code} ({kind})", code=first.code, kind=first.kind)
        else:
            words = N_(
                "Code {code} ({kind}); {more} more {more:fault|faults} since",
                code=first.code,
                kind=first.kind,
                more=self._count - 1,
            )
        self._codes.setText(self._say(words))

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(each.text for each in self._reports))
        self._copy.setText(self._say(N_("Copied")))
