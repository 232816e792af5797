"""Keeps and gives back memory as a window needs it, where the C library (glibc) would keep too much.

The library of Linux (glibc) gives back what is free at the end of its heap alone. After many pictures and a
new look, 30 to 60 MB are free in the middle: `malloc_trim` gives them back. Other systems, and other
libraries of Linux, have no such function and are left alone.
"""

from __future__ import annotations

import ctypes
import sys

_TRIM, _MAP = -1, -3  # the numbers that the library has for its thresholds
_APART, _TOP = 256 * 1024, 16 * 1024 * 1024  # bytes


def keep_large_apart() -> bool:
    """Pictures and other large blocks lie outside of the heap; whether the library can be told so.

    It puts ever larger ones into it once such a block was freed. What is small and stays comes to lie between
    them, and their room can be given back no more: 70 MB after an hour.
    """
    library = _glibc("mallopt")
    return library is not None and all(
        library.mallopt(number, size) == 1 for number, size in ((_MAP, _APART), (_TRIM, _TOP))
    )


def give_back() -> bool:
    """As much of what is free as there is; whether something was given back."""
    library = _glibc("malloc_trim")
    return library is not None and bool(library.malloc_trim(0))


def _glibc(function: str) -> ctypes.CDLL | None:
    """The C library, if it is one that has a function of its own; other systems are left alone."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return library if library is not None and hasattr(library, function) else None
