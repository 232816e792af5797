"""One figure as a picture that stands on its own: title, assumption, axes, marks, words, footer."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.palette import palette
from explorer.export.figures.axes import grid, labels, level_ticks, upright_ticks
from explorer.export.figures.ends import ends_of
from explorer.export.figures.footer import footer
from explorer.export.figures.frame_clipping import Frame
from explorer.export.figures.line_key import line_key
from explorer.export.figures.marks import marks
from explorer.export.figures.rows import LABEL, ROW
from explorer.export.figures.ruler import FAMILIES, LINE, flowed, wrapped
from explorer.export.figures.svg_labels import lettering
from explorer.export.markup import clean, element, short, words
from explorer.language import Language

_TITLE, _BODY, _FOOT = 15.0, 13.0, 10.0
_EDGE = 20.0  # pixels round everything
_NARROWEST, _LOWEST = 80.0, 60.0  # pixels that the frame keeps whatever the words need


def svg(
    figure: Figure,
    theme_name: str,
    language: Language,
    width: int = 900,
    height: int = 560,
    families: str = FAMILIES,
) -> str:
    """A complete SVG (Tiny 1.2) of a figure, in the colours and words of the window.

    Parameters
    ----------
    figure : what is drawn, in data coordinates
    theme_name : one of `explorer.app.plotting.palette.THEMES`
    language : of all words in it
    width, height : pixels
    families : of the letters, as CSS writes them, the first one that a reader has

    Returns
    -------
    The document, in Unicode, for UTF-8. It refers to no other file.
    """
    colours = palette(theme_name)
    head, top = _head(figure, language, colours, width)
    foot, bottom = _foot(figure, language, colours, width, height)
    key, bottom = line_key(figure, language, colours, (_EDGE, width - _EDGE), bottom)
    if figure.empty is not None:
        body = _empty(figure, language, colours, width, (top + bottom) / 2)
    else:
        body = _body(figure, language, colours, (_EDGE, top, width - _EDGE, bottom))
    card = element("rect", x=0, y=0, width=width, height=height, fill=colours["card"])
    said = [
        element("title", escape(clean(language.say(figure.title)))),
        element("desc", escape(clean(language.say(figure.description)))),
    ]
    return _document(
        "\n".join(filter(None, [*said, card, *head, *body, *key, *foot])), language, width, height, families
    )


def _document(content: str, language: Language, width: int, height: int, families: str) -> str:
    root = element(
        "svg",
        f"\n{content}\n",
        **{"xmlns": "http://www.w3.org/2000/svg", "xml:lang": language.code.replace("_", "-")},
        version="1.2",
        baseProfile="tiny",
        width=width,
        height=height,
        viewBox=f"0 0 {short(width)} {short(height)}",
        font_family=families,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n'


def _head(
    figure: Figure, language: Language, colours: Mapping[str, str], width: int
) -> tuple[list[str], float]:
    """Title and assumption, and where they end."""
    room, y = width - 2 * _EDGE, _EDGE
    drawn = []
    for row in wrapped(language.say(figure.title), _TITLE, room, strong=True):
        drawn.append(words(row, _EDGE, y + _TITLE, _TITLE, colours["ink"], strong=True))
        y += _TITLE * LINE
    for row in wrapped(language.say(figure.assumption), LABEL, room):
        drawn.append(words(row, _EDGE, y + 4 + LABEL, LABEL, colours["muted"]))
        y += ROW
    return drawn, y + 8


def _foot(
    figure: Figure, language: Language, colours: Mapping[str, str], width: int, height: int
) -> tuple[list[str], float]:
    """The footer, and where it begins."""
    rows = flowed(footer(figure, language), _FOOT, width - 2 * _EDGE)
    top = height - _EDGE + 4 - len(rows) * _FOOT * LINE
    drawn = [
        words(row, _EDGE, top + index * _FOOT * LINE + _FOOT, _FOOT, colours["muted"])
        for index, row in enumerate(rows)
    ]
    return drawn, top - 8


def _empty(
    figure: Figure, language: Language, colours: Mapping[str, str], width: int, middle: float
) -> list[str]:
    """Why there is nothing to see, and what to do next."""
    rows = wrapped(language.say(figure.empty), _BODY, width - 4 * _EDGE) if figure.empty else []
    top = middle - len(rows) * _BODY * LINE / 2
    return [
        words(row, width / 2, top + (index + 1) * _BODY * LINE, _BODY, colours["muted"], anchor="middle")
        for index, row in enumerate(rows)
    ]


def _body(
    figure: Figure,
    language: Language,
    colours: Mapping[str, str],
    within: tuple[float, float, float, float],
) -> list[str]:
    """Axes, marks and words within left, top, right, bottom."""
    left, top, right, bottom = within
    across = right - left
    upright = upright_ticks(figure.y, language, 0.3 * across)
    ends = ends_of(figure, language, 0.26 * across)
    start = left + (upright.widest + 8 if upright.texts else 0)
    stop = right - max((end.size[0] + 10 for end in ends if not end.inside), default=6.0)
    stop = max(stop, start + _NARROWEST)
    start = max(start, left + level_ticks(figure.x, language, stop - start).overhang(figure.x, stop - start))
    level = level_ticks(figure.x, language, stop - start)
    ceiling = top + ROW + 14
    floor = max(bottom - level.height - ROW - 10, ceiling + _LOWEST)
    frame = Frame(start, ceiling, stop, floor, figure.x, figure.y)
    return [
        *grid(frame, colours),
        *labels(figure, frame, level, upright, colours, language),
        *marks(figure, frame, colours),
        *lettering(figure, ends, frame, colours, language, right),
    ]
