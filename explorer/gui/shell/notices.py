"""One sentence to the person, where there is no field to stand beside."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def tell(parent: QWidget, text: str) -> None:
    """Say it in a box of its own, without stopping the program."""
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, "Privacy Explorer", text, QMessageBox.StandardButton.Ok, parent
    )
    box.setTextFormat(Qt.TextFormat.PlainText)  # a name or a path in it is no markup
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
