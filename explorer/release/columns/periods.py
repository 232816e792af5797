"""Days, weeks, months, quarters and years: where they begin, and what each is called.

Dates are told as `explorer.release.columns.date_pattern` tells them. Weeks are those of ISO 8601: they begin
on a Monday.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from explorer.mark import N_, Sentence, verbatim
from explorer.release.columns.date_pattern import UNITS, DatePattern, part_of

PERIODS = ("day", "week", "month", "quarter", "year")
SEVERAL: Mapping[str, Sentence] = MappingProxyType(
    {
        "day": N_("days"),
        "week": N_("weeks, from Monday"),
        "month": N_("months"),
        "quarter": N_("quarters"),
        "year": N_("years"),
    }
)
MOST_PERIODS = 20_000
_DAY = UNITS["DD"]
_LEAST = {"day": 1, "week": 7, "month": 28, "quarter": 90, "year": 365}  # days
_ISO = tuple(map(DatePattern, ("YYYY-MM-DD", "YYYY-MM-DDThh:mm:ss", "YYYY-MM-DDThh:mm", "YYYY-MM", "YYYY")))
_MONTHS: tuple[Callable[[str], Sentence], ...] = (
    lambda year: N_("January {year}", year=year),
    lambda year: N_("February {year}", year=year),
    lambda year: N_("March {year}", year=year),
    lambda year: N_("April {year}", year=year),
    lambda year: N_("May {year}", year=year),
    lambda year: N_("June {year}", year=year),
    lambda year: N_("July {year}", year=year),
    lambda year: N_("August {year}", year=year),
    lambda year: N_("September {year}", year=year),
    lambda year: N_("October {year}", year=year),
    lambda year: N_("November {year}", year=year),
    lambda year: N_("December {year}", year=year),
)


def iso(text: str) -> int | None:
    """The number of a date as ISO 8601 writes it, to the second at most; None for what is none."""
    return next((found for each in _ISO if (found := each.read(text)) is not None), None)


def iso_text(moment: int, with_time: bool) -> str:
    """A date as ISO 8601 writes it."""
    return _ISO[1 if with_time else 0].spelled(moment)


def has_time(moment: int) -> bool:
    """Whether it is not the beginning of a day."""
    return moment % _DAY != 0


def too_many(start: int, end: int, every: str) -> bool:
    """Whether there may be more than `MOST_PERIODS` periods; told before any of them is listed."""
    return (_date(end) - _date(start)).days // _LEAST[every] > MOST_PERIODS


def edges_of(start: int, end: int, every: str) -> Iterator[int]:
    """Both dates, and between them each day on which a period begins; the first and the last period are
    shorter where the dates are not their ends.

    >>> list(edges_of(20250101000000, 20250301000000, "month"))
    [20250101000000, 20250201000000, 20250301000000]
    """
    yield start
    last, day = _date(end), _after(_date(start), every)
    while day is not None and day < last:
        yield _moment(day)
        day = _after(day, every)
    yield end


def _date(moment: int) -> date:
    return date(part_of(moment, "YYYY"), part_of(moment, "MM"), part_of(moment, "DD"))


def _moment(day: date) -> int:
    return day.year * UNITS["YYYY"] + day.month * UNITS["MM"] + day.day * _DAY


def _after(day: date, every: str) -> date | None:
    """The first day after this one on which a period begins; None after the year 9999."""
    try:
        if every in ("day", "week"):
            return day + timedelta(1 if every == "day" else 7 - day.weekday())
        months = {"month": 1, "quarter": 3, "year": 12}[every]
        begun = (day.year * 12 + day.month - 1) // months * months + months
        return date(begun // 12, begun % 12 + 1, 1)
    except (OverflowError, ValueError):
        return None


def period_of(low: int, high: int) -> str | None:
    """Which period an interval is one of, from its first moment to the first of the next one."""
    if has_time(low) or has_time(high):
        return None
    first, end = _date(low), _date(high)
    begins = {
        "day": True,
        "week": first.weekday() == 0,
        "month": first.day == 1,
        "quarter": first.day == 1 and first.month % 3 == 1,
        "year": first.day == first.month == 1,
    }
    return next((each for each in PERIODS if begins[each] and _after(first, each) == end), None)


def name_of(low: int, high: int) -> Sentence | None:
    """What an interval is called that is one whole year, quarter, month, week or day."""
    period = period_of(low, high)
    if period == "month":
        return _MONTHS[part_of(low, "MM") - 1](f"{part_of(low, 'YYYY'):04}")
    if period == "quarter":
        year, quarter = short_name(low, period).split(" Q")
        return N_("{year} Q{quarter}", year=year, quarter=quarter)
    if period == "week":
        return N_("week of {day}", day=short_name(low, period))
    return None if period is None else verbatim(short_name(low, period))


def short_name(moment: int, period: str) -> str:
    """What a period that begins here is called where there is little room, in any language.

    >>> [short_name(20250401000000, period) for period in PERIODS]
    ['2025-04-01', '2025-04-01', '2025-04', '2025 Q2', '2025']
    """
    if period == "quarter":
        return f"{part_of(moment, 'YYYY'):04} Q{part_of(moment, 'MM') // 3 + 1}"
    patterns = {"month": DatePattern("YYYY-MM"), "year": DatePattern("YYYY")}
    return patterns.get(period, _ISO[0]).spelled(moment)
