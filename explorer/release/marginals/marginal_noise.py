r"""How marginals divide what they are granted: among tables, private choices, and the check.

All tables measured: the parts that make the sum of all squared errors least, ρ as √k for a table of k cells,
ε as the cube root of k (the variance of Laplace noise is 2/ε²). Tables whose part is fixed have that part,
and the others divide the rest. Adaptive rounds cannot know which tables they will measure: every table gets
the same. All parts are exact fractions that add up to what is granted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from explorer.privacy.sensitivity import Sensitivity
from explorer.release.values.noise_distribution import GAUSSIAN, Noise
from explorer.release.values.private_choice import Choice

_UNIT = 1 << 30  # parts of a root, so that shares are exact
_CHOOSING = {GAUSSIAN: Fraction(1, 10)}  # of ρ, for the choices of all rounds
_CHOOSING_PURE = Fraction(1, 5)
_CHECK_CHOICE = Fraction(3, 4)  # of the check, for its choice: its error grows with the number of cells


@dataclass(frozen=True, slots=True)
class MarginalNoise:
    """What everything gets.

    Attributes
    ----------
    tables : the noise of each wanted table, if it is measured
    choice : of each round; None without rounds
    check : of the private check, the choice of a cell and the noise of its count; None without one
    """

    tables: tuple[Noise, ...]
    choice: Choice | None
    check: tuple[Choice, Noise] | None


def table_parts(sizes: Sequence[int], fixed: Mapping[int, Fraction], gaussian: bool) -> tuple[Fraction, ...]:
    """The part of each table where all are measured; together 1.

    Parameters
    ----------
    sizes : the cells of each table
    fixed : parts that stay as they are, by the place of their table; together below 1, or 1 where all are
    """
    root = _square_root if gaussian else _cube_root
    weights = {table: root(size) for table, size in enumerate(sizes) if table not in fixed}
    room, whole = 1 - sum(fixed.values(), Fraction(0)), sum(weights.values())
    free = {table: room * Fraction(weight, whole) for table, weight in weights.items()}
    return tuple(fixed.get(table, free.get(table, Fraction(0))) for table in range(len(sizes)))


def divided(
    granted: Noise,
    moved: Sensitivity,
    sizes: Sequence[int],
    rounds: int,
    check: Fraction,
    fixed: Mapping[int, Fraction],
) -> MarginalNoise:
    """The parts of what is granted.

    Parameters
    ----------
    moved : how far one unit moves the counts of one table
    sizes : the cells of each wanted table
    rounds : how many tables are chosen beside the first; 0 where all are measured
    check : the part for the check, from 0 on and below 1
    fixed : parts of what is measured that some tables keep, by their place; none with rounds
    """
    mechanism, whole = granted.mechanism, granted.parameter
    norm = moved.L2_squared if granted.is_gaussian else moved.L1
    measuring = whole * (1 - check)
    choice = None
    if rounds:
        choosing = measuring * _CHOOSING.get(mechanism, _CHOOSING_PURE)
        choice = Choice(mechanism, moved.L1, choosing / rounds)
        parts = [(measuring - choosing) / (rounds + 1)] * len(sizes)
    else:
        parts = [measuring * part for part in table_parts(sizes, fixed, granted.is_gaussian)]
    tables = tuple(Noise(mechanism, norm, part) for part in parts)
    return MarginalNoise(tables, choice, _check(mechanism, moved, whole * check) if check else None)


def _check(mechanism: str, moved: Sensitivity, part: Fraction) -> tuple[Choice, Noise]:
    """A single cell moves by Linf at most."""
    choosing = part * _CHECK_CHOICE
    single = moved.Linf**2 if mechanism == GAUSSIAN else moved.Linf
    return Choice(mechanism, moved.Linf, choosing), Noise(mechanism, single, part - choosing)


def _square_root(size: int) -> int:
    return math.isqrt(size * _UNIT**2)


def _cube_root(size: int) -> int:
    """The cube root in units of `_UNIT`, rounded down, by Newton's steps from above."""
    wish = size * _UNIT**3
    root = 1 << -(-wish.bit_length() // 3)
    while (nearer := (2 * root + wish // root**2) // 3) < root:
        root = nearer
    return root
