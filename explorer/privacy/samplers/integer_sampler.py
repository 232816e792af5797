r"""Exact samplers for integer noise over a source of random bits that is handed in.

Canonne, Kamath & Steinke (2020), "The discrete Gaussian for differential privacy", Algorithms 1 to 3,
on integer arrays: many draws at once, every step in integers, so no rounding anywhere. Releases hand in
the operating system's bytes, pictures a seeded generator's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import OutOfRange

Integers = NDArray[Any]  # int64, or Python's own integers (dtype object) where 64 bits are too few

_WORDS = tuple((np.dtype(each), 2**bits) for bits, each in ((8, "u1"), (16, "u2"), (32, "u4"), (64, "u8")))
_WIDEST = 62  # bits of an int64 that leave room for a sum
_ROOM = 2**62
FIRST_BITS = 8  # bits of a uniform real number that are compared before any further ones
_SPREAD = 4  # a table of all sizes up to the largest is worth while up to so many sizes a draw


def places_of(true: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Where a row is true: `np.flatnonzero`, without what that takes for arrays of other shapes."""
    (places,) = true.nonzero()
    return places


@lru_cache(maxsize=256)
def _parting(bound: int) -> tuple[np.dtype[Any], Any]:
    """The narrowest word of which less than a quarter is left by `bound` equal shares, and its share."""
    word, size = next(each for each in _WORDS if 4 * (each[1] % bound) < each[1])
    return word, word.type(size // bound)


class Bits(Protocol):
    """A source of random integers."""

    def below(self, bound: int, count: int) -> Integers:
        """`count` independent uniform integers in [0, bound)."""


@dataclass(frozen=True, slots=True)
class RandomBytes:
    """Uniform integers from `source(count) -> bytes`, independent uniform bytes.

    `os.urandom` and the `bytes` of a seeded numpy generator are such sources.
    """

    source: Callable[[int], bytes]

    def below(self, bound: int, count: int) -> Integers:
        """Those of equally likely numbers that are below `bound`; others are drawn again: no bias."""
        if bound == 1:
            return np.zeros(count, dtype=np.int64)
        chosen = self._drawn(bound, count)
        if not bound & (bound - 1):  # a power of two: of its shares nothing is left
            return chosen
        again = places_of(chosen >= bound)
        while again.size:
            chosen[again] = self._drawn(bound, again.size)
            again = again[(chosen[again] >= bound).astype(bool)]
        return chosen

    def _drawn(self, bound: int, count: int) -> Integers:
        """Every number below `bound` with one probability, and others.

        A word is parted into `bound` equal shares. Of wider numbers, all bits are taken.
        """
        bits = (bound - 1).bit_length()
        if bits <= _WIDEST:
            word, share = _parting(bound)
            raw: Integers = np.frombuffer(self.source(count * word.itemsize), dtype=word)
            parted: Integers = raw // share
            return parted.astype(np.int64)
        width, mask = -(-bits // 8), (1 << bits) - 1
        taken = self.source(count * width)
        wide = np.empty(count, dtype=object)
        for place in range(count):
            wide[place] = int.from_bytes(taken[place * width : (place + 1) * width], "little") & mask
        return wide


def bernoulli_exp(
    bits: Bits, tops: Integers, bottom: int, which: NDArray[np.int64] | None = None
) -> NDArray[np.bool_]:
    r"""Independent Bernoulli draws, true with probability :math:`e^{-t/b}`, t = `tops[which[i]]` for draw i.

    Parameters
    ----------
    tops : (n,) integers in [0, bottom]
    bottom : b >= 1
    which : (m,) places in `tops`, one a draw; None for one draw of each

    Source
    ------
    Canonne, Kamath & Steinke (2020), Algorithm 1, for gamma <= 1: the number of successes in the run of
    Bernoulli(gamma/1), Bernoulli(gamma/2), ... is even with that probability.
    """
    taken = np.arange(tops.size) if which is None else which
    falls = _coin(bits, tops, bottom)
    step = 1 if (tops < bottom).any() else 2  # Bernoulli(1) takes no bits
    even = np.full(taken.size, step == 1)
    running = np.arange(taken.size)
    while running.size:
        running = running[places_of(falls(taken[running], step))]
        even[running] = step % 2 == 0
        step += 1
    return even


def _coin(bits: Bits, tops: Integers, bottom: int) -> Callable[[NDArray[np.int64], int], NDArray[np.bool_]]:
    """Bernoulli draws of `tops` / (`bottom` step), at the places that are asked for.

    The first bits of a uniform real number decide: below those of the ratio it falls, above it does not, and
    where they are equal what is left of the ratio decides.
    """
    ends = (tops if bottom < _ROOM >> FIRST_BITS else tops.astype(object)) << FIRST_BITS
    firsts = (ends // bottom).astype(np.int64)

    def falls(asked: NDArray[np.int64], step: int) -> NDArray[np.bool_]:
        drawn, mine = bits.below(1 << FIRST_BITS, asked.size), firsts[asked] // step
        success = drawn < mine
        tied = places_of(drawn == mine)
        if tied.size:
            rest = ends[asked[tied]] % (bottom * step)
            success[tied] = bits.below(bottom * step, tied.size) < rest
        return success

    return falls


def geometric_exp(bits: Bits, count: int) -> NDArray[np.int64]:
    r"""`count` independent draws with P(v) = (1 - 1/e) e^{-v}, v = 0, 1, 2, ... (ibid., Algorithm 2).

    They are the runs of successes in one long row of coins, from one failure to the next.
    """
    failures, tossed = np.zeros(0, dtype=np.int64), 0
    while failures.size < count:
        more = 7 * (count - failures.size) // 4 + 1
        falls = bernoulli_exp(bits, np.ones(more, dtype=np.int64), 1)
        failures = np.concatenate([failures, tossed + places_of(~falls)])
        tossed += more
    runs = failures[:count]
    runs[1:] -= runs[:-1] + 1
    return runs


def discrete_laplace(bits: Bits, scale: Fraction, count: int) -> Integers:
    r"""`count` independent draws of discrete Laplace noise.

    .. math:: P(x) = \frac{1-a}{1+a}\,a^{|x|},\qquad a = e^{-1/\mathrm{scale}}

    Parameters
    ----------
    bits : the source of randomness, and the only one
    scale : exact, > 0, in units of the counts: L1 sensitivity / epsilon

    Returns
    -------
    (count,) int64 array, or one of Python's integers (dtype object) where a draw may not fit 64 bits

    Guarantee
    ---------
    Exact for every rational scale and every number of digits.

    Raises
    ------
    OutOfRange
        `scale` <= 0.

    Source
    ------
    Canonne, Kamath & Steinke (2020), Algorithm 2.
    """
    if scale <= 0:
        raise OutOfRange(N_("the noise scale must be greater than 0"), "scale")
    # A proposal is kept with probability > 0.3 (> 0.6 for scales of 1 and above)
    return first_accepted(count, 13, lambda tries: proposals(bits, scale, tries))


def first_accepted(count: int, eighths: int, accepted: Callable[[int], Integers]) -> Integers:
    """The first `count` accepted proposals, in their order.

    `accepted(tries)` makes so many proposals and gives those that it accepts. A round tries so many
    `eighths` of what is lacking, and eight more: the distribution of what is kept does not depend on that
    number.
    """
    kept: list[Integers] = [np.zeros(0, dtype=np.int64)]
    lacking = count
    while lacking:
        proposed = accepted(eighths * lacking // 8 + 8)[:lacking]
        kept.append(proposed)
        lacking -= proposed.size
    return np.concatenate(kept)


def proposals(bits: Bits, scale: Fraction, count: int) -> Integers:
    """The accepted ones among `count` tries of Algorithm 2, in their order."""
    top, bottom = scale.numerator, scale.denominator
    uniform = bits.below(top, count)
    uniform = uniform[bernoulli_exp(bits, uniform, top)]
    whole = geometric_exp(bits, uniform.size)
    if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:
        size = uniform.astype(object) + top * whole.astype(object)
    else:
        size = uniform + top * whole
    size = size // bottom
    negative = bits.below(2, size.size) == 1
    signed: Integers = np.where(negative, -size, size)
    kept: Integers = signed[~(negative & (size == 0).astype(bool))]
    return kept


def bernoulli_exp_beyond(
    bits: Bits, tops: Integers, bottom: int, which: NDArray[np.int64] | None = None
) -> NDArray[np.bool_]:
    r"""As `bernoulli_exp`, for any t >= 0: e^{-1} for each whole b in t, and one coin for the rest.

    A run of coins that reaches the whole part has fallen so many times in a row.

    Source
    ------
    Canonne, Kamath & Steinke (2020), Algorithm 1, for gamma > 1.
    """
    taken = np.arange(tops.size) if which is None else which
    kept = bernoulli_exp(bits, tops % bottom, bottom, taken)
    whole = (tops // bottom)[taken]
    beyond = places_of(kept & (whole > 0).astype(bool))
    kept[beyond] = geometric_exp(bits, beyond.size) >= whole[beyond]
    return kept


def discrete_gaussian(bits: Bits, sigma_squared: Fraction, count: int) -> Integers:
    r"""`count` independent draws of discrete Gaussian noise.

    .. math:: P(x) \propto e^{-x^2/(2\sigma^2)}

    Parameters
    ----------
    bits : the source of randomness, and the only one
    sigma_squared : exact, > 0, in units of the counts squared: L2 sensitivity^2 / (2 rho)

    Returns
    -------
    (count,) int64 array, or one of Python's integers (dtype object) where a draw may not fit 64 bits

    Guarantee
    ---------
    Exact for every rational width and every number of digits.

    Raises
    ------
    OutOfRange
        `sigma_squared` <= 0.

    Source
    ------
    Canonne, Kamath & Steinke (2020), Algorithm 3.
    """
    if sigma_squared <= 0:
        raise OutOfRange(N_("the noise scale must be greater than 0"), "sigma_squared")
    # A proposal is kept with probability > 0.3 (0.45 for small widths, 0.75 for large ones)
    return first_accepted(count, 11, lambda tries: gaussian_proposals(bits, sigma_squared, tries))


def gaussian_proposals(bits: Bits, sigma_squared: Fraction, count: int) -> Integers:
    """The accepted ones among `count` tries of Algorithm 3, in their order.

    With σ² = p/q and t = ⌊σ⌋ + 1 a Laplace draw y of scale t is kept with probability
    e^{-(|y| − σ²/t)²/(2σ²)} = e^{-(|y| q t − p)²/(2 p q t²)}, a ratio of integers.
    """
    p, q = sigma_squared.numerator, sigma_squared.denominator
    t = isqrt(p // q) + 1
    drawn = discrete_laplace(bits, Fraction(t), count)
    size = np.abs(drawn)
    bottom, farthest = 2 * p * q * t * t, int(np.max(size, initial=0))
    which = None
    if farthest <= _SPREAD * count:  # the same few sizes again and again: each is computed once
        size, which = np.arange(farthest + 1), size.astype(np.int64)
    wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom >= _ROOM
    tops = ((size.astype(object) if wide else size) * (q * t) - p) ** 2
    kept: Integers = drawn[bernoulli_exp_beyond(bits, tops, bottom, which)]
    return kept
