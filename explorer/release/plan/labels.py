"""How labels and headers are spelled in what is written, and what the special cells are called."""

from __future__ import annotations

COUNT, MARGIN_EACH, MARGIN_JOINT, NONNEGATIVE = (
    "noised_count",
    "margin_each",
    "margin_joint",
    "nonnegative_count",
)
NOISED_SUM, NOISED_ROWS, MEAN, MEAN_FROM, MEAN_TO = (
    "noised_sum",
    "noised_rows",
    "mean",
    "mean_from",
    "mean_to",
)
FITTED = "fitted_count"
BELOW, ABOVE, MISSING, UNREADABLE, OTHER = "(below)", "(above)", "(missing)", "(unreadable)", "(other)"
NUMERIC_SPECIAL = (BELOW, ABOVE, MISSING, UNREADABLE)
CATEGORY_SPECIAL = (OTHER, MISSING)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def spelled(text: str) -> str:
    """A label or header that no spreadsheet takes for a formula (CWE-1236): a leading ' where needed.

    The characters that OWASP's page "CSV Injection" lists; the full-width ones are taken for plain ones by
    spreadsheets in Chinese and Japanese.

    >>> spelled("=1"), spelled("＝1"), spelled("1=1")
    ("'=1", "'＝1", '1=1')
    """
    return "'" + text if text.startswith(FORMULA) else text
