"""Random bytes from a seed, for pictures and lessons: those of numpy's generator, many made at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from explorer.privacy.samplers.integer_sampler import RandomBytes

_WORD = 8  # bytes that the generator makes at a time
_PART = 4  # bytes: what is left of the last four is lost, and four where none is asked for, as in numpy
_FEWEST, _MOST = 64, 4096  # words at a time: few at first, since most streams are short


def seeded_bits(*seed: int) -> RandomBytes:
    """Uniform integers that follow from the seed alone. Never for what is released."""
    return RandomBytes(seeded_bytes(*seed))


def seeded_bytes(*seed: int) -> Callable[[int], bytes]:
    """The same bytes as `np.random.default_rng(seed).bytes`, which takes long for a few of them.

    A sampler asks for a handful of bytes again and again. Here they are cut from a supply.
    """
    raw = np.random.default_rng(seed).bit_generator.random_raw
    supply, at, words = b"", 0, _FEWEST

    def drawn(count: int) -> bytes:
        nonlocal supply, at, words
        begin, at = at, at + max(-(-count // _PART), 1) * _PART
        if at > len(supply):
            more = max(words, -(-(at - len(supply)) // _WORD))
            supply = supply[begin:] + raw(more).astype("<u8").tobytes()
            begin, at, words = 0, at - begin, min(2 * words, _MOST)
        return supply[begin : begin + count]

    return drawn
