"""Rows in a Parquet file: written by one engine for all tests, which takes 13 ms of a processor to start."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any


@cache
def parquet_writer() -> Any:
    """The engine; `conftest` forgets it at the end of all tests."""
    import duckdb

    return duckdb.connect(":memory:")


def write_parquet(
    path: Path, types: Mapping[str, str], rows: Sequence[Sequence[object]], more: str = ""
) -> Path:
    """`types` : name -> type of each column; `more` : further options of the file, as SQL."""
    engine = parquet_writer()
    columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
    engine.execute(f"CREATE OR REPLACE TABLE people ({columns})")
    if rows:
        marks = ", ".join("?" * len(types))
        engine.begin()
        engine.executemany(f"INSERT INTO people VALUES ({marks})", [list(row) for row in rows])  # noqa: S608
        engine.commit()
    engine.execute(f"COPY people TO '{path}' (FORMAT parquet{', ' if more else ''}{more})")
    return path
