"""DuckDB as the quick reader: columns as text, every option declared, each value converted only where safe.

A number in plain spelling becomes the nearest double, and a double decides its bin: rounding is monotone, so
a value on another side of an edge's double is on that side of the edge. Only a value *equal* to an edge's
double could be on either side; with at most 15 significant digits in both it is the edge itself, and else
the text comes back to `counting.classify`, as does every other spelling. No error of the engine is
passed on: its texts quote records.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.release.counting import identity
from explorer.release.counting.cell_codes import Coding, Joined
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.layout import Batch, Integers, Layout
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_codes import Coder, coders_of, coding_of
from explorer.release.sources.duckdb_column import Found, Place, Reading, Stopped, plain
from explorer.release.sources.duckdb_column_kinds import reading_of
from explorer.release.sources.duckdb_query import Question, asked_once, row_bytes, select, types
from explorer.release.sources.table import Irregular

if TYPE_CHECKING:
    import duckdb

_MEMORY = "160MB"
_ANSWER = 1 << 24  # bytes of the answer about one piece, beside texts that come back


@dataclass
class Engine:
    """A connection, and what the threads share that read pieces through it."""

    connection: duckdb.DuckDBPyConnection
    layout: Layout
    declared: Input
    readers: tuple[Reader, ...]
    readings: tuple[Reading, ...]
    stop: threading.Event = field(default_factory=threading.Event)
    long_ids: identity.LongIds = field(default_factory=identity.LongIds)
    spelled: bool = False
    worded: frozenset[int] = frozenset()
    _cursors: set[duckdb.DuckDBPyConnection] = field(default_factory=set, repr=False)

    @property
    def most(self) -> int:
        """The records of a piece whose answer surely fits into memory, beside those of the other threads."""
        return _ANSWER // row_bytes(self.layout, self.declared, self.readings)

    @cached_property
    def once(self) -> tuple[int, ...]:
        """Of each reading the one under which its answer stands."""
        return asked_once(self.layout, self.declared, self.readings)

    def interrupt(self) -> None:
        """Stop whatever the threads are at."""
        self.stop.set()
        for cursor in list(self._cursors):
            cursor.interrupt()

    @cached_property
    def coders(self) -> tuple[Coder, ...]:
        """How the columns of the file are told."""
        columns = zip(self.once, self.layout.places, strict=True)
        places = [Place(at, f"c{column}", self.layout.width) for at, column in columns]
        return coders_of(self.readings, self.readers, places)

    @cached_property
    def coding(self) -> Coding:
        """What their codes are of."""
        return coding_of(self.coders)

    def batch(self, asked: Question, records: int) -> Batch | Joined:
        """The rows of a piece, in which so many records were counted.

        Raises
        ------
        Irregular
            The engine refuses the piece, or finds another number of records.
        Stopped
        """
        import duckdb

        cursor = self.connection.cursor()
        self._cursors.add(cursor)
        try:
            return self._batch(cursor, asked, records)
        except duckdb.Error:
            pass
        finally:
            self._cursors.discard(cursor)
            cursor.close()
        if self.stop.is_set():
            raise Stopped
        raise Irregular

    def _batch(self, cursor: duckdb.DuckDBPyConnection, asked: Question, records: int) -> Batch | Joined:
        """Asked again: for the texts of ids where some are longer than a word, for those of numbers where
        doubles do not decide, or where the answer tells nothing. What one piece needed is asked of the next
        ones at once.
        """
        while True:
            if self.stop.is_set():
                raise Stopped
            asked = replace(asked, spelled=self.spelled, worded=self.worded)
            query = select(self.layout, self.declared, self.readings, asked)
            found = cursor.execute(query).fetchnumpy()
            if any(len(column) != records for column in found.values()):
                raise Irregular
            if "far" in found and found["far"].any():
                self.spelled = True
            elif doubtful := frozenset(self._doubtful(found)) - asked.exact:
                asked = replace(asked, exact=asked.exact | doubtful)
            elif lacking := {coder.place.at for coder in self.coders if coder.lacks_words(found)}:
                self.worded |= lacking
            else:
                return self._rows(found)

    def _doubtful(self, found: Found) -> Iterator[int]:
        """The columns where the answer does not tell on which side of an edge a value is."""
        answers = zip(self.once, self.readings, strict=True)
        return (at for at, reading in answers if reading.is_doubtful(found, at))

    def _rows(self, found: Found) -> Batch | Joined:
        """The rows by one number each, where that is possible; else by their cells."""
        told = [coder.told(found, self.stop) for coder in self.coders]
        codes = [each.codes for each in told]
        apart = [(coder, each.apart) for coder, each in zip(self.coders, told, strict=True) if each.apart]
        if self.layout.identity is None and self.coding.most is not None and not apart:
            return self.coding.joined(codes)
        cells = self.coding.cells(codes)
        for coder, (rows, known) in apart:
            for column, each in zip(coder.columns, known, strict=True):
                cells[column][rows] = each
        return self._with_people(tuple(cells), found)

    def _with_people(self, cells: tuple[Integers, ...], found: Found) -> Batch:
        if self.layout.identity is None:
            return Batch(cells, None)
        if "id" in found:
            words = identity.words_of(plain(found.pop("id"), "")[0], self.long_ids)
        else:
            words = (plain(found["w"], 0)[0],)
        kept = identity.without(words, ["", *self.declared.missing_values], self.long_ids)
        if kept.all():
            return Batch(cells, words)
        return Batch(tuple(each[kept] for each in cells), tuple(word[kept] for word in words))


@contextmanager
def engine(
    layout: Layout, declared: Input, readers: Sequence[Reader], readings: Sequence[Reading] = ()
) -> Iterator[Engine]:
    """An engine with bounded memory that writes no file.

    Parameters
    ----------
    readings : how each column is read; none: as texts are

    Raises
    ------
    Irregular
        It does not start.
    """
    readings = tuple(readings or (reading_of(reader, declared) for reader in readers))
    with connected(types(readings)) as connection:
        yield Engine(connection, layout, declared, tuple(readers), readings)


def connected(statements: Sequence[str]) -> duckdb.DuckDBPyConnection:
    import duckdb

    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": _MEMORY,
        "threads": 1,  # those of the callers come to it
        "temp_directory": "",  # what does not fit into memory would be written there in clear
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "enable_external_file_cache": False,  # one path holds one piece after the other
    }
    with suppress(duckdb.Error):
        connection = duckdb.connect(":memory:", config=settings)
        for statement in statements:
            connection.execute(statement)
        return connection
    raise Irregular
