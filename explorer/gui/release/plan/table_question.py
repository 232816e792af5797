"""Which table of a server or a cluster is counted: asked by address, tables by name, never a value.

A password is held in memory until the program ends, for the server that it was typed for; where the person
says so, the system's keyring keeps it. Each fault is said beneath its field, in words of this program: what a
server says may hold values.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QListWidget, QListWidgetItem, QWidget

from explorer.gui.release.plan.table_looks import Tables, keyring_of, looked_at, tables_of
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.language import readable
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.sources.servers.sign_in import SIGN_INS, SignIn
from explorer.release.sources.table_address import (
    ClusterTable,
    PasswordNeeded,
    PasswordRefused,
    TableAddress,
    is_address,
    read_place,
)

_WIDTH = 480
_ROW_HEIGHT, _MOST_ROWS = 30, 6
_SERVER = re.compile(r"(\[[^\]]*\]|[^:]*|/.*)(?::([0-9]{1,5}))?")
_KINDS = (N_("Postgres server"), N_("Spark cluster"))
_MEANING_BY_KEYRING = N_(
    "The server counts its own rows; only names, types and counts come here. The password is kept in memory "
    "until the program ends, and in the system's keyring where you say so. For a field left empty, the "
    "environment or the driver's own files are used."
)
_MEANING = (
    N_(
        "The server counts its own rows; only names, types and counts come here. The password is kept in "
        "memory until the program ends. For a field left empty, the environment or the driver's own files "
        "are used."
    ),
    N_(
        "The cluster counts its own rows; only names, types and counts come here. SPARK_REMOTE or "
        "SPARK_MASTER names it."
    ),
)


class TableQuestion(Question):
    """`chosen` with the address of the table, without user and password."""

    chosen = Signal(str)

    def __init__(self, context: Context, known: str) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._say = context, context.say
        self._task: BackgroundTask | None = None
        self._server_of_tables: TableAddress | None = None
        self._keep: bool | None = None  # None where nobody has said whether the keyring shall
        title = N_("Choose a table")
        self.setWindowTitle(self._say(title))
        self.lines.addWidget(context.label(title, "section", self))
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._kind = QComboBox(self)
        self._kind.addItems([self._say(each) for each in _KINDS])
        self._add(N_("where"), self._kind)
        self._meaning = context.label(_MEANING[0], "label", self, wrap=True)
        self._wrong: dict[QWidget, QLabel] = {}
        self._server = self._field(N_("server"), N_("its name or address, :port where it is not 5432"))
        self._database = self._field(N_("database"))
        self._user = self._field(N_("user"))
        self._password = self._field(N_("password"))
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._lasting = WordyCheck(self._say(N_("Keep user and password in the system's keyring")), self)
        self._lasting.clicked.connect(self._asked_to_keep)
        self._form.addRow("", self._lasting)
        self._cluster = self._field(N_("table or path"), N_("SCHEMA.TABLE, or /FOLDER/FILE.parquet"))
        self.lines.addLayout(self._form)
        self.lines.addWidget(self._meaning)
        self._tables = QListWidget(self)
        self._tables.setAccessibleName(self._say(N_("tables of the database")))
        self._tables.itemActivated.connect(self._answered)
        self.lines.addWidget(self._tables)
        self._state = context.label(None, "label", self, wrap=True)
        self.lines.addWidget(self._state)
        self._act = self.add_answer(context, N_("Connect"), self._answered)
        self._begin(known)

    def _add(self, name: Sentence, field: QWidget) -> None:
        field.setAccessibleName(self._say(name))
        self._form.addRow(self._say(name), field)

    def _field(self, name: Sentence, example: Sentence | None = None) -> QLineEdit:
        field = QLineEdit(self)
        self._add(name, field)
        if example is not None:
            field.setPlaceholderText(self._say(example))
        wrong = self._wrong[field] = self._context.label(None, "refusal", self, wrap=True)
        wrong.hide()
        self._form.addRow("", wrong)
        field.textEdited.connect(self._edited)
        return field

    def _begin(self, known: str) -> None:
        """With the server, or the table of a cluster, that was chosen before."""
        place = read_place(known) if is_address(known) else None
        if isinstance(place, TableAddress):
            port = "" if place.port is None else f":{place.port}"
            self._server.setText(place.host + port)
            self._database.setText(place.database)
            self._user.setText(SIGN_INS.typed(place).user)
        elif isinstance(place, ClusterTable):
            self._cluster.setText(place.name)
            self._kind.setCurrentIndex(1)
        self._keyring = False
        self._looking = BackgroundTask(partial(keyring_of, place), self._context.window, gated=True)
        self._looking.done.connect(self._looked)
        self._looking.start()
        self._kind.currentIndexChanged.connect(self._kind_chosen)
        self._kind_chosen(self._kind.currentIndex())
        (self._cluster if isinstance(place, ClusterTable) else self._server).setFocus()

    def _looked(self, found: object) -> None:
        """Whether there is a keyring, and what it has for the server that was chosen before."""
        if isinstance(found, SignIn):
            self._keyring = True
            self._lasting.setChecked(bool(found.password))
            if not self._user.text():
                self._user.setText(found.user)
            self._say_meaning(self._kind.currentIndex())

    def _asked_to_keep(self, keep: bool) -> None:
        self._keep = keep

    def _say_meaning(self, kind: int) -> None:
        by_keyring = self._keyring and kind == 0
        self._form.setRowVisible(self._lasting, by_keyring)
        self._meaning.setText(self._say(_MEANING_BY_KEYRING if by_keyring else _MEANING[kind]))

    def _kind_chosen(self, kind: int) -> None:
        for field in self._wrong:
            self._form.setRowVisible(field, (field is self._cluster) == (kind == 1))
        self._say_meaning(kind)
        self._edited()

    def _edited(self, *_: object) -> None:
        """What was said and listed of another address is gone."""
        self._server_of_tables = None
        self._tables.clear()
        self._show()

    def _show(self, refusal: Refusal | None = None) -> None:
        """What there is to choose from, what is going on, and what was refused beneath its field."""
        listed, working = self._server_of_tables is not None, self._task is not None
        at = self._field_of(refusal) if refusal is not None else None
        for field, wrong in self._wrong.items():
            said = self._say(refusal.sentence) if refusal is not None and field is at else ""
            wrong.setText(said)
            self._form.setRowVisible(wrong, bool(said))
            field.setAccessibleDescription(said)
        if at is not None:
            at.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tables.setVisible(listed and self._tables.count() > 0)
        cluster = self._kind.currentIndex() == 1
        words = N_("Looking at the cluster …") if cluster else N_("Connecting …")
        if not working:
            words = N_("You may read no table of this database.")
        self._state.setText(self._say(words))
        self._state.setVisible(working or (listed and not self._tables.count()))
        self._act.setText(self._say(N_("Choose the table") if listed or cluster else N_("Connect")))
        self._act.setEnabled(not working and (not listed or self._tables.count() > 0))

    def _field_of(self, refusal: Refusal) -> QLineEdit:
        """Beside which field a fault is said."""
        if self._kind.currentIndex() == 1:
            return self._cluster
        if isinstance(refusal, PasswordNeeded | PasswordRefused):
            return self._password
        return self._database if refusal.field == "database" else self._server

    def _answered(self, *_: object) -> None:
        if self._task is not None:
            return
        if self._server_of_tables is not None:
            self._choose()
            return
        try:
            question = self._of_cluster() if self._kind.currentIndex() == 1 else self._of_server()
        except Refusal as refusal:
            self._show(refusal)
            return
        self._task = task = BackgroundTask(question, self, gated=True)
        task.done.connect(self._came)
        task.refused.connect(self._refused)
        task.start()
        self._show()

    def _of_server(self) -> Callable[[Run], object]:
        found = _SERVER.fullmatch(self._server.text().strip())
        database = self._database.text().strip()
        if found is None or not found[1]:
            raise NotValid(N_("which server?"), "server")
        if not database:
            raise NotValid(N_("which database?"), "database")
        port = int(found[2]) if found[2] else None
        host = found[1].removeprefix("[").removesuffix("]")
        address = TableAddress("postgresql", host, port, database, "", "")
        given = SignIn(self._user.text().strip(), self._password.text())
        return partial(tables_of, address, given, self._keep)

    def _of_cluster(self) -> Callable[[Run], object]:
        place = read_place(f"spark:{self._cluster.text().strip()}")
        return partial(looked_at, str(place))

    def _came(self, found: object) -> None:
        self._task = None
        if not isinstance(found, Tables):
            self._done(str(found))
            return
        self._server_of_tables, tables = found.server, found.names
        for schema, name in tables:
            item = QListWidgetItem(readable(f"{schema}.{name}"))
            item.setData(Qt.ItemDataRole.UserRole, (schema, name))
            self._tables.addItem(item)
        rows = min(max(len(tables), 1), _MOST_ROWS)
        self._tables.setFixedHeight(self._context.theme.size(rows * _ROW_HEIGHT + 4))
        self._show()
        if found.unkept is not None:
            self._state.setText(self._say(found.unkept.sentence))
            self._state.show()
        if tables:
            self._tables.setCurrentRow(0)
            self._tables.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refused(self, refusal: Refusal) -> None:
        self._task = None
        self._show(refusal)

    def _choose(self) -> None:
        item, server = self._tables.currentItem(), self._server_of_tables
        if item is not None and server is not None:
            schema, name = item.data(Qt.ItemDataRole.UserRole)
            told = server.scheme, server.host, server.port, server.database, schema, name
            self._done(str(TableAddress(*told)))

    def _done(self, address: str) -> None:
        self.accept()
        self.chosen.emit(address)

    def done(self, result: int) -> None:
        """Nothing goes on behind a closed question: what is still found is dropped."""
        self._looking.cancel()
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().done(result)
