"""What is found in the background for the question which table of a server or a cluster is counted."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.gui.tasks import Run
from explorer.privacy.refusal import Refusal
from explorer.release.sources.servers.sign_in import SIGN_INS, SignIn, keyring_there
from explorer.release.sources.table_address import TableAddress, read_place


@dataclass(frozen=True)
class Tables:
    """The tables of a database that may be read, by schema and name."""

    server: TableAddress
    names: tuple[tuple[str, str], ...]
    unkept: Refusal | None = None  # by the keyring


def keyring_of(place: object, _: Run) -> SignIn | None:
    """What the keyring has for the server of a table, nothing for another place; None without a keyring."""
    if not keyring_there():
        return None
    return SIGN_INS.kept(place) if isinstance(place, TableAddress) else SignIn()


def tables_of(address: TableAddress, given: SignIn, lasting: bool | None, _: Run) -> Tables:
    """The keyring gets what the server has taken, where `lasting`; None leaves it to what it has so far.

    A password that was typed or kept before is never shown again: it holds for the same user.
    """
    from explorer.release.sources.servers.postgres_source import PostgresSource

    before = SIGN_INS.of(address)
    known = before.password if before.user == given.user else ""
    SIGN_INS.keep(address, SignIn(given.user, given.password or known))
    names = PostgresSource(address).tables()
    try:
        kept = SIGN_INS.kept(address) != SignIn()
        SIGN_INS.keep_lastingly(address, kept if lasting is None else lasting)
    except Refusal as refusal:
        return Tables(address, names, refusal.kept())
    return Tables(address, names)


def looked_at(address: str, _: Run) -> str:
    """The address of a cluster's table that is there."""
    from explorer.release.plan.sections import Input
    from explorer.release.sources.source import source_of

    source_of(read_place(address)).names(Input())
    return address
