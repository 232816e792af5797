"""What else a release of the ledger allows: further forms, words, its plan again, a comparison. All free."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from explorer.app.core.message import Refused, Settled, WorkspaceOpened
from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import PlanOpened
from explorer.app.core.state import Workspace
from explorer.export.forms import Forms
from explorer.gui.ledger.release_files import ReleaseFiles
from explorer.gui.reports.picture_file import ask_picture_path
from explorer.gui.shell.context import Context
from explorer.mark import N_
from explorer.privacy.refusal import Unsupported
from explorer.release.drawn import Drawn
from explorer.release.ledger.locations import ledger_folder
from explorer.release.plan.plan_file import write_plan


class ReleaseActs(QPushButton):
    """A button with a menu, for the release that `chosen` tells: it is read from the ledger first."""

    def __init__(
        self, context: Context, parent: QWidget, files: ReleaseFiles, chosen: Callable[[], int | None]
    ) -> None:
        super().__init__(context.say(N_("More")), parent)
        self._context, self._files, self._chosen = context, files, chosen
        menu = QMenu(self)
        for words, act in (
            (N_("Picture of a table …"), self._picture_asked),
            (N_("Export in other forms …"), self._forms_asked),
            (N_("Title, note, dataset, publisher …"), self._words_asked),
            (N_("Compare with an earlier release …"), self._compared),
            (N_("Use this plan again"), self._plan_used),
        ):
            menu.addAction(context.say(words)).triggered.connect(lambda *_, act=act: self._with(act))
        self.setMenu(menu)

    def _with(self, act: Callable[[int], None]) -> None:
        sequence = self._chosen()
        if sequence is not None and not self._files.busy:
            act(sequence)

    def _picture_asked(self, sequence: int) -> None:
        self._files.read_with_words(sequence, self._ask_picture)

    def _ask_picture(self, drawn: Drawn, worded: Publication) -> None:
        """Of its only table at once; of several a person chooses one."""
        from explorer.gui.release.publication.picture_dialog import PictureDialog, pictured  # as below

        def export(index: int) -> None:
            path = ask_picture_path(self._context, self, drawn, index)
            if path is not None:
                self._files.picture(drawn, worded, index, path)

        tables = pictured(drawn)
        if len(tables) == 1:
            export(tables[0])
        elif tables:
            PictureDialog(self._context, drawn, export).open()
        else:
            why = Unsupported(N_("no table of this release has a picture"), "ledger.export")
            self._context.store.dispatch(Refused("ledger.export", why))

    def _forms_asked(self, sequence: int) -> None:
        self._files.read(sequence, self._ask_forms)

    def _ask_forms(self, drawn: Drawn) -> None:
        from explorer.gui.release.publication.forms_dialog import FormsDialog  # rarely asked for

        def export(folder: Path, forms: Forms, shared: bool) -> None:
            self._files.export(drawn.sequence, folder, forms, shared)

        FormsDialog(self._context, drawn, self._named, export).open()

    def _words_asked(self, sequence: int) -> None:
        self._files.read_with_words(sequence, self._ask_words)

    def _ask_words(self, drawn: Drawn, before: Publication) -> None:
        from explorer.gui.release.publication.words_dialog import WordsDialog  # as above

        take = partial(self._files.word, drawn)
        WordsDialog(self._context, drawn, before, self._named, take).open()

    @property
    def _named(self) -> Path | None:
        """The ledger as a command names it: this computer's own is named by nothing."""
        folder = self._files.folder
        return None if folder == ledger_folder() else folder

    def _compared(self, sequence: int) -> None:
        self._files.read(sequence, self._compare)

    def _compare(self, drawn: Drawn) -> None:
        from explorer.gui.release.publication.comparison_dialog import ComparisonDialog  # as above

        ComparisonDialog(self._context, drawn, self._files.folder).open()

    def _plan_used(self, sequence: int) -> None:
        self._files.read(sequence, self._use_plan)

    def _use_plan(self, drawn: Drawn) -> None:
        """The released plan is the current one, in Release; undo brings the other back."""
        for message in (PlanOpened(write_plan(drawn.plan)), Settled(), WorkspaceOpened(Workspace.RELEASE)):
            self._context.store.dispatch(message)
