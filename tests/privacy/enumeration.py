"""Layer 1: every step of the sampler against the bits below it, as checks that take the module to be judged.

The checks run on the sampler itself and on mutants of it (`test_sampler_mutants`); each raises where the
module does not do what the paper says, and no check knows how it is done.
"""

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from scipy import stats

ALPHA = 1e-6
_MOST_RUNS, _MOST_ANSWERS, _MOST_BYTES = (
    1500,
    500,
    1 << 23,
)  # of one run: a sampler that asks for more has lost its way


class Endless(AssertionError):
    """More bits are asked for than any run needs."""


class Branching:
    """Bits whose every answer is a branch: the path is given, and what was asked beyond it is noted."""

    def __init__(self, path: Sequence[int]) -> None:
        self.path = list(path)
        self.open: Sequence[float] | None = None
        self._answers = 0

    def choose(self, masses: Sequence[float]) -> int:
        if not self.path:
            self.open = masses
            raise LookupError
        return self.path.pop(0)

    def below(self, bound: int, count: int) -> np.ndarray:
        self._answers += 1
        if self._answers > _MOST_ANSWERS:
            raise Endless
        assert bound >= 1
        assert count <= 1
        taken = [0 if bound == 1 else self.choose([1 / bound] * bound) for _ in range(count)]
        return np.array(taken, dtype=np.int64)


def distribution(
    run: Callable[[Branching], object], least: float, most: int = 10**6
) -> tuple[dict[object, float], float]:
    """The mass of each outcome over all paths of mass >= least, and the mass that was not followed.

    More than `most` paths are taken for an endless sampler.
    """
    found: Counter[object] = Counter()
    lost, runs = 0.0, 0
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        path, mass = waiting.pop()
        if mass < least:
            lost += mass
            continue
        bits, runs = Branching(path), runs + 1
        if runs > most:
            raise Endless
        try:
            found[run(bits)] += mass
        except LookupError:
            assert bits.open is not None, "a fault, no question"
            waiting.extend(((*path, each), mass * part) for each, part in enumerate(bits.open))
    return dict(found), lost


def followed(run: Callable[[Branching], object], least: float) -> tuple[dict[object, float], float]:
    """`distribution`, for samplers that may be endless."""
    return distribution(run, least, _MOST_RUNS)


def bracketed(mass: float, exact: float, lost: float) -> None:
    """What was followed is not too much, and together with what was not, not too little."""
    assert mass - 1e-9 <= exact <= mass + lost + 1e-9


class Bounded:
    """A source of bytes that ends."""

    def __init__(self, source: Callable[[int], bytes], answers: int = _MOST_ANSWERS) -> None:
        self._source, self._answers, self._bytes = source, answers, _MOST_BYTES

    def __call__(self, count: int) -> bytes:
        self._answers, self._bytes = self._answers - 1, self._bytes - count
        if self._answers < 0 or self._bytes < 0:
            raise Endless
        return self._source(count)


def seeded(module: ModuleType, seed: int, answers: int = _MOST_ANSWERS) -> Any:
    """The module's own bits from a seeded generator."""
    return module.RandomBytes(Bounded(np.random.default_rng(seed).bytes, answers))


@contextmanager
def replaced(module: ModuleType, **pieces: object) -> Iterator[None]:
    """The module with exact pieces in place of its own."""
    own = {name: getattr(module, name) for name in pieces}
    for name, piece in pieces.items():
        setattr(module, name, piece)
    try:
        yield
    finally:
        for name, piece in own.items():
            setattr(module, name, piece)


# Exact pieces: what the distribution of the next lower step is, by definition


def exact_coin(bits: Branching, tops: np.ndarray, bottom: int, which: np.ndarray | None = None) -> np.ndarray:
    asked = tops if which is None else tops[which]
    assert all(0 <= top <= bottom for top in tops)
    masses = [math.exp(-int(top) / bottom) for top in asked]
    return np.array([bits.choose([1 - mass, mass]) == 1 for mass in masses], dtype=bool)


def exact_beyond(
    bits: Branching, tops: np.ndarray, bottom: int, which: np.ndarray | None = None
) -> np.ndarray:
    assert all(top >= 0 for top in tops)
    masses = [math.exp(-int(top) / bottom) for top in (tops if which is None else tops[which])]
    return np.array([bits.choose([1 - mass, mass]) == 1 for mass in masses], dtype=bool)


def exact_runs(bits: Branching, count: int) -> np.ndarray:
    masses = [(1 - math.exp(-1)) * math.exp(-value) for value in range(24)]
    return np.array([bits.choose(masses) for _ in range(count)], dtype=np.int64)


# The checks


def check_numbers_below(module: ModuleType) -> None:
    """Every number below a bound has as many words; what is too large is drawn again."""
    for bound, width in ((2, 1), (3, 1), (129, 2), (200, 1), (256, 1), (257, 2), (300, 2), (65536, 2)):
        words = np.arange(256**width, dtype=f"<u{width}").tobytes()
        given = [words]
        bits = module.RandomBytes(Bounded(lambda count, given=given: given.pop() if given else bytes(count)))
        drawn = np.bincount(bits.below(bound, 256**width), minlength=bound)
        each, again = divmod(256**width, bound)
        assert drawn.tolist() == [each + again, *[each] * (bound - 1)]
    assert module.RandomBytes(none).below(1, 3).tolist() == [0, 0, 0]


def none(count: int) -> bytes:
    raise AssertionError("one possible number takes no bits")


def check_wide_numbers(module: ModuleType) -> None:
    """Bounds of any number of bits: all bits are used, none is lost, and too large ones are drawn again."""
    for bound in (10**30, 2**64 - 3, 2**63 + 9, 2**62 + 1, 2**62 - 1, 2**40 + 1):
        low, bits = bound - 2, (bound - 1).bit_length()
        share, width = (1, -(-bits // 8)) if bits > 62 else (2**64 // bound, 8)
        order = "little" if bits > 62 else sys.byteorder
        source = [
            (8 * share - 1).to_bytes(width, order),
            (bound * share).to_bytes(width, order),
            (low * share).to_bytes(width, order) + (bound * share).to_bytes(width, order),
        ]
        lengths: list[int] = []

        def given(count: int, source: list[bytes] = source, lengths: list[int] = lengths) -> bytes:
            lengths.append(count)
            return source.pop()

        drawn = module.RandomBytes(given).below(bound, 2)
        assert lengths == [2 * width, width, width]
        assert [int(each) for each in drawn] == [low, 7]
    spread = seeded(module, 4).below(3 * 2**70, 3000)
    assert stats.chisquare(np.bincount([int(each) >> 70 for each in spread], minlength=3)).pvalue > ALPHA
    assert stats.chisquare(np.bincount([int(each) & 7 for each in spread], minlength=8)).pvalue > ALPHA


def _coin_of(module: ModuleType, tops: np.ndarray, bottom: int, bits: Branching) -> bool:
    return bool(module.bernoulli_exp(bits, tops, bottom)[0])


def check_coin(module: ModuleType) -> None:
    """e^(−t/b), b up to 3, by the first bits of a real number and what is left of the ratio."""
    for top, bottom in ((0, 1), (1, 1), (1, 2), (2, 3), (3, 3)):
        for kind, first in ((np.int64, 1), (np.int64, 2), (object, 2)):
            tops = np.array([top], dtype=kind)
            with replaced(module, FIRST_BITS=first):
                found, lost = followed(partial(_coin_of, module, tops, bottom), 2e-4)
            bracketed(found.get(True, 0.0), math.exp(-top / bottom), lost)
            bracketed(found.get(False, 0.0), 1 - math.exp(-top / bottom), lost)
            assert lost < 0.25


def check_coin_beyond(module: ModuleType) -> None:
    """e^(−t/b) for any t, given coins up to 1 and runs."""
    with replaced(module, bernoulli_exp=exact_coin, geometric_exp=exact_runs):
        for top, bottom in ((0, 1), (1, 2), (2, 2), (3, 2), (7, 3), (12, 4)):
            run = lambda bits, top=top, bottom=bottom: bool(  # noqa: E731
                module.bernoulli_exp_beyond(bits, np.array([top]), bottom)[0]
            )
            found, lost = followed(run, 1e-12)
            bracketed(found.get(True, 0.0), math.exp(-top / bottom), lost)
            assert lost < 1e-9


def check_runs(module: ModuleType) -> None:
    """(1 − 1/e) e^(−v), given coins."""
    with replaced(module, bernoulli_exp=exact_coin):
        found, lost = followed(lambda bits: int(module.geometric_exp(bits, 1)[0]), 1e-5)
    for value in range(6):
        bracketed(found.get(value, 0.0), (1 - math.exp(-1)) * math.exp(-value), lost)


def laplace_mass(value: int, scale: float) -> float:
    a = math.exp(-1 / scale)
    return (1 - a) / (1 + a) * a ** abs(value)


def check_proposals(module: ModuleType) -> None:
    """Discrete Laplace, given coins and runs; a proposal is refused as often as the paper says."""
    with replaced(module, bernoulli_exp=exact_coin, geometric_exp=exact_runs):
        for scale in (Fraction(1), Fraction(3), Fraction(2, 5), Fraction(7, 3)):
            run = lambda bits, scale=scale: tuple(module.proposals(bits, scale, 1).tolist())  # noqa: E731
            found, lost = followed(run, 1e-6)
            refused = found.pop((), 0.0)
            kept = 1 - refused
            for value in range(-6, 7):
                bracketed(
                    found.get((value,), 0.0) / kept, laplace_mass(value, float(scale)), 2 * lost / kept + 1e-6
                )
            t, s = scale.numerator, float(scale)
            taken = (1 - math.exp(-1)) / (t * (1 - math.exp(-1 / t)))
            zero = (1 - math.exp(-1 / s)) / 2  # of what is left, −0 is thrown away
            assert abs(refused - (1 - taken * (1 - zero))) < 1e-4


def gaussian_mass(value: int, sigma: float) -> float:
    places = np.arange(-80, 81)
    return math.exp(-((value / sigma) ** 2) / 2) / float(np.sum(np.exp(-((places / sigma) ** 2) / 2)))


def check_gaussian_proposals(module: ModuleType) -> None:
    """Discrete Gaussian, given discrete Laplace draws of the scale ⌊σ⌋ + 1 and coins."""
    places = np.arange(-40, 41)

    def two_sided(bits: Branching, scale: Fraction, count: int) -> np.ndarray:
        assert scale == expected_scale
        weights = np.exp(-np.abs(places) / float(scale))
        chosen = [places[bits.choose((weights / weights.sum()).tolist())] for _ in range(count)]
        return np.array(chosen, dtype=np.int64)

    with replaced(module, discrete_laplace=two_sided, bernoulli_exp_beyond=exact_beyond):
        for square in (Fraction(1, 4), Fraction(1), Fraction(3, 2), Fraction(23, 3)):
            expected_scale = math.isqrt(math.floor(square)) + 1
            run = lambda bits, square=square: tuple(module.gaussian_proposals(bits, square, 1).tolist())  # noqa: E731
            found, lost = followed(run, 1e-9)
            kept = 1 - found.pop((), 0.0) - lost
            assert kept > 0.3
            for value in range(-6, 7):
                mass = gaussian_mass(value, math.sqrt(square))
                assert abs(found.get((value,), 0.0) / kept - mass) < 1e-6


def check_filling(module: ModuleType) -> None:
    """Exactly as many as are asked for, the first ones, in their order."""
    for chunks in ([3, 4, 9], [0, 1, 30], [12]):
        left, given = list(chunks), iter(range(100))

        def accepted(tries: int, left: list[int] = left, given: Iterator[int] = given) -> np.ndarray:
            assert tries > 0
            return np.array([next(given) for _ in range(left.pop(0))], dtype=np.int64)

        filled = module.first_accepted(10, 8, accepted).tolist()
        assert len(filled) == 10
        assert filled == sorted(filled)
    assert module.first_accepted(0, 8, lambda tries: 1 / 0).size == 0


def check_together(module: ModuleType) -> None:
    """Coins that are tossed together do not touch each other, whatever stands beside them."""
    for kind, first, tosses in ((np.int64, 8, 4000), (object, 8, 4000), (object, 2, 1500)):
        tops = np.array([0, 1, 3, 8, 40], dtype=kind)
        which = np.tile(np.arange(5), tosses)
        with replaced(module, FIRST_BITS=first):
            fallen = module.bernoulli_exp_beyond(seeded(module, 2 + first, 20_000), tops, 3, which)
        assert fallen.dtype == bool
        for place, top in enumerate(tops):
            seen = int(np.count_nonzero(fallen[which == place]))
            assert stats.binomtest(seen, tosses, math.exp(-top / 3)).pvalue > ALPHA


def fits(drawn: np.ndarray, mass: Callable[[int, float], float], width: float) -> float:
    """The p-value of drawn noise: one cell a value while 20 are expected in each, the rest together."""
    reach = next(value for value in range(1, 200) if len(drawn) * mass(value, width) < 20)
    cells = np.array([mass(value, width) for value in range(-reach, reach + 1)])
    rest = 1 - cells.sum()
    values = np.array([int(each) for each in drawn])
    counts = np.bincount(np.clip(values, -reach - 1, reach + 1) + reach + 1, minlength=2 * reach + 3)
    observed = np.array([*counts[1:-1], counts[0] + counts[-1]])
    return float(stats.chisquare(observed, np.array([*cells, rest]) * len(drawn)).pvalue)


def check_whole_distributions(module: ModuleType) -> None:
    """χ² at 1e-6, which rejects a scale that is 10 % off; bounds of few and of many digits."""
    laplace, gaussian = module.discrete_laplace, module.discrete_gaussian
    for draw, mass, exact, width in (
        (laplace, laplace_mass, Fraction(7, 3), 7 / 3),
        (gaussian, gaussian_mass, Fraction(9), 3.0),
        (gaussian, gaussian_mass, Fraction(9 * 10**30 + 1, 10**30), 3.0),
    ):
        drawn = draw(seeded(module, 11, 8000), exact, 40_000)
        assert drawn.size == 40_000
        assert fits(drawn, mass, width) > ALPHA
        assert fits(drawn, mass, 1.1 * width) < ALPHA
        assert fits(drawn, mass, width / 1.1) < ALPHA


def check_many_digits(module: ModuleType) -> None:
    """Scales of many digits are neither rounded nor wrapped."""
    for scale in (
        Fraction(10**30 + 57, 10**3),
        Fraction(2**61 + 1),
        Fraction(2**61 + 1, 3),
        Fraction(2**59, 1),
    ):
        drawn = module.discrete_laplace(seeded(module, 5, 8000), scale, 1500)
        folded = [abs(int(each)) / float(scale) for each in drawn]
        assert stats.kstest(folded, "expon").pvalue > ALPHA
        assert len({int(each) % 1000 for each in drawn}) > 500
    assert not module.discrete_laplace(seeded(module, 5), Fraction(3, 2**70), 200).any()
    for square in (
        Fraction(10**40 + 57, 10**3),
        Fraction(2**80 + 1, 3),
        Fraction(2**64 + 1),
        Fraction(2**57),
    ):
        drawn = module.discrete_gaussian(seeded(module, 5, 8000), square, 1500)
        folded = [int(each) / math.sqrt(square) for each in drawn]
        assert stats.kstest(folded, "norm").pvalue > ALPHA
        assert len({int(each) % 1000 for each in drawn}) > 500


class Fixed:
    """Bits that always give the largest number, but heads."""

    def below(self, bound: int, count: int) -> np.ndarray:
        kind = np.int64 if bound <= 2**62 else object
        return np.array([0 if bound == 2 else bound - 1] * count, dtype=kind)


def check_exact_sizes(module: ModuleType) -> None:
    """The arithmetic alone, all draws given: no number of any size is rounded or wrapped."""
    for top in (5, 2**40, 2**61, 2**62 - 1, 10**30 + 57):
        for runs, bottom in ((0, 1), (1, 1), (2, 1), (3, 7), (9, 2), (1, 2**62 + 1)):
            scale = Fraction(top, bottom)
            t = scale.numerator
            pieces = {
                "bernoulli_exp": lambda bits, tops, *_: np.ones(tops.size, dtype=bool),
                "geometric_exp": lambda bits, count, runs=runs: np.full(count, runs, dtype=np.int64),
            }
            with replaced(module, **pieces):
                (drawn,) = module.proposals(Fixed(), scale, 1)
            assert int(drawn) == (t - 1 + t * runs) // scale.denominator


def check_exact_exponents(module: ModuleType) -> None:
    """(|y| − σ²/t)²/(2σ²), t = ⌊σ⌋ + 1, exactly, for given y."""
    squares = (Fraction(1, 2**70), Fraction(1001, 1000), Fraction(9), Fraction(10**12 + 1, 10**9))
    for square in (*squares, Fraction(2**57), Fraction(2**64 + 1, 3)):
        for value in (0, -3, 1000, 2**22, 2**30, 2**31, -(2**47), 2**58, 10**25):
            asked: list[Fraction] = []

            def coins(
                bits: object, tops: Any, bottom: int, which: Any = None, asked: list[Fraction] = asked
            ) -> Any:
                places = range(tops.size) if which is None else which
                asked.extend(Fraction(int(tops[place]), int(bottom)) for place in places)
                return np.ones(len(asked), dtype=bool)

            kind = np.int64 if abs(value) < 2**62 else object
            given = np.array([value, 0], dtype=kind)
            with replaced(module, discrete_laplace=lambda *_: given, bernoulli_exp_beyond=coins):  # noqa: B023
                kept = module.gaussian_proposals(None, square, 2)
            t = math.isqrt(math.floor(square)) + 1
            assert asked == [(abs(y) - square / t) ** 2 / (2 * square) for y in (value, 0)]
            assert [int(each) for each in kept] == [value, 0]


def check_refusals(module: ModuleType) -> None:
    """A scale must be positive, and no more than that."""
    for draw in (module.discrete_laplace, module.discrete_gaussian):
        for width in (Fraction(1, 2), Fraction(1), Fraction(3, 2)):
            assert draw(seeded(module, 1), width, 3).size == 3
        for width in (0, -1):
            try:
                draw(seeded(module, 1), Fraction(width), 1)
            except module.OutOfRange:
                continue
            raise AssertionError("noise of no width")


CHECKS: tuple[Callable[[ModuleType], None], ...] = (
    check_refusals,
    check_filling,
    check_exact_sizes,
    check_exact_exponents,
    check_wide_numbers,
    check_numbers_below,
    check_coin_beyond,
    check_runs,
    check_gaussian_proposals,
    check_proposals,
    check_coin,
    check_together,
    check_many_digits,
    check_whole_distributions,
)
"""The cheapest first."""
