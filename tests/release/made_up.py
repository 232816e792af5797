"""Tables of every sort, drawn at random: dialects, encodings, odd values, and now and then a fault."""

import random
from dataclasses import replace
from fractions import Fraction

from explorer.release.plan.columns import CategoryColumn, Column, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram

NAMES = ("id", "age", "region", "weight", "day")
AGES = (
    *(
        "7",
        "20",
        "20.0",
        "40",
        "100",
        "99.99999999999999999999",
        "19.99999999999999999999",
        "20.0000000000000001",
    ),
    *(
        "",
        "NA",
        " 7",
        "7 ",
        "\t30",
        "+5",
        "+-5",
        "1_000",
        "0x28",
        "nan",
        "inf",
        "-1",
        "-0",
        "0",
        "0.0",
        "-1e-400",
    ),
    *(
        "2e1",
        "4E+1",
        "1e400",
        ".5",
        "5.",
        "1,5",
        "39.99",
        "007",
        "٣",
        "１２",
        "7\u00a0",
        "0.30000000000000001",
        "0.3",
    ),
    *(
        "1e-400",
        "1e22",
        "9007199254740993",
        "9007199254740992.5",
        "x",
        '"',
        "a\nb",
        "99",
        " 99",
        "a,b",
        "#7",
        "\\N",
    ),
)
REGIONS = (
    "North",
    "South",
    "Nörd",
    "北",
    "north",
    "North ",
    " North",
    "",
    "NA",
    'No"rth',
    "a,b",
    "a\r\nb",
    "'",
    "O'x",
)
DAYS = (
    *("2025-02-28", "2025-02-29", "2024-02-29", "2025-12-31", "2026-01-01", "2024-12-31", "0000-01-01"),
    *(
        "20250131",
        "20250230",
        "31.01.2025",
        "2025-01-31 23:59",
        "2025-01-31 24:00",
        "12025-01-01",
        "9999-99-99",
    ),
    *("", "NA", " 2025-03-01", "2025-03-01 ", "２０２５-01-01", "2025-1-1", "x", "'", "2025"),
)
DATES = (
    DateColumn("day", every="month", start="2025-01-01", end="2026-01-01"),
    DateColumn("day", "YYYYMMDD", edges=("2025", "2025-02-01", "2025-12-31")),
    DateColumn("day", "YYYY-MM-DD hh:mm", every="week", start="2025-01-01", end="2025-03-01"),
    DateColumn("day", "YYYY", edges=("2024", "2025", "2026")),
)
BESIDE = ("", "", "1", "x", "a,b", 'say "x"', '"', "a\nb", "\r\n", "北", "a;b", "1.5", "'", "\ufeff")
"""What columns hold that no plan asks for."""
EDGES = (
    ("0", "20", "40", "100"),
    ("-1", "0", "0.3", "0.30000000000000001", "7"),
    ("0.1", "0.3", "20"),
    ("0", "9007199254740992", "9007199254740993"),
    tuple(str(edge) for edge in range(0, 101, 5)),
)
CATEGORIES = (("North", "South"), ("北", "Nörd", "a,b"), ("O'x", "a\r\nb", "x"))
LONG = ("x" * 63, "x" * 64, "x" * 65, "é" * 32, "北" * 21, "北" * 22, " " + "未" * 22)
"""Ids, and spellings of a missing value, about as long as a few words hold."""
FAULTS = ('"', "\r", "\n", "\0", ",", " ", ";", '""', "\ufeff", "\n\n", "\r\n", "'")


def table_of(chance: random.Random) -> tuple[bytes, ReleasePlan]:
    """The bytes of a file and a plan for it; one file in four has a fault somewhere."""
    declared = Input(
        encoding=chance.choice(["utf-8", "utf-8", "utf-8", "utf-16", "gb18030", "utf-16-le", "latin-1"]),
        delimiter=chance.choice([",", ",", ",", ";", ";", "\t", "|", ":", " ", "§"]),
        quote=chance.choice(['"'] * 7 + ["'", "", "`"]),
        header=chance.random() < 0.8,
        decimal=chance.choice([".", ".", ","]),
        missing=chance.choice(
            [("",), ("", "NA"), (), ("NA", "99"), (" 7", "0"), ("-1", " "), LONG, LONG[3:]]
        ),
        trim=chance.random() < 0.3,
    )
    width = chance.choice([1, 2, 3, 4, 4, 5, 5])
    names, order = _laid_out(chance, width)
    end = chance.choice(["\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r"])
    beside = [[_written(chance.choice(BESIDE), declared, False) for _ in names[width:]] for _ in range(9)]
    rows = [
        _record(chance, declared, width) + chance.choice(beside)
        for _ in range(chance.choice([0, 1, 3, 30, 200]))
    ]
    if declared.header:
        rows.insert(0, [_written(name, declared, False) for name in names])
    rows = [[row[at] for at in order] for row in rows]
    lines = [declared.delimiter.join(row) for row in rows]
    if chance.random() < 0.2 and lines:
        lines.insert(chance.randrange(len(lines)) + 1, "")
    text = end.join(lines) + (end if chance.random() < 0.7 else "")
    if chance.random() < 0.2:
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(FAULTS) + text[place:]
    if chance.random() < 0.1:
        text = "\ufeff" + text
    content = text.encode(declared.encoding, "replace")
    if chance.random() < 0.05:
        place = chance.randrange(len(content) + 1)
        content = content[:place] + bytes([chance.randrange(256)]) + content[place:]
    if not declared.header:
        names = tuple(str(order.index(at) + 1) for at in range(width))
    return content, _plan(chance, declared, names[:width])


def _laid_out(chance: random.Random, width: int) -> tuple[tuple[str, ...], list[int]]:
    """The names of the columns, and in which order they stand; half of the tables have many more columns."""
    names, order = _names(width), list(range(width))
    if chance.random() < 0.5:
        names += tuple(f"x{at}" for at in range(chance.choice([12, 15, 30])))
        order = chance.sample(range(len(names)), len(names))
    return names, order


def _names(width: int) -> tuple[str, ...]:
    return ("age",) if width == 1 else NAMES[:width]


def _record(chance: random.Random, declared: Input, width: int) -> list[str]:
    age = chance.choice(AGES) if chance.random() < 0.3 else str(chance.randrange(-3, 110))
    weight = repr(chance.random() * 40) if chance.random() < 0.8 else chance.choice(AGES)
    if declared.decimal == "," and chance.random() < 0.8:
        age, weight = age.replace(".", ","), weight.replace(".", ",")
    day = (
        chance.choice(DAYS)
        if chance.random() < 0.5
        else f"2025-{chance.randrange(14):02}-{chance.randrange(33):02}"
    )
    values = [_identity(chance), age, chance.choice(REGIONS), weight, day][:width]
    spelled = [age] if width == 1 else values
    return [_written(value, declared, chance.random() < 0.2) for value in spelled]


def _identity(chance: random.Random) -> str:
    kind = chance.random()
    person = chance.randrange(9)
    if kind < 0.6:
        return f"p{person}"
    if kind < 0.7:
        return "long identity " * 2 + str(person)
    if kind < 0.75:
        return "longer than a few words " * 3 + str(person)
    if kind < 0.85:
        return chance.choice(LONG) + chance.choice(["", "", "", " ", "y"])
    return chance.choice(["", "NA", "1", "01", "北京", "ab" * 4, "ab" * 4 + "c", " p1", "99", str(person)])


def _written(value: str, declared: Input, always: bool) -> str:
    quote = declared.quote
    special = any(mark in value for mark in (declared.delimiter, "\n", "\r", *([quote] if quote else [])))
    if not quote:
        return "x" if special else value
    return quote + value.replace(quote, 2 * quote) + quote if special or always else value


def _plan(chance: random.Random, declared: Input, names: tuple[str, ...]) -> ReleasePlan:
    width = len(names)
    columns: list[Column] = []
    for name, kind in zip(names, ("age",) if width == 1 else NAMES, strict=False):
        if kind in ("age", "weight"):
            edges = chance.choice(EDGES)
            whole = "." not in "".join(edges) and chance.random() < 0.3
            columns.append(NumericColumn(name, edges, whole))
        elif kind == "day":
            columns.append(replace(chance.choice(DATES), name=name))
        elif kind == "region":
            known = CategoryColumn(name, chance.choice(CATEGORIES))
            columns.append(known if chance.random() < 0.7 else UnknownColumn(name))
    chosen = chance.sample(columns, min(chance.randint(1, len(columns)), 3))
    if chance.random() < 0.3 and not any(isinstance(each, UnknownColumn) for each in chosen):
        histograms = [tuple(chosen)]
    else:
        histograms = [(column,) for column in chosen]
    bounds = chance.choice(
        [(1, None, None), (2, None, None), (3, 1, None), (4, 2, 2), (5, None, 1), (3, 2, 1)]
    )
    privacy = Privacy("row", Fraction(1))
    if width > 1 and chance.random() < 0.5:
        privacy = Privacy("person", Fraction(1), Fraction(0), "", names[0], *bounds)
    return ReleasePlan(
        privacy, tuple(Histogram(f"h{at}", each) for at, each in enumerate(histograms)), "", declared
    )
