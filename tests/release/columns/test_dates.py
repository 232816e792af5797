"""Dates: one declared format, exact half-open intervals, and both readers alike."""

import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from cases_in_one import cases_in_one
from count_cases import KEY, asking, plan_of, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import told
from thoroughness import tries

from explorer.mark import Sentence
from explorer.release.columns.date_pattern import DatePattern, faults
from explorer.release.columns.periods import PERIODS, edges_of, iso
from explorer.release.plan.columns import DateColumn
from explorer.release.plan.sections import Input

FORMATS = (
    "YYYY-MM-DD",
    "DD.MM.YYYY",
    "MM/DD/YYYY hh:mm",
    "YYYYMMDDhhmmss",
    "YYYY-MM-DDThh:mm:ssZ",
    "YYYY年MM月DD日",
    "YYYY-MM",
    "YYYY",
    "hh:mm'ss\" DD MM YYYY",
)
HOSTILE = (
    *("2025-02-29", "2024-02-29", "2025-02-30", "1900-02-29", "2000-02-29", "2025-04-31", "2025-13-01"),
    *("2025-00-10", "2025-01-00", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "12025-01-01"),
    *("-025-01-01", "+025-01-01", "2025-1-1", "2025-01-1", " 2025-01-01", "2025-01-01 ", "2025-01-01\t"),
    *("2025-01-01T00:00:00", "2025-01-01\u00a0", "２０２５-01-01", "٢٠٢٥-٠١-٠١", "2025–01–01", "2025_01_01"),
    *(
        "",
        "NA",
        "n/a",
        "9999-99-99",
        "0000-00-00",
        "2025-01-0x",
        "2025-01-01-",
        "1e3",
        "today",
        "\ufeff2025-01-01",
    ),
    *("20250101240000", "20250101235960", "20250101235959", "20250101000000", "2025010100000", "'", "2025"),
    *("01/31/2025 24:00", "01/31/2025 23:60", "01/31/2025 23:59", "31.01.2025", "31.02.2025", "2025-01"),
    *(
        "2025年01月31日",
        "2025年02月31日",
        "2025-01-01T23:59:60Z",
        "2025-01-01T24:00:00Z",
        "2025-01-01T10:00:00Z",
    ),
    *("2025-01-01T10:00:00+01:00", "10:00'00\" 01 01 2025", "2025-06-30", "2025-07-01", "2024-12-31"),
)


def english(sentence: Sentence | str) -> str:
    return sentence if isinstance(sentence, str) else sentence.text.format(**dict(sentence.values))


def declared_cell(text: str, column: DateColumn, missing: frozenset[str]) -> str:
    """The specification, by the standard library alone."""
    stripped = text.strip(" \t\n\r\v\f")
    if stripped in missing or text in missing:
        return "(missing)"
    names = {"YYYY": "%Y", "MM": "%m", "DD": "%d", "hh": "%H", "mm": "%M", "ss": "%S"}
    spelling = column.format
    for letters, directive in names.items():
        spelling = spelling.replace(letters, directive)
    try:
        moment = datetime.strptime(stripped, spelling)
    except ValueError:
        return "(unreadable)"
    again = column.format
    for letters, directive in names.items():
        value = f"{moment.year:04}" if letters == "YYYY" else moment.strftime(directive)
        again = again.replace(letters, value)
    if again != stripped or moment.second > 59:  # one digit where there must be two, other digits
        return "(unreadable)"
    for label, (low, high) in zip(column.declared_labels, column.intervals, strict=True):
        if datetime.fromisoformat(low) <= moment < datetime.fromisoformat(high):
            return label
    return "(below)" if moment < datetime.fromisoformat(column.edge_names[0]) else "(above)"


def spelled_at_random(chance: random.Random, pattern: str) -> str:
    """A text near the pattern: a date, or nearly one."""
    kind = chance.random()
    if kind < 0.2:
        return chance.choice(HOSTILE)
    moment = datetime(2024, 12, 30) + timedelta(seconds=chance.randrange(2 * 366 * 86400))
    parts = {
        "YYYY": moment.year if chance.random() < 0.9 else chance.randrange(10**4),
        "MM": moment.month if chance.random() < 0.9 else chance.randrange(16),
        "DD": moment.day if chance.random() < 0.8 else chance.randrange(34),
        "hh": chance.randrange(26),
        "mm": chance.randrange(62),
        "ss": chance.randrange(62),
    }
    text = pattern
    for letters, value in parts.items():
        text = text.replace(letters, f"{value:0{len(letters)}}")
    if kind > 0.9:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(" 0٣１x-\u00a0'") + text[at + chance.randrange(2) :]
    return text


@settings(max_examples=tries(120), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 2**32),
    st.sampled_from(FORMATS),
    st.sampled_from(["year", "quarter", "month", "week", "day"]),
    st.booleans(),
)
def test_that_both_readers_tell_each_date_as_the_standard_library_does(
    tmp_path: Path, seed: int, pattern: str, every: str, alone: bool
) -> None:
    chance = random.Random(seed)
    column = DateColumn("when", pattern, every=every, start="2025-01-01", end="2026-01-01")
    if not column.is_told:
        column = DateColumn("when", pattern, edges=("2025", "2026"))
    declared = Input(
        delimiter=";", missing=chance.choice([("", "NA"), (), ("9999-99-99", " 2025-06-30", "2024", "NA")])
    )
    texts = [spelled_at_random(chance, pattern) for _ in range(chance.randrange(1, 400))]
    if alone:
        texts = [text for text in texts if text]
    rows = "".join('"' + text.replace('"', '""') + ('"\n' if alone else '";x\n') for text in texts)
    path = tmp_path / "table.csv"
    path.write_bytes((("when\n" if alone else "when;more\n") + rows).encode())
    asked = asking(plan_of(column, declared=declared), path, KEY, piece=1 << 16)
    quick = quickly(asked)
    assert quick is not None
    expected = Counter(declared_cell(text, column, declared.missing_values) for text in texts)
    assert told(quick) == told(strictly(asked)) == [[expected[label] for label in column.labels]]


def test_that_every_hostile_spelling_has_its_cell_in_every_format(tmp_path: Path) -> None:
    for pattern in FORMATS:
        column = DateColumn("when", pattern, edges=("2025", "2026"))
        declared = Input(delimiter=";", missing=("", "NA", "0000-00-00"))
        path = tmp_path / "table.csv"
        path.write_text(
            "when;x\n" + "".join('"' + text.replace('"', '""') + '";\n' for text in HOSTILE),
            "utf-8",
            newline="",
        )
        asked = asking(plan_of(column, declared=declared), path, KEY)
        expected = Counter(declared_cell(text, column, declared.missing_values) for text in HOSTILE)
        assert told(quickly(asked)) == told(strictly(asked)) == [[expected[each] for each in column.labels]]


def test_that_an_interval_holds_its_first_moment_and_not_its_last() -> None:
    column = DateColumn("when", "YYYY-MM-DD hh:mm:ss", edges=("2025-01-01", "2025-01-01T12:00", "2025-01-02"))
    cell = column.classifier(Input())
    assert [cell(f"2025-01-01 {time}") for time in ("00:00:00", "11:59:59", "12:00:00", "23:59:59")] == [
        0,
        0,
        1,
        1,
    ]
    assert cell("2024-12-31 23:59:59") == column.labels.index("(below)")
    assert cell("2025-01-02 00:00:00") == column.labels.index("(above)")
    assert column.datatypes == ("string", "dateTime", "dateTime")
    assert column.labels[0] == "from 2025-01-01T00:00:00 to 2025-01-01T12:00:00"


@pytest.mark.parametrize(
    ("every", "start", "end", "names"),
    [
        ("month", "2025-01-01", "2025-03-01", ["January 2025", "February 2025"]),
        ("month", "2025-01-15", "2025-03-01", ["2025-01-15 to <2025-02-01", "February 2025"]),
        ("quarter", "2024-10-01", "2025-04-01", ["2024 Q4", "2025 Q1"]),
        ("year", "2024", "2026", ["2024", "2025"]),
        ("week", "2024-12-30", "2025-01-13", ["week of 2024-12-30", "week of 2025-01-06"]),
        ("week", "2025-01-01", "2025-01-13", ["2025-01-01 to <2025-01-06", "week of 2025-01-06"]),
        ("day", "2024-02-28", "2024-03-01", ["2024-02-28", "2024-02-29"]),
        ("month", "9999-11-01", "9999-12-31", ["November 9999", "9999-12-01 to <9999-12-31"]),
    ],
)
def test_that_periods_are_called_by_their_names(every: str, start: str, end: str, names: list[str]) -> None:
    column = DateColumn("when", every=every, start=start, end=end)
    assert [english(each) for each in column.names[: len(names)]] == names
    assert len(column.intervals) == len(names)
    in_files = [f"from {each.replace(' to <', ' to ')}" if "<" in each else each for each in names]
    assert list(column.declared_labels) == in_files
    assert [cells[0] for cells in column.written_cells] == [*in_files, *column.special]
    assert len(set(column.labels)) == len(column.labels)


def test_that_a_range_of_dates_is_called_by_its_name_where_it_is_one_period() -> None:
    column = DateColumn("when", every="month", start="2025-01-01", end="2026-02-01")
    named = [(0, 1), (0, 3), (1, 4), (0, 12)]
    assert [english(column.range_name(*ends)) for ends in named] == [
        *("January 2025", "2025 Q1"),
        *("2025-02-01 to <2025-05-01", "2025"),
    ]


def test_that_a_report_tells_of_periods_from_when_to_when_and_of_own_edges_each_one() -> None:
    days = DateColumn("when", every="day", start="2024", end="2026").described
    assert str(days).startswith("dates, taken as written, in {periods}: from {start} on, before {end}")
    assert dict(days.values)["start"] == "2024-01-01"
    assert dict(days.values)["end"] == "2026-01-01"
    own = DateColumn("when", edges=("2024", "2025", "2026")).described
    assert len(dict(own.values)["edges"]) == 3


@given(st.dates(), st.integers(1, 2000), st.sampled_from(PERIODS))
def test_that_periods_follow_each_other_and_begin_where_the_calendar_says(start, days, every) -> None:
    try:
        end = start + timedelta(days)
    except OverflowError:
        return
    edges = [
        datetime(each // 10**10, each // 10**8 % 100, each // 10**6 % 100).date()
        for each in edges_of(iso(start.isoformat()), iso(end.isoformat()), every)
    ]
    assert (edges[0], edges[-1]) == (start, end)
    assert sorted(set(edges)) == edges
    begins = {
        "day": lambda day: True,
        "week": lambda day: day.isocalendar().weekday == 1,
        "month": lambda day: day.day == 1,
        "quarter": lambda day: day.day == 1 and day.month in (1, 4, 7, 10),
        "year": lambda day: day.timetuple().tm_yday == 1,
    }[every]
    within = (start + timedelta(more) for more in range(1, days))
    assert edges[1:-1] == [day for day in within if begins(day)]


@given(st.datetimes(), st.sampled_from(FORMATS))
def test_that_a_pattern_reads_what_it_spells(moment: datetime, pattern: str) -> None:
    number = int(f"{moment.year:04}" + moment.strftime("%m%d%H%M%S"))
    read = DatePattern(pattern).read(DatePattern(pattern).spelled(number))
    assert read is not None
    assert read == number if DatePattern(pattern).tells(number) else read <= number


@pytest.mark.parametrize("pattern", FORMATS)
def test_that_these_formats_hold(pattern: str) -> None:
    assert not list(faults(pattern))


@cases_in_one(
    "pattern",
    [
        *("", "MM-DD", "YYYY-DD", "YY-MM-DD", "yyyy-mm-dd", "YYYY-MM-DD hh:ss", "YYYY-MM-MM", "YYYY YYYY"),
        *(
            "YYYY-MM-DD ",
            " YYYY",
            "YYYY-MM-DD 0h",
            "YYYYx",
            "YYYY٣",
            "YYYY\n",
            "YYYY\0",
            "hh:mm",
            "YYYY" + "-" * 99,
        ),
    ],
)
def test_that_a_format_that_could_be_misread_is_refused(pattern: str) -> None:
    assert list(faults(pattern))


def test_that_a_day_between_inner_edges_is_between_these():
    column = DateColumn("day", edges=("2025-01-01", "2025-02-01", "2025-03-01", "2025-03-11"))
    assert [column.between(edge, 0.5) for edge in range(3)] == ["2025-01-16", "2025-02-15", "2025-03-06"]
