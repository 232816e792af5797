"""Simulated rows as the bytes of a file in the dialect that a plan declares."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input

Row = dict[str, str]
_WIDEST = 2000  # fields of a file without a header, where a column may have any number


def fits(declared: Input, text: str, width: int = 2) -> bool:
    """Whether a record of so many fields can hold a text in this dialect and encoding, and give it back."""
    fields = [text] * width
    try:
        line = _line(declared, fields).encode(declared.encoding).decode(declared.encoding)
        lines = io.StringIO(line.removeprefix("\ufeff"), newline="")
        return list(csv.reader(lines, _dialect(declared), strict=True)) == [fields]
    except (csv.Error, UnicodeError):
        return False


def table_bytes(plan: ReleasePlan, rows: Sequence[Row]) -> bytes:
    """A file of these rows, each with a text for every column that the plan names.

    Raises
    ------
    NotValid
        The dialect cannot hold it.
    """
    declared, identity = plan.input, plan.privacy.id_column
    named = [column.name for column in plan.classified]
    names = list(dict.fromkeys(named if identity is None else [identity, *named]))
    if not declared.header:
        width = max(map(int, names))
        if width > _WIDEST:
            sentence = N_("an example file has {most:plain} columns at most", most=_WIDEST)
            raise NotValid(sentence, "input.header")
        names = [str(number) for number in range(1, width + 1)]
    lines = [names] if declared.header else []
    lines += [[row.get(name, "") for name in names] for row in rows]
    try:
        return "".join(_line(declared, fields) for fields in lines).encode(declared.encoding)
    except (csv.Error, UnicodeError):
        pass
    raise NotValid(N_("no example file can be written with this delimiter, quote and encoding"), "input")


def _line(declared: Input, fields: Sequence[str]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, _dialect(declared)).writerow(fields)
    return text.getvalue()


def _dialect(declared: Input) -> type[csv.Dialect]:
    class Declared(csv.Dialect):
        delimiter = declared.delimiter
        quotechar = declared.quote or None
        quoting = csv.QUOTE_MINIMAL if declared.quote else csv.QUOTE_NONE
        lineterminator = "\r\n"

    return Declared
