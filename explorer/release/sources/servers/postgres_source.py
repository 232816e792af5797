"""A table of a Postgres server, which counts its own rows: one statement in a transaction that only reads.

User and password come from the environment, the driver's own files, or a prompt. What the server says of a
fault may hold values of the table: only its code is told. Nothing is written there, and nothing but names,
types and counts comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, Unsupported
from explorer.release.sources.servers.postgres_catalog import columns_of, digest_of, tables_of
from explorer.release.sources.servers.server_faults import (
    counting_otherwise,
    faulty,
    unconnected,
    without_password,
)
from explorer.release.sources.servers.sign_in import SIGN_INS
from explorer.release.sources.source import CountRequest, ServerTable
from explorer.release.sources.table_address import Address, PasswordNeeded, PasswordRefused, TableAddress

if TYPE_CHECKING:
    import psycopg

    from explorer.release.partition_selection import Counted
    from explorer.release.plan.declarations import ReleasePlan
    from explorer.release.sources.table import Cancelled, Progress
    from explorer.release.statements.column_types import TableColumn
    from explorer.release.statements.plan_statement import PlanStatement

_Some = TypeVar("_Some")
SCHEME = "postgresql"
_WAIT = 0.02  # seconds between two questions whether to go on
_CONNECT = 15  # seconds
_COMPILED = 1 << 14  # bytes; a server takes minutes to compile thousands of edges, and seconds to run them
_SETTINGS = (
    ("TimeZone", "UTC"),
    ("DateStyle", "ISO"),
    ("standard_conforming_strings", "on"),
    ("client_encoding", "UTF8"),
)
_WISHES = (("parallel_tuple_cost", "0.001"),)
"""Settings of servers that have them. Rows come here from the server's workers narrow and sorted: by its own
guess, which is for wide ones, a single process would sort them all."""

_LACKING = N_("the driver for tables of a Postgres server is not installed")
_INSTALL_HINT = N_("`pip install privacy-explorer[postgres]` installs it")
_PASSWORD_HINT = N_("PGPASSWORD, or the driver's own file, gives it")


@dataclass(frozen=True, slots=True)
class PostgresSource(ServerTable):
    """A table, or a view, by its name."""

    id: ClassVar[str] = "postgres"
    title: ClassVar[Sentence] = N_("table of a Postgres server")
    order: ClassVar[int] = 0

    address: TableAddress

    @classmethod
    def of_table(cls, address: Address) -> PostgresSource | None:
        """A table of a server of this kind."""
        return cls(address) if isinstance(address, TableAddress) and address.scheme == SCHEME else None

    def table_columns(self) -> tuple[TableColumn, ...]:
        """The names and types of its columns, as the server has them. Raises as `counts`."""
        return _asked(self.address, lambda connection: columns_of(connection, self.address))

    def tables(self) -> tuple[tuple[str, str], ...]:
        """The tables of the database that may be read, by schema and name. Raises as `counts`."""
        return _asked(self.address, tables_of)

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes:
        """Of server, database, schema and name, whatever the table holds. Raises as `counts`."""
        return _asked(self.address, lambda connection: digest_of(connection, self.address))

    def counts(self, asked: CountRequest) -> tuple[tuple[Counted, ...], bytes]:
        """The true counts of each query, when the server has proven that it counts as this program does.

        Raises
        ------
        NotATable
            No server, no access, no such table or column, a type that cannot be counted, a fault of the
            server or of the connection. PasswordNeeded where one would help.
        NotValid
            The plan asks for more than one statement holds.
        Unsupported
            The driver is not installed.
        Interrupted
            On request; the server has stopped then.
        """

        def counted(connection: psycopg.Connection[Any]) -> tuple[tuple[Counted, ...], bytes]:
            from explorer.release.statements.plan_statement import check_plan

            check_plan(asked.plan, columns := columns_of(connection, self.address))
            _try(connection, asked.check)
            tables = _counted(connection, self.address, asked.plan, columns, asked.key, asked.check)
            return tables, digest_of(connection, self.address)

        return _asked(self.address, counted)


def _asked(address: TableAddress, work: Callable[[psycopg.Connection[Any]], _Some]) -> _Some:
    """What `work` finds in a transaction that only reads one state of the database.

    Raises
    ------
    NotATable
        For any fault; it is not chained to the driver's own, which holds what the server said.
    Unsupported
        The driver is not installed.
    """
    import_driver()
    import psycopg

    connection = _connected(address)
    if isinstance(connection, NotATable):
        raise connection
    try:
        connection.read_only = True
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        for name, value in _SETTINGS:
            connection.execute("SELECT set_config($1, $2, true)", (name, value))
        for name, value in _WISHES:
            connection.execute(
                "SELECT set_config(name, $2, true) FROM pg_settings WHERE name = $1", (name, value)
            )
        return work(connection)
    except psycopg.Error as fault:
        refused = faulty(address, fault.sqlstate, connection.broken)
    finally:
        connection.close()
    raise NotATable(refused, "source")


def _connected(address: TableAddress) -> psycopg.Connection[Any] | NotATable:
    """A connection, or why there is none."""
    import psycopg

    given = SIGN_INS.of(address)
    try:
        return psycopg.connect(
            host=address.host,
            port=address.port,
            dbname=address.database,
            user=given.user or None,
            password=address.password or given.password or None,
            connect_timeout=_CONNECT,
            application_name="privacy-explorer",
            cursor_factory=psycopg.RawCursor,
        )
    except psycopg.Error as fault:
        asked = fault.pgconn
    if asked is not None and asked.needs_password:
        return PasswordNeeded(without_password(address), "source", _PASSWORD_HINT)
    refused = asked is not None and bool(asked.used_password)
    return (PasswordRefused if refused else NotATable)(unconnected(address, refused), "source")


def import_driver() -> None:
    """Whether the driver is there, and what prints statements.

    Raises
    ------
    Unsupported
        Says how to install it.
    """
    if any(find_spec(package) is None for package in ("psycopg", "sqlglot")):
        raise Unsupported(_LACKING, "source", _INSTALL_HINT)


@cache
def trials() -> tuple[tuple[ReleasePlan, PlanStatement, bytes, tuple[Counted, ...]], ...]:
    """What a server is tried by, and what it must give: always the same."""
    from explorer.release.statements import probe_table
    from explorer.release.statements.dialects import POSTGRES
    from explorer.release.statements.plan_statement import statement_of

    found = []
    for plan in probe_table.PLANS:
        statement = statement_of(plan, probe_table.PROBED, probe_table.probe_rows(), probe_table.KEY)
        found.append((plan, statement, statement.text(POSTGRES).encode(), probe_table.expected(plan)))
    return tuple(found)


def _try(connection: psycopg.Connection[Any], check: Callable[[], None]) -> None:
    """Raises NotATable where the server counts rows with every special case otherwise than a file's."""
    import psycopg

    from explorer.release.statements.counted_tables import tables_of
    from explorer.release.statements.probe_table import differing

    wrong: Sentence | None = None
    for plan, statement, text, right in trials():
        try:
            answer = _answer(connection, text, statement.parameters, check)
        except psycopg.DataError:
            wrong = N_("texts")  # an encoding without these letters
        else:
            wrong = differing(tables_of(plan, statement, answer), right)
        if wrong is not None:
            break
    if wrong is not None:
        version = connection.info.parameter_status("server_version") or "?"
        raise NotATable(counting_otherwise(wrong, version), "source")


def _counted(
    connection: psycopg.Connection[Any],
    address: TableAddress,
    plan: ReleasePlan,
    columns: tuple[TableColumn, ...],
    key: bytes,
    check: Callable[[], None],
) -> tuple[Counted, ...]:
    from explorer.release.statements.counted_tables import tables_of
    from explorer.release.statements.dialects import POSTGRES
    from explorer.release.statements.plan_statement import statement_of, table_of_names

    statement = statement_of(plan, columns, table_of_names((address.schema, address.table)), key)
    text = statement.text(POSTGRES).encode()
    if len(text) > _COMPILED:
        connection.execute("SELECT set_config('jit', 'off', true)")
    return tables_of(plan, statement, _answer(connection, text, statement.parameters, check))


def _answer(
    connection: psycopg.Connection[Any], text: bytes, parameters: Sequence[str], check: Callable[[], None]
) -> Sequence[Sequence[object]]:
    """The rows of an answer; the server is stopped where `check` raises."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(lambda: connection.execute(text, parameters).fetchall())
        try:
            while True:
                try:
                    return future.result(_WAIT)
                except TimeoutError:
                    check()
        except BaseException:
            while not future.done():
                connection.cancel_safe()  # again and again: one that comes before the statement is lost
            raise
