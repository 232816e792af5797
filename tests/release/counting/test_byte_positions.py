"""Bits of a text: what they tell is what looking at one byte after the other tells."""

from itertools import accumulate
from operator import xor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.counting.byte_positions import (
    bits_of,
    cut,
    following,
    places_of,
    preceding,
    ranked,
    within,
)

PARTS = st.sampled_from([b"a", b",", b"\n", b"x" * 63, b"," * 65, b"x" * 200])
TEXTS = st.lists(PARTS, min_size=1, max_size=9).map(b"".join)


@given(TEXTS, st.data())
def test_that_bits_stand_where_the_byte_does(text: bytes, data) -> None:
    bits = bits_of(np.frombuffer(text, dtype=np.uint8), ord(","))
    places = [at for at, byte in enumerate(text) if byte == ord(",")]
    assert places_of(bits).tolist() == places
    size = 64 * len(bits)
    assert places_of(following(bits)).tolist() == [at + 1 for at in places if at + 1 < size]
    assert places_of(preceding(bits)).tolist() == [at - 1 for at in places if at]
    end = data.draw(st.integers(1, len(text)))
    assert places_of(cut(bits, end)).tolist() == [at for at in places if at < end]
    odd = accumulate(
        text.ljust(size, b"x"), lambda before, byte: xor(before, byte == ord(",")), initial=False
    )
    assert places_of(within(bits)).tolist() == [at for at, inside in enumerate([*odd][1:]) if inside]


@given(TEXTS)
def test_that_numbers_and_places_are_told_from_one_another(text: bytes) -> None:
    known = ranked(bits_of(np.frombuffer(text, dtype=np.uint8), ord(",")))
    places = np.array([at for at, byte in enumerate(text) if byte == ord(",")], dtype=np.intp)
    assert known.select(np.arange(len(places))).tolist() == places.tolist()
    before = [text.count(b",", 0, at) for at in range(len(text))]
    assert known.rank(np.arange(len(text))).tolist() == before
