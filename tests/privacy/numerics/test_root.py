"""Roots end where they should."""

import math

import pytest

from explorer.privacy.numerics.root import root, settle_down, settle_up


def test_that_a_root_is_found_to_rounding() -> None:
    assert root(lambda x: x**3 - 2, 0.0, 10.0) == pytest.approx(2 ** (1 / 3), rel=1e-15)
    assert root(lambda x: math.exp(x) - 1e-30, -500.0, 5.0) == pytest.approx(math.log(1e-30), rel=1e-14)


def test_that_a_root_of_a_smooth_function_takes_few_steps() -> None:
    """Interpolation is trusted where it may be; halving alone would take fifty."""
    asked: list[float] = []

    def cube(x: float) -> float:
        asked.append(x)
        return x**3 - 2

    root(cube, 0.0, 10.0)
    assert len(asked) <= 20


def test_that_a_root_of_a_step_is_the_step() -> None:
    assert root(lambda x: 1.0 if x > 0.3 else -1.0, 0.0, 1.0) == pytest.approx(0.3, rel=1e-15)
    assert root(lambda x: math.inf if x > 0.3 else -math.inf, 0.0, 1.0) == pytest.approx(0.3, rel=1e-15)


def test_that_a_root_needs_a_change_of_sign() -> None:
    with pytest.raises(ValueError, match="sign"):
        root(lambda x: x + 1, 0.0, 1.0)


def test_that_settling_moves_by_rounding_only() -> None:
    assert settle_up(1.0, lambda x: x > 1) == math.nextafter(1.0, 2)
    assert settle_down(1.0, lambda x: x < 1) == math.nextafter(1.0, 0)
    assert settle_up(1.0, lambda x: True) == 1.0


def test_that_settling_on_nothing_is_a_fault() -> None:
    with pytest.raises(ValueError, match="nothing"):
        settle_up(1.0, lambda x: False)
