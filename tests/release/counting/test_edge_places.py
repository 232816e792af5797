"""Numbers among edges: the quick way tells what bisection tells, to the last double."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.counting.edge_places import EdgePlaces

EVEN = st.builds(
    lambda first, step, count: first + step * np.arange(count),
    st.floats(-1e6, 1e6),
    st.floats(1e-3, 1e6),
    st.integers(2, 60),
)
ANY = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=40, unique=True).map(
    lambda some: np.array(sorted(some))
)

TOGETHER = st.lists(EVEN, min_size=2, max_size=3).map(np.concatenate)
"""The edges of several queries of one column."""


def around(edges):
    """The edges, their neighbours among doubles, what lies between, and the largest doubles."""
    ends = np.array([-np.finfo(float).max, -0.0, 0.0, np.finfo(float).max, 5e-324])
    middles = edges[:-1] / 2 + edges[1:] / 2
    near = (np.nextafter(edges, -np.inf), edges, np.nextafter(edges, np.inf))
    return np.concatenate([ends, middles, *near])


@given(EVEN | ANY | TOGETHER)
def test_that_places_are_those_of_bisection(edges):
    edges = np.unique(edges)
    values = around(edges)
    assert EdgePlaces(edges).below(values).tolist() == np.searchsorted(edges, values, side="right").tolist()


@pytest.mark.parametrize("bent", [0.0, 0.2, 0.24, 0.26, 0.9])
def test_that_edges_that_are_nearly_even_are_placed_exactly(bent):
    edges = np.arange(50.0)
    edges[1:-1:2] += bent
    values = np.concatenate([around(edges), np.random.default_rng(1).uniform(-3, 53, 10_000)])
    assert np.array_equal(EdgePlaces(edges).below(values), np.searchsorted(edges, values, side="right"))


@pytest.mark.parametrize("first", [0.0, -7.3, 1e9])
def test_that_edges_of_several_queries_are_placed_exactly_and_without_bisection(monkeypatch, first):
    middles = np.arange(5.0, 50_000, 10)
    middles[::2] = np.nextafter(middles[::2], np.inf)  # of two steps the even one has the middle
    edges = first + np.unique(np.concatenate([middles, np.arange(0.0, 100_001, 5000)]))
    drawn = np.random.default_rng(1).uniform(first - 10, first + 100_010, 200_000)
    values = np.concatenate([around(edges), drawn])
    right = np.searchsorted(edges, values, side="right")
    searched = []

    def search(among, some, **how):
        searched.append(len(some))
        return bisect(among, some, **how)

    bisect = np.searchsorted
    monkeypatch.setattr(np, "searchsorted", search)
    assert np.array_equal(EdgePlaces(edges).below(values), right)
    assert sum(searched) < len(values) / 5, "the beginnings of the spaces, not the numbers"
