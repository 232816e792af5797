"""Equal rows brought together in arrays: one sort of packed words, exact whatever the hash is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.layout import Integers, Words

Flags = NDArray[np.bool_]
_FIRST, _SECOND = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(33)
SHARED = 6  # leading bits of the hash that the rows of one part share (`explorer.release.spill`)


def mixed(words: Words) -> Words:
    """A bijection of 64-bit words in which every bit depends on all (the finaliser of MurmurHash3)."""
    words = words ^ (words >> _SHIFT)
    words *= _FIRST
    words ^= words >> _SHIFT
    words *= _SECOND
    words ^= words >> _SHIFT
    return words


def arranged(columns: Sequence[NDArray[Any]], seed: np.uint64, within: Integers | None = None) -> Integers:
    """An order of rows in which those equal in all `columns` stand together, by `within` among themselves.

    One sort of packed words (hash | within | row number). Then the columns themselves are compared, and where
    two different rows share the bits of the hash, those rows are sorted by the columns: exact in every case.
    """
    rows = len(columns[0])
    low = max(rows - 1, 1).bit_length()
    hashed = mixed(columns[0].astype(np.uint64) ^ seed)
    for column in columns[1:]:
        hashed = mixed(hashed ^ column.astype(np.uint64))
    tail = np.arange(rows, dtype=np.uint64)
    high = low
    if within is not None:
        high += max(int(within.max()), 1).bit_length()
        tail |= within.astype(np.uint64) << np.uint64(low)
    hashed <<= np.uint64(SHARED)
    packed = (hashed >> np.uint64(high) << np.uint64(high)) | tail
    packed.sort()
    order = (packed & np.uint64((1 << low) - 1)).astype(np.int64)
    packed >>= np.uint64(high)
    same = packed[1:] == packed[:-1]
    differing = np.flatnonzero(same & changes(columns, order)[1:])
    if len(differing):
        runs = np.concatenate(([0], np.cumsum(~same)))
        places = np.flatnonzero(np.isin(runs, runs[differing]))
        here = order[places]
        inner = () if within is None else (within[here],)
        order[places] = here[np.lexsort((*inner, *(column[here] for column in columns), runs[places]))]
    return order


def changes(columns: Sequence[NDArray[Any]], order: Integers | None = None) -> Flags:
    """Where, in this order, a row differs from the one before it in any column; the first one does."""
    found = np.zeros(len(columns[0] if order is None else order), dtype=np.bool_)
    found[:1] = True
    for column in columns:
        ordered = column if order is None else column[order]
        found[1:] |= ordered[1:] != ordered[:-1]
    return found


def since(begins: Flags) -> Integers:
    """How far each row is from the beginning of its group."""
    here = np.arange(len(begins))
    return here - np.maximum.accumulate(np.where(begins, here, 0))
