"""Who signs in at which server, as a person typed it: in memory alone, until the program ends.

Each server gets what was typed for it and no other one does. Where nothing was typed, the environment and the
driver's own files tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.release.sources.table_address import TableAddress

_Server = tuple[str, str, int | None]


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

    def keep(self, address: TableAddress, given: SignIn) -> None:
        """For all tables of this server from now on."""
        self._typed[_server(address)] = given
        self.revision += 1

    def of(self, address: TableAddress) -> SignIn:
        """What was typed for the server of a table."""
        return self._typed.get(_server(address), SignIn())


def _server(address: TableAddress) -> _Server:
    return address.scheme, address.host, address.port


SIGN_INS = SignIns()
"""Of this process: a password is no part of the state, which is kept, undone and written to sessions."""
