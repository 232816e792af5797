"""The session while one works: kept every few seconds, so that a kill loses no more than these.

Each window has a file of its own beside `session.json`, named for its run of the program: windows that are
open at once do not write over each other. A window that closes leaves its session in `session.json`; where
another window has done so meanwhile, it leaves its own beside it. What is left beside is offered at the next
start (`session_offer`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from explorer.app.core.state import State
from explorer.app.session import saved
from explorer.gui.shell.store import Store
from explorer.mark import N_, Sentence
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.bounded_files import set_aside
from explorer.release.values.process_mark import is_left, new_mark, sweep
from explorer.release.values.write_faults import write_fault

PAUSE = 2000  # milliseconds between a change and its writing
RUNNING, CLOSED, SAFE = "running", "closed", "safe"
_LEFT = re.compile(rf"(?P<kind>{RUNNING}|{CLOSED}|{SAFE})-(?P<mark>[0-9a-f-]+)\.json")


class SessionKeeper(QObject):
    """Writes the state of the store that it follows, in a thread of its own, whenever it has changed.

    `kept` when it is written; `failed` tells why nothing could be: once, until it could again.
    """

    kept = Signal()
    failed = Signal(object)
    _came = Signal(object)

    def __init__(self, path: Path, begun: State, parent: QObject) -> None:
        super().__init__(parent)
        self._path, self._begun, self._handed = path, begun, begun
        self._mark = new_mark()
        self._before = _version(path)
        self._store: Store | None = None
        self._failing = self._stopped = False
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="session")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._keep)
        self._came.connect(self._written, Qt.ConnectionType.QueuedConnection)

    def follow(self, store: Store) -> None:
        """From now on this store's state is kept."""
        self._store = store
        store.painted.connect(self._changed)

    def adopt(self, state: State, left: Path) -> None:
        """A session that was left is the present one: its own file goes once this is written."""
        self._submit(state, lambda: left.unlink(missing_ok=True))

    def _changed(self) -> None:
        waiting = self._stopped or self._timer.isActive()
        if self._store is not None and self._store.state is not self._handed and not waiting:
            self._timer.start(PAUSE)

    def _keep(self) -> None:
        if self._store is not None:
            self._submit(self._store.state)

    def _submit(self, state: State, then: Callable[[], None] | None = None) -> None:
        self._handed = state
        self._executor.submit(_write, self._file(RUNNING), state, then).add_done_callback(self._came.emit)

    def _written(self, future: Future[None]) -> None:
        fault = future.exception()
        if isinstance(fault, OSError):
            if not self._failing:
                self._failing = True
                words = N_(
                    "Your work is not being kept: {why}. Save the session into another folder",
                    why=write_fault(fault, self._path),
                )
                self.failed.emit(words)
        elif fault is not None:
            raise fault
        else:
            self._failing = False
            self.kept.emit()

    def _file(self, kind: str) -> Path:
        return self._path.with_name(f"{kind}-{self._mark}.json")

    def leave(self) -> Sentence | None:
        """Keep the session for the next start, since the window closes; why that could not be, or None."""
        self._timer.stop()
        state = self._begun if self._store is None else self._store.state
        others = _version(self._path) != self._before  # another window has left its session since
        try:
            if not others:
                _write(self._path, state)
                self._before = _version(self._path)
            elif self.changed:
                _write(self._file(CLOSED), state)
        except OSError as fault:
            return write_fault(fault, self._path)
        return None

    @property
    def changed(self) -> bool:
        """Whether anything but the workspace is other than when the window opened."""
        state = self._begun if self._store is None else self._store.state
        return replace(state, workspace=self._begun.workspace) != self._begun

    def leave_beside(self) -> None:
        """What was worked on after a safe start is offered next time; the session that was kept stays."""
        if self._store is not None and self.changed:
            with suppress(OSError):  # the program is ended: nobody could answer
                _write(self._file(SAFE), self._store.state)

    def take_over(self) -> Sentence | None:
        """The session that was kept until now is set aside, so that `leave` keeps this one."""
        if os.path.lexists(self._path) and set_aside(self._path) is None:
            return N_("{path} can't be set aside: move it away", path=str(self._path))
        self._before = None
        return None

    def stop(self) -> None:
        """The window has closed: what it kept while it was open is no longer needed, nor what comes after."""
        self._stopped = True
        self._timer.stop()
        self._executor.shutdown(wait=True)
        with suppress(OSError):
            self._file(RUNNING).unlink(missing_ok=True)


def _write(path: Path, state: State, then: Callable[[], None] | None = None) -> None:
    make_folder(path.parent)
    write_whole(path, saved(state).encode())
    if then is not None:
        then()


def _version(path: Path) -> tuple[int, int, int] | None:
    """What tells one writing of a file from another; None where there is none."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_size, status.st_ino
    return None


class LeftSession(NamedTuple):
    """The file of a session that was left, and when it was changed last, in seconds."""

    path: Path
    changed: float


def sessions_left(folder: Path) -> list[LeftSession]:
    """The sessions that windows left beside the last one, the newest first.

    Those of programs that still run are theirs; what a kill left half written is removed.
    """
    found: list[LeftSession] = []
    begun: set[str] = {"session.json"}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (hidden := re.fullmatch(rf"\.({_LEFT.pattern})\..*", entry.name)) is not None:
                begun.add(hidden[1])
            elif (kept := _LEFT.fullmatch(entry.name)) is not None:
                changed = entry.stat(follow_symlinks=False).st_mtime
                if kept["kind"] != RUNNING or is_left(kept["mark"], changed):
                    found.append(LeftSession(Path(entry.path), changed))
    sweep(folder, begun)
    return sorted(found, key=lambda left: -left.changed)
