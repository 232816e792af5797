"""A table of a Spark cluster, which counts its own rows by one statement, so that only counts come back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.sources.servers.server_faults import (
    broken_off,
    counting_otherwise,
    faulty_cluster,
    unreached_cluster,
)
from explorer.release.sources.servers.spark_session import (
    Tasks,
    application_of,
    at_server,
    import_driver,
    leave,
    session_of_cluster,
)
from explorer.release.sources.source import CountRequest, ServerTable
from explorer.release.sources.table_address import Address, ClusterTable

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from explorer.release.partition_selection import Counted
    from explorer.release.sources.table import Cancelled, Progress
    from explorer.release.statements.column_types import TableColumn
    from explorer.release.statements.expressions import Expression
    from explorer.release.statements.plan_statement import PlanStatement

_Some = TypeVar("_Some")
_WAIT = 0.02  # seconds between two questions whether to go on
_TOLD = 10  # of these questions between two how far it is
_ASKED = (
    ("spark.sql.session.timeZone", "UTC"),
    ("spark.sql.ansi.enabled", "true"),  # decimals are spelled without an exponent, and nothing wraps around
)
"""Of every session that counts."""
_FAMILIES = {
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint"), "integer"),
    "string": "text",
    "decimal": "decimal",
    "float": "single",
    "double": "double",
    "boolean": "boolean",
    "date": "date",
    "timestamp_ntz": "timestamp",
    "timestamp": "zoned",
}
_TEXT_FILES = (".csv", ".tsv", ".txt", ".json")


@dataclass(frozen=True, slots=True)
class SparkSource(ServerTable):
    """A table, a view, or a file or folder of Parquet on the cluster's storage."""

    id: ClassVar[str] = "spark"
    title: ClassVar[Sentence] = N_("table of a Spark cluster")
    order: ClassVar[int] = 0

    address: ClusterTable

    @classmethod
    def of_table(cls, address: Address) -> SparkSource | None:
        """A table of a cluster."""
        return cls(address) if isinstance(address, ClusterTable) else None

    def table_columns(self) -> tuple[TableColumn, ...]:
        """The names and types of its columns, as the cluster has them. Raises as `counts`."""
        return _asked(self.address, lambda session: _columns(session, self.address))

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes:
        """Of the table's full name, whatever it holds. Raises as `counts`."""
        return _asked(self.address, lambda session: _digest(session, self.address))

    def counts(self, asked: CountRequest) -> tuple[tuple[Counted, ...], bytes]:
        """The true counts of each query, when the cluster has proven that it counts as this program does.

        Raises
        ------
        NotATable
            No cluster, no such table or column, a type that cannot be counted, a fault of the cluster.
        NotValid
            The plan asks for more than one statement holds; no cluster is named.
        Unsupported
            The driver is not installed.
        Interrupted
            On request; the cluster has stopped then.
        """

        def counted(session: SparkSession) -> tuple[tuple[Counted, ...], bytes]:
            from explorer.release.statements.counted_tables import tables_of
            from explorer.release.statements.plan_statement import check_plan, statement_of

            columns = _columns(session, self.address)
            check_plan(asked.plan, columns)
            wrong = _differing(_Trial(application_of(session), session, asked.check))
            if wrong is not None:
                raise NotATable(counting_otherwise(wrong, session.version), "source")
            statement = statement_of(asked.plan, columns, _rows(self.address), asked.key)
            answer = _answer(session, statement, _counting(Tasks(session), asked))
            return tables_of(asked.plan, statement, answer), _digest(session, self.address)

        return _asked(self.address, counted)


def _asked(address: ClusterTable, work: Callable[[SparkSession], _Some]) -> _Some:
    """What `work` finds in a session of its own.

    Raises
    ------
    NotATable
        For any fault; it is not chained to the driver's own, which holds what the cluster said.
    NotValid, Unsupported
    """
    import_driver()
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    if address.path.lower().removesuffix("/").removesuffix(".gz").endswith(_TEXT_FILES):
        raise NotValid(
            N_("a cluster reads files of Parquet: write the text as such, or count a table of the cluster"),
            "source",
        )
    refused: Sentence | None = None
    session: SparkSession | None = None
    try:
        session = session_of_cluster()
        for name, value in _ASKED:
            session.conf.set(name, value)
        return work(session)
    except PySparkException as fault:
        condition = fault.getCondition()
        gone = at_server() and condition is None  # it is the connection's fault, not one of Spark
        refused = broken_off() if gone else faulty_cluster(address, condition)
    except (Py4JError, OSError):
        refused = broken_off()
    finally:
        if session is not None:
            leave(session)
    raise NotATable(unreached_cluster(at_server()) if session is None else refused, "source")


def _counting(tasks: Tasks, asked: CountRequest) -> Callable[[], None]:
    """Asks whether to go on, and now and then tells how many of the tasks are done; that never falls."""
    times, told = count_up(), (0, 1)

    def check() -> None:
        nonlocal told
        asked.check()
        if asked.progress is None or next(times) % _TOLD:
            return
        done, of = tasks.done()
        if done * told[1] > told[0] * of:
            told = done, of
            asked.progress(done, of)

    return check


def _rows(address: ClusterTable) -> Expression:
    from explorer.release.statements.plan_statement import table_of_names

    return table_of_names(("parquet", address.path) if address.path else address.names)


def _columns(session: SparkSession, address: ClusterTable) -> tuple[TableColumn, ...]:
    from explorer.release.statements.column_types import Family, TableColumn
    from explorer.release.statements.dialects import SPARK
    from explorer.release.statements.plan_statement import nothing_of

    found = []
    for each in session.sql(nothing_of(_rows(address), SPARK)).schema.fields:
        told = each.dataType.simpleString()
        family = Family(_FAMILIES.get(told.partition("(")[0], "other"))
        scale = {Family.INTEGER: 0, Family.DECIMAL: getattr(each.dataType, "scale", None)}.get(family)
        found.append(TableColumn(each.name, told, family, scale))
    return tuple(found)


def _digest(session: SparkSession, address: ClusterTable) -> bytes:
    """By its name alone, not by the cluster's: another master, or another port, is no other table."""
    named = [address.path] if address.path else list(address.names)
    if len(named) < 2 and not address.path:
        named = [session.catalog.currentDatabase(), *named]
    if len(named) < 3 and not address.path:
        named = [session.catalog.currentCatalog(), *named]
    return hashlib.sha256(json.dumps([SparkSource.id, *named]).encode()).digest()


@dataclass(frozen=True)
class _Trial:
    """An application, by which its trial is known, and how it is asked."""

    application: str
    session: SparkSession = field(compare=False)
    check: Callable[[], None] = field(compare=False)


@lru_cache(maxsize=4)
def _differing(trial: _Trial) -> Sentence | None:
    """What an application counts otherwise than a file's rows with every special case; tried once."""
    from explorer.release.statements import probe_table
    from explorer.release.statements.counted_tables import tables_of
    from explorer.release.statements.plan_statement import statement_of

    for plan in probe_table.PLANS:
        statement = statement_of(plan, probe_table.PROBED, probe_table.probe_rows(), probe_table.KEY)
        answer = _answer(trial.session, statement, trial.check)
        wrong = probe_table.differing(tables_of(plan, statement, answer), probe_table.expected(plan))
        if wrong is not None:
            return wrong
    return None


def _answer(
    session: SparkSession, statement: PlanStatement, check: Callable[[], None]
) -> Sequence[Sequence[Any]]:
    """The rows of an answer; the cluster is stopped where `check` raises."""
    from concurrent.futures import ThreadPoolExecutor

    from explorer.release.statements.dialects import SPARK

    text = statement.text(SPARK)
    given = {f"p{at}": value for at, value in enumerate(statement.parameters, 1)}

    def collected() -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = session.sql(text, args=given).collect()
        return rows

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(collected)
        try:
            while True:
                try:
                    return future.result(_WAIT)
                except TimeoutError:
                    if future.done():  # meanwhile, or with an error of its own
                        return future.result()
                    check()
        except BaseException:
            while not future.done():
                session.interruptAll()  # again and again: one that comes before the statement is lost
            raise
