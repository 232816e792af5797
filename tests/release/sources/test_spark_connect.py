"""Counting at a Spark Connect server: as in a cluster that is started here, and what goes wrong there."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from count_cases import KEY
from spark_cluster import at, free_port, remote_port
from test_spark import PERSON, WHOLE, parquet, refused, said
from typed_tables import counted_as_file, every_query, every_value, told

from explorer.language import Language
from explorer.privacy.refusal import NotATable, Unsupported
from explorer.release.counting.counts import count
from explorer.release.ledger.spends import read_books
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input
from explorer.release.publish import spend_and_draw
from explorer.release.sources.servers import spark_session
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted
from explorer.release.sources.table_address import read_place


def named(port: int) -> str:
    return f"sc://127.0.0.1:{port}"


@pytest.fixture
def server(spark: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment names a server; what it counts lies in the folder."""
    monkeypatch.setenv("SPARK_REMOTE", named(remote_port(spark)))
    monkeypatch.delenv("SPARK_MASTER", raising=False)
    return spark


class Wire:
    """A connection that leads to a server, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to, self._ends = port, []  # type: tuple[int, list[socket.socket]]
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # until it is cut
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(1 << 16):
                other.sendall(piece)

    def cut(self) -> None:
        """Nobody answers from now on."""
        for each in (self._listening, *self._ends):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@pytest.fixture
def wire(server: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    made = Wire(remote_port(server))
    monkeypatch.setenv("SPARK_REMOTE", named(made.port))
    yield made
    made.cut()


def begun() -> Callable[[], bool]:
    """Whether the cluster is at work."""
    from pyspark import SparkContext

    tracker = SparkContext.getOrCreate().statusTracker()
    return lambda: bool(tracker.getActiveStageIds())


@pytest.fixture
def endless(spark: Path) -> str:
    """A view with rows without an end, which every session sees."""
    from pyspark.sql import SparkSession

    SparkSession.builder.getOrCreate().sql(
        "CREATE OR REPLACE GLOBAL TEMPORARY VIEW endless AS "
        "SELECT a.id, b.id AS whole FROM range(0, 100000000, 1, 2) a CROSS JOIN range(100000000) b"
    )
    return "spark:global_temp.endless"


def test_that_a_server_counts_what_a_file_of_the_same_rows_gives(server: Path, tmp_path: Path) -> None:
    place = at(parquet(server / "every.parquet", every_value()))
    assert [each.type for each in source_of(place).columns(Input())][:2] == ["string", "bigint"]
    plan = ReleasePlan(PERSON, tuple(every_query()))
    assert told(count(plan, place, KEY).queries) == counted_as_file(plan, every_value(), tmp_path / "r.csv")


def test_that_a_cancel_reaches_the_server(endless: str, server: Path, folder: Path) -> None:
    at_work = begun()
    with pytest.raises(Interrupted):
        spend_and_draw(WHOLE, read_place(endless), cancelled=at_work)
    assert not at_work()
    assert not read_books(folder).accounts


def test_that_a_server_that_goes_in_the_middle_is_told_and_nothing_is_spent(
    endless: str,
    wire: Wire,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spark_session, "RETRIES", 1)  # each next one waits four times as long
    at_work = begun()

    def cutting() -> bool:
        if at_work():
            wire.cut()
        return False

    with pytest.raises(NotATable) as refusal:
        spend_and_draw(WHOLE, read_place(endless), cancelled=cutting)
    assert "broke off" in said(refusal.value)
    assert not read_books(folder).accounts
    assert capfd.readouterr() == ("", "")


def test_that_a_server_that_does_not_answer_is_told(
    server: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("SPARK_REMOTE", named(free_port()))
    monkeypatch.setattr(spark_session, "ANSWERS", 0.2)
    assert "SPARK_REMOTE" in refused(read_place("spark:people"))


def test_that_a_driver_without_what_a_server_needs_says_what_helps(
    server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = spark_session.find_spec
    monkeypatch.setattr(spark_session, "find_spec", lambda name: None if name == "grpc" else found(name))
    with pytest.raises(Unsupported) as refusal:
        source_of(read_place("spark:people")).digest(None, None)
    assert "SPARK_REMOTE" in said(refusal.value)
    assert "privacy-explorer[spark-connect]" in Language("en").say(refusal.value.hint)
