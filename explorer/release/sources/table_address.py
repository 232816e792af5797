"""Where a table of a server is: its address as a person types it, without user and password.

`postgresql://HOST[:PORT]/DATABASE?table=SCHEMA.TABLE`. Names are matched letter by letter; one that holds a
point stands in double quotes. Signs that an address has no place for are written as %20. A host that begins
with a slash, written %2F, is the folder of a socket.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, NotValid

EXAMPLE = "postgresql://HOST/DATABASE?table=SCHEMA.TABLE"
_SCHEMES = {"postgresql": "postgresql", "postgres": "postgresql"}
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
        table = quote(".".join(map(_quoted, (self.schema, self.table))), safe='."')
        return (
            f"{self.scheme}://{quote(self.host, safe='')}{port}/{quote(self.database, safe='')}?table={table}"
        )

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
    try:
        parts, port = urlsplit(text), urlsplit(text).port
    except ValueError:
        raise NotValid(_like(N_("this is no address of a table")), "source") from None
    if "@" in parts.netloc:
        raise NotValid(
            N_("leave user and password out of the address: they are no part of the table's name"),
            "source",
            hint=N_("PGUSER and PGPASSWORD, or the driver's own files, give them, or they are asked for"),
        )
    asked = dict(parse_qsl(parts.query, keep_blank_values=True))
    table, database = asked.pop("table", ""), unquote(parts.path.removeprefix("/"))
    host = unquote(parts.netloc.rpartition(":")[0] if port is not None else parts.netloc.removesuffix(":"))
    host = host.removeprefix("[").removesuffix("]")
    if asked:
        raise NotValid(_like(N_("an address tells the table and nothing else")), "source")
    found = _TABLE.fullmatch(table)
    if found is None or not database or not host or "\0" in unquote(text):
        raise NotValid(_like(N_("an address tells host, database, schema and table")), "source")
    first, second = ((quoted or plain or "").replace('""', '"') for quoted, plain in _pairs(found.groups()))
    return TableAddress(_SCHEMES[parts.scheme.lower()], host, port, database, first, second)


def _pairs(groups: tuple[str | None, ...]) -> tuple[tuple[str | None, str | None], ...]:
    return ((groups[0], groups[1]), (groups[2], groups[3]))


def _like(sentence: Sentence) -> Sentence:
    return N_("{sentence}: {example}", sentence=sentence, example=EXAMPLE)
