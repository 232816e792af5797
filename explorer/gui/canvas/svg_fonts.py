"""Letters of a drawing that Qt paints: each in a font that has it.

Letters that the named font lacks Qt's SVG renderer measures in another font, and then paints. In between it
may look for the fonts anew, and after the window has had another look it then ends the process, because the
other font is not at hand (found with Qt 6.11). Where each letter stands in a font that has it, no other one
is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QRawFont

from explorer.gui.widgets.theme import FAMILY

CHINESE = ("Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei")
_WORDS = re.compile(r"(<(?:text|tspan)\b[^>]*[^/]>)([^<]+)")


def with_fonts(drawing: str) -> str:
    """The SVG with a family of its own for letters that the shipped font lacks and another one has.

    What stands in titles and descriptions is not painted, and left as it is.
    """
    if drawing.isascii():
        return drawing
    family_of = _families()
    return _WORDS.sub(lambda found: found[1] + _set(found[2], family_of), drawing)


def _set(words: str, family_of: Callable[[str], str]) -> str:
    """The words of one element, with each run of letters of another family in an element of its own."""
    runs: list[tuple[str, str]] = []
    for letter in words:
        family = "" if letter.isascii() else family_of(letter)
        if runs and runs[-1][0] == family:
            runs[-1] = (family, runs[-1][1] + letter)
        else:
            runs.append((family, letter))
    return "".join(f'<tspan font-family="{family}">{run}</tspan>' if family else run for family, run in runs)


def _families() -> Callable[[str], str]:
    """Which family has a letter: empty for the shipped one, and where none has it.

    Fonts do not outlive the application that they belong to, so nothing is kept from one drawing to the next.
    """

    @cache
    def others() -> list[str]:
        there = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
        return [*(family for family in CHINESE if family in there), *there]

    @cache
    def font(family: str) -> QRawFont:
        return QRawFont.fromFont(QFont(family))

    @cache
    def family_of(letter: str) -> str:
        if font(FAMILY).supportsCharacter(ord(letter)):
            return ""
        return next((each for each in others() if font(each).supportsCharacter(ord(letter))), "")

    return family_of
