"""The verbs that make pictures."""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

from explorer.app.core.state import SECTIONS
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Picture
from explorer.app.plotting.palette import THEMES
from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.export.figures.picture import svg
from explorer.export.figures.requested_figure import complete_figure, session_state
from explorer.export.figures.table import table_csv
from explorer.export.files import PAINTED, extension_of, write_atomically
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.refusal import NotValid, Unsupported

_SMALLEST, _LARGEST = (640, 480), (7680, 4320)  # of a window's screenshot, pixels


def _figures(chosen: argparse.Namespace) -> Answer:
    known = every_picture()
    head = Row((N_("id"), N_("name"), N_("source")))
    rows = tuple(Row((each.id, each.title, each.source)) for each in known.values())
    return Answer({"results": [_described(each) for each in known.values()]}, (head, *rows))


def _described(picture: type[Picture]) -> dict[str, object]:
    named = {*picture.reads, *(("target", "shape") if "setting" in picture.reads else ())}
    read = [section for name, section in SECTIONS.items() if name in named]
    return {
        "id": picture.id,
        "name": picture.title,
        "parameters": [_parameter(each) for section in read for each in parameters(section).values()],
        "source": picture.source,
    }


def _parameter(declared: Parameter) -> dict[str, object]:
    return {
        "name": declared.name,
        "symbol": declared.symbol,
        "unit": declared.unit,
        "low": declared.low if math.isfinite(declared.low) else None,
        "high": declared.high if math.isfinite(declared.high) else None,
        "default": declared.default,
    }


def _render(chosen: argparse.Namespace) -> Answer:
    """Draw to svg or csv; png and pdf never come here, unless Qt was not asked for in time."""
    extension = extension_of(chosen.out)
    if extension in PAINTED:
        raise Unsupported(
            N_(
                "only the window's part paints {extension}; let the command begin with “render”",
                extension=extension,
            ),
            "out",
        )
    figure = complete_figure(chosen.figure, session_state(chosen.session))
    written = (
        table_csv(figure) if extension == "csv" else svg(figure, chosen.theme, Language(chosen.language))
    )
    write_atomically(chosen.out, written.encode("utf-8"))
    path = str(chosen.out)
    return Answer({"written": [path]}, (N_("written: {path}", path=path),))


def _screenshot(chosen: argparse.Namespace) -> Answer:
    raise Unsupported(
        N_("only the window's part takes screenshots; let the command begin with “screenshot”"), "out"
    )


def window_size(text: str) -> tuple[int, int]:
    """Width and height of a window in pixels.

    >>> window_size("1280x800")
    (1280, 800)

    Raises
    ------
    NotValid
        It reads otherwise, or is smaller or larger than a window can be.
    """
    read = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip(), re.ASCII)
    size = (int(read[1]), int(read[2])) if read else (0, 0)
    fits = all(low <= side <= high for low, side, high in zip(_SMALLEST, size, _LARGEST, strict=True))
    if not fits:
        raise NotValid(
            N_(
                "--size is written as 1280x800, from {low} to {high} pixels, not “{value}”",
                low=f"{_SMALLEST[0]}x{_SMALLEST[1]}",
                high=f"{_LARGEST[0]}x{_LARGEST[1]}",
                value=text,
            ),
            "size",
        )
    return size


def _no_options(parser: argparse.ArgumentParser) -> None:
    """`figures` takes none of its own."""


def _declare_render(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(verb="render")
    parser.add_argument("figure", metavar="FIGURE", help=help_text(parser, N_("an id that `figures` lists")))
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help=help_text(parser, N_("a name that ends in .svg, .png, .pdf or .csv")),
    )
    parser.add_argument(
        "--session",
        type=Path,
        metavar="FILE",
        help=help_text(parser, N_("a saved session; without one, the values that the program starts with")),
    )
    _declare_theme(parser)


def _declare_screenshot(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(verb="screenshot")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help=help_text(parser, N_("the folder for pictures of every workspace and every card")),
    )
    _declare_theme(parser)
    parser.add_argument(
        "--size",
        type=window_size,
        default=(1280, 800),
        metavar="1280x800",
        help=help_text(parser, N_("width and height of the window, in pixels")),
    )


def _declare_theme(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--theme", choices=THEMES, default=THEMES[0], help=help_text(parser, N_("light or dark colours"))
    )


VERBS: tuple[Verb, ...] = (
    Verb("figures", N_("list the figures"), _no_options, _figures, example="figures"),
    Verb(
        "render",
        N_("write a figure as a picture, or its numbers as CSV"),
        _declare_render,
        _render,
        example="render composition --out composition.svg --theme dark",
    ),
    Verb(
        "screenshot",
        N_("pictures of the window: every workspace and every card"),
        _declare_screenshot,
        _screenshot,
        example="screenshot --out pictures --size 1280x800",
    ),
)
