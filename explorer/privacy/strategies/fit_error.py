"""How far fitted sums may lie from the truth: the noise alone, simulated, with a certified quantile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from explorer.privacy.progress import progress
from explorer.privacy.strategies.strategy import Floats, Integers, Strategy

ROUNDS = 20_000
"""How often the noise is drawn; margins are then some 3 % wider than the quantiles that they stand for."""

DOUBT = 1e-6
"""The probability, over the simulation, that a margin is narrower than the one that it stands for."""

_TOGETHER = 500  # rounds at a time
_NUMBERS_TOGETHER = 4_000_000  # and numbers: of very many bins the noise of few rounds fills the memory
_CACHED = 1 << 15  # numbers
_WIDE = 100.0  # σ of noise that is nearly normal


@dataclass(frozen=True, eq=False)
class FitError:
    """The errors of all running sums in many simulated releases.

    Attributes
    ----------
    running : (rounds, n+1) the error of the sum of the first 0, 1, ..., n bins
    """

    running: Floats

    def margin(self, low: int, high: int, confidence: float) -> float:
        """At `confidence` the fitted sum of bins low, ..., high − 1 is no further off than this."""
        return self._quantile(np.abs(self.running[:, high] - self.running[:, low]), confidence)

    def joint_margin(self, confidence: float) -> float:
        """At `confidence` every sum from the first bin on is no further off than this, all at once."""
        largest = [np.abs(part).max(axis=1) for part in self._parts()]
        return self._quantile(np.concatenate(largest), confidence)

    def bins_margin(self, confidence: float) -> float:
        """At `confidence` no fitted bin is further off than this, all at once."""
        largest = [np.abs(np.diff(part, axis=1)).max(axis=1) for part in self._parts()]
        return self._quantile(np.concatenate(largest), confidence)

    def margins(self, confidence: float) -> Floats:
        """(n,) the margins of the bins by themselves."""
        rounds, bins = self.running.shape[0], self.running.shape[1] - 1
        rank, first = _rank(rounds, confidence), 0
        errors = np.empty((bins, rounds))  # those of a bin side by side, where they are read off
        for part in self._parts():
            errors[:, first : first + len(part)] = np.abs(np.diff(part, axis=1)).T
            first += len(part)
        errors.partition(rank, axis=1)
        return errors[:, rank].copy()

    def _parts(self) -> Iterator[Floats]:
        """The rounds, so few at a time that what is worked out of them stays in a processor's cache."""
        rows = max(1, _CACHED // self.running.shape[1])
        return (self.running[first : first + rows] for first in range(0, len(self.running), rows))

    def _quantile(self, errors: Floats, confidence: float) -> float:
        rank = _rank(errors.size, confidence)
        return float(np.partition(errors, rank)[rank])


def fit_error(strategy: Strategy, gaussian: bool, width: Fraction, rounds: int = ROUNDS) -> FitError:
    """Simulate the noise of a release; the seed is fixed, so everybody finds the same margins.

    Parameters
    ----------
    width : the scale of discrete Laplace noise on A x, or the σ² of discrete Gaussian noise

    Raises
    ------
    OutOfRange
        More rounds are needed for the confidence that is asked later; see `least_rounds`.
    Cancelled
        Where whoever listens to the progress does not want it any more.
    """
    generator = np.random.default_rng(0)
    length = strategy.measure(np.zeros(strategy.bins, dtype=np.int64)).size
    running = np.zeros((rounds, strategy.bins + 1))
    together = min(_TOGETHER, max(1, _NUMBERS_TOGETHER // length))
    for first in range(0, rounds, together):
        progress(first / rounds)
        part = running[first : first + together]
        drawn = simulated_noise(generator, gaussian, width, (len(part), length))
        np.cumsum(strategy.fit(drawn), axis=1, out=part[:, 1:])
    return FitError(running)


def simulated_noise(
    generator: np.random.Generator, gaussian: bool, width: Fraction, shape: tuple[int, ...]
) -> Integers:
    """Integers distributed like the noise, for margins and previews: never to be added to private counts.

    Discrete Laplace noise as the difference of two geometric numbers, each an exponential one rounded down;
    discrete Gaussian noise by its own
    probabilities, from σ = 100 on as a rounded normal number of the same variance; the two distribution
    functions differ by less than 10⁻⁵.
    """
    if not gaussian:
        first, second = (np.floor(float(width) * generator.standard_exponential(shape)) for _ in range(2))
        return np.asarray(first - second, dtype=np.int64)
    sigma = float(width) ** 0.5
    if sigma >= _WIDE:
        return np.rint(generator.normal(0.0, (float(width) - 1 / 12) ** 0.5, shape)).astype(np.int64)
    reach = int(np.ceil(12 * sigma)) + 1
    below = np.cumsum(np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * float(width))))
    return np.asarray(np.searchsorted(below / below[-1], generator.random(shape)) - reach, dtype=np.int64)


def least_rounds(confidence: float) -> int:
    """So many rounds at least are needed to certify a quantile: confidence^rounds <= DOUBT."""
    return int(np.ceil(np.log(DOUBT) / np.log(confidence)))


@lru_cache(maxsize=32)
def _rank(rounds: int, confidence: float) -> int:
    r"""The place in the sorted errors that lies above the quantile but with probability DOUBT.

    The k-th least of N independent errors lies below their `confidence` quantile with probability
    P(Binomial(N, confidence) >= k).
    """
    above = binomial_tail(rounds, confidence)
    rank = int(np.argmax(above <= DOUBT))  # the (rank + 1)-th least
    if rank >= rounds:
        raise ValueError(f"{rounds} rounds cannot certify a margin at {confidence}")
    return rank


def binomial_tail(rounds: int, chance: float) -> Floats:
    """(rounds + 1,) P(Binomial(rounds, chance) > 0, 1, ..., rounds), the least probabilities added first.

    As `scipy.special.bdtrc`, whose first use takes longer than all margins of a plan.
    """
    whole = np.arange(1, rounds + 1, dtype=np.float64)
    logs = np.concatenate([[0.0], np.cumsum(np.log(whole))])  # of factorials
    hits = np.arange(rounds + 1)
    each = logs[-1] - logs - logs[::-1] + hits * np.log(chance) + (rounds - hits) * np.log1p(-chance)
    return np.append(np.cumsum(np.exp(each)[::-1])[::-1][1:], 0.0)
