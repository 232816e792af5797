"""A mark that names this very run of the program, and whether the program behind a mark still runs.

Files that exist only while something is being done carry such a mark in their name or content. A program
that was killed leaves them behind; whoever comes next can tell them from those of a program that runs.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import secrets
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

_MARK = (
    r"(?P<host>[0-9a-f]{8})-(?P<boot>[0-9a-f]{6})-(?P<process>[0-9a-f]+)-(?P<start>[0-9a-f]+)-[0-9a-f]{16}"
)
_LEFT = re.compile(rf"\.(?P<mark>{_MARK}|[0-9a-f]{{16}})(-journal)?\Z")  # the short one is of version 0.1
_OLD = 24 * 3600.0  # seconds after which what cannot be told otherwise is taken for left behind


def new_mark() -> str:
    """A mark of this run of the program that no other has: host, boot, process, its start, and chance."""
    process = os.getpid()
    start = start_of(process) or 0
    return f"{_host()}-{_boot()}-{process:x}-{start:x}-{secrets.token_hex(8)}"


def is_mark(text: str) -> bool:
    """Whether a text is a whole mark."""
    return re.fullmatch(_MARK, text) is not None


def is_running(mark: str | None) -> bool | None:
    """Whether the program that made a mark still runs; None where that cannot be told from here.

    A program on another computer, or in another container, cannot be seen. One that ran before this
    computer was started again runs no more.
    """
    parts = re.fullmatch(_MARK, mark or "")
    if parts is None or parts["host"] != _host():
        return None
    if parts["boot"] != _boot():
        return False
    process = int(parts["process"], 16)
    if not _exists(process):
        return False
    start = start_of(process)
    return start is None or start == int(parts["start"], 16)


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Remove what a killed program left of files of these names: `.NAME.MARK`, never those of one that runs.

    What cannot be removed is left for the next time.
    """
    starts = {f".{name}" for name in names}
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            found = _LEFT.search(entry.name)
            if found is None or entry.name[: found.start()] not in starts:
                continue
            with suppress(OSError):
                if is_left(found["mark"], entry.stat(follow_symlinks=False).st_mtime):
                    Path(entry.path).unlink()


def is_left(mark: str, changed: float) -> bool:
    """Whether the program behind a mark is gone, and with it whoever needs what it changed then.

    Where that cannot be told, a day without a change is taken for it.
    """
    running = is_running(mark)
    return time.time() - changed > _OLD if running is None else not running


@lru_cache(maxsize=1)
def _host() -> str:
    """Which computer, and which container on it: only there do process numbers mean the same."""
    parts = [platform.node(), _text("/etc/machine-id")]
    with suppress(OSError):
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


@lru_cache(maxsize=1)
def _boot() -> str:
    """Which start of the computer; the same for all where the system does not tell."""
    return hashlib.sha256(_text("/proc/sys/kernel/random/boot_id").encode()).hexdigest()[:6]


def _text(path: str) -> str:
    with suppress(OSError):
        return Path(path).read_text("utf-8", errors="replace").strip()
    return ""


def start_of(process: int) -> int | None:
    """When a process began, in ticks since the boot; None where the system does not tell.

    -1 for one that has ended, and that its parent has not asked about yet: it has a number still.
    """
    fields = _text(f"/proc/{process}/stat").rpartition(")")[2].split()
    if len(fields) <= 19:
        return None
    return -1 if fields[0] in ("Z", "X") else int(fields[19])


def _exists(process: int) -> bool:
    if sys.platform == "win32":
        return _exists_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is another user's
        return True
    return True


def _exists_on_windows(process: int) -> bool:
    """There `os.kill` would end it: its handle is asked for its exit code instead."""
    if sys.platform != "win32":
        raise NotImplementedError
    import ctypes

    query, still_active, denied = 0x1000, 259, 5
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    handle = kernel.OpenProcess(query, False, process)
    if not handle:
        return ctypes.get_last_error() == denied
    try:
        code = ctypes.c_ulong()
        return bool(kernel.GetExitCodeProcess(handle, ctypes.byref(code))) and code.value == still_active
    finally:
        kernel.CloseHandle(handle)
