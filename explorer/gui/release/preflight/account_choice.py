"""The account that is charged: chosen from those of the ledger with what each has left, or typed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from explorer.app.ledger.ledger_view import Ledger, balance
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.ledger.accounts import DEFAULT

_WIDTH, _HIGH, _POPUP = 150, 24, 320  # pixels: in a line of other words, and its list


class AccountChoice(QComboBox):
    """`named` when a person has chosen or typed an account. `inline` : it stands in a line of words."""

    named = Signal(str)

    def __init__(self, context: Context, name: Sentence, parent: QWidget, inline: bool = False) -> None:
        super().__init__(parent)
        self._context = context
        self._listed: object = None
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setAccessibleName(context.say(name))
        if inline:
            self.setObjectName("inline")
            self.setFixedSize(context.theme.size(_WIDTH), context.theme.size(_HIGH))
        self.view().setMinimumWidth(context.theme.size(_POPUP))
        line = self.line
        line.setAccessibleName(self.accessibleName())
        line.setPlaceholderText(DEFAULT)
        # None, as Qt documents: it would complete a name with what the account has left
        self.setCompleter(None)  # type: ignore[arg-type]
        self.activated.connect(self._chosen)
        line.editingFinished.connect(self._typed)

    @property
    def line(self) -> QLineEdit:
        """Where a name is typed.

        Raises
        ------
        RuntimeError
            The list cannot be typed in.
        """
        line = self.lineEdit()
        if line is None:
            raise RuntimeError("no line to type in")
        return line

    def _chosen(self, row: int) -> None:
        name = self.itemData(row)
        self.setEditText(str(name or ""))
        if name is None:
            self.line.setPlaceholderText(self._context.say(N_("name of the new account")))
            self.line.setFocus()
        else:
            self.named.emit(str(name))

    def _typed(self) -> None:
        self.line.setPlaceholderText(DEFAULT)
        self.named.emit(self.line.text().strip())

    def choose(self) -> None:
        """Open the list."""
        self.setFocus()
        self.showPopup()

    def show_accounts(self, account: str, ledger: Ledger | None) -> None:
        """The accounts that there are, and the one that is charged, unless another one is being typed."""
        held = () if ledger is None else ledger.accounts
        listed = [(each.name, self._context.say(balance(each))) for each in held]
        if listed != self._listed:
            typed = self.line.text()
            self._listed = listed
            self.clear()
            for name, left in listed:
                self.addItem(f"{name}   {left}", name)
            self.addItem(self._context.say(N_("new account …")), None)
            self.setCurrentIndex(-1)
            self.setEditText(typed)
        if not self.line.hasFocus():
            self.setEditText(account)
