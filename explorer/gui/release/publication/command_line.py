"""The shell command that does the same, in a dialog, with a button that copies it."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from explorer.gui.access.announcement import announce
from explorer.gui.shell.context import Context
from explorer.mark import N_

_LETTERS = 13  # pixels


class CommandLine(QWidget):
    """One line that is read and copied, never typed into."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        say = context.say
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        label = context.label(N_("The same in a shell"), "muted", self)
        lines.addWidget(label)
        row = QHBoxLayout()
        self._line = QLineEdit(self)
        self._line.setReadOnly(True)
        self._line.setAccessibleName(label.text())
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(context.theme.size(_LETTERS))
        self._line.setFont(font)
        self._copy = QPushButton(say(N_("Copy the command")), self)
        self._copy.setAutoDefault(False)
        self._copy.clicked.connect(self._copied)
        row.addWidget(self._line, 1)
        row.addWidget(self._copy)
        lines.addLayout(row)

    def show_command(self, command: str) -> None:
        """Another command, from its beginning."""
        self._line.setText(command)
        self._line.setToolTip(command)
        self._line.setCursorPosition(0)

    def _copied(self) -> None:
        QApplication.clipboard().setText(self._line.text())
        status = self._context.say(N_("Command copied"))
        self._copy.setToolTip(status)
        announce(self._copy, status)
