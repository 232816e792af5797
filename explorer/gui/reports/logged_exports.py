"""What comes with every export, in the background: it is logged, and the words that it carries are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.app.core.publication import Publication
from explorer.gui.tasks import BackgroundTask, Run
from explorer.mark import N_, Sentence
from explorer.release.drawn import Drawn
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import logged
from explorer.release.ledger.locations import ledger_folder


def with_log(status: Sentence, unlogged: Sentence | None) -> Sentence:
    """What was written, and why it is not logged where it is not."""
    return (
        status if unlogged is None else N_("{status}. It is not logged: {why}", status=status, why=unlogged)
    )


def written_and_logged(
    status: Sentence, ledger: Path | None, drawn: Drawn, forms: Iterable[str], act: Act
) -> Sentence:
    """Log files that are written already; what to say of them then. It never raises for that."""
    return with_log(status, logged(ledger_folder(ledger), drawn, forms, act))


def words_kept(ledger: Path | None, drawn: Drawn, worded: Publication) -> Sentence | None:
    """Keep the words of a release; what to say where that cannot be done, else None."""
    from explorer.app.release.kept_publication import keep_publication  # reads and writes files

    why = keep_publication(ledger_folder(ledger), drawn.identity, worded)
    return None if why is None else N_("The words could not be kept with the release: {why}", why=why)


def recorded(
    status: Sentence,
    ledger: Path | None,
    drawn: Drawn,
    forms: Iterable[str],
    act: Act,
    worded: Publication,
) -> Sentence:
    """Log files that are written already and keep the words they carry; what to say of both."""
    unkept = words_kept(ledger, drawn, worded)
    told = written_and_logged(status, ledger, drawn, forms, act)
    return told if unkept is None else N_("{told}. {unkept}", told=told, unkept=unkept)


class Afterwards(QObject):
    """Runs what comes after an export, one background task each: none is dropped for another.

    `done` with what there is to say, or None.
    """

    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks: list[BackgroundTask] = []

    def run(self, function: Callable[[], Sentence | None]) -> None:
        """Run it; what it gives is told by `done`."""

        def asked(_: Run) -> Sentence | None:
            return function()

        task = BackgroundTask(asked, self)
        self._tasks.append(task)
        task.done.connect(self.done)
        task.refused.connect(lambda refusal: self.done.emit(refusal.sentence))
        task.ended.connect(lambda: self._tasks.remove(task))
        task.start()

    @property
    def busy(self) -> bool:
        """Whether something is still being logged or kept."""
        return bool(self._tasks)
