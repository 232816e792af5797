"""Where a byte stands in a piece of text: one bit a byte, 64 of them a word, the first one lowest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]
Places = NDArray[np.intp]
_WORD = 64
_ALL = np.uint64(2**64 - 1)


def bits_of(data: NDArray[np.uint8], byte: int) -> Bits:
    """A bit for each byte of (n,) `data`, set where it is `byte`: (⌈n / 64⌉,) words, zero behind the end."""
    packed = np.packbits(data == byte, bitorder="little")
    padded = np.zeros(-(-len(data) // _WORD) * 8, dtype=np.uint8)
    padded[: len(packed)] = packed
    return padded.view("<u8").astype(np.uint64, copy=False)


def places_of(bits: Bits) -> Places:
    """The places of the bits that are set, ascending."""
    spread = np.unpackbits(bits.astype("<u8", copy=False).view(np.uint8), bitorder="little")
    return np.flatnonzero(spread.view(np.bool_))


def cut(bits: Bits, end: int) -> Bits:
    """The bits of the first `end` bytes alone."""
    kept = bits[: -(-end // _WORD)].copy()
    if end % _WORD:
        kept[-1] &= np.uint64(2 ** (end % _WORD) - 1)
    return kept


def within(quotes: Bits) -> Bits:
    """Set from every first quote up to the byte before every second one: the parity of quotes so far.

    A word at a time by xor with itself shifted by 1, 2, 4, ..., 32 bits; then the parity of the words before.
    """
    parity = quotes.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        parity ^= parity << np.uint64(shift)
    odd = np.bitwise_xor.accumulate(parity >> np.uint64(_WORD - 1))
    parity[1:] ^= odd[:-1] * _ALL
    return parity


def following(bits: Bits) -> Bits:
    """Set where the byte before is."""
    moved = bits << np.uint64(1)
    moved[1:] |= bits[:-1] >> np.uint64(_WORD - 1)
    return moved


def preceding(bits: Bits) -> Bits:
    """Set where the byte after is."""
    moved = bits >> np.uint64(1)
    moved[:-1] |= bits[1:] << np.uint64(_WORD - 1)
    return moved


@dataclass(frozen=True)
class Ranked:
    """Bits with the number of those set up to the end of each word: what stands where, looked up by word."""

    bits: Bits
    so_far: Places

    def rank(self, places: Places) -> Places:
        """How many bits are set before each place; the places are those of bytes."""
        word, bit = np.divmod(places, _WORD)
        own = self.bits[word]
        below = (np.uint64(1) << bit.astype(np.uint64)) - np.uint64(1)
        found = self.so_far[word] - np.bitwise_count(own) + np.bitwise_count(own & below)
        return found.astype(np.intp, copy=False)

    def select(self, numbers: Places) -> Places:
        """The place of the bit of each number, counted from 0 among those that are set; there must be one."""
        word = np.searchsorted(self.so_far, numbers, side="right")
        bits = self.bits[word]
        left = numbers - (self.so_far[word] - np.bitwise_count(bits))
        place = word * _WORD
        for half in (32, 16, 8, 4, 2, 1):
            low = np.bitwise_count(bits & np.uint64(2**half - 1)).astype(np.intp)
            above = left >= low
            left -= low * above
            step = half * above
            place += step
            bits >>= step.astype(np.uint64)
        return place


def ranked(bits: Bits) -> Ranked:
    """Bits that are looked up by number."""
    return Ranked(bits, np.cumsum(np.bitwise_count(bits), dtype=np.intp))
