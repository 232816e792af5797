"""How cells and columns are spelled in what is written."""

from __future__ import annotations

from explorer.release.plan.declarations import Column, Histogram, NumericColumn, Output

COUNT, MARGIN_EACH, MARGIN_JOINT, NONNEGATIVE = (
    "noised_count",
    "margin_each",
    "margin_joint",
    "nonnegative_count",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def spelled(text: str) -> str:
    """A label or header that no spreadsheet takes for a formula (CWE-1236): a leading ' where needed.

    The characters that OWASP's page "CSV Injection" lists; the full-width ones are taken for plain ones by
    spreadsheets in Chinese and Japanese.

    >>> spelled("=1"), spelled("＝1"), spelled("1=1")
    ("'=1", "'＝1", '1=1')
    """
    return "'" + text if text.startswith(_FORMULA) else text


def column_names(column: Column) -> tuple[str, ...]:
    """The columns that one counted column becomes: three for a numeric one, one for a category."""
    names = (column.name, f"{column.name}_from", f"{column.name}_to")
    return tuple(map(spelled, names if isinstance(column, NumericColumn) else names[:1]))


def header_of(histogram: Histogram, output: Output) -> tuple[str, ...]:
    """The header of a released table."""
    counted = [name for column in histogram.columns for name in column_names(column)]
    return (*counted, COUNT, MARGIN_EACH, MARGIN_JOINT, *((NONNEGATIVE,) if output.nonnegative else ()))


def written_cells(column: Column) -> tuple[tuple[str, ...], ...]:
    """What stands in the columns of `column_names`, one entry a cell; special cells have no ends."""
    if isinstance(column, NumericColumn):
        declared = [(f"from {low} to {high}", low, high) for low, high in column.intervals]
        return (*declared, *((label, "", "") for label in column.special))
    return (*((spelled(label),) for label in column.categories), *((label,) for label in column.special))
