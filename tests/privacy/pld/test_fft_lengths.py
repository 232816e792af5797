"""The lengths of quick transforms are scipy's, without the import of scipy.fft."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.fft import next_fast_len

from explorer.privacy.pld.point_transform import fast_length


@pytest.mark.parametrize("begin", [1, 10_000, 2**20 - 1000])
def test_that_short_lengths_are_those_of_scipy(begin: int) -> None:
    every = range(begin, begin + 2000)
    assert [fast_length(each) for each in every] == [next_fast_len(each, real=True) for each in every]


@given(st.integers(1, 2**45))
def test_that_any_length_is_that_of_scipy(least: int) -> None:
    assert fast_length(least) == next_fast_len(least, real=True)
