"""Every export is an entry: of which kinds, by whom, what for; a ledger that is full loses nothing by it."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from ledgers import asking, rows_of

from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release import publish
from explorer.release.ledger import hash_chain
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import log_export, log_statement, logged
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import read_books
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import read_plan
from explorer.release.publish import release

EARLIER = Path(__file__).parent / "earlier"
PLAN = """
schema = 1
title = "Wards"
[privacy]
unit = "row"
epsilon = "0.5"
signed_off = "Ada Example, 2026-01-31"
[[histogram]]
name = "wards"
[[histogram.column]]
name = "ward"
kind = "category"
categories = ["north", "south"]
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "jane-doe.csv"
    path.write_text("ward\nnorth\n")
    return path


def exported(folder):
    journal = Journal()
    verified(folder, journal)
    return [entry for entry in journal.entries if entry.kind is EntryKind.EXPORTED]


def released(table, folder, **more):
    act = Act("Ada", "the yearbook", "Admissions")
    return release(read_plan(PLAN), table, table.parent / "out-of-jane", folder, act=act, **more)


def test_that_the_first_export_is_an_entry_that_says_all_that_the_release_does(table, folder):
    found = released(table, folder, further_names=("wards.crosstab.csv", "tables.xlsx"), further=lambda _: [])
    assert found.unlogged is None
    assert found.answer()["logged"] is True
    (entry,) = exported(folder)
    assert (entry.actor, entry.purpose, entry.file) == ("Ada", "the yearbook", "Admissions")
    assert (entry.sequence, entry.release) == (1, found.drawn.identity)
    assert entry.signer == "Ada Example, 2026-01-31"
    assert entry.forms == ("tables.csv", "crosstab.csv", "tables.xlsx")
    assert entry.answer()["forms"] == ["tables.csv", "crosstab.csv", "tables.xlsx"]
    kept = (folder / FILE_NAME).read_bytes()
    assert b"jane" not in kept


def test_that_a_release_that_cannot_be_logged_is_written_kept_and_paid_once(table, folder, monkeypatch):
    own = hash_chain.append

    def full(connection, last, previous, kind, *rest):
        if kind == "export":
            raise OSError(28, "full")
        return own(connection, last, previous, kind, *rest)

    monkeypatch.setattr(hash_chain, "append", full)
    found = released(table, folder)
    assert "full" in str(found.unlogged)
    assert found.answer()["logged"] is False
    assert all(path.is_file() for path in found.written)
    books = read_books(folder)
    assert (books.releases, set(books.drawn)) == (1, {1})
    assert drawn_again(1, folder).files == found.drawn.files
    monkeypatch.setattr(hash_chain, "append", own)
    assert exported(folder) == []
    assert logged(folder, found.drawn, ("tables.csv",)) is None
    assert read_books(folder).releases == 1


def test_that_what_is_not_written_is_not_logged(table, folder, monkeypatch):
    def full(*_):
        raise OSError(28, "full")

    monkeypatch.setattr(publish, "write_whole", full)
    with pytest.raises(publish.NotWritten):
        released(table, folder)
    assert exported(folder) == []


def test_that_an_export_of_another_ledger_s_release_is_told_and_raises_nothing(table, folder, tmp_path):
    drawn = released(table, folder).drawn
    other = replace(drawn, identity="f" * 32)
    assert "another release" in str(logged(folder, other, ("tables.csv",)))
    assert "no release" in str(logged(tmp_path / "none", drawn, ("tables.csv",)))
    assert not (tmp_path / "none").exists()
    assert logged(folder, replace(drawn, sequence=9), ("tables.csv",)) is not None
    assert logged(folder, drawn, ("tables.csv",), Act("two\nlines")) is not None
    (folder / FILE_NAME).write_bytes(b"no ledger" * 99)
    assert "damaged" in str(logged(folder, drawn, ("tables.csv",)))


@pytest.mark.parametrize("kind", ["/home/jane/out.csv", "Jane Doe.csv", "tables", "..", "a.b.c", ""])
def test_that_no_name_of_a_file_is_a_kind(table, folder, kind):
    drawn = released(table, folder).drawn
    before = rows_of(folder)
    with pytest.raises(ValueError, match="no kind"):
        logged(folder, drawn, (kind,))
    assert rows_of(folder) == before


def test_that_a_statement_is_an_entry_of_its_account(folder):
    shutil.copytree(EARLIER, folder)
    assert log_statement(folder, "clinic", Act("Bo"), ("statement.pdf",)) is None
    (entry,) = exported(folder)
    assert (entry.account, entry.actor, entry.forms) == ("clinic", "Bo", ("statement.pdf",))
    assert (entry.sequence, entry.release) == (None, "")
    with pytest.raises(NotValid):
        log_statement(folder, "nobody", Act("Bo"), ("statement.pdf",))


def test_that_entries_of_earlier_versions_say_no_kinds_and_stay_whole(folder):
    shutil.copytree(EARLIER, folder)
    assert log_export(folder, 1, Act("Ada")) is None
    assert log_export(folder, 1, Act("Ada"), ("report.pdf",)) is None
    assert [entry.forms for entry in exported(folder)] == [(), ("report.pdf",)]
    before = read_books(folder)
    publish.spend(folder, asking("0.25", account="clinic", unit="row"), b"f" * 32)
    assert read_books(folder).releases == before.releases + 1


def test_that_a_ledger_that_is_gone_is_not_made_anew_by_an_export(table, folder):
    drawn = released(table, folder).drawn
    (folder / FILE_NAME).unlink()
    assert logged(folder, drawn, ("tables.csv",)) is not None
    assert not (folder / FILE_NAME).exists()
    with pytest.raises(LedgerRefused):
        read_books(folder)
