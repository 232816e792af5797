"""What a release can be written as, as often as wanted: tables, report, picture; its plan as code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QPushButton, QWidget

from explorer.app.core.message import Refused, Settled
from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import (
    LedgerExported,
    PublicationWorded,
    ReleaseStatusGiven,
    ReleaseWritten,
)
from explorer.app.core.state import State
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.plan.plan_noise import shown_query
from explorer.app.release.preflight.spend_summary import drawn_of
from explorer.app.release.written_files import file_written, tables_written, written_sentence
from explorer.export.forms import Forms
from explorer.gui.release.publication.publication_menu import PublicationMenu
from explorer.gui.reports.logged_exports import Afterwards, recorded, words_kept
from explorer.gui.reports.picture_file import ask_picture_path, write_picture
from explorer.gui.reports.report_file import ask_report_path, write_report
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, ask_folder, ask_new_file, kinds_of, may_replace
from explorer.gui.tasks import BackgroundTask, Run
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.drawn import Drawn
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import form, forms_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.publish import check_apart_from, export
from explorer.release.sources.table_address import place_of

_TWO_LINES, _BESIDE = 36, 520  # pixels: from the latter on there is room for words beside the buttons


def weigh(button: QPushButton, next_step: bool) -> None:
    """The one button that is the next step is the blue one."""
    if button.property("primary") != next_step:
        button.setProperty("primary", next_step)
        button.style().polish(button)


class Exports(QWidget):
    """What was last written, and a row: the tables, the report. `more` is a menu of the rest.

    `first` is the first button of the row. Before a release it has nothing to say, and no room.
    """

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._task: BackgroundTask | None = None
        self._afterwards = Afterwards(self)
        self._afterwards.done.connect(self._recorded_told)
        context.store.stepped.connect(self._stepped)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(4))
        row = QHBoxLayout()
        self.first = self._tables = self._button(N_("Export the tables …"))
        self._tables.clicked.connect(self._tables_asked)
        self._report = self._button(N_("Report …"))
        self._report.setToolTip(context.say(N_("HTML or PDF, for readers")))
        self._report.clicked.connect(self._report_asked)
        self.more = self._button(N_("More"))
        menu = QMenu(self.more)
        self._picture = self._entry(menu, N_("Picture of the released histogram …"), self._picture_asked)
        self._code = self._entry(menu, N_("The plan as OpenDP code …"), self._code_asked)
        self._publication = PublicationMenu(context, menu, self.export_to, self._word)
        self.more.setMenu(menu)
        self._words = context.label(None, "body", self, wrap=True)
        self._words.setFont(context.theme.font(strong=True))
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setMinimumWidth(1)  # a long path does not widen the card,
        self._words.setMaximumHeight(context.theme.size(_TWO_LINES))  # nor push the lines above it out
        self.more.setObjectName("inline")
        row.addWidget(self._tables)
        row.addWidget(self._report)
        row.addStretch(1)
        self._lines.addWidget(self._words, 1)  # first what was done, then what can be done with it
        self._lines.addLayout(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the words stand beneath the buttons, not one of them a line beside these."""
        super().resizeEvent(event)
        beside = QBoxLayout.Direction.LeftToRight
        narrow = event.size().width() < self._context.theme.size(_BESIDE)
        self._lines.setDirection(QBoxLayout.Direction.TopToBottom if narrow else beside)
        self._keep_height()

    def _keep_height(self) -> None:
        """The lines below scroll: in a low card no button is cut for them, as the layout alone would."""
        self.setMinimumHeight(max(self._lines.heightForWidth(self.width()), 0))

    def _button(self, words: Sentence) -> QPushButton:
        return QPushButton(self._context.say(words), self)

    def _entry(self, menu: QMenu, words: Sentence, act: Callable[..., None]) -> QAction:
        action = QAction(self._context.say(words), self)  # its own: see `PublicationMenu`
        action.triggered.connect(act)
        menu.addAction(action)
        return action

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._task is not None or self._afterwards.busy

    def tell(self, words: Sentence) -> None:
        """Something that goes on now, where otherwise stands what was last written."""
        self._words.setText(self._context.say(words))
        self.setVisible(True)

    def _newest(self) -> Drawn | None:
        drawn = self._context.store.state.releasing.drawn
        return drawn[-1] if drawn else None

    def _plan(self) -> ReleasePlan | None:
        text = self._context.store.state.releasing.plan
        return judged(text)[0] if text else None

    # What a person does

    def _tables_asked(self) -> None:
        drawn = self._newest()
        folder = ask_folder(self._context, self, N_("Export into which folder?"), TABLES)
        if folder is not None and drawn:
            self.export_to(folder, drawn)

    def export_to(
        self,
        folder: Path,
        drawn: Drawn,
        forms: Forms | None = None,
        shared: bool = False,
        agreed: bool = False,
        act: Act | None = None,
    ) -> None:
        """Write the tables of a release and log it; a file that exists is replaced only by agreement.

        `act` : what was said of it; None for the name of whoever acts alone.
        """
        try:
            further = () if forms is None else forms.files(drawn)
            names = tuple(name for name, _ in (*drawn.files, *further))
            there = [name for name in names if (folder / name).exists()]
            csv = self._context.store.state.releasing.csv
            check_apart_from(place_of(csv), folder, names)
            if there and not agreed and not may_replace(self._context, self, there):
                return
            released = export(drawn, folder, overwrite=bool(there), further=further, shared=shared)
        except Refusal as refusal:
            self._refused(refusal)
            return
        self._context.store.dispatch(ReleaseWritten(tuple(str(path) for path in released.written)))
        status, kinds = tables_written(released.written), forms_of(name for name, _ in further)
        said, worded = act or self._acting, self._context.store.state.releasing.publication
        ledger = self._ledger(drawn)
        self._afterwards.run(lambda: recorded(status, ledger, drawn, kinds, said, worded))

    def _word(self, drawn: Drawn, worded: Publication) -> None:
        """The words of the newest release: one step that undo takes back, and kept with the release."""
        self._context.store.dispatch(PublicationWorded(worded))
        self._context.store.dispatch(Settled())
        self._keep(drawn, worded)

    def _stepped(self, before: State) -> None:
        """Words that undo takes back, or redo brings again, are those that are kept, at once."""
        now, drawn = self._context.store.state.releasing, self._newest()
        if drawn is not None and now.publication != before.releasing.publication:
            self._keep(drawn, now.publication)

    def _keep(self, drawn: Drawn, worded: Publication) -> None:
        ledger = self._ledger(drawn)
        self._afterwards.run(lambda: words_kept(ledger, drawn, worded))

    def _ledger(self, drawn: Drawn) -> Path | None:
        return self._context.demonstration.ledger_of(drawn.identity)

    @property
    def _acting(self) -> Act:
        """Who acts; what was said of the release's own purpose is not said again."""
        return Act(self._context.store.state.ledger.act.actor)

    def _report_asked(self) -> None:
        drawn = self._newest()
        if drawn is None:
            return
        path = ask_report_path(self._context, self, drawn.sequence)
        if path is not None:
            language, worded = self._context.language, self._context.store.state.releasing.publication
            given = (self._ledger(drawn), drawn, (form("report", path),), self._acting, worded)
            self._begin(lambda _: recorded(write_report(path, drawn, language, worded), *given))

    def _picture_asked(self) -> None:
        """The released counts with their margins, whatever the card above shows."""
        drawn, state = self._newest(), self._context.store.state
        if drawn is None:
            return
        index = shown_query(state, drawn.plan)
        path = ask_picture_path(self._context, self, drawn, index)
        if path is None:
            return
        language, worded = self._context.language, state.releasing.publication
        given = (self._ledger(drawn), drawn, (form("picture", path),), self._acting, worded)
        self._begin(lambda _: recorded(write_picture(path, drawn, index, language, worded), *given))

    def _code_asked(self) -> None:
        plan = self._plan()
        if plan is None:
            return
        title, kinds = N_("Write the plan as OpenDP code"), kinds_of(("py",))
        path = ask_new_file(self._context, self, title, TABLES, "release_opendp.py", kinds)
        if path is None:
            return

        def write(_: Run) -> Sentence:
            from explorer.export.files import write_atomically
            from explorer.export.opendp_code import opendp_code

            write_atomically(path, opendp_code(plan).encode())
            return N_("{written}. Running it is not recorded in this ledger", written=file_written(path))

        self._begin(write, self._told)

    def _begin(
        self, function: Callable[[Run], Sentence], done: Callable[[Sentence], None] | None = None
    ) -> None:
        """One at a time; what becomes of it is said beside the buttons, or as a refusal above them."""
        if self._task is not None:
            return
        self._task = task = BackgroundTask(function, self)
        task.done.connect(self._done if done is None else done)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        self._enable(False)
        task.start()

    def _told(self, status: Sentence) -> None:
        self._context.store.dispatch(ReleaseStatusGiven(status))

    def _done(self, status: Sentence) -> None:
        """It is an entry of the ledger too."""
        self._told(status)
        self._context.store.dispatch(LedgerExported(status))

    def _recorded_told(self, status: Sentence | None) -> None:
        """Of tables that were said to be written already: what is new is that it could not be logged."""
        if status is None:
            return
        releasing = self._context.store.state.releasing
        if releasing.status is None and status != tables_written(tuple(map(Path, releasing.written))):
            self._context.store.dispatch(ReleaseStatusGiven(status))
        self._context.store.dispatch(LedgerExported(status))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("release", refusal))

    def _ended(self) -> None:
        self._task = None
        self._enable(True)

    def _enable(self, free: bool) -> None:
        for button in (self._tables, self._report, self.more):
            button.setEnabled(free)

    # What is shown

    def show_state(self, state: State) -> None:
        """The tables are the next step once they are drawn; code needs only a plan."""
        releasing, drawn = state.releasing, bool(state.releasing.drawn)
        for widget in (self._tables, self._report):
            widget.setVisible(drawn)
        self._picture.setVisible(drawn)
        self._publication.show_state(state)
        self._code.setEnabled(self._plan() is not None)
        weigh(self._tables, bool(drawn_of(releasing)) and not releasing.written)
        words = self._context.say(written_sentence(state))
        self._words.setText(words)
        self._words.setToolTip(words)
        self.setVisible(drawn or bool(words))
        self._keep_height()
