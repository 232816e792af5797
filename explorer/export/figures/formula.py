"""Formulas as pictures: LaTeX in, SVG out. The same drawing serves tooltip, help and report."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from types import ModuleType

SIZE = 18.0  # pixels of the letters
_ALONE = threading.Lock()  # the typesetter is not written for threads, and the reference is drawn in one


@lru_cache(maxsize=1024)  # all formulas of the reference, whole and in lines
def formula_svg(latex: str, size: float = SIZE, colour: str = "#000000") -> str:
    r"""A formula as an SVG picture of its own: glyphs are paths, no font is needed to show it.

    Parameters
    ----------
    latex : LaTeX mathematics without packages, one display formula (`\begin{aligned}` for several lines)
    size : pixels of its letters
    colour : hexadecimal, as in the theme

    Returns
    -------
    SVG of the subset that Qt draws (no symbols, no style sheets); its width and height are in pixels.
    """
    with _ALONE:
        return str(_typesetter().Latex(latex, size=size, color=colour).svg())


def formula_lines(
    latex: str, widest: float, size: float = SIZE, colour: str = "#000000"
) -> tuple[tuple[str, float, float], ...]:
    r"""A formula as one picture, or as several below each other where one would be wider than `widest`.

    It is broken where the author has put a comma and a wide space (`,\quad`), as late as fits. A piece
    that is too wide by itself stays whole.

    Returns
    -------
    For each line its SVG, its width and its height in pixels.
    """
    whole = _measured(latex, size, colour)
    if whole[1] <= widest or r"\begin" in latex:
        return (whole,)
    lines: list[str] = []
    for piece in _BREAK.split(latex):
        longer = rf"{lines[-1]},\quad {piece}" if lines else piece
        if lines and _measured(longer, size, colour)[1] <= widest:
            lines[-1] = longer
        else:
            lines.append(piece)
    return tuple(_measured(line, size, colour) for line in lines)


PARTS = ("latex2mathml.converter", "xml.etree.ElementTree", "ziafont")
"""What the typesetter imports, which takes as long as itself; unlike itself, they come without a warning."""

ROW_HEIGHT = "_get_height_nostretch"  # of the typesetter's rows: what is asked once, and not at each level
COPIED_STYLE = "asdict"  # of its styles: a deep copy of the style around each letter, of which it only reads
_BREAK = re.compile(r",\s*\\quad")
_SIZES = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def _measured(latex: str, size: float, colour: str) -> tuple[str, float, float]:
    drawing = formula_svg(latex, size, colour)
    found = _SIZES.search(drawing)
    if found is None:
        raise ValueError("a formula without a size")
    return drawing, float(found[1]), float(found[2])


@cache
def _typesetter() -> ModuleType:
    """Imported with the first formula: it reads a font of 1.5 MB, which no start should wait for."""
    with warnings.catch_warnings():
        # It finds its font by a function that Python 3.11 and 3.12 call out of date, and 3.13 does not.
        warnings.simplefilter("ignore", DeprecationWarning)
        import ziamath
    from ziamath.config import config

    config.svg2 = False  # its one setting for the whole process: SVG 1.1, what Qt can draw
    _measure_rows_once()
    _read_styles_as_they_are()
    return ziamath


def _read_styles_as_they_are() -> None:
    """Let the typesetter look a style up instead of copying it for each letter: a sixth of all its time."""
    from ziamath import styles

    if hasattr(styles, COPIED_STYLE):  # not in every version
        setattr(styles, COPIED_STYLE, vars)


def _measure_rows_once() -> None:
    """Let the typesetter not measure within its measuring: its time grew by two for each level of a formula.

    A row is first laid out to learn how high it is without its brackets, and so was each row in it, again and
    again. Only the brackets of such a row have use for the answer, and they are left out of the height.
    """
    from ziamath.nodes.mrow import Mrow

    own: Callable[..., tuple[float, float]] | None = getattr(Mrow, ROW_HEIGHT, None)
    if own is None:  # another version
        return

    @wraps(own)
    def height(row: object, line: object, **given: object) -> tuple[float, float]:
        return (0.0, 0.0) if given.get("nostretch") else own(row, line, **given)

    setattr(Mrow, ROW_HEIGHT, height)
