"""How wide words are, with no window system: the advance widths of the fonts that the program ships."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from explorer.resources import resource

FAMILIES = "Inter, 'Noto Sans SC', 'WenQuanYi Micro Hei', sans-serif"
ASCENT, LINE = 0.97, 1.25  # of an em: above the baseline, and from one line to the next
_FONTS = {False: "Inter-Regular.otf", True: "Inter-SemiBold.otf"}
_UNKNOWN = 0.6  # of an em: a character that the font lacks and that is not a wide one


def width(text: str, size: float, strong: bool = False) -> float:
    """Pixels that `text` takes at `size` pixels to the em, without kerning; Chinese characters take an em."""
    advances = _advances(_FONTS[strong])
    return size * sum(advances.get(ord(character)) or _lacking(character) for character in text)


def wrapped(text: str, size: float, room: float, strong: bool = False) -> list[str]:
    """The text in lines no wider than `room`, broken at blanks, or between Chinese characters."""
    lines = [""] if text else []
    for part in _parts(text):
        if lines[-1] and width((lines[-1] + part).rstrip(), size, strong) > room:
            lines[-1] = lines[-1].rstrip()
            lines.append(part.lstrip())
        else:
            lines[-1] += part
    return lines


def flowed(parts: Sequence[str], size: float, room: float, between: str = " · ") -> list[str]:
    """Short statements set one after the other in lines no wider than `room`."""
    lines: list[str] = []
    for part in parts:
        if lines and width(lines[-1] + between + part, size) <= room:
            lines[-1] += between + part
        else:
            lines += wrapped(part, size, room)
    return lines


def shortened(text: str, size: float, room: float) -> str:
    """The text, or as much of its beginning as fits before an ellipsis."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1].rstrip()
    return text + "…"


def _parts(text: str) -> list[str]:
    """Where a line may be broken: behind a blank, and behind a wide character that no stop follows."""
    parts = [""]
    for index, character in enumerate(text):
        parts[-1] += character
        following = text[index + 1 : index + 2]
        if character == " " or (_wide(character) and following not in tuple("，。；：、）”》 ")):
            parts.append("")
    return [part for part in parts if part]


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _lacking(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    return 1.0 if _wide(character) else _UNKNOWN


@lru_cache(maxsize=2)
def _advances(name: str) -> Mapping[int, float]:
    """Code point to advance width in em, read from the OpenType tables cmap, head, hhea and hmtx."""
    font = resource("fonts", name).read_bytes()
    count = struct.unpack_from(">H", font, 4)[0]
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * index) for index in range(count))
    at = {tag: offset for tag, _, offset, _ in records}
    em = struct.unpack_from(">H", font, at[b"head"] + 18)[0]
    metrics = struct.unpack_from(">H", font, at[b"hhea"] + 34)[0]
    pairs = struct.unpack_from(f">{2 * metrics}H", font, at[b"hmtx"])
    glyphs = _glyphs(font, at[b"cmap"])
    # Glyphs beyond the last metric all have its advance.
    return MappingProxyType(
        {point: pairs[2 * min(glyph, metrics - 1)] / em for point, glyph in glyphs.items()}
    )


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """Code point to glyph, from the groups of the cmap subtable of format 12, which both fonts have."""
    count = struct.unpack_from(">H", font, cmap + 2)[0]
    offsets = (struct.unpack_from(">HHL", font, cmap + 4 + 8 * index)[2] for index in range(count))
    tables = {struct.unpack_from(">H", font, cmap + offset)[0]: cmap + offset for offset in offsets}
    glyphs: dict[int, int] = {}
    for group in range(struct.unpack_from(">L", font, tables[12] + 12)[0]):
        first, last, glyph = struct.unpack_from(">LLL", font, tables[12] + 16 + 12 * group)
        glyphs.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return glyphs
