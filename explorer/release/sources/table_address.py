"""Where a table of a server or a cluster is: its address as a person types it, without user and password.

`postgresql://HOST[:PORT]/DATABASE?table=SCHEMA.TABLE`; `spark:TABLE` or `spark:PATH`, where whatever holds a
slash is a path. Names are matched letter by letter; one that holds a point stands in double quotes. In the
address of a server signs that it has no place for are written as %20, and a host that begins with a slash,
written %2F, is the folder of a socket.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, NotValid

EXAMPLE = "postgresql://HOST/DATABASE?table=SCHEMA.TABLE"
CLUSTER_EXAMPLE = "spark:SCHEMA.TABLE, spark:/FOLDER/FILE.parquet"
_SCHEMES = {"postgresql": "postgresql", "postgres": "postgresql"}
# Compiled where there is an address: most places are files
_ADDRESS = r"(?i)([a-z]+)://(\[[^\]/?#]*\]|[^/?#:]*)(?::([0-9]{0,5}))?/([^/?#]*)\?([^#]*)"
_PLAIN = rb"[A-Za-z0-9_.~\"-]"
_ESCAPE = rb"%([0-9A-Fa-f]{2})"
_NAME = r'(?:"((?:[^"]|"")+)"|([^".]+))'
_TABLE = rf"(?s){_NAME}\.{_NAME}"
_CLUSTER = "spark"
_CLUSTER_NAMES = rf"(?s){_NAME}(?:\.{_NAME})?(?:\.{_NAME})?"


class PasswordNeeded(NotATable):
    """The server asks for a password, and neither environment nor files have one."""


class PasswordRefused(NotATable):
    """The server takes the user or the password for wrong."""


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


@dataclass(frozen=True, slots=True)
class ClusterTable:
    """A table of a Spark cluster by its names (the catalog's and the schema's may be left out), or a file or
    folder of its storage by a path. Which cluster it is, the environment tells.
    """

    names: tuple[str, ...]
    path: str = ""

    def __str__(self) -> str:
        return f"{_CLUSTER}:{self.name}"

    @property
    def name(self) -> str:
        """The table as a person calls it."""
        return self.path or ".".join(map(_quoted, self.names))


Address = TableAddress | ClusterTable


def _quoted(name: str) -> str:
    return name if re.fullmatch(r'[^".]+', name) else '"' + name.replace('"', '""') + '"'


def is_address(text: str) -> bool:
    """Whether a text is meant as an address of a server, not as the name of a file."""
    scheme, colon, _ = text.partition(":")
    return ("://" in text and text.partition("://")[0].lower() in _SCHEMES) or (
        bool(colon) and scheme.lower() == _CLUSTER
    )


def read_place(text: str) -> Address:
    """The table that an address of any kind names. Raises as `read_address`."""
    scheme, _, named = text.partition(":")
    return _cluster_table(named) if scheme.lower() == _CLUSTER else read_address(text)


def place_of(text: str) -> Path | Address:
    """A file, or a table of a server or a cluster where a text is an address. Raises as `read_address`."""
    return read_place(text) if is_address(text) else Path(text)


def place_name(text: str) -> str:
    """What a person calls it: the name of a file, or of a table.

    >>> place_name("/home/ann/people.csv"), place_name("spark:clinic.people")
    ('people.csv', 'clinic.people')
    """
    return read_place(text).name if is_address(text) else Path(text).name


def _cluster_table(named: str) -> ClusterTable:
    if "/" in named and not named.startswith('"') and "\0" not in named:
        return ClusterTable((), named)
    found = re.fullmatch(_CLUSTER_NAMES, named)
    if found is None or "\0" in named:
        raise NotValid(
            N_("an address of a cluster tells a table or a path: {example}", example=CLUSTER_EXAMPLE),
            "source",
        )
    pairs = zip(found.groups()[::2], found.groups()[1::2], strict=True)
    names = tuple((quoted or plain or "").replace('""', '"') for quoted, plain in pairs)
    return ClusterTable(tuple(filter(None, names)))


def read_address(text: str) -> TableAddress:
    """The table of a server that an address names.

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
    told = re.fullmatch(_ADDRESS, text)
    if told is None:
        raise NotValid(_like(N_("an address tells host, database, schema and table")), "source")
    scheme, host, port, database, query = told.groups()
    names, _, table = query.partition("=")
    if names != "table" or "&" in table:
        raise NotValid(_like(N_("an address tells the table and nothing else")), "source")
    host, database, table = (_decoded(each) for each in (host, database, table))
    found = re.fullmatch(_TABLE, table)
    if found is None or not database or not host or "\0" in host + database + table:
        raise NotValid(_like(N_("an address tells host, database, schema and table")), "source")
    first, second = ((quoted or plain or "").replace('""', '"') for quoted, plain in _pairs(found.groups()))
    host = host.removeprefix("[").removesuffix("]")
    return TableAddress(_SCHEMES[scheme.lower()], host, int(port) if port else None, database, first, second)


def _encoded(name: str) -> str:
    """With %20 and the like for whatever an address has no place for."""
    return "".join(
        chr(byte) if re.match(_PLAIN, bytes([byte])) else f"%{byte:02X}" for byte in name.encode("utf-8")
    )


def _decoded(text: str) -> str:
    """The name again; "" where it is no text."""
    found = re.sub(_ESCAPE, lambda escape: bytes([int(escape.group(1), 16)]), text.encode("utf-8", "replace"))
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _pairs(groups: tuple[str | None, ...]) -> tuple[tuple[str | None, str | None], ...]:
    return ((groups[0], groups[1]), (groups[2], groups[3]))


def _like(sentence: Sentence) -> Sentence:
    return N_("{sentence}: {example}", sentence=sentence, example=EXAMPLE)
