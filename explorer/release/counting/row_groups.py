"""Equal rows brought together in arrays: a counting sort of hashes, exact whatever the hash is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.layout import Integers, Words

Flags = NDArray[np.bool_]
Digits = NDArray[np.uint16]
_FIRST, _SECOND = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(33)
SHARED = (
    9  # leading bits of the hash that the rows of one part share (`explorer.release.counting.spilled_rows`)
)


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

    They stand by 32 bits of a hash. Then the columns themselves are compared, and where two different rows
    share the bits of the hash, those rows are sorted by the columns: exact in every case.
    """
    hashed = mixed(columns[0].astype(np.uint64) ^ seed)
    for column in columns[1:]:
        hashed = mixed(hashed ^ column.astype(np.uint64))
    hashed <<= np.uint64(SHARED)
    short = (hashed >> np.uint64(32)).astype(np.uint32)
    order = stably([*(() if within is None else digits(within)), *digits(short)])
    short = short[order]
    same = short[1:] == short[:-1]
    differing = np.flatnonzero(same & changes(columns, order)[1:])
    if len(differing):
        runs = np.concatenate(([0], np.cumsum(~same)))
        places = np.flatnonzero(np.isin(runs, runs[differing]))
        here = order[places]
        inner = () if within is None else (within[here],)
        order[places] = here[np.lexsort((*inner, *(column[here] for column in columns), runs[places]))]
    return order


def stably(keys: Sequence[Digits]) -> Integers:
    """Rows by the last digit, among themselves by the one before, ..., at last as they stand.

    Digits of 16 bits are sorted by counting, in linear time.
    """
    order = np.argsort(keys[0], kind="stable")
    for key in keys[1:]:
        order = order[np.argsort(key[order], kind="stable")]
    return order


def digits(numbers: NDArray[Any]) -> list[Digits]:
    """As many digits of 16 bits as the largest number has, the last one first."""
    most = int(numbers.max(initial=0)).bit_length()
    return [(numbers >> shift).astype(np.uint16) for shift in range(0, max(most, 1), 16)]


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
