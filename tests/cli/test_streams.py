"""An answer that cannot be written is no fault of the program, and what was done is told as done."""

import argparse
import errno
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from explorer.cli import command, streams
from explorer.cli.answer import Answer
from explorer.cli.command import Verb, every_verb
from explorer.language import LANGUAGES
from explorer.mark import N_
from explorer.release.ledger.spends import read_books
from explorer.resources import resource

PLAN, TABLE = str(resource("examples", "people.toml")), str(resource("examples", "people.csv"))
ROOT = Path(__file__).parent.parent.parent


class Refusing(io.RawIOBase):
    """A stream whose system refuses to write."""

    def __init__(self, error: int) -> None:
        super().__init__()
        self.error: int | None = error

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        return len(bytes(content))  # type: ignore[call-overload]


@contextmanager
def refusing(error: int) -> Iterator[None]:
    """Standard output whose system answers with this error."""
    raw, before = Refusing(error), sys.stdout
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw))
    try:
        yield
    finally:
        raw.error = None
        sys.stdout.close()
        sys.stdout = before


def use(monkeypatch: pytest.MonkeyPatch, answer: Answer) -> None:
    verb = Verb("try", N_("tries"), lambda parser: None, lambda chosen: answer)
    monkeypatch.setattr(command, "every_verb", lambda: {verb.name: verb})


DONE = Answer({}, (N_("done"),))
WRITTEN = Answer({"written": ["one.csv", "two.csv"]}, (N_("done"),))


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EBADF, errno.EIO])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("more", [[], ["--json"], ["--help"]])
def test_that_an_answer_that_cannot_be_written_is_told_and_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: int,
    code: str,
    more: list[str],
) -> None:
    use(monkeypatch, DONE)
    with refusing(error):
        assert command.run(["try", "--language", code, *more]) == streams.UNWRITTEN
    told = capsys.readouterr().err
    assert told.startswith("privacy-explorer: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "ends"), [(errno.ENOSPC, streams.UNWRITTEN), (errno.EPIPE, streams.PIPE_CLOSED)]
)
def test_that_files_which_are_written_are_named_also_where_a_pipe_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: int, ends: int
) -> None:
    use(monkeypatch, WRITTEN)
    with refusing(error):
        assert command.run(["try", "--language", "en"]) == ends
    told = capsys.readouterr().err
    assert "one.csv, two.csv" in told
    assert "need not be run again" in told


def test_that_a_reader_who_has_seen_enough_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, DONE)
    with refusing(errno.EPIPE):
        assert command.run(["try"]) == streams.PIPE_CLOSED
    assert capsys.readouterr().err == ""


def test_that_what_the_answer_itself_ends_with_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Answer({}, (N_("done"),), exit_code=1))
    with refusing(errno.ENOSPC):
        assert command.run(["try"]) == 1


def test_that_a_closed_standard_output_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, DONE)
    monkeypatch.setattr(sys, "stdout", None)
    assert command.run(["try", "--language", "en"]) == streams.UNWRITTEN
    assert "it is closed" in capsys.readouterr().err


@pytest.mark.parametrize("stream", [None, Refusing(errno.ENOSPC)], ids=["closed", "full"])
def test_that_a_refusal_keeps_its_exit_code_where_nobody_can_be_told(
    monkeypatch: pytest.MonkeyPatch, stream: Refusing | None
) -> None:
    wrapped = stream and io.TextIOWrapper(io.BufferedWriter(stream))
    monkeypatch.setattr(sys, "stderr", wrapped)
    assert command.run(["risk"]) == 2
    if stream is not None and wrapped is not None:
        stream.error = None
        wrapped.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("place", [">/dev/full", ">&-"])
def test_that_a_release_whose_answer_is_lost_is_paid_written_and_told(tmp_path: Path, place: str) -> None:
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    asked = ["release", PLAN, TABLE, "--out", str(out), "--ledger", str(ledger), "--language", "en"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {place}', "sh", sys.executable, "-m", "explorer", *asked],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PRIVACY_EXPLORER_STATE": str(tmp_path / "state")},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == streams.UNWRITTEN
    assert done.stderr.count("\n") == 1
    assert "fault" not in done.stderr
    assert all(str(path) in done.stderr for path in out.iterdir())
    assert len(list(out.iterdir())) == 4
    assert read_books(ledger).releases == 1


def test_that_every_verb_that_writes_says_what_under_one_key() -> None:
    """`written` is what an answer that is lost is told by."""
    writing = {name for name, verb in every_verb().items() if "--out" in options_of(verb)}
    assert writing == {
        *("reference", "plan new", "plan sign", "plan code", "release", "ledger export", "ledger report"),
        *("ledger statement", "compare", "lesson", "render", "screenshot"),
    }


def options_of(verb: Verb) -> set[str]:
    parser = argparse.ArgumentParser()
    verb.declare(parser)
    return set(re.findall(r"--[a-z-]+", parser.format_usage()))
