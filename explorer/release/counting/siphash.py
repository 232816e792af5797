"""SipHash over arrays of 64-bit words: a keyed pseudorandom function, exact integer arithmetic.

Source: Aumasson & Bernstein (2012), "SipHash: a fast short-input PRF". The message of a row is its words,
eight bytes each, low byte first, in their order, then at most seven bytes more. The rounds are a parameter,
as in the paper: 1-3 (one a block, three at the end) is what several languages key their dictionaries with;
nobody sees a hash made here, so that this is enough. 2-4 is there for the vectors of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Key = tuple[np.uint64, np.uint64]
_STATE = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
_ENDING = np.uint64(0xFF)
_ROWS = 1 << 14  # whose whole state stays near the processor
Rounds = tuple[int, int]
_ROUNDS: Rounds = (1, 3)
_BYTES = 8  # of a word


def siphash(message: Sequence[Words], key: Key, last: Words | None = None, rounds: Rounds = _ROUNDS) -> Words:
    """The 64-bit hash of each row.

    Parameters
    ----------
    message : one (n,) array for each word of every row; at least one
    last : (n,) array of numbers below 2**56, which follow as seven bytes; None for nothing
    rounds : how many for each block, and at the end

    >>> key = (np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908))
    >>> hex(siphash([np.array([0x0706050403020100], dtype=np.uint64)], key, rounds=(2, 4))[0])
    '0x93f5f5799a932462'
    """
    found = np.empty(len(message[0]), dtype=np.uint64)
    length = _BYTES * len(message) + (0 if last is None else _BYTES - 1)
    ending = np.uint64((length & 0xFF) << 56)
    for begin in range(0, len(found), _ROWS):
        some = slice(begin, begin + _ROWS)
        block = ending if last is None else last[some] | ending
        found[some] = _hashed([words[some] for words in message], block, key, rounds)
    return found


def _hashed(message: Sequence[Words], ending: Words | np.uint64, key: Key, rounds: Rounds) -> Words:
    """`ending` : the block that every message ends with, its length in bytes, modulo 256, on top."""
    rows = len(message[0])
    v0, v1, v2, v3 = (np.full(rows, np.uint64(word) ^ key[at % 2]) for at, word in enumerate(_STATE))
    spare = np.empty(rows, dtype=np.uint64)
    for block in (*message, ending):
        v3 ^= block
        for _ in range(rounds[0]):
            _round(v0, v1, v2, v3, spare)
        v0 ^= block
    v2 ^= _ENDING
    for _ in range(rounds[1]):
        _round(v0, v1, v2, v3, spare)
    found: Words = v0 ^ v1 ^ v2 ^ v3
    return found


def _round(v0: Words, v1: Words, v2: Words, v3: Words, spare: Words) -> None:
    """One SipRound, in place."""
    v0 += v1
    _rotate(v1, 13, spare)
    v1 ^= v0
    _rotate(v0, 32, spare)
    v2 += v3
    _rotate(v3, 16, spare)
    v3 ^= v2
    v0 += v3
    _rotate(v3, 21, spare)
    v3 ^= v0
    v2 += v1
    _rotate(v1, 17, spare)
    v1 ^= v2
    _rotate(v2, 32, spare)


def _rotate(words: Words, bits: int, spare: Words) -> None:
    np.right_shift(words, np.uint64(64 - bits), out=spare)
    np.left_shift(words, np.uint64(bits), out=words)
    np.bitwise_or(words, spare, out=words)
