"""Programs that end by a signal or a full disk: forked from one that has loaded the release.

A process of its own is what such a test is about, not its start: an interpreter takes a third of a second of
a processor to load the release, a fork some milliseconds. Nobody else forks: the tests have threads.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
RELEASE = (
    "explorer.release.publish",
    "explorer.release.ledger.spends",
    "explorer.release.plan.plan_file",
    "sqlite3",
)
SERVER = """
import json, os, sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
for line in sys.stdin:
    asked = json.loads(line)
    if isinstance(asked, int):
        print(os.waitstatus_to_exitcode(os.waitpid(asked, 0)[1]), flush=True)
        continue
    child = os.fork()
    if child:
        print(child, flush=True)
        continue
    script, arguments, environment, out, error, in_order = asked
    code = 1
    try:
        for number, name in ((0, os.devnull), (1, out), (2, error)):
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT), number)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["-c", *arguments]
        exec(compile(script, "<program>", "exec"), {"__name__": "__main__"})
        code = 0
    except SystemExit as left:
        code = left.code or 0
    finally:
        sys.stdout.flush()
        if not in_order:
            os._exit(code)
    sys.exit(code)
"""
"""Forks a program a line and answers with its process; asked for a process, with its exit code at its end."""


@dataclass(frozen=True)
class ForkedPrograms:
    """Scripts, each in a process of its own, in the environment of the caller."""

    asked: IO[str]
    answered: IO[str]

    def start(
        self,
        script: str,
        *arguments: object,
        out: Path = Path(os.devnull),
        error: Path = Path(os.devnull),
        in_order: bool = True,
    ) -> int:
        """The process of a program. It ends `in_order`, as an interpreter does, or at once.

        What it prints goes to `out`, what it complains of to `error`.
        """
        words = [str(each) for each in arguments]
        return self._answer([script, words, dict(os.environ), str(out), str(error), in_order])

    def ended(self, process: int) -> int:
        """The exit code of a program that was started, once it ends; the negative number of its signal."""
        return self._answer(process)

    def run(self, script: str, *arguments: object, out: Path = Path(os.devnull)) -> int:
        """The exit code of a program that is over."""
        return self.ended(self.start(script, *arguments, out=out, in_order=False))

    def _answer(self, asked: object) -> int:
        print(json.dumps(asked), file=self.asked, flush=True)
        return int(self.answered.readline())


@contextmanager
def forked_programs(loaded: tuple[str, ...] = RELEASE) -> Iterator[ForkedPrograms]:
    """The program that is forked, with these modules `loaded`, until all is run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *loaded],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        yield ForkedPrograms(server.stdin, server.stdout)
        server.stdin.close()
