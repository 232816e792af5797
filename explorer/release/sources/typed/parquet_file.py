"""A Parquet file by DuckDB: its columns, how many rows it has, and some of its rows as a table in SQL.

No error of the engine is passed on: its texts may quote values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import quoted
from explorer.release.sources.typed.value_types import Values, ValueType

if TYPE_CHECKING:
    import duckdb

DAMAGED: Sentence = N_("the Parquet file is incomplete or damaged; write it again")
_NUMBER = "file_row_number"


@dataclass(frozen=True, slots=True)
class ParquetTable:
    """What the end of the file says: names and types of the columns, and how many rows there are."""

    path: Path
    names: tuple[str, ...]
    types: tuple[ValueType, ...]
    rows: int

    def part(
        self, first: int, last: int, needed: Sequence[int], words: Sequence[int], declared: Input
    ) -> str:
        """The rows `first` to `last`, the last one not included, as a table in SQL: `c…` the text of each
        needed field, `n…` its value.

        Parameters
        ----------
        words : needed fields whose text may hold no NUL; rows where it does are left out
        """
        fields = []
        for at in needed:
            native = self.types[at].native(f"f{at}", declared)
            fields += [f"{self.types[at].text(f'f{at}', declared)} AS c{at}", f"{native} AS n{at}"]
        fields = fields or ["1"]
        chosen = [f"r >= {first}", f"r < {last}"]
        chosen += [
            f"NOT coalesce(contains(f{at}, chr(0)), false)"
            for at in words
            if self.types[at].values is Values.TEXT and self.types[at].name == "VARCHAR"
        ]
        aliases = ", ".join([*(f"f{at}" for at in range(len(self.names))), "r"])
        return (
            f"(SELECT {', '.join(fields)} FROM {_reading(self.path)} AS t({aliases})"  # noqa: S608
            f" WHERE {' AND '.join(chosen)})"
        )


def _reading(path: Path) -> str:
    return (
        f"read_parquet({quoted(_one_file(path))}, binary_as_string = false, {_NUMBER} = true,"
        " filename = false, hive_partitioning = false, union_by_name = false)"
    )


def _one_file(path: Path) -> str:
    """The path as a pattern that only itself fits."""
    whole = str(path.absolute())
    return "".join(f"[{each}]" if each in "*?[" else each for each in whole)


def parquet_table(path: Path) -> ParquetTable:
    """What the end of a file says.

    Raises
    ------
    NotATable
    """
    import duckdb

    refused = DAMAGED
    try:
        with parquet_engine() as connection:
            described = connection.execute(f"SELECT * FROM {_reading(path)} LIMIT 0").description  # noqa: S608
            schema = connection.execute(
                f"SELECT name, num_children FROM parquet_schema({quoted(_one_file(path))})"  # noqa: S608
            ).fetchall()
            counted = connection.execute(
                f"SELECT num_rows FROM parquet_file_metadata({quoted(_one_file(path))})"  # noqa: S608
            ).fetchall()
        names = tuple(_names(schema))
        types = tuple(ValueType(str(each[1])) for each in described[:-1])
        if len(names) == len(types) and len(counted) == 1:
            return ParquetTable(path, names, types, int(counted[0][0]))
    except duckdb.Error:
        if not path.is_file():
            refused = N_("the file does not exist or cannot be read")
    raise NotATable(refused)


def check_zone(zone: str) -> None:
    """Whether the engine knows a time zone.

    Raises
    ------
    NotATable
    """
    import duckdb

    try:
        with parquet_engine() as connection:
            connection.execute(f"SELECT timezone({quoted(zone)}, 'epoch'::TIMESTAMPTZ)").fetchall()
        return
    except duckdb.Error:
        pass
    raise NotATable(N_("the time zone “{zone}” of the plan is not known", zone=zone))


def _names(schema: Sequence[tuple[str, int | None]]) -> Iterator[str]:
    """The names of the columns themselves, in a tree that is written branch after branch."""
    at = 1
    for _ in range(schema[0][1] or 0):
        yield schema[at][0]
        left = 1
        while left:  # all that is within the column
            left += (schema[at][1] or 0) - 1
            at += 1


@contextmanager
def parquet_engine() -> Iterator[duckdb.DuckDBPyConnection]:
    """An engine that reads the ends of files."""
    from explorer.release.sources.duckdb_reader import connected

    connection = connected(())
    try:
        yield connection
    finally:
        connection.close()
