"""What went wrong with a server, without the server's own words, which may hold values of a table."""

from __future__ import annotations

from explorer.mark import N_, Sentence
from explorer.release.sources.table_address import TableAddress

_ABSENT = {"42P01", "3F000"}  # no such table, no such schema
_FORBIDDEN = "42501"
_GONE = ("08", "57P")  # the connection, the server


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
    if broken or code is None or code.startswith(_GONE):
        return N_("the connection to the server broke off; nothing was spent")
    return N_(
        "the server could not count the table {table} (its error code is {code}); nothing was spent",
        table=address.name,
        code=code,
    )
