"""The promises of the release path, with their limits, as the About page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QScrollArea, QVBoxLayout, QWidget

import explorer
from explorer.gui.shell.context import Context
from explorer.mark import N_

PROMISES = (
    N_(
        "On this computer's ledger, no noised number is drawn before its cost is durably written. "
        "Drawn numbers are kept: exporting them again is free, drawing again spends again. A "
        "dataset at its limit is refused."
    ),
    N_(
        "Every declared cell is output, zeros too. No label, row order, file name, message or metadata "
        "depends on the private rows beyond the noised counts."
    ),
    N_("Noise is exact: integers, drawn by integer arithmetic from the operating system's randomness."),
    N_(
        "The program limits contributions if an id column is declared; otherwise the contribution "
        "limit is printed as your own statement."
    ),
    N_("True counts are never shown, logged, kept or written. Previews run on simulated people."),
    N_("Nothing is transmitted: the program opens no connection but to a database that you name."),
)
LIMITS = (
    N_("It can't stop someone who has the raw file, or another computer with its own ledger."),
    N_("The timing of draws, swap space and other programs of the same account are out of scope."),
    N_(
        "The guarantee starts at a well-formed table: a refusal, its exit code and its line number "
        "depend on the rows. They are for the steward only."
    ),
)


def show_about(context: Context) -> None:
    """Open the page; it is not modal for long: Escape closes it."""
    dialog = QDialog(context.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Privacy Explorer")
    dialog.resize(context.theme.size(560), context.theme.size(560))
    outer = QVBoxLayout(dialog)
    scroll = QScrollArea(dialog)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    inside = QWidget(scroll)
    lines = QVBoxLayout(inside)
    lines.setSpacing(context.theme.size(8))
    version = N_("Privacy Explorer {version}", version=explorer.__version__)
    lines.addWidget(context.label(version, "value", inside))
    for title, sentences in ((N_("What it guarantees"), PROMISES), (N_("What it cannot do"), LIMITS)):
        lines.addWidget(context.label(title, "section", inside))
        for sentence in sentences:
            lines.addWidget(context.label(sentence, "body", inside, wrap=True))
    lines.addStretch(1)
    scroll.setWidget(inside)
    needed = lines.totalHeightForWidth(dialog.width() - context.theme.size(40))
    dialog.resize(dialog.width(), min(dialog.height(), needed + context.theme.size(90)))
    outer.addWidget(scroll)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    outer.addWidget(buttons)
    dialog.open()
