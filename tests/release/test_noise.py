"""The choke point, held by reading the source: who draws, who counts, and from which bits."""

import ast
from fractions import Fraction
from inspect import signature

import numpy as np
import pytest
from source_trees import nodes_of, trees_with

from explorer.privacy.refusal import OutOfRange
from explorer.release.audit.black_box import trial
from explorer.release.noise import privatize


def used(tree: ast.AST, *names: str) -> bool:
    return any(
        isinstance(node, ast.Name | ast.Attribute) and getattr(node, "id", getattr(node, "attr", "")) in names
        for node in nodes_of(tree)
    )


def test_that_only_pictures_and_the_choke_point_draw() -> None:
    samplers = ("discrete_laplace", "discrete_gaussian")
    callers = {name for name, tree in trees_with(*samplers).items() if used(tree, *samplers)}
    release = {name for name in callers if name.startswith("release/")}
    assert release == {"release/noise.py", "release/plan/plan_preview.py"}


def test_that_true_counts_are_made_and_used_in_the_release_alone() -> None:
    """Except for a file declared public, and for tables that a test of the release simulates itself."""
    users = {
        name
        for name, tree in trees_with("counts").items()
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "explorer.release.counting.counts"
    }
    made_up = {"release/audit/black_box.py", "release/audit/observed_events.py"}
    assert users == {"release/publish.py", "release/counting/public_file.py", *made_up}
    assert "path" not in signature(trial).parameters


def test_that_noise_comes_from_the_operating_system_and_differs() -> None:
    counts = np.full(60, 1000)
    first, again = (privatize(counts, 3, Fraction(1, 10)) for _ in range(2))
    assert first != again
    assert all(isinstance(each, int) for each in first)
    assert abs(sum(first) / 60 - 1000) < 60


def test_that_counts_beyond_64_bits_stay_exact() -> None:
    noised = privatize(np.full(40, 5), 1, Fraction(1, 10**25))
    assert max(map(abs, noised)) > 2**70


def test_that_both_distributions_have_the_width_that_is_asked_for() -> None:
    nothing = np.zeros(4000, dtype=np.int64)
    laplace = privatize(nothing, 3, Fraction(1, 10))
    gaussian = privatize(nothing, 9, Fraction(1, 200), "discrete-gaussian")
    assert sum(each**2 for each in laplace) / 4000 == pytest.approx(2 * 30**2, rel=0.25)
    assert sum(each**2 for each in gaussian) / 4000 == pytest.approx(9 * 100, rel=0.2)


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
@pytest.mark.parametrize(("sensitivity", "parameter"), [(0, 1), (1, -1), (-3, 1)])
def test_that_noise_of_no_width_is_refused(mechanism: str, sensitivity: int, parameter: int) -> None:
    with pytest.raises(OutOfRange):
        privatize(np.zeros(1, dtype=np.int64), sensitivity, Fraction(parameter), mechanism)
