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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain

from PySide6.QtCore import QObject, QTimer, Signal

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
    """Emits `done` once everything is imported; `last` are further pieces, which come after the others."""

    done = Signal()
    _computed = Signal()

    def __init__(self, parent: QObject, last: Sequence[Piece]) -> None:
        super().__init__(parent)
        self._first: Iterator[Piece] = _names()
        ours = (partial(importlib.import_module, name) for name in _WITH_QT)
        self._then: Iterator[Piece] = chain(ours, last)
        self._waits = False
        self._imported = False
        self._computed.connect(self._imports_ended)  # emitted by the thread, so it is queued

    def begin(self) -> None:
        """Start both, and return at once."""
        executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
        executor.submit(_mathematics).add_done_callback(lambda _: self._computed.emit())
        executor.shutdown(wait=False)
        self._soon()

    def _soon(self) -> None:
        QTimer.singleShot(0, self, self._piece)

    def _imports_ended(self) -> None:
        """Well or not: a fault comes again where the window imports the same, and is told there."""
        self._imported = True
        if self._waits:
            self._piece()

    def _piece(self) -> None:
        """The next one: names while the thread imports, then what needs both."""
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


def _mathematics() -> None:
    for name in WITHOUT_QT:
        importlib.import_module(name)


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
