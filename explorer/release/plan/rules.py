"""The rules that join several parts of a plan, each refused beside its key.

What is wrong with a key by itself or within its section is declared with it (`explorer.release.plan.key`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.columns.column import Column
from explorer.release.plan.key import broken_keys
from explorer.release.plan.sections import Input, Output, Privacy
from explorer.release.queries.interval_words import written_headers
from explorer.release.queries.query import Query
from explorer.release.values.amount import adds_up
from explorer.release.values.noise_distribution import GAUSSIAN

MOST_CELLS, MOST_QUERIES = 1_000_000, 10_000
LARGEST_DELTA = 1 - Fraction(1, 10**30)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_DEVICE = re.compile(r"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]", re.IGNORECASE)
_NUMBERED = re.compile(r"[1-9]\d{0,8}", re.ASCII)

Queries = Mapping[str, Sequence[Query | None]]
"""The queries of each section of a plan; None where one could not be read."""


def broken(
    declared: Input, privacy: Privacy | None, queries: Queries, output: Output | None
) -> Iterator[Refusal]:
    """Every rule of a plan that does not hold; parts that are None are skipped."""
    yield from broken_keys(declared, "input")
    if privacy is not None:
        yield from broken_keys(privacy, "privacy")
        yield from _delta(privacy, [query for _, query in _placed(queries)])
        if not declared.header and privacy.id_column is not None:
            yield from _numbered(privacy.id_column, "privacy.id_column")
    yield from _queries(queries, declared, privacy, output)
    if output is not None:
        yield from broken_keys(output, "output")


def _placed(queries: Queries) -> Iterator[tuple[str, Query]]:
    """Each query that could be read, with its path in the plan."""
    for section, some in queries.items():
        for number, query in enumerate(some, 1):
            if query is not None:
                yield f"{section}.{number}", query


def _not(sentence: Sentence, field: str) -> Refusal:
    return NotValid(sentence, field)


_FOUND = N_("categories found in the data spend a delta: declare one above 0 and below 1, like 1e-6")
_NEEDED = N_(
    "discrete Gaussian noise spends a delta: declare one above 0 and below 1, like 1e-6, or choose discrete "
    "Laplace noise"
)


def _delta(privacy: Privacy, queries: Sequence[Query]) -> Iterator[Refusal]:
    """Gaussian noise and thresholds spend δ; Laplace noise alone has none to spend.

    Where a query may find no categories, that is said beside its column, and nothing of δ.
    """
    found = [each for each in queries if each.spends_delta]
    if privacy.mechanism != GAUSSIAN and not any(each.counts_cells for each in found):
        if privacy.delta != 0 and not found:
            sentence = N_("discrete Laplace gives pure epsilon: delta must be 0")
            yield _not(sentence, "privacy.delta")
    elif not 0 < privacy.delta < 1:
        yield _not(_NEEDED if privacy.mechanism == GAUSSIAN else _FOUND, "privacy.delta")
    elif privacy.delta > LARGEST_DELTA:
        yield _not(too_close_to_one("delta"), "privacy.delta")
    elif not adds_up(privacy.delta):
        yield _not(N_("delta must be a decimal, or p/q with q at most 1000"), "privacy.delta")


def too_close_to_one(name: str) -> Sentence:
    """Why a δ above `LARGEST_DELTA` is refused: it protects nobody, and each nine makes ρ slower."""
    return N_("{name} must be at least {gap} below 1", name=name, gap=float(1 - LARGEST_DELTA))


def _queries(
    queries: Queries, declared: Input, privacy: Privacy | None, output: Output | None
) -> Iterator[Refusal]:
    first = next(iter(queries), "")
    if sum(map(len, queries.values())) > MOST_QUERIES:
        yield _not(N_("the plan has more than {most} {most:table|tables}", most=MOST_QUERIES), first)
        return
    placed = list(_placed(queries))
    named = Counter(name.casefold() for _, query in placed for name in {query.name, *query.table_names})
    for path, query in placed:
        if (sentence := _misnamed(query.name, named)) is not None:
            yield _not(sentence, f"{path}.name")
        if (large := query.too_large()) is not None:  # nothing of it is gone through
            yield _not(large[1], f"{path}.{large[0]}")
            continue
        yield from broken_keys(query, path)
        for place, column in enumerate(query.columns, 1):
            yield from _column(column, declared, f"{path}.column.{place}")
        for at, column_name in query.named_columns:
            yield from _column_name(column_name, declared, f"{path}.{at}")
        yield from _output_names(query, output, path)
        for field, sentence in query.unfit(privacy):
            yield _not(sentence, f"{path}.{field}")
    if sum(query.cells for _, query in placed if query.too_large() is None) > MOST_CELLS:
        yield _not(N_("the plan has more than {most} cells", most=MOST_CELLS), first)


def _misnamed(name: str, named: Mapping[str, int]) -> Sentence | None:
    """What is wrong with a query's name; `named` counts all of them, whatever their case."""
    if not _NAME.fullmatch(name):
        return N_("a table's name has 1 to 64 letters, digits, _ or - (no blanks or accents)")
    if is_device(name):
        return N_(
            "Windows keeps “{name}” for a device and makes no file of that name: choose another, like "
            "“{other}”",
            name=name,
            other=f"{name}_1",
        )
    return N_("two tables have one name: “{name}”", name=name) if named[name.casefold()] > 1 else None


def is_device(name: str) -> bool:
    """Whether Windows takes a file of this name for a device, whatever its ending.

    The names that Microsoft's "Naming Files, Paths, and Namespaces" reserves, with the superscript digits
    that it takes for plain ones. Refused on every system: what is released is passed on.

    >>> is_device("nul"), is_device("Com1.csv"), is_device("LPT²"), is_device("console"), is_device("com10")
    (True, True, True, False, False)
    """
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def _output_names(query: Query, output: Output | None, path: str) -> Iterator[Refusal]:
    taken = [Counter(names) for names in written_headers(query, output or Output())]
    for place, column in enumerate(query.columns, 1):
        if any(names[name] > 1 for names in taken for name in column.written_names):
            sentence = N_(
                "column “{name}” would share its name with another column written", name=column.name
            )
            yield _not(sentence, f"{path}.column.{place}.name")


def _column(column: Column, declared: Input, path: str) -> Iterator[Refusal]:
    yield from _column_name(column.name, declared, f"{path}.name")
    yield from broken_keys(column, path)
    for field, sentence in column.unfit(declared):
        yield _not(sentence, f"{path}.{field}")


def _column_name(name: str, declared: Input, field: str) -> Iterator[Refusal]:
    if name == "" or "\0" in name:
        yield _not(N_("a column needs a name"), field)
    elif not declared.header:
        yield from _numbered(name, field)


def _numbered(name: str, field: str) -> Iterator[Refusal]:
    if not _NUMBERED.fullmatch(name):
        yield _not(N_("without a header a column is named by its number: “1”, “2”, …"), field)
