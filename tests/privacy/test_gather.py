"""Losses gathered at points of a lattice are never a worse mechanism than they were."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.numerical.discretise import between
from explorer.privacy.numerical.gather import gathered
from explorer.privacy.numerical.law import Spectrum


def atoms_of(where: list[float], mass: list[float]) -> Spectrum:
    order = np.argsort(where)
    whole = np.array(mass)[order] / math.fsum(mass)
    return Spectrum(np.array(where)[order], whole, 0.0, 0.0, 0.0, 0.0, None)


def hockey_stick(places: np.ndarray, mass: np.ndarray, at: np.ndarray) -> np.ndarray:
    return np.maximum(-np.expm1(at[:, None] - places), 0.0) @ mass


@given(
    st.lists(st.tuples(st.floats(1e-12, 1.0), st.floats(-0.49, 0.49)), min_size=1, max_size=30),
    st.floats(1e-4, 0.3),
    st.integers(0, 1000),
)
@settings(max_examples=tries(200))
def test_that_gathered_losses_are_never_a_worse_mechanism(atoms, step, seed) -> None:
    at = np.sort(np.random.default_rng(seed).choice(200, len(atoms), replace=False)) + 1
    mass = np.array([p for p, _ in atoms]) / sum(p for p, _ in atoms)
    places = (at + np.array([off for _, off in atoms])) * step
    lie = mass * -np.expm1(at * step - places)
    found = gathered(mass, lie, at, step, 202)
    assert found.min() >= 0
    assert found.sum() == pytest.approx(1.0, abs=1e-13)
    tried = np.linspace(-step, 203 * step, 700)
    ours, truth = hockey_stick(step * np.arange(202.0), found, tried), hockey_stick(places, mass, tried)
    assert np.all(ours <= truth + 1e-13)


def test_that_the_lowest_atom_is_never_rounded_down_where_others_can_balance_it() -> None:
    law = atoms_of([-0.37, 0.05, 1.0], [0.5, 0.1, 0.4])
    better, worse = between(law, 0.003)
    losses = better.first + better.step * np.arange(len(better.mass))
    assert better.mass @ np.exp(-losses) == pytest.approx(float(law.mass @ np.exp(-law.where)), abs=2e-6)
    for at in np.linspace(-0.5, 1.1, 50):
        truth = float(law.mass @ np.maximum(-np.expm1(at - law.where), 0.0))
        assert better.mass @ np.maximum(-np.expm1(at - losses), 0.0) <= truth + 1e-13
        places = worse.first + worse.step * np.arange(len(worse.mass))
        assert worse.mass @ np.maximum(-np.expm1(at - places), 0.0) >= truth - 1e-13
