"""How much a law tries: a part of it at every change, always the same; all where the profile is thorough."""

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def tries(most: int) -> int:
    """So many examples of a law when thorough; else a third of them, and never fewer than a handful.

    >>> tries(4)
    4
    """
    return most if THOROUGH else max(min(most, 20), -(-most // 3))
