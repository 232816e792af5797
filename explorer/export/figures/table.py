"""The numbers behind a picture as CSV."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np

from explorer.app.plotting.figure import Figure
from explorer.language import Language
from explorer.mark import Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid
from explorer.release.plan.labels import spelled

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_EXACT = Language("en", exact=True)
_BREAKS = re.compile('[,"\r\n]')


def table_csv(figure: Figure) -> str:
    """The figure's table: its names as header, then one line a row; LF, no comments.

    Numbers are written so that they read back as the same double; NaN is an empty cell, infinity `inf`.
    The same in every language. Text that a spreadsheet would take for a formula gets a leading `'`
    (CWE-1236).

    Raises
    ------
    NotValid
        The figure is empty; the sentence is the one that it shows instead.
    """
    if figure.empty is not None:
        raise NotValid(figure.empty, "figure")
    if not figure.table.names:
        return ""
    header = [spelled(name) for name in figure.table.names]
    rows = zip(*([_cell(each) for each in column] for column in figure.table.columns), strict=True)
    # A row of one empty cell is quoted: a blank line would be no row.
    return "".join((",".join(map(quoted, row)) or '""') + "\n" for row in (header, *rows))


def quoted(cell: str) -> str:
    """As RFC 4180 has it; the library's writer leaves a lone CR bare on older Pythons."""
    return '"' + cell.replace('"', '""') + '"' if _BREAKS.search(cell) else cell


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Sentence):
        value = _EXACT.say(value)
    if isinstance(value, str):
        return value if _NUMBER.fullmatch(value) else spelled(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, float | np.floating):
        return "" if math.isnan(value) else repr(float(value))
    return str(value)
