"""A source: what holds the rows, and how they come to be counted.

One file of this folder, `NAME_source.py`, holds one kind; those of typed files and of servers have folders of
their own. Counting asks the source for its ways of reading, and gives each way a tally to which it hands its
rows as cells; nothing but the source knows how a table is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.privacy.registry import walk
from explorer.release import sources
from explorer.release.counting.spilled_rows import LIMIT
from explorer.release.counting.tally import Tally
from explorer.release.partition_selection import Counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input
from explorer.release.sources import servers, typed
from explorer.release.sources.table import Cancelled, Interrupted, Progress, Shape
from explorer.release.sources.table_address import Address

if TYPE_CHECKING:
    from explorer.release.sources.dialect_detection import Suggestion
    from explorer.release.statements.column_types import TableColumn

Place = Path | Address
"""Where rows are: a file, or a table of a server or a cluster."""

Begin = Callable[[Shape], Tally]
"""From the shape of a table to an empty tally for its rows; asked once."""

Way = Callable[["CountRequest", Begin, Path], bytes]
"""One way of reading: hands every row to the tally and gives the SHA-256 of what was read. The path is that
of a private folder. Raises `Irregular` where another way must decide.
"""


TEXT: Sentence = N_("text")
_ENDING = "_source"  # what the names of the files of kinds end in: nothing else beside them is imported


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column by name: what its values are, and what the file calls their type, "" where it has none.

    `suits` : the kind of column of a plan that its type suits, "skip" for none, "" where only its name tells.
    `whole` : its type holds whole numbers alone.
    """

    name: str
    values: Sentence
    type: str = ""
    suits: str = ""
    whole: bool = False


class Source(ABC):
    """What holds the rows."""

    id: ClassVar[str]
    title: ClassVar[Sentence] = N_("table")  # what the kind is called
    note: ClassVar[Sentence | None] = None  # how its values are read, where that must be said
    order: ClassVar[int]  # in which the kinds are asked whether a place is theirs

    @classmethod
    def of_table(cls, address: Address) -> Source | None:
        """The source of a table of a server; None where the server is of another kind."""
        return None

    @classmethod
    @abstractmethod
    def at(cls, place: Path) -> Source | None:
        """The source at a place; None where what is there is of another kind (told by its first bytes)."""

    @abstractmethod
    def names(self, declared: Input) -> tuple[str, ...]:
        """The names of its columns, where it has names.

        Raises
        ------
        NotATable
        """

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """Names and types of its columns, never a value; in a file of text all are text.

        Raises
        ------
        NotATable, NotValid
        """
        return tuple(SourceColumn(name, TEXT) for name in self.names(declared))

    def sheets(self) -> tuple[str, ...]:
        """The names of the tables that it holds, where it may hold several; none where it is one table.

        Raises
        ------
        NotATable, NotValid
        """
        return ()

    def on_sheet(self, sheet: str) -> Source:
        """The table of this name in it.

        Raises
        ------
        NotValid
            It has no sheets.
        """
        raise NotValid(N_("the file is no workbook: it has no sheets to choose from"), "sheet")

    def suggested(self) -> Suggestion | None:
        """What its first line says of its dialect; None where it is of a kind that has none.

        Raises
        ------
        NotATable
        """
        return None

    @abstractmethod
    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        """What recognises it, 32 bytes; None where it cannot be read, or only once.

        Raises
        ------
        Interrupted
            `cancelled()` answered True.
        """

    def counts(self, asked: CountRequest) -> tuple[tuple[Counted, ...], bytes] | None:
        """The true counts of each query, and the digest, from what counts its rows itself; None where the
        rows come here to be counted, by one of its `ways`. Raises as `counts.count` does.
        """
        return None

    @abstractmethod
    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """The ways of reading it, the quickest first; the last one decides, and says what is wrong."""


class ServerTable(Source):
    """A table of a server or a cluster, which counts its own rows: none of them comes here."""

    @classmethod
    def at(cls, place: Path) -> None:
        """No file of this computer is one."""

    @abstractmethod
    def table_columns(self) -> tuple[TableColumn, ...]:
        """The names and types of its columns, as the server has them. Raises as `counts`."""

    def names(self, declared: Input) -> tuple[str, ...]:
        """The names of its columns. Raises as `counts`."""
        return tuple(column.name for column in self.table_columns())

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """The name and the type of each column. Raises as `counts`."""
        return tuple(
            SourceColumn(each.name, each.values, each.type, each.suits, each.is_whole)
            for each in self.table_columns()
        )

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """None: its rows do not come here."""
        return ()


@dataclass(frozen=True)
class CountRequest:
    """What is to be counted, and how much is held at once: a piece, and the rows of people in memory."""

    plan: ReleasePlan
    source: Source
    key: bytes = field(repr=False)
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    piece: int | None = None  # bytes; None for the source's own measure
    held: int = LIMIT

    def check(self) -> None:
        """Raises Interrupted on request."""
        if self.cancelled is not None and self.cancelled():
            raise Interrupted


@cache
def file_sources() -> Mapping[str, type[Source]]:
    """The kinds of file, by id, in the order in which they are asked."""
    return MappingProxyType(walk(sources, typed, base=Source, ending=_ENDING))  # type: ignore[type-abstract]


@cache
def server_sources() -> Mapping[str, type[Source]]:
    """The kinds of server and cluster, by id, in the order in which they are asked."""
    return MappingProxyType(walk(servers, base=Source, ending=_ENDING))  # type: ignore[type-abstract]


def source_kind(id_: str) -> type[Source] | None:
    """The kind that has this id; None where none has it. Of the servers only where it is no kind of file."""
    return file_sources().get(id_) or server_sources().get(id_)


def source_of(place: Place, sheet: str = "") -> Source:
    """The source at a place, and the named sheet of it.

    Raises
    ------
    NotValid
        It has no sheets.
    LookupError
        No kind takes it: cannot be, as whatever is nothing else is read as text.
    """
    for kind in (file_sources() if isinstance(place, Path) else server_sources()).values():
        source = kind.at(place) if isinstance(place, Path) else kind.of_table(place)
        if source is not None:
            return source.on_sheet(sheet) if sheet else source
    raise LookupError
