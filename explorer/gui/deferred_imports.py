"""What the shell does without, imported while it is seen: mathematics on a thread, what is Qt's here.

PySide6 (found with 6.11) keeps what it knows of its classes in tables that Qt reads without Python's lock,
for instance whenever a screen reader asks what a window is (`QMetaObject::cast`, then PySide6's
`MetaObjectBuilder::update`). A class of Qt's comes into being when it is first named, and a further one with
everything derived from it: on another thread that changes the tables while they are read, and now and then
ends the process. So the thread imports nothing that knows Qt, and the event loop imports the rest, one piece
at a time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

WITHOUT_QT = (
    "explorer.app.update",
    "explorer.app.figures",
    "explorer.app.session",
    "explorer.app.help.facts",
    "explorer.app.compose.rival_margins",
    "explorer.app.explore.risk_summary",
    "explorer.app.plotting.label_places",
    "explorer.export.figures.tick_numbers",
    "explorer.jobs",
)
"""They bring numpy, scipy and nearly all else but Qt; what they lack, the window imports itself."""

_WITH_QT = (
    "pyqtgraph",
    "explorer.gui.canvas.figure_card",
    "explorer.gui.shell.main_controller",
    "explorer.gui.shell.look_change",
    "explorer.gui.session.session_recovery",
)
_NAMES = 24  # classes that one piece brings: a few milliseconds

Piece = Callable[[], object]


class Loading(QObject):
    """Emits `done` once everything is imported.

    `elsewhere` names what the thread imports; the event loop does `meanwhile`, and after both `then`, one
    piece in each of its turns.
    """

    done = Signal()
    _computed = Signal()

    def __init__(
        self, parent: QObject, elsewhere: Iterable[str], meanwhile: Iterable[Piece], then: Iterable[Piece]
    ) -> None:
        super().__init__(parent)
        self._elsewhere, self._first, self._then = elsewhere, iter(meanwhile), iter(then)
        self._waits = self._imported = self._stopped = False
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
        self._computed.connect(self._imports_ended)  # emitted by the thread, so it is queued

    def begin(self) -> None:
        """Start both, and return at once."""
        self._executor.submit(self._import).add_done_callback(self._tell)
        self._executor.shutdown(wait=False)
        self._soon()

    def stop(self) -> None:
        """Import nothing more, and wait for the one module that the thread is at."""
        self._stopped = True
        self._executor.shutdown(wait=True)

    def _import(self) -> None:
        """In the thread."""
        for name in self._elsewhere:
            if self._stopped:
                return
            importlib.import_module(name)

    def _tell(self, _: object) -> None:
        """Called in its thread, which ends; after the window has gone there is nobody to be told."""
        if isValid(self):
            self._computed.emit()

    def _soon(self) -> None:
        QTimer.singleShot(0, self, self._piece)

    def _imports_ended(self) -> None:
        """Well or not: a fault comes again where the window imports the same, and is told there."""
        self._imported = True
        if self._waits:
            self._piece()

    def _piece(self) -> None:
        """The next one: `meanwhile` while the thread imports, then what needs both."""
        if self._stopped:
            return
        if (piece := next(self._first, None)) is not None:
            piece()
        elif not self._imported:
            self._waits = True
            return
        elif (piece := next(self._then, None)) is not None:
            piece()
        else:
            self.done.emit()
            return
        self._soon()


def at_start(parent: QObject, last: Iterable[Piece]) -> Loading:
    """What the first picture needs; `last` are further pieces, which come after the others."""
    return Loading(parent, WITHOUT_QT, _names(), (*imports(_WITH_QT), *last))


def imports(names: Iterable[str]) -> Iterator[Piece]:
    """Each of these modules a piece of its own."""
    return (partial(importlib.import_module, name) for name in names)


def _names() -> Iterator[Piece]:
    """All classes of Qt's that pyqtgraph copies when it is imported, which is all of three modules."""
    for name in ("QtCore", "QtGui", "QtWidgets"):
        module = importlib.import_module(f"PySide6.{name}")
        there = dir(module)
        for at in range(0, len(there), _NAMES):
            yield partial(_named, module, there[at : at + _NAMES])


def _named(module: object, names: Sequence[str]) -> None:
    for name in names:
        getattr(module, name)
