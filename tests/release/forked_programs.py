"""Programs that end by a kill or a full disk: forked from one that has loaded the release, and does no more.

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
SERVER = """
import json, os, sys
import explorer.release.publish, explorer.release.ledger.spends, explorer.release.plan.plan_file, sqlite3
for line in sys.stdin:
    script, arguments, environment, out = json.loads(line)
    child = os.fork()
    if child:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    code = 1
    try:
        for number, name in ((0, os.devnull), (1, out), (2, os.devnull)):
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
        os._exit(code)
"""
"""Reads a program a line and answers with its exit code, as `subprocess` gives it."""


@dataclass(frozen=True)
class ForkedPrograms:
    """Scripts run one after the other, each in a process of its own, in the environment of the caller."""

    asked: IO[str]
    answered: IO[str]

    def run(self, script: str, *arguments: object, out: Path = Path(os.devnull)) -> int:
        """The exit code; the negative number of the signal that ended it. What it prints goes to `out`."""
        words = [str(each) for each in arguments]
        print(json.dumps([script, words, dict(os.environ), str(out)]), file=self.asked, flush=True)
        return int(self.answered.readline())


@contextmanager
def forked_programs() -> Iterator[ForkedPrograms]:
    """The program that is forked, until all is run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        yield ForkedPrograms(server.stdin, server.stdout)
        server.stdin.close()
