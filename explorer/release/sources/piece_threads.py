"""Pieces of a table, read by a few threads of the engine while the next ones are prepared."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from time import sleep
from typing import TypeVar

from explorer.release.counting.cell_codes import Joined
from explorer.release.counting.layout import Batch
from explorer.release.counting.tally import Tally
from explorer.release.sources.duckdb_query import Question
from explorer.release.sources.duckdb_reader import Engine

_THREADS = 4
_WAIT = 0.02  # seconds between two questions whether to go on
S = TypeVar("S")


def threads() -> int:
    """How many read at once."""
    return min(_THREADS, cpu_count() or 1)


def read_pieces(
    reader: Engine,
    tally: Tally,
    check: Callable[[], None],
    free: list[S],
    pieces: Iterable[Callable[[S], tuple[Question, int]]],
) -> None:
    """Count all pieces.

    Parameters
    ----------
    check : asked all the time; may raise, which stops the threads
    free : places of pieces, each used by one at a time
    pieces : given a place, what is asked of a piece and how many records it has

    Raises
    ------
    Irregular
        As `Engine.batch`.
    """
    waiting: deque[tuple[S, Future[Batch | Joined]]] = deque()
    with ThreadPoolExecutor(threads()) as pool:
        try:
            check()  # the engine took a moment to start
            for piece in pieces:
                check()
                if not free:
                    free.append(_take(waiting, tally, check))
                    check()
                place = free.pop()
                waiting.append((place, pool.submit(reader.batch, *piece(place))))
            while waiting:
                _take(waiting, tally, check)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while not all(future.done() for _, future in waiting):
                reader.interrupt()  # again and again: one that comes before the query does is lost
                sleep(_WAIT / 4)
            raise


def _take(waiting: deque[tuple[S, Future[Batch | Joined]]], tally: Tally, check: Callable[[], None]) -> S:
    """Count the oldest piece that is being read; its place is free again."""
    place, future = waiting[0]
    while True:
        try:
            batch = future.result(_WAIT)
        except TimeoutError:
            check()
        else:
            waiting.popleft()
            check()  # several pieces may be ready at once
            tally.add(batch)
            return place
