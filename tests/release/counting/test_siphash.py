"""The keyed hash in arrays, against the paper's vectors and against a scalar transcription of the paper."""

import random

import numpy as np
import pytest

from explorer.release.counting.siphash import siphash

MASK = (1 << 64) - 1
KEY = (np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908))  # the bytes 0 to 15
VECTORS = {8: "6224939a79f5f593", 15: "e545be4961ca29a1", 16: "db9bc2577fcc2a3f", 24: "94af49f6c650adb8"}


def slow(message: bytes, key: tuple[int, int], rounds: tuple[int, int]) -> int:
    """Section 2 of the paper, one message at a time."""

    def turned(word: int, bits: int) -> int:
        return ((word << bits) | (word >> (64 - bits))) & MASK

    def mixed(v: list[int]) -> list[int]:
        a, b, c, d = v
        a = (a + b) & MASK
        b = turned(b, 13) ^ a
        a = turned(a, 32)
        c = (c + d) & MASK
        d = turned(d, 16) ^ c
        a = (a + d) & MASK
        d = turned(d, 21) ^ a
        c = (c + b) & MASK
        b = turned(b, 17) ^ c
        return [a, b, turned(c, 32), d]

    names = [int.from_bytes(part, "big") for part in (b"somepseu", b"dorandom", b"lygenera", b"tedbytes")]
    state = [word ^ key[at % 2] for at, word in enumerate(names)]
    filled = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) % 256])
    for at in range(0, len(filled), 8):
        block = int.from_bytes(filled[at : at + 8], "little")
        state[3] ^= block
        for _ in range(rounds[0]):
            state = mixed(state)
        state[0] ^= block
    state[2] ^= 0xFF
    for _ in range(rounds[1]):
        state = mixed(state)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def hashed(message: bytes, rounds: tuple[int, int]) -> int:
    whole = len(message) // 8
    words = [np.frombuffer(message, "<u8", 1, 8 * at).astype(np.uint64) for at in range(whole)]
    rest = message[8 * whole :]
    last = np.array([int.from_bytes(rest, "little")], dtype=np.uint64) if rest else None
    return int(siphash(words, KEY, last, rounds)[0])


@pytest.mark.parametrize("length", VECTORS)
def test_that_the_vectors_of_the_paper_come_out(length: int) -> None:
    assert hashed(bytes(range(length)), (2, 4)).to_bytes(8, "little").hex() == VECTORS[length]


@pytest.mark.parametrize("rounds", [(1, 3), (2, 4)])
@pytest.mark.parametrize("words", [1, 2, 5])
def test_that_arrays_give_what_the_paper_says_of_each_row(words: int, rounds: tuple[int, int]) -> None:
    chance = random.Random(words)
    rows = 20_000  # more than one pass
    message = [np.array([chance.getrandbits(64) for _ in range(rows)], dtype=np.uint64) for _ in range(words)]
    last = np.array([chance.getrandbits(56) for _ in range(rows)], dtype=np.uint64)
    key = (chance.getrandbits(64), chance.getrandbits(64))
    whole = siphash(message, (np.uint64(key[0]), np.uint64(key[1])), last, rounds)
    for row in (0, 1, 16_383, 16_384, rows - 1):
        spelled = b"".join(int(word[row]).to_bytes(8, "little") for word in message)
        assert int(whole[row]) == slow(spelled + int(last[row]).to_bytes(7, "little"), key, rounds)


def test_that_another_key_gives_another_order() -> None:
    words = [np.arange(1000, dtype=np.uint64)]
    one, other = (np.argsort(siphash(words, (np.uint64(key), np.uint64(0)))) for key in (1, 2))
    agree = np.corrcoef(one, other)[0, 1]
    assert abs(agree) < 0.2
