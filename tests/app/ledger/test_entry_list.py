"""The list of entries: in words, filtered by what a person knows, sorted by any column."""

import pytest

from explorer.app.core.state import EntryListing
from explorer.app.ledger.entry_list import (
    COLUMNS,
    KINDS,
    cells,
    choices,
    details,
    file_key,
    listed,
)
from explorer.language import LANGUAGES, Language
from explorer.release.ledger.journal import EntryKind, JournalEntry
from explorer.release.values.amount import Amount, amount

SAY = Language().say


def entry(number, kind=EntryKind.SPENT, **more):
    year = 2024 + number // 3
    return JournalEntry(number, kind, f"{year}-05-0{number}T10:00:00+00:00", f"{number:064x}", **more)


ENTRIES = (
    entry(1, EntryKind.CREATED),
    entry(2, EntryKind.APART, account="clinic", actor="Ada", amount=Amount(2)),
    entry(3, account="clinic", file="Admissions", file_number=1, sequence=1, release="a" * 32, purpose="b"),
    entry(4, account="staff", file_number=2, sequence=2, release="b" * 32, purpose="a", amount=Amount(1)),
    entry(5, EntryKind.EXPORTED, account="clinic", file="Admissions", file_number=1, sequence=1, actor="Bo"),
    entry(6, account="clinic", file="Admissions", file_number=3, sequence=3, signer="Ada, 2026-01-31"),
)


def numbers(column=0, falling=False, **through):
    listing = EntryListing(**through, column=column, falling=falling)
    return [each.number for each in listed(ENTRIES, listing)]


@pytest.mark.parametrize(
    ("through", "found"),
    [
        ({}, [1, 2, 3, 4, 5, 6]),
        ({"account": "clinic"}, [2, 3, 5, 6]),
        ({"file": "Admissions"}, [3, 5, 6]),  # an edited file is called as it was before
        ({"file": "#2"}, [4]),
        ({"year": "2025"}, [3, 4, 5]),
        ({"kind": "exported"}, [5]),
        ({"account": "clinic", "year": "2026"}, [6]),
        ({"account": "nobody"}, []),
    ],
)
def test_that_each_filter_lets_through_what_is_as_it_says(through, found):
    assert numbers(**through) == found


def test_that_every_column_sorts_both_ways_and_loses_nothing():
    for column in range(len(COLUMNS)):
        up, down = numbers(column), numbers(column, True)
        assert sorted(up) == sorted(down) == [1, 2, 3, 4, 5, 6]
    assert numbers(0, True) == [6, 5, 4, 3, 2, 1]
    assert numbers(3)[-2:] == [4, 3]  # purposes a, b


def test_that_what_there_is_to_filter_by_is_what_the_entries_have():
    found = choices(ENTRIES)
    assert list(found["account"]) == ["clinic", "staff"]
    assert [SAY(words) for words in found["file"].values()] == ["Admissions", "file 2"]
    assert list(found["year"]) == ["2024", "2025", "2026"]
    for part, keys in found.items():
        for key in keys:
            assert numbers(**{part: key})


def test_that_every_kind_has_words_in_each_language_and_no_two_are_alike():
    assert set(KINDS) == set(EntryKind)
    for code in LANGUAGES:
        assert len({Language(code).say(words) for words in KINDS.values()}) == len(KINDS)


def test_that_the_columns_tell_no_internal_id():
    for each in ENTRIES:
        told = " ".join(SAY(cell) for cell in cells(each) if cell is not None)
        assert each.head not in told
        assert not each.release or each.release[:8] not in told
        assert "#" not in told


def test_that_the_details_of_an_entry_tell_all_of_it():
    told = {SAY(name): SAY(value) for name, value in details(ENTRIES[5])}
    assert told["what"] == "spent"
    assert told["signed off by"] == "Ada, 2026-01-31"
    assert told["file"] == "Admissions"
    assert told["hash"] == ENTRIES[5].head
    assert (
        "nobody in this account"
        in {SAY(name): SAY(value) for name, value in details(ENTRIES[1])}["statement"]
    )
    assert "account" not in {SAY(name) for name, _ in details(ENTRIES[0])}


def test_that_an_amount_of_rho_is_told_with_it():
    one = entry(7, amount=amount({"epsilon": "1", "delta": "0.000001", "rho": "0.02"}))
    assert SAY(cells(one)[4]) == "ε 1, δ 10⁻⁶, ρ 0.02"
    assert file_key(one) == ""
