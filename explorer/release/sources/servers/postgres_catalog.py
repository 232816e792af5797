"""What a Postgres server tells of itself: its tables, their columns by name and type, its own number."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from explorer.release.sources.table_address import TableAddress

if TYPE_CHECKING:
    import psycopg

    from explorer.release.statements.column_types import TableColumn

MOST_TABLES = 5000
_FAMILIES = {
    **dict.fromkeys((25, 1043, 1042, 19, 2950), "text"),  # text, varchar, char, name, uuid
    **dict.fromkeys((20, 21, 23), "integer"),
    1700: "decimal",
    700: "single",
    701: "double",
    16: "boolean",
    1082: "date",
    1114: "timestamp",
    1184: "zoned",
}
_TYPES = """SELECT oid::bigint, format_type(oid, NULL), typtype = 'e'
  FROM pg_catalog.pg_type WHERE oid::bigint = ANY($1::bigint[])"""
_TABLES = """SELECT n.nspname::text, c.relname::text
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind::text = ANY('{r,v,m,f,p}') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
  ORDER BY 1, 2 LIMIT $1"""


def tables_of(connection: psycopg.Connection[Any]) -> tuple[tuple[str, str], ...]:
    """The tables and views that may be read, by schema and name, in their order; `MOST_TABLES` at most."""
    return tuple((schema, name) for schema, name in connection.execute(_TABLES, (MOST_TABLES,)))


def columns_of(connection: psycopg.Connection[Any], address: TableAddress) -> tuple[TableColumn, ...]:
    """The names and types of a table's columns."""
    from explorer.release.statements.column_types import Family, TableColumn
    from explorer.release.statements.dialects import POSTGRES
    from explorer.release.statements.plan_statement import nothing_of, table_of_names

    rows = table_of_names((address.schema, address.table))
    described = connection.execute(nothing_of(rows, POSTGRES).encode()).description or []
    unknown = [each.type_code for each in described if each.type_code not in _FAMILIES]
    told = {code: (name, is_enum) for code, name, is_enum in connection.execute(_TYPES, (unknown,))}
    found = []
    for each in described:
        name, is_enum = told.get(each.type_code, (each.type_display, False))
        family = Family("text" if is_enum else _FAMILIES.get(each.type_code, "other"))
        scale = 0 if family is Family.INTEGER else each.scale if family is Family.DECIMAL else None
        found.append(TableColumn(each.name, str(name), family, scale))
    return tuple(found)


def digest_of(connection: psycopg.Connection[Any], address: TableAddress) -> bytes:
    """By the server's own number where it tells it, else by its name."""
    allowed = "SELECT has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')"
    server: object = f"{address.host.lower()}:{address.port or ''}"
    if connection.execute(allowed).fetchone() == (True,):
        (server,) = connection.execute(
            "SELECT system_identifier::text FROM pg_catalog.pg_control_system()"
        ).fetchone() or (server,)
    named = [address.scheme, server, address.database, address.schema, address.table]
    return hashlib.sha256(json.dumps(named).encode()).digest()
