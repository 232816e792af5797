# ruff: noqa: E501 - lines of the sampler as they stand
"""Faults that are none: the law stays the same. Reason -> mutants, as they name themselves."""

EQUIVALENT = {
    "x and -x have as many bits": (
        "below: bits = (bound - 1).bit_length() -> bits = (1 - bound).bit_length()",
    ),
    "Python's own integers where 64 bits would do: the same numbers": (
        "below: chosen: Integers = np.zeros(count, dtype=np.int64 if bits <= _WIDEST else object)"
        " -> chosen: Integers = np.zeros(count, dtype=np.int64 if bits < _WIDEST else object)",
        "_bits: if bits <= _WIDEST: -> if bits < _WIDEST:",
        "_coin: if bottom < _ROOM and tops.dtype != object: -> if bottom <= _ROOM and tops.dtype != object:",
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
    "an array of -1 places is empty too": (
        "below: left = np.arange(count if bits else 0) -> left = np.arange(count if bits else -1)",
    ),
    "more bits than are needed: what is too large is drawn again": (
        "_bits: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (1 >> bits) - 1)",
        "_bits: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (2 << bits) - 1)",
        "_bits: width, mask = (-(-bits // 8), (1 << bits) - 1)"
        " -> width, mask = (-(-bits // 8), (0 << bits) - 1)",
    ),
    "the bits of a further draw are masked off": (
        "_bits: wide[place] = int.from_bytes(taken[place * width:(place + 1) * width], 'little') & mask"
        " -> wide[place] = int.from_bytes(taken[place * width:(place + 2) * width], 'little') & mask",
    ),
    "the last step of a run decides, and overwrites what earlier ones said": (
        "bernoulli_exp: even[running[~success]] = step % 2 == 1 -> even[running[:]] = step % 2 == 1",
    ),
    "a number below the bound decides exactly, whatever holds it": (
        "_coin: if bottom < _ROOM and tops.dtype != object: -> if bottom < _ROOM or tops.dtype != object:",
    ),
    "a tie is decided anew": (
        "_coin.falls: success = (drawn < mine).astype(bool) -> success = (drawn <= mine).astype(bool)",
    ),
    "the first, the last and the only one of one draw": (
        "_coin.falls: success[place] = bits.below(bottom, 1)[0] < rest"
        " -> success[place] = bits.below(bottom, 1)[:] < rest",
        "_coin.falls: success[place] = bits.below(bottom, 1)[0] < rest"
        " -> success[place] = bits.below(bottom, 1)[-1] < rest",
    ),
    "how many are tried at once is a matter of time": (
        "discrete_laplace: return _filled(count, 13, lambda tries: proposals(bits, scale, tries))"
        " -> return _filled(count, 14, lambda tries: proposals(bits, scale, tries))",
        "discrete_laplace: return _filled(count, 13, lambda tries: proposals(bits, scale, tries))"
        " -> return _filled(count, 12, lambda tries: proposals(bits, scale, tries))",
        "_filled: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 8 + 9)[:lacking]",
        "_filled: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 8 + 7)[:lacking]",
        "_filled: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 9 + 8)[:lacking]",
        "_filled: proposed = accepted(eighths * lacking // 8 + 8)[:lacking]"
        " -> proposed = accepted(eighths * lacking // 7 + 8)[:lacking]",
        "discrete_gaussian: return _filled(count, 11, lambda tries: gaussian_proposals(bits, sigma_squared, tries))"
        " -> return _filled(count, 12, lambda tries: gaussian_proposals(bits, sigma_squared, tries))",
        "discrete_gaussian: return _filled(count, 11, lambda tries: gaussian_proposals(bits, sigma_squared, tries))"
        " -> return _filled(count, 10, lambda tries: gaussian_proposals(bits, sigma_squared, tries))",
    ),
    "a coin that has fallen once stays fallen: further tosses are for nothing": (
        "bernoulli_exp_beyond: running = running[falls] -> running = running[:]",
        "bernoulli_exp_beyond: running = running[falls] -> running = running",
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
