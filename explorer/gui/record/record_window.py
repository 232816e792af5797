"""The window of a decision record: it stays open beside the work, and every letter is kept at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.decision import Subject
from explorer.app.core.decision_messages import RecordLanguageChosen, RecordOpened
from explorer.app.core.state import State, Workspace
from explorer.app.record.decision_record import DecisionRecord
from explorer.app.record.pictures import PICTURES, pictures_of
from explorer.gui.access.announcement import announce
from explorer.gui.fields.number_rows import refusal_line
from explorer.gui.record.kept_place import KeptPlace
from explorer.gui.record.record_file import language_of, write_record
from explorer.gui.record.record_panel import RecordPanel
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import RECORDS, ask_new_file, kinds_of
from explorer.gui.shell.notices import tell
from explorer.gui.shell.secondary_window import SecondaryWindow
from explorer.gui.shell.window import Window
from explorer.gui.widgets.card import Card
from explorer.language import LANGUAGE_NAMES, Language
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

_WIDTH, _HEIGHT = 620, 720
_SUBJECTS = {  # what a record is about, by the workspace in front
    Workspace.EXPLORE: Subject.RELEASE,
    Workspace.COMPOSE: Subject.REPEATED,
    Workspace.RELEASE: Subject.PLAN,
    Workspace.LEDGER: Subject.ACCOUNT,
    Workspace.TABLES: Subject.RELEASE,
    Workspace.LEARN: Subject.RELEASE,
}
_YEAR = "year"


@dataclass(frozen=True)
class Saved:
    """A record as it was saved, in the language that it was saved in."""

    record: DecisionRecord
    language: Language


class RecordWindow(SecondaryWindow):
    """The fields, and below them where the record goes and what became of it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._path: Path | None = None
        self._kept: KeptPlace | None = None
        self.saved: Saved | None = None
        size, room = context.theme.size, context.window.screen().availableSize()
        self.setModal(False)
        self.resize(min(size(_WIDTH), room.width() - 40), min(size(_HEIGHT), room.height() - 60))
        self._around = QVBoxLayout(self)
        self._around.setContentsMargins(0, 0, 0, 0)
        self._build(context)

    @property
    def stays(self) -> bool:
        """What was saved last can be presented, also where the window is closed."""
        return self.isVisible() or self.saved is not None

    def _build(self, context: Context) -> None:
        """Everything in it, in the look and language of `context`."""
        self._context, size = context, context.theme.size
        self.setWindowTitle(context.say(N_("Decision record")))
        self._inside = QWidget(self)
        self._around.addWidget(self._inside)
        lines = QVBoxLayout(self._inside)
        lines.setContentsMargins(size(16), size(16), size(16), size(16))
        lines.setSpacing(size(8))
        self.panel = RecordPanel(context, self._inside)
        lines.addWidget(self.panel, 1)
        self._refusal = refusal_line(context, self._inside)
        lines.addWidget(self._refusal)
        lines.addLayout(self._notice())
        lines.addLayout(self._foot())
        self._keys()
        context.store.add(self.panel)
        context.store.painted.connect(self._follow)

    def take_off(self) -> None:
        """The look changes: this window stays where it is, its content goes. All that was typed is kept."""
        self._kept = KeptPlace.taken(self._inside)
        for each in (*self.findChildren(QShortcut), self._inside):
            each.deleteLater()
            QCoreApplication.sendPostedEvents(each, QEvent.Type.DeferredDelete)

    def put_on(self, context: Context) -> None:
        """The same content in another look, with what was typed, where it was typed."""
        kept, path = self._kept, self._path
        self._build(context)
        self._confirm(path, again=True)
        self.panel.show_state(context.store.state, context.store.jobs.answers)
        if kept is not None:
            kept.focus_again(self._inside)
            QTimer.singleShot(0, self._inside, lambda: kept.scroll_again(self._inside))

    def _notice(self) -> QHBoxLayout:
        """That it is saved, where, and a button to look at it."""
        row = QHBoxLayout()
        self._saved = self._context.label(None, "body", self._inside, wrap=True)
        self._open = QPushButton(self._context.say(N_("Open")), self._inside)
        self._open.setAutoDefault(False)
        self._open.clicked.connect(self._look)
        row.addWidget(self._saved, 1)
        row.addWidget(self._open)
        self._confirm(None)
        return row

    def _foot(self) -> QHBoxLayout:
        say, row = self._context.say, QHBoxLayout()
        row.addWidget(self._context.label(N_("language of the record"), "label", self._inside))
        self._language = QComboBox(self._inside)
        self._language.setAccessibleName(say(N_("language of the record")))
        for code, name in LANGUAGE_NAMES.items():
            self._language.addItem(name, code)
        self._language.activated.connect(self._language_chosen)
        row.addWidget(self._language)
        row.addStretch(1)
        close = QPushButton(say(N_("Close")), self._inside)
        close.clicked.connect(self.close)
        save = QPushButton(say(N_("Save the record …")), self._inside)
        save.setProperty("primary", True)
        save.clicked.connect(self.save)
        for button in (close, save):
            button.setAutoDefault(False)
            row.addWidget(button)
        return row

    def _keys(self) -> None:
        """Undo, redo and presenter mode are the program's here too; Ctrl+S saves the record in front."""
        store, key = self._context.store, QKeySequence.StandardKey
        for keys, act in ((key.Undo, store.undo), (key.Redo, store.redo), (key.Save, self.save)):
            QShortcut(keys, self, act)
        QShortcut(Qt.Key.Key_F5, self, self._present)

    def _present(self) -> None:
        """What the key does in the window behind: this record is among the cards, and the first."""
        for action in self._context.window.actions():
            if QKeySequence(Qt.Key.Key_F5) in action.shortcuts():
                action.trigger()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._context.store.request_frame()

    def _follow(self) -> None:
        code = language_of(self._context, self._context.store.state).code
        self._language.setCurrentIndex(self._language.findData(code))

    def _language_chosen(self, _: int) -> None:
        self._context.store.dispatch(RecordLanguageChosen(self._language.currentData()))

    # Saving

    def save(self) -> None:
        """Ask where to, write it, and say that it is there; what is refused is said, and loses nothing."""
        from explorer.export.reports.decision_file import FORMATS

        name, kinds = f"decision-record.{FORMATS[0]}", kinds_of(FORMATS)
        path = ask_new_file(self._context, self, N_("Save the record"), RECORDS, name, kinds)
        if path is None:
            return
        self._refusal.setVisible(False)
        self._confirm(None)
        try:
            self.panel.check_account()
            written = write_record(self._context, path, self.panel.account)
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            announce(self, self._refusal.text())
            return
        self.saved = Saved(written, language_of(self._context, self._context.store.state))
        self._confirm(path)

    def _confirm(self, path: Path | None, again: bool = False) -> None:
        """That it is saved; nothing before that, or while it is not. Said to ears once."""
        self._path = path
        self._open.setVisible(path is not None)
        self._saved.setVisible(path is not None)
        if path is not None:
            where = {"name": path.name, "folder": str(path.absolute().parent)}
            self._saved.setText(self._context.say(N_("Saved: {name} in {folder}", **where)))
            if not again:
                announce(self, self._saved.text())

    def _look(self) -> None:
        if self._path is not None and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path))):
            words = N_("No program could open the record. Open {path} yourself", path=str(self._path))
            tell(self, self._context.say(words))


def record_window(context: Context) -> RecordWindow | None:
    """The one that was opened, also where it is closed again."""
    found = context.window.findChild(RecordWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, RecordWindow) else None


def open_record(context: Context, *_: object) -> None:
    """Open the record about what is in front, or bring the one that is open before everything else."""
    context.store.dispatch(opened(context.window, context.store.state))
    window = record_window(context) or RecordWindow(context)
    if not window.isVisible():
        window.panel.begin()
    window.show()
    window.raise_()
    window.activateWindow()


def opened(window: Window, state: State) -> RecordOpened:
    """The record about what is in front, with the picture of the card in focus, or the first one."""
    card = _card_of(window.focusWidget())
    subject = _SUBJECTS[state.workspace]
    if subject is Subject.REPEATED and _year_in_front(window, card, state):
        subject = Subject.YEAR
    listed = PICTURES[subject]
    shown = dict(state.shown).get(card, card)
    if shown in listed:
        return RecordOpened(subject, shown)
    about = replace(state, decision=replace(state.decision, subject=subject))
    return RecordOpened(subject, next(iter((*pictures_of(about), *listed)), None))


def _card_of(widget: QWidget | None) -> str:
    """The card that a widget stands in; "" for none."""
    while widget is not None and not isinstance(widget, Card):
        widget = widget.parentWidget()
    return "" if widget is None else widget.objectName()


def _year_in_front(window: Window, focused: str, state: State) -> bool:
    """Whether the year's card is looked at: it has the focus, or lies in front with a plan in it."""
    if focused:
        return focused == _YEAR
    card = window.card(_YEAR)
    return bool(state.schedule.releases) and card.isVisible() and not card.behind
