# ruff: noqa: E501 - lines of the sampler as they stand
"""Faults that are none: the distribution stays the same. Reason -> mutants, as they name themselves."""

EQUIVALENT = {
    "x and -x have as many bits": (
        "_drawn: bits = (bound - 1).bit_length() -> bits = (1 - bound).bit_length()",
    ),
    "Python's own integers where 64 bits would do: the same numbers": (
        "_drawn: bits = (bound - 1).bit_length() -> bits = (bound - 0).bit_length()",
        "_drawn: if bits <= _WIDEST: -> if bits < _WIDEST:",
        "_coin: ends = (tops if bottom < _ROOM >> FIRST_BITS else tops.astype(object)) << FIRST_BITS"
        " -> ends = (tops if bottom <= _ROOM >> FIRST_BITS else tops.astype(object)) << FIRST_BITS",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype != object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) > _ROOM or bottom >= _ROOM:",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom > _ROOM:",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=0)) + 2) >= _ROOM or bottom >= _ROOM:",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=1)) + 1) >= _ROOM or bottom >= _ROOM:",
        "gaussian_proposals: wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom >= _ROOM"
        " -> wide = (farthest * q * t + p) ** 2 > _ROOM or bottom >= _ROOM",
        "gaussian_proposals: wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom >= _ROOM"
        " -> wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom > _ROOM",
        "gaussian_proposals: wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom >= _ROOM"
        " -> wide = (farthest * q * t + p) ** 3 >= _ROOM or bottom >= _ROOM",
    ),
    "64 bits where they still do: what is added or squared stays below 2**63": (
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=0)) + 0) >= _ROOM or bottom >= _ROOM:",
        "proposals: if uniform.dtype == object or top * (int(whole.max(initial=0)) + 1) >= _ROOM or bottom >= _ROOM:"
        " -> if uniform.dtype == object or top * (int(whole.max(initial=-1)) + 1) >= _ROOM or bottom >= _ROOM:",
        "gaussian_proposals: wide = (farthest * q * t + p) ** 2 >= _ROOM or bottom >= _ROOM"
        " -> wide = (farthest * q * t - p) ** 2 >= _ROOM or bottom >= _ROOM",
    ),
    "more bits than are needed: what is too large is drawn again": (
        "_drawn: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (1 >> bits) - 1)",
        "_drawn: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (2 << bits) - 1)",
        "_drawn: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (0 << bits) - 1)",
    ),
    "what cannot be too large may be asked whether it is": tuple(
        f"below: if not bound & bound - 1: -> if not {other}:"
        for other in ("bound | bound - 1", "bound & bound - 2", "bound & bound - 0", "bound & 1 - bound")
    ),
    "the bits of a further draw are masked off": (
        "_drawn: wide[place] = int.from_bytes(taken[place * width:(place + 1) * width], 'little') & mask"
        " -> wide[place] = int.from_bytes(taken[place * width:(place + 2) * width], 'little') & mask",
    ),
    "a coin that falls in any case may be tossed": (
        "bernoulli_exp: step = 1 if (tops < bottom).any() else 2 -> step = 1 if (tops < bottom).any() else 1",
        "bernoulli_exp: step = 1 if (tops < bottom).any() else 2 -> step = 1 if (tops <= bottom).any() else 2",
    ),
    "a tie is decided anew": ("_coin.falls: success = drawn < mine -> success = drawn <= mine",),
    "how many are tried at once is a matter of time": (
        "_parting: word, size = next((each for each in _WORDS if 4 * (each[1] % bound) < each[1]))"
        " -> word, size = next((each for each in _WORDS if 4 * (each[1] % bound) <= each[1]))",
        "_parting: word, size = next((each for each in _WORDS if 4 * (each[1] % bound) < each[1]))"
        " -> word, size = next((each for each in _WORDS if 3 * (each[1] % bound) < each[1]))",
        "geometric_exp: while failures.size < count: -> while failures.size <= count:",
        *(
            f"geometric_exp: more = 7 * (count - failures.size) // 4 + 1 -> more = {other}"
            for other in (
                "7 * (count - failures.size) // 4 + 2",
                "7 * (count - failures.size) // 4 + 0",
                "(7 + (count - failures.size)) // 4 + 1",
                "7 * (count - failures.size) // 5 + 1",
                "7 * (count - failures.size) // 3 + 1",
                "8 * (count - failures.size) // 4 + 1",
                "6 * (count - failures.size) // 4 + 1",
                "7 * (count + failures.size) // 4 + 1",
            )
        ),
        "discrete_laplace: return first_accepted(count, 13, lambda tries: proposals(bits, scale, tries))"
        " -> return first_accepted(count, 14, lambda tries: proposals(bits, scale, tries))",
        "discrete_laplace: return first_accepted(count, 13, lambda tries: proposals(bits, scale, tries))"
        " -> return first_accepted(count, 12, lambda tries: proposals(bits, scale, tries))",
        "first_accepted: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 8 + 9)[:lacking]",
        "first_accepted: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 8 + 7)[:lacking]",
        "first_accepted: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 9 + 8)[:lacking]",
        "first_accepted: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 7 + 8)[:lacking]",
        "discrete_gaussian: return first_accepted(count, 11, lambda tries: gaussian_proposals(bits, sigma_squared, tries))"
        " -> return first_accepted(count, 12, lambda tries: gaussian_proposals(bits, sigma_squared, tries))",
        "discrete_gaussian: return first_accepted(count, 11, lambda tries: gaussian_proposals(bits, sigma_squared, tries))"
        " -> return first_accepted(count, 10, lambda tries: gaussian_proposals(bits, sigma_squared, tries))",
    ),
    "every run reaches 0": (
        "bernoulli_exp_beyond: beyond = places_of(kept & (whole > 0).astype(bool))"
        " -> beyond = places_of(kept & (whole >= 0).astype(bool))",
        "bernoulli_exp_beyond: beyond = places_of(kept & (whole > 0).astype(bool))"
        " -> beyond = places_of(kept & (whole > -1).astype(bool))",
    ),
    "an array of no draws has no largest one; else the largest is greater": (
        "gaussian_proposals: bottom, farthest = (2 * p * q * t * t, int(np.max(size, initial=0)))"
        " -> bottom, farthest = (2 * p * q * t * t, int(np.max(size, initial=1)))",
        "gaussian_proposals: bottom, farthest = (2 * p * q * t * t, int(np.max(size, initial=0)))"
        " -> bottom, farthest = (2 * p * q * t * t, int(np.max(size, initial=-1)))",
    ),
    "a table of sizes, or each by itself: a matter of time and memory": (
        "gaussian_proposals: if farthest <= _SPREAD * count: -> if farthest < _SPREAD * count:",
        "gaussian_proposals: if farthest <= _SPREAD * count: -> if farthest > _SPREAD * count:",
        "gaussian_proposals: if farthest <= _SPREAD * count: -> if farthest <= _SPREAD + count:",
        "gaussian_proposals: size, which = (np.arange(farthest + 1), size.astype(np.int64))"
        " -> size, which = (np.arange(farthest + 2), size.astype(np.int64))",
    ),
    "a square has no sign": (
        "gaussian_proposals: tops = ((size.astype(object) if wide else size) * (q * t) - p) ** 2"
        " -> tops = (p - (size.astype(object) if wide else size) * (q * t)) ** 2",
    ),
}
