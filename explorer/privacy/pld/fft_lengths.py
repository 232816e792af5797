"""Lengths of a Fourier transform that is quick."""

from __future__ import annotations


def fast_length(least: int) -> int:
    r"""The least product of powers of 2, 3 and 5 that is no less than `least`.

    .. math:: \min \{2^a 3^b 5^c \ge n\}

    A real transform of such a length takes small steps only (Temperton 1983). It is what
    `scipy.fft.next_fast_len(n, real=True)` gives, whose import takes as long as all the rest of a verb.

    Parameters
    ----------
    least : >= 1

    >>> fast_length(7), fast_length(1025), fast_length(10**6 + 1)
    (8, 1080, 1012500)
    """
    best = 1 << (least - 1).bit_length()
    five = 1
    while five < best:
        odd = five
        while odd < best:
            # The least power of two that lifts `odd` to `least`
            best = min(best, odd << (-(-least // odd) - 1).bit_length())
            odd *= 3
        five *= 5
    return best
