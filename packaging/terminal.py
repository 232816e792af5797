"""What the set-up says to the person who started it, and how it runs other programs for them."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SECONDS_TO_END = 10.0
PLAIN_EVERY = 20.0
_DOING = (
    (re.compile(r"\s*Downloading (?:\S*/)?([A-Za-z0-9._]+?)-\d\S* \((.+)\)"), "downloading {0} ({1})"),
    (re.compile(r"Collecting ([A-Za-z0-9._-]+)"), "looking for {0}"),
    (re.compile(r"Processing (?:\S*/)?([A-Za-z0-9._]+?)-\d"), "taking {0}"),
    (re.compile(r"Installing collected packages: "), "unpacking"),
    (re.compile(r"(?:Resolved|Prepared|Installed) \d+ packages?"), "{all}"),
)
"""What pip and uv write when they begin something, and how it is shown."""


class Stopped(Exception):
    """The set-up cannot go on: one or two lines that say what to do, and the exit code."""

    def __init__(self, lines: str, code: int = 2) -> None:
        super().__init__(lines)
        self.code = code


@dataclass(frozen=True)
class Done:
    """A program that has ended: its exit code, and what it wrote to both streams."""

    code: int
    output: str


def say(line: str) -> None:
    """Tell the person at the terminal; standard output is left to the program."""
    print(line, file=sys.stderr, flush=True)


def run(command: Sequence[str], **how: object) -> int:
    """Run a program that talks to the person itself; its exit code.

    After Ctrl+C it is given time to end by itself, and only then is `KeyboardInterrupt` passed on.
    """
    process = subprocess.Popen(list(command), **how)  # type: ignore[call-overload]
    with _ended(process):
        process.wait()
    return int(process.returncode)


def follow(
    command: Sequence[str],
    title: str,
    cwd: Path,
    environment: Mapping[str, str],
    inherited: Sequence[int] = (),
) -> Done:
    """Run a program of the set-up and show how far it is, in place of what it writes itself.

    On a terminal one line is rewritten every second with the time that has passed; elsewhere a plain line
    is written every `PLAIN_EVERY` seconds. `inherited` are open files that the program keeps open, too.
    """
    # Descriptors can be handed on where a lock lives as long as the last of them: not on Windows.
    keeps = {"pass_fds": tuple(inherited)} if os.name == "posix" else {}
    process = subprocess.Popen(
        list(command),
        cwd=cwd,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        **keeps,  # type: ignore[call-overload]
    )
    lines: list[str] = []
    reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
    reader.start()
    with _ended(process), _Status(title) as status:
        status.show(doing(lines))
        while process.poll() is None:
            status.show(doing(lines))
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)
    reader.join(timeout=SECONDS_TO_END)
    return Done(process.returncode, "".join(lines))


def _read(process: "subprocess.Popen[str]", lines: list[str]) -> None:
    """Move what the program writes to `lines`, line by line: others look on."""
    with process.stdout or contextlib.nullcontext([]) as written:
        lines.extend(written)


def doing(lines: Sequence[str]) -> str:
    """What pip or uv says that it is about, from the last line that tells; empty where none does.

    >>> doing(["Collecting numpy==2.4.6 (from -r run.txt)", "  Downloading numpy-2.4.6-cp311.whl (16.8 MB)"])
    'downloading numpy (16.8 MB)'
    """
    for line in reversed(list(lines)):
        for pattern, words in _DOING:
            if found := pattern.match(line):
                return words.format(*found.groups(), all=found[0].lower().strip())
    return ""


class _Status:
    """One line about what goes on, rewritten in place on a terminal."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._began = time.monotonic()
        self._said = self._began
        self._rewrites = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> "_Status":
        return self

    def __exit__(self, *_: object) -> None:
        if self._rewrites:
            self._rewrite("")

    def show(self, what: str) -> None:
        now = time.monotonic()
        line = f"{now - self._began:5.0f} s  {self._title}" + (f": {what}" if what else "")
        if self._rewrites:
            self._rewrite(line)
        elif now - self._said >= PLAIN_EVERY:
            self._said = now
            say(line)

    def _rewrite(self, line: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r" + line[:width].ljust(width) + ("\r" if not line else ""))
        sys.stderr.flush()


@contextlib.contextmanager
def _ended(process: "subprocess.Popen[str]") -> Iterator[None]:
    """No program is left behind: what is still running when this ends is asked to stop, then stopped."""
    try:
        yield
    except BaseException:
        _end(process)
        raise


def _end(process: "subprocess.Popen[str]") -> None:
    """Wait for a program that Ctrl+C has reached, too; ask it again half way, and end it at last."""
    ways = [lambda: None, lambda: process.send_signal(_ASK), process.kill]
    for way in ways:
        way()
        # A person may well press Ctrl+C again: that must not leave the program behind.
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(timeout=SECONDS_TO_END / 2)
            return


_ASK = signal.SIGTERM  # on Windows `send_signal` ends the program with this
