"""What is asked about k, ℓ and t: the table, whether it is public, its columns, the ground distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from explorer.app.learn import class_check as asked
from explorer.app.learn.class_check import ClassCheck
from explorer.app.learn.ground_distance import HINTS, NAMES, Ground
from explorer.app.learn.table_classes import ClassLimits
from explorer.gui.fields.number_rows import link, refusal_line, strip
from explorer.gui.learn.class_limits import ClassLimitRows
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, DATA, ask_file
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.plain_text import PlainText
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.language import readable
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_ROW, _ROWS, _TEXT = 28, 6, 64  # pixels of a column's name, how many are in sight, and of what is typed
_SHORT = 12  # letters of a list of choices, where there is room for no more


class ClassChoices(QWidget):
    """`changed` with the question after everything that a person does. Refusals stand beside their fields."""

    changed = Signal(object)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._showing = context, False
        self.check = asked.with_example(ClassCheck())
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(6))
        self._refusals: dict[str, QLabel] = {}
        self._add_table()
        self._add_columns()
        self._add_ground()
        self._add_limits()
        self._show()

    def _add_table(self) -> None:
        context, row = self._context, QHBoxLayout()
        self._name = context.label(None, "section", self, wrap=True)
        self._lines.addWidget(self._name)
        for words, act in ((N_("open a file …"), self.choose), (N_("example"), self.show_example)):
            button = link(context, words, self)
            button.clicked.connect(act)
            flush(button)
            row.addWidget(button)
        row.addStretch(1)
        self._lines.addLayout(row)
        self._refused("table")
        self._public = WordyCheck(context.say(N_("I declare that this file is public")), self)
        self._public.toggled.connect(self._declared)
        self._lines.addWidget(self._public)
        self._about = context.label(None, "label", self, wrap=True)
        self._lines.addWidget(self._about)
        self._lines.addWidget(strip(self))

    def _add_columns(self) -> None:
        context, say = self._context, self._context.say
        words = N_("What somebody else may know (quasi-identifiers)")
        self._lines.addWidget(context.label(words, "body", self, wrap=True))
        self._quasi = QListWidget(self)
        self._quasi.setAccessibleName(say(words))
        self._quasi.setObjectName("columns")
        self._quasi.itemChanged.connect(self._ticked)
        self._lines.addWidget(self._quasi)
        self._refused("quasi")
        self._sensitive = self._list(N_("Sensitive column"), self._sensitive_chosen)
        self._refused("sensitive")

    def _add_ground(self) -> None:
        context = self._context
        self._ground = self._list(N_("Sensitive values are"), self._ground_chosen)
        for ground, words in NAMES.items():
            self._ground.addItem(context.say(words), ground)
        self._hint = context.label(None, "label", self, wrap=True)
        self._lines.addWidget(self._hint)
        self._words = PlainText(self)
        self._words.setAccessibleName(context.say(N_("order or groups of the sensitive values")))
        self._words.setFixedHeight(context.theme.size(_TEXT))
        self._words.edited.connect(self._typed)
        self._lines.addWidget(self._words)
        self._refused("ground")
        self._lines.addWidget(strip(self))

    def _add_limits(self) -> None:
        words = N_("Limits that every class should keep")
        self._lines.addWidget(self._context.label(words, "body", self, wrap=True))
        self._limits = ClassLimitRows(self._context, self.check.limits, self)
        self._limits.chosen.connect(self._limited)
        self._lines.addWidget(self._limits)
        self._lines.addStretch(1)

    def _list(self, words: Sentence, chosen: Callable[[int], None]) -> QComboBox:
        """A line with a list of choices."""
        context, row = self._context, QHBoxLayout()
        row.addWidget(context.label(words, "label", self, wrap=True), 1)
        found = QComboBox(self)
        found.setAccessibleName(context.say(words))
        found.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        found.setMinimumContentsLength(_SHORT)
        found.activated.connect(chosen)
        row.addWidget(found, 1)
        self._lines.addLayout(row)
        return found

    def _refused(self, field: str) -> None:
        self._refusals[field] = refusal_line(self._context, self)
        self._lines.addWidget(self._refusals[field])

    # What a person does

    def choose(self) -> None:
        """Ask for a file."""
        path = ask_file(self._context, self, N_("Choose a table"), DATA, CSV_FILES)
        if path is not None:
            self.take(path)

    def take(self, path: Path) -> None:
        """Another table; one that cannot be read is refused here, and the present one stays."""
        try:
            check = asked.with_file(self.check, path)
        except Refusal as refusal:
            self.refuse(refusal.at("table"))
            return
        self._put(check)

    def show_example(self) -> None:
        """The simulated patients."""
        self._put(asked.with_example(self.check))

    def _declared(self, public: bool) -> None:
        if not self._showing:
            self._put(replace(self.check, public=public))

    def _ticked(self, item: QListWidgetItem) -> None:
        if not self._showing:
            chosen = item.checkState() == Qt.CheckState.Checked
            self._put(asked.with_quasi(self.check, item.data(Qt.ItemDataRole.UserRole), chosen))

    def _sensitive_chosen(self, place: int) -> None:
        self._put(asked.with_sensitive(self.check, self._sensitive.itemData(place)))

    def _ground_chosen(self, place: int) -> None:
        self._put(replace(self.check, ground=self._ground.itemData(place), words=""))

    def _typed(self, text: str) -> None:
        self._put(replace(self.check, words=text))

    def _limited(self, limits: ClassLimits) -> None:
        self._put(replace(self.check, limits=limits))

    def _put(self, check: ClassCheck) -> None:
        if check.counted != self.check.counted:
            for label in self._refusals.values():
                label.setVisible(False)
        self.check = check
        self._show()
        self.changed.emit(check)

    def hold(self, check: ClassCheck) -> None:
        """Ask what was asked in another look of the window."""
        self.check = check
        self._limits.hold(check.limits)
        self._show()

    # What is shown

    def refuse(self, refusal: Refusal) -> None:
        """Say it beside its field; what belongs to none stands beside the table."""
        label = self._refusals.get(refusal.field, self._refusals["table"])
        label.setText(self._context.say(refusal.sentence))
        label.setVisible(True)

    def _show(self) -> None:
        self._showing = True
        try:
            self._show_table()
            self._show_columns()
            self._show_ground()
        finally:
            self._showing = False

    def _show_table(self) -> None:
        check, say = self.check, self._context.say
        self._name.setText(readable(check.name))
        self._public.setVisible(not check.example)
        self._public.setChecked(check.public)
        about = N_("Private: it asks before it reads the rows, and nothing of them is kept.")
        if check.example:
            about = N_("Simulated patients.")
        elif check.public:
            about = N_("Public: anybody may read it.")
        self._about.setText(say(about))

    def _show_columns(self) -> None:
        check = self.check
        known = [self._quasi.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self._quasi.count())]
        if known != list(check.names):
            self._quasi.clear()
            for name in check.names:
                item = QListWidgetItem(readable(name), self._quasi)
                item.setData(Qt.ItemDataRole.UserRole, name)
            shown = min(max(len(check.names), 1), _ROWS)
            self._quasi.setFixedHeight(self._context.theme.size(_ROW * shown + 10))
            self._sensitive.clear()
            self._sensitive.addItem(self._context.say(N_("none")), "")
            for name in check.names:
                self._sensitive.addItem(readable(name), name)
        for row in range(self._quasi.count()):
            item = self._quasi.item(row)
            ticked = item.data(Qt.ItemDataRole.UserRole) in check.quasi
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self._sensitive.setCurrentIndex(self._sensitive.findData(check.sensitive))

    def _show_ground(self) -> None:
        check, used = self.check, bool(self.check.sensitive)
        self._ground.setEnabled(used)
        self._ground.setToolTip("" if used else self._context.say(N_("Choose a sensitive column first")))
        self._ground.setCurrentIndex(list(Ground).index(check.ground))
        self._hint.setText(self._context.say(HINTS[check.ground]))
        self._hint.setVisible(used)
        self._words.setVisible(used and check.ground is not Ground.EQUAL)
        self._words.show_text(check.words)
