"""What words take in a type, measured once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics


@dataclass(frozen=True, slots=True)
class Type:
    """A font, known by its key: what is measured in it once is not measured again.

    There is one for each key: what is kept of measurements would else hold one for each label that ever was.
    """

    key: str
    font: QFont = field(compare=False)
    metrics: QFontMetrics = field(compare=False)

    @classmethod
    def of(cls, font: QFont) -> Type:
        """That of a font."""
        if (known := _KNOWN.get(key := font.key())) is None:
            known = _KNOWN[key] = cls(key, font, QFontMetrics(font))
        return known


_KNOWN: dict[str, Type] = {}  # some dozens: families, weights and sizes are few


@lru_cache(maxsize=8192)
def advance(in_type: Type, text: str) -> int:
    """How wide a line is, in pixels."""
    return in_type.metrics.horizontalAdvance(text)


@lru_cache(maxsize=256)
def line_height(in_type: Type) -> int:
    """How high a line is, in pixels."""
    return in_type.metrics.height()


@lru_cache(maxsize=8192)
def wrapped_size(in_type: Type, text: str, width: int, flags: int) -> tuple[int, int]:
    """How wide and how high words are in a column so wide, in pixels."""
    room = QRect(0, 0, max(width, 1), 100_000)
    needed = in_type.metrics.boundingRect(room, flags, text or " ")
    return needed.width(), needed.height()


def in_pixels(font: QFont, size: int) -> Type:
    """The same type in another size."""
    smaller = QFont(font)
    smaller.setPixelSize(size)
    return Type.of(smaller)
