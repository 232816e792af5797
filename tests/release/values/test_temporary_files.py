"""What holds private rows does not outlive the program, by whatever signal it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from forked_programs import ForkedPrograms, forked_programs

from explorer.__main__ import forget_ledger
from explorer.language import Language
from explorer.privacy.refusal import NotValid
from explorer.release.ledger import demonstration_ledger, hash_chain
from explorer.release.ledger.demonstration_ledger import Demonstration
from explorer.release.ledger.spends import open_account
from explorer.release.ledger.witness import witness_path
from explorer.release.values.amount import Amount
from explorer.release.values.temporary_files import MARK, private_folder, sweep, temporary_place, unnamed_file
from explorer.resources import resource

ROOT = Path(__file__).parents[3]
CANARY = "QZCANARYNAME"
PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 2
epsilon = "1"
[[histogram]]
name = "h"
[[histogram.column]]
name = "age"
kind = "numeric"
edges = ["0", "50", "100"]
"""
LOADED = (
    *(
        "explorer.__main__",
        "explorer.cli.releases",
        "explorer.release.publish",
        "explorer.release.plan.plan_file",
    ),
    *("explorer.release.sources.csv_source", "explorer.release.sources.duckdb_reader", "duckdb", "sqlite3"),
)
"""What a release of a file loads."""
DEFAULT = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""Also where the tests run in the background of a shell, which has them ignored."""
WAITING = """
import sys, threading
from explorer.__main__ import main
from explorer.release.counting import counts, tally
from explorer.release.sources import csv_source
reader, step, *words = sys.argv[1:]
whole, own = counts.tally_of, getattr(tally, step)
counts.tally_of = lambda *most: whole(*most[:4], 0)  # everyone's rows are set aside on disk
csv_source.SMALL = 0 if reader == "quickly" else csv_source.SMALL
def waiting(*given):
    print("here", flush=True)
    threading.Event().wait(600)
    return own(*given)
setattr(tally, step, waiting)
sys.exit(main(words))
"""
AGAIN = "import sys\nfrom explorer.__main__ import main\nsys.exit(main(sys.argv[1:]))"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made in this test."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The command line of a release that bounds by person."""
    (tmp_path / "plan.toml").write_text(PLAN)
    rows = "".join(f"{CANARY}{at % 400},{at % 90}\n" for at in range(3000))
    (tmp_path / "people.csv").write_text("id,age\n" + rows)
    return [
        "release",
        *(str(tmp_path / name) for name in ("plan.toml", "people.csv")),
        "--out",
        str(tmp_path / "out"),
    ]


@pytest.fixture(scope="module")
def programs() -> Iterator[ForkedPrograms]:
    """What a release loads is loaded once."""
    with forked_programs(LOADED) as programs:
        yield programs


@dataclass(frozen=True)
class Bounding:
    """A program in the midst of bounding, all rows set aside."""

    programs: ForkedPrograms
    process: int
    error: Path

    def send(self, number: int) -> None:
        os.kill(self.process, number)

    def ended(self) -> tuple[int, str]:
        """Its exit code, once it ends, and what it complained of."""
        return self.programs.ended(self.process), self.error.read_text()


@pytest.fixture
def bounding(
    request: pytest.FixtureRequest, programs: ForkedPrograms, place: Path, words: list[str], tmp_path: Path
) -> Iterator[Bounding]:
    reader, step = getattr(request, "param", ("strictly", "kept_rows"))
    out, error = tmp_path / "printed", tmp_path / "error"
    os.mkfifo(out)
    process = programs.start(DEFAULT + WAITING, reader, step, *words, out=out, error=error)
    with out.open() as printed:
        assert printed.readline() == "here\n", error.read_text()
        yield Bounding(programs, process, error)
        assert printed.read() == ""  # and it has ended


def start_again(programs: ForkedPrograms, *words: str) -> None:
    """The next start of the program, which takes away what others left."""
    assert programs.ended(programs.start(AGAIN, *words)) == 0


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.rglob("*") if not path.is_dir())


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
BOTH = [("quickly", "kept_rows"), ("strictly", "kept_rows")]


@posix
@pytest.mark.parametrize("bounding", BOTH, indirect=True)
@pytest.mark.parametrize("names_sent", ["SIGTERM", "SIGHUP", "SIGINT", "SIGTERM SIGHUP"])
def test_that_a_program_that_is_asked_to_end_leaves_nothing_behind(
    names_sent: str, bounding: Bounding, place: Path, tmp_path: Path
) -> None:
    assert names(place) == [MARK]
    sent = [getattr(signal, each) for each in names_sent.split()]
    for each in sent:
        bounding.send(each)
    code, complaint = bounding.ended()
    assert complaint == ""
    assert code - 128 in sent
    assert list(place.iterdir()) == []
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "ledger").exists()


@posix
@pytest.mark.parametrize("bounding", BOTH, indirect=True)
def test_that_a_program_that_is_killed_leaves_no_row_and_the_next_start_nothing(
    bounding: Bounding, place: Path
) -> None:
    start_again(bounding.programs, "--version")
    assert names(place) == [MARK], "it still runs"
    bounding.send(signal.SIGKILL)
    assert bounding.ended()[0] == -signal.SIGKILL
    assert names(place) == [MARK]
    assert CANARY.encode() not in b"".join(path.read_bytes() for path in place.rglob(MARK))
    start_again(bounding.programs, "mechanisms")
    assert list(place.iterdir()) == []


@posix
def test_that_what_was_ignored_stays_so(words: list[str], place: Path, programs: ForkedPrograms) -> None:
    """As under `nohup`."""
    script = f"import os, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); exec({WAITING!r})"
    command = [sys.executable, "-c", script, "strictly", "kept_rows", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGHUP)
        start_again(programs, "--version")
        assert running.poll() is None
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=120)
        assert running.returncode == 128 + signal.SIGTERM
    assert list(place.iterdir()) == []


def test_that_a_folder_is_removed_only_when_it_is_ours_and_its_program_has_ended(
    place: Path, tmp_path: Path
) -> None:
    with private_folder() as own:
        (own / "rows").write_text(CANARY)
        text = (own / MARK).read_bytes()
        sweep(forget_ledger)
        assert (own / "rows").exists(), "its program runs"
        others = {name: place / f"privacy-explorer-{name}" for name in ("bare", "other", "begun", "left")}
        for folder in others.values():
            folder.mkdir()
            (folder / "rows").write_text(CANARY)
        (others["other"] / MARK).write_text("something else")
        (others["begun"] / MARK).touch()
        (others["left"] / MARK).write_bytes(text)
        (place / "elsewhere").mkdir()
        (place / "elsewhere" / MARK).write_bytes(text)
        (tmp_path / "apart").mkdir()
        (tmp_path / "apart" / MARK).write_bytes(text)
        (place / "privacy-explorer-link").symlink_to(tmp_path / "apart")
        sweep(forget_ledger)
        assert not others.pop("left").exists()
        assert all((folder / "rows").exists() for folder in (own, *others.values()))
        assert (place / "elsewhere" / MARK).exists()
        assert (tmp_path / "apart" / MARK).exists()
    assert not own.exists()


def test_that_the_folder_of_somebody_else_is_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with private_folder() as own:
        text = (own / MARK).read_bytes()
    left = place / "privacy-explorer-left"
    left.mkdir()
    (left / MARK).write_bytes(text)
    if sys.platform != "win32":
        somebody = os.getuid() + 1
        with monkeypatch.context() as patch:
            patch.setattr(os, "getuid", lambda: somebody)
            sweep(forget_ledger)
        assert left.exists()
    sweep(forget_ledger)
    assert not left.exists()


def test_that_no_folder_lists_an_unnamed_file(place: Path) -> None:
    with unnamed_file(place) as file:
        file.write(CANARY.encode())
        file.flush()
        assert sys.platform == "win32" or list(place.iterdir()) == []
        file.seek(0)
        assert file.read() == CANARY.encode()
    assert list(place.iterdir()) == []


def test_that_the_witness_of_a_demonstration_that_was_killed_goes_with_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Demonstration()
    ledger = shown.ledger_for(str(resource("examples", "people.csv")))
    assert ledger is not None
    open_account(ledger, "default", Amount(1, 0))
    with closing(hash_chain.connect(ledger)) as connection:
        identity, _ = hash_chain.named_by(connection, hash_chain.row_at(connection, 1))
        witness = witness_path(identity)
    sweep(forget_ledger)
    assert witness.exists()
    left = ledger.parent.rename(place / "privacy-explorer-left")
    ledger.parent.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(demonstration_ledger, "forget_witness", lambda _: None)
        shown.close()
    assert witness.exists()
    sweep(forget_ledger)
    assert not left.exists()
    assert not witness.exists()


@pytest.mark.parametrize("name", ["TMPDIR", "TEMP", "TMP"])
def test_that_another_temporary_folder_is_never_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tempfile` would take /tmp, or the current folder, without a word."""
    for each in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, str(tmp_path / "absent"))
    monkeypatch.chdir(tmp_path)
    assert temporary_place() == tmp_path / "absent"
    before = list(tmp_path.iterdir())
    with pytest.raises(NotValid) as caught, private_folder():
        pass
    assert f"there is no folder {tmp_path / 'absent'};" in Language("en").say(caught.value.sentence)
    assert caught.value.__context__ is None
    assert list(tmp_path.iterdir()) == before
    sweep(forget_ledger)


def test_that_an_unwritable_temporary_folder_is_named_by_the_command_line(
    words: list[str], tmp_path: Path
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path / "absent")}
    answer = subprocess.run(
        [sys.executable, "-m", "explorer", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 2
    assert str(tmp_path / "absent") in answer.stderr
    assert not (tmp_path / "out").exists()
