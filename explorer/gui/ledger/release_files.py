"""What a release of the ledger is written as again: tables, further forms, a report with its words.

Each is logged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.app.core.message import Refused, Settled
from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import LedgerExported, PublicationWorded
from explorer.export.forms import Forms
from explorer.gui.ledger.shown_ledger import folder_of
from explorer.gui.reports.logged_exports import Afterwards, words_kept, written_and_logged
from explorer.gui.reports.picture_file import write_picture
from explorer.gui.reports.report_file import write_report
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import may_replace
from explorer.gui.tasks import BackgroundTask, Run
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.drawn import Drawn
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import form, forms_of
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.publish import check_apart_from, export
from explorer.release.sources.table_address import place_of

_PLAIN = Forms()


class ReleaseFiles(QObject):
    """Reads a release from the ledger that is looked at, one at a time, in the background; spends nothing."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent
        self._task: BackgroundTask | None = None
        self._afterwards = Afterwards(self)
        self._afterwards.done.connect(self._told)

    @property
    def busy(self) -> bool:
        """Whether something is read, written, logged or kept."""
        return self._task is not None or self._afterwards.busy

    @property
    def folder(self) -> Path | None:
        """The ledger that is looked at."""
        return folder_of(self._context, self._context.store.state)

    def read(self, sequence: int, done: Callable[[Drawn], None]) -> None:
        """Take what was drawn from the ledger, and go on with it."""
        ledger = self.folder
        if ledger is not None:
            self._begin(lambda _: drawn_again(sequence, ledger), done)

    def read_with_words(self, sequence: int, done: Callable[[Drawn, Publication], None]) -> None:
        """As `read`, and the words that were kept with the release."""
        ledger = self.folder
        if ledger is None:
            return

        def found(_: Run) -> tuple[Drawn, Publication]:
            return _with_words(sequence, ledger)

        self._begin(found, lambda both: done(*both))

    def export(self, sequence: int, out: Path, forms: Forms = _PLAIN, shared: bool = False) -> None:
        """Write the tables again, and what else is asked for."""
        ledger = self.folder
        if ledger is None:
            return

        def found(_: Run) -> tuple[Drawn, tuple[tuple[str, bytes], ...]]:
            drawn = drawn_again(sequence, ledger)
            return drawn, forms.files(drawn)

        self._begin(found, lambda both: self._write(ledger, out, both[0], both[1], shared))

    def report(self, sequence: int, path: Path) -> None:
        """Write the report, with the words of the publication."""
        ledger, language, act = self.folder, self._context.language, self._act
        if ledger is None:
            return

        def write(_: Run) -> Sentence:
            drawn, worded = _with_words(sequence, ledger)
            status = write_report(path, drawn, language, worded)
            return written_and_logged(status, ledger, drawn, (form("report", path),), act)

        self._begin(write, self._told)

    def picture(self, drawn: Drawn, worded: Publication, index: int, path: Path) -> None:
        """Write the picture of one table, with the words of the publication."""
        ledger, language, act = self.folder, self._context.language, self._act

        def write(_: Run) -> Sentence:
            status = write_picture(path, drawn, index, language, worded)
            return written_and_logged(status, ledger, drawn, (form("picture", path),), act)

        self._begin(write, self._told)

    def word(self, drawn: Drawn, worded: Publication) -> None:
        """Keep the words of a release; the window's newest one is shown with them."""
        newest = self._context.store.state.releasing.drawn[-1:]
        if newest and newest[0].identity == drawn.identity:
            self._context.store.dispatch(PublicationWorded(worded))
            self._context.store.dispatch(Settled())
        self._afterwards.run(partial(_words_said, self.folder, drawn, worded))

    @property
    def _act(self) -> Act:
        return Act(self._context.store.state.ledger.act.actor)

    def _write(
        self, ledger: Path, out: Path, drawn: Drawn, further: tuple[tuple[str, bytes], ...], shared: bool
    ) -> None:
        """A file that exists is replaced only by agreement. That it is written again is logged, if that can
        be done: it never stands in the way.
        """
        names = tuple(name for name, _ in (*drawn.files, *further))
        there = [name for name in names if (out / name).exists()]
        try:
            check_apart_from(place_of(self._context.store.state.releasing.csv), out, names)
            if there and not may_replace(self._context, self._parent, there):
                return
            released = export(drawn, out, bool(there), further, shared)
        except Refusal as refusal:
            self._refused(refusal)
            return
        status = N_(
            "{count} {count:file|files} of release {sequence:plain} written to {folder}; nothing was spent",
            count=len(released.written),
            sequence=drawn.sequence,
            folder=str(out),
        )
        kinds = forms_of(name for name, _ in further)
        self._afterwards.run(partial(written_and_logged, status, ledger, drawn, kinds, self._act))

    def _begin(self, function: Callable[[Run], object], done: Callable[[Any], None]) -> None:
        if self._task is not None:
            return
        self._task = task = BackgroundTask(function, self)
        task.done.connect(done)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        task.start()

    def _told(self, status: Sentence | None) -> None:
        if status is not None:
            self._context.store.dispatch(LedgerExported(status))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("ledger.export", refusal))

    def _ended(self) -> None:
        self._task = None


def _with_words(sequence: int, ledger: Path) -> tuple[Drawn, Publication]:
    from explorer.app.release.kept_publication import kept_publication  # reads a file

    drawn = drawn_again(sequence, ledger)
    return drawn, kept_publication(ledger, drawn.identity)


def _words_said(ledger: Path | None, drawn: Drawn, worded: Publication) -> Sentence:
    unkept = words_kept(ledger, drawn, worded)
    if unkept is not None:
        return unkept
    return N_("Reports of release {sequence:plain} carry these words", sequence=drawn.sequence)
