"""Where a table of a server is: its address as a person types it, without user and password.

`postgresql://HOST[:PORT]/DATABASE?table=SCHEMA.TABLE`. Names are matched letter by letter; one that holds a
point stands in double quotes. Signs that an address has no place for are written as %20. A host that begins
with a slash, written %2F, is the folder of a socket.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, NotValid

EXAMPLE = "postgresql://HOST/DATABASE?table=SCHEMA.TABLE"
_SCHEMES = {"postgresql": "postgresql", "postgres": "postgresql"}
_ADDRESS = re.compile(r"([a-z]+)://(\[[^\]/?#]*\]|[^/?#:]*)(?::([0-9]{0,5}))?/([^/?#]*)\?([^#]*)", re.I)
_PLAIN = re.compile(rb"[A-Za-z0-9_.~\"-]")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_NAME = r'(?:"((?:[^"]|"")+)"|([^".]+))'
_TABLE = re.compile(rf"{_NAME}\.{_NAME}", re.DOTALL)


class PasswordNeeded(NotATable):
    """The server asks for a password, and neither environment nor files have one."""


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A table of a server. Who asks, and by which password, is no part of it and is never shown."""

    scheme: str
    host: str
    port: int | None
    database: str
    schema: str
    table: str
    password: str | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        port = "" if self.port is None else f":{self.port}"
        table = _encoded(".".join(map(_quoted, (self.schema, self.table))))
        return f"{self.scheme}://{_encoded(self.host)}{port}/{_encoded(self.database)}?table={table}"

    @property
    def name(self) -> str:
        """The table as a person calls it."""
        return f"{self.schema}.{self.table}"

    def with_password(self, password: str) -> TableAddress:
        """The same with the password that was asked for; kept in memory alone."""
        return replace(self, password=password)


def _quoted(name: str) -> str:
    return name if re.fullmatch(r'[^".]+', name) else '"' + name.replace('"', '""') + '"'


def is_address(text: str) -> bool:
    """Whether a text is meant as an address of a server, not as the name of a file."""
    return text.partition("://")[0].lower() in _SCHEMES and "://" in text


def read_address(text: str) -> TableAddress:
    """The table that an address names.

    Raises
    ------
    NotValid
        What is wrong with it, in a sentence that repeats nothing of it.
    """
    if "@" in text.partition("://")[2].partition("/")[0]:
        raise NotValid(
            N_("leave user and password out of the address: they are no part of the table's name"),
            "source",
            hint=N_("PGUSER and PGPASSWORD, or the driver's own files, give them, or they are asked for"),
        )
    told = _ADDRESS.fullmatch(text)
    if told is None:
        raise NotValid(_like(N_("an address tells host, database, schema and table")), "source")
    scheme, host, port, database, query = told.groups()
    names, _, table = query.partition("=")
    if names != "table" or "&" in table:
        raise NotValid(_like(N_("an address tells the table and nothing else")), "source")
    host, database, table = (_decoded(each) for each in (host, database, table))
    found = _TABLE.fullmatch(table)
    if found is None or not database or not host or "\0" in host + database + table:
        raise NotValid(_like(N_("an address tells host, database, schema and table")), "source")
    first, second = ((quoted or plain or "").replace('""', '"') for quoted, plain in _pairs(found.groups()))
    host = host.removeprefix("[").removesuffix("]")
    return TableAddress(_SCHEMES[scheme.lower()], host, int(port) if port else None, database, first, second)


def _encoded(name: str) -> str:
    """With %20 and the like for whatever an address has no place for."""
    return "".join(
        chr(byte) if _PLAIN.match(bytes([byte])) else f"%{byte:02X}" for byte in name.encode("utf-8")
    )


def _decoded(text: str) -> str:
    """The name again; "" where it is no text."""
    found = _ESCAPE.sub(lambda escape: bytes([int(escape.group(1), 16)]), text.encode("utf-8", "replace"))
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _pairs(groups: tuple[str | None, ...]) -> tuple[tuple[str | None, str | None], ...]:
    return ((groups[0], groups[1]), (groups[2], groups[3]))


def _like(sentence: Sentence) -> Sentence:
    return N_("{sentence}: {example}", sentence=sentence, example=EXAMPLE)
