"""Bytes from a seed are those of numpy's generator, however many are asked for at a time."""

import numpy as np
import pytest

from explorer.privacy.samplers.seeded_bytes import seeded_bits, seeded_bytes

LENGTHS = (1, 4, 0, 3, 8, 511, 5, 0, 0, 16, 2, 20_000, 1, 40_001, 7, 33_000, 6, 1)


@pytest.mark.parametrize("seed", [(5,), (3, 1), (2**63, 7, 9)])
def test_that_the_bytes_are_those_of_the_generator(seed: tuple[int, ...]) -> None:
    one, other = seeded_bytes(*seed), np.random.default_rng(seed)
    for length in (*LENGTHS, *reversed(LENGTHS), *range(300)):
        assert one(length) == other.bytes(length), length


def test_that_one_number_is_the_seed_that_it_is_elsewhere() -> None:
    assert seeded_bytes(11)(40) == np.random.default_rng(11).bytes(40)


def test_that_equal_seeds_give_equal_numbers_and_others_do_not() -> None:
    first, again, other = (seeded_bits(*seed).below(1000, 50).tolist() for seed in ((8, 1), (8, 1), (8, 2)))
    assert first == again
    assert first != other
