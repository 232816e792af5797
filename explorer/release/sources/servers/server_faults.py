"""What went wrong with a server, without the server's own words, which may hold values of a table."""

from __future__ import annotations

import re

from explorer.mark import N_, Sentence
from explorer.release.sources.table_address import ClusterTable, TableAddress

_ABSENT = {"42P01", "3F000"}  # no such table, no such schema
_FORBIDDEN = "42501"
_PARAMETER = "22023"
_GONE = ("08", "57P")  # the connection, the server
_ABSENT_THERE = {"TABLE_OR_VIEW_NOT_FOUND", "SCHEMA_NOT_FOUND", "CATALOG_NOT_FOUND", "PATH_NOT_FOUND"}
_OF_CLUSTER = re.compile(r"[A-Z0-9_.]{1,100}")


def unconnected(address: TableAddress, with_password: bool) -> Sentence:
    """Why there is no connection, as far as the driver tells."""
    place = {"database": address.database, "host": address.host}
    if with_password:
        return N_("the server {host} refuses user or password for the database {database}", **place)
    return N_(
        "no connection to the database {database} of {host}: is the server there, is the name right, and "
        "may you use it?",
        **place,
    )


def without_password(address: TableAddress) -> Sentence:
    """That a password is needed and none is at hand."""
    return N_("the server {host} asks for a password", host=address.host)


def faulty(address: TableAddress, code: str | None, broken: bool) -> Sentence:
    """What a fault of a connection was, by its SQLSTATE; None where there is none."""
    if code in _ABSENT:
        return N_("the database has no table {table}; names are matched letter by letter", table=address.name)
    if code == _FORBIDDEN:
        return N_("you may not read the table {table}: ask whoever runs the server", table=address.name)
    if code == _PARAMETER:
        return N_(
            "the server does not know the time zone of the plan, or a view of {table} fails (its error code "
            "is {code}); nothing was spent",
            table=address.name,
            code=code,
        )
    if broken or code is None or code.startswith(_GONE):
        return broken_off()
    return N_(
        "the server could not count the table {table} (its error code is {code}); nothing was spent",
        table=address.name,
        code=code,
    )


def broken_off() -> Sentence:
    """That the server or its driver has gone in the middle."""
    return N_("the connection to the server broke off; nothing was spent")


def unreached_cluster(at_server: bool) -> Sentence:
    """That no application could be started, or that a server with one does not answer."""
    if at_server:
        return N_(
            "no answer from the Spark server that SPARK_REMOTE names: is it there, and is its address right?"
        )
    return N_(
        "no session of the Spark cluster: is it there, is its address right, and is Java installed here?"
    )


def faulty_cluster(address: ClusterTable, condition: str | None) -> Sentence:
    """What a fault of a cluster was, by the name that Spark has for it, which holds no value."""
    if condition in _ABSENT_THERE:
        return N_("the cluster has no table {table}; names are matched letter by letter", table=address.name)
    return N_(
        "the cluster could not count the table {table} (its error is {code}); nothing was spent",
        table=address.name,
        code=condition if condition and _OF_CLUSTER.fullmatch(condition) else "UNKNOWN",
    )


def counting_otherwise(what: Sentence, version: str) -> Sentence:
    """That a server or a cluster failed the trial before the first count, and with what."""
    return N_(
        "this server does not count {what} as this program does (version {version}): nothing was counted",
        what=what,
        version=version,
    )
