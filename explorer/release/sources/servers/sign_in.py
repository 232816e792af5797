"""Who signs in at which server, as a person typed it: in memory until the program ends, and where the person
says so in the system's keyring.

Each server gets what was typed for it and no other one does. Where nothing was typed or kept, the environment
and the driver's own files tell. A keyring is one that encrypts: a file in clear is none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

from explorer.mark import N_
from explorer.privacy.refusal import Unsupported
from explorer.release.sources.table_address import TableAddress

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_Server = tuple[str, str, int | None]
_ENTRY = "sign-in"  # the name of the one entry that a server has
_ENCRYPTED = 1  # the least priority of a keyring that the library recommends
_UNKEPT = N_("the system's keyring did not keep the password: it is kept in memory until the program ends")


@dataclass(frozen=True, slots=True)
class SignIn:
    """A user and a password; "" for what was not typed."""

    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)


@dataclass(slots=True)
class SignIns:
    """`revision` grows with each, so that what was asked before is asked anew."""

    revision: int = 0
    _typed: dict[_Server, SignIn] = field(default_factory=dict, repr=False)
    _kept: dict[_Server, SignIn] = field(default_factory=dict, repr=False)  # as the keyring was read, once

    def keep(self, address: TableAddress, given: SignIn) -> None:
        """For all tables of this server from now on."""
        self._typed[_server(address)] = given
        self.revision += 1

    def typed(self, address: TableAddress) -> SignIn:
        """What was typed for the server of a table."""
        return self._typed.get(_server(address), SignIn())

    def of(self, address: TableAddress) -> SignIn:
        """What was typed for the server of a table, else what its keyring has; may wait for the keyring."""
        server = _server(address)
        return self._typed[server] if server in self._typed else self.kept(address)

    def kept(self, address: TableAddress) -> SignIn:
        """What the keyring has for the server of a table; may wait for the keyring."""
        server = _server(address)
        if server not in self._kept:
            self._kept[server] = _read(server)
        return self._kept[server]

    def keep_lastingly(self, address: TableAddress, lasting: bool) -> None:
        """Put what was typed for a server into the keyring, or take out what is there.

        Raises
        ------
        Unsupported
            The keyring refuses; what was typed stays in memory.
        """
        given = self.typed(address) if lasting else SignIn()
        if given != self.kept(address):
            _write(_server(address), given)
            self._kept[_server(address)] = given


def keyring_there() -> bool:
    """Whether this computer has a keyring that encrypts, and the library that reaches it is installed."""
    return _keyring() is not None


def _keyring() -> KeyringBackend | None:
    if find_spec("keyring") is None:
        return None
    import keyring

    found = keyring.get_keyring()
    return found if found.priority >= _ENCRYPTED else None


def _read(server: _Server) -> SignIn:
    """What is kept for a server; nothing where the keyring is locked, or there is none."""
    if (there := _keyring()) is None:
        return SignIn()
    from keyring.errors import KeyringError

    try:
        kept = there.get_password(_service(server), _ENTRY)
        return SignIn() if kept is None else SignIn(**json.loads(kept))
    except (KeyringError, ValueError, TypeError):  # locked, or written by another program
        return SignIn()


def _write(server: _Server, given: SignIn) -> None:
    there = _keyring()
    if there is None:
        raise Unsupported(_UNKEPT, "source")
    from keyring.errors import KeyringError

    try:
        if given == SignIn():
            there.delete_password(_service(server), _ENTRY)
        else:
            told = {"user": given.user, "password": given.password}
            there.set_password(_service(server), _ENTRY, json.dumps(told))
    except KeyringError:
        refused = True
    else:
        refused = False
    if refused:  # not chained: what a keyring says may hold the entry
        raise Unsupported(_UNKEPT, "source")


def _service(server: _Server) -> str:
    scheme, host, port = server
    return f"privacy-explorer {scheme}://{host}" + ("" if port is None else f":{port}")


def _server(address: TableAddress) -> _Server:
    return address.scheme, address.host, address.port


SIGN_INS = SignIns()
"""Of this process: a password is no part of the state, which is kept, undone and written to sessions."""
