"""The row that says which entries of the ledger are listed, and in which order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from explorer.app.core.state import EntryListing
from explorer.app.ledger.entry_list import COLUMNS, choices
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.mark import N_, Sentence
from explorer.release.ledger.journal import JournalEntry

ALL: dict[str, tuple[Sentence, Sentence]] = {
    "account": (N_("account"), N_("all accounts")),
    "file": (N_("dataset"), N_("all datasets")),
    "year": (N_("year"), N_("all years")),
    "kind": (N_("kind of entry"), N_("all kinds")),
}
_SHORTEST = 8  # characters that a list is as wide as; its choices open wider
_AIR = 8


class EntryFilters(Flow):
    """Five lists. `listed` when a person chooses another listing."""

    listed = Signal(object)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent, context.theme.size(6))
        self._context, self._listing = context, EntryListing()
        self._seen: object = None
        self._lists = {part: self._list(name) for part, (name, _) in ALL.items()}
        for part, each in self._lists.items():
            each.activated.connect(partial(self._chosen, part))
        self._order = self._list(N_("order of the entries"))
        self._order.activated.connect(self._ordered)
        for words, data in _orders():
            self._order.addItem(context.say(words), data)
        air = context.theme.size(_AIR)
        self.hold([(each, air) for each in (*self._lists.values(), self._order)])

    def _list(self, name: Sentence) -> QComboBox:
        chosen = QComboBox(self)
        chosen.setAccessibleName(self._context.say(name))
        chosen.setToolTip(self._context.say(name))
        chosen.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chosen.setMinimumContentsLength(_SHORTEST)
        return chosen

    def show_listing(self, listing: EntryListing, entries: tuple[JournalEntry, ...]) -> None:
        """What there is to choose from, and what is chosen; a choice that no entry has any more stays."""
        self._listing = listing
        if entries is not self._seen:
            self._seen = entries
            self._fill(entries)
        for part, each in self._lists.items():
            wanted = getattr(listing, part)
            if each.findData(wanted) < 0:
                each.addItem(wanted, wanted)
            each.setCurrentIndex(each.findData(wanted))
        self._order.setCurrentIndex(max(0, self._order.findData((listing.column, listing.falling))))

    def _fill(self, entries: tuple[JournalEntry, ...]) -> None:
        found = choices(entries)
        for part, each in self._lists.items():
            each.clear()
            each.addItem(self._context.say(ALL[part][1]), "")
            for value, words in found[part].items():
                each.addItem(self._context.say(words), value)

    def _chosen(self, part: str, _place: int) -> None:
        change: dict[str, Any] = {part: str(self._lists[part].currentData())}
        self.listed.emit(replace(self._listing, **change))

    def _ordered(self, _place: int) -> None:
        column, falling = self._order.currentData()
        self.listed.emit(replace(self._listing, column=column, falling=falling))


def _orders() -> list[tuple[Sentence, tuple[int, bool]]]:
    """Newest and oldest first, and each other column both ways: a click on its heading turns it round."""
    found = [(N_("newest first"), (0, True)), (N_("oldest first"), (0, False))]
    for column, (name, _) in list(enumerate(COLUMNS))[2:]:
        found.append((N_("sorted by {column}", column=name), (column, False)))
        found.append((N_("sorted by {column}, falling", column=name), (column, True)))
    return found
