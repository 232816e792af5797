"""Every entry of a ledger: what it says, who did it, and that none of it can be changed unnoticed."""

import getpass
import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from ledgers import EDITED, FILE, asking, rows_of

from explorer.language import Language
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.ledger import hash_chain
from explorer.release.ledger.accounts import EMPTY
from explorer.release.ledger.act import LONGEST_NAME, Act
from explorer.release.ledger.attachment import attach
from explorer.release.ledger.export_log import log_export
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.lock import LOCK
from explorer.release.ledger.schema import make_schema
from explorer.release.ledger.spends import keep, open_account, read_books, restart, spend
from explorer.release.ledger.verification import Witnessed, damage, verified
from explorer.release.plan.plan_file import read_plan
from explorer.release.publish import spend_and_draw
from explorer.release.values.amount import Amount
from explorer.release.values.process_mark import new_mark

EARLIER = Path(__file__).parent / "earlier"
SIGNED = """
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


def entries_of(folder):
    journal = Journal()
    verified(folder, journal)
    return journal.entries


@pytest.fixture
def earlier(folder):
    """A ledger that the program made before entries told who acted: a copy, to be read and spent from."""
    shutil.copytree(EARLIER, folder)
    return folder


def test_that_an_earlier_ledger_opens_verifies_and_shows_what_it_has(earlier):
    journal = Journal()
    books, how = verified(earlier, journal)
    assert (how.rows, how.witnessed) == (10, Witnessed.MISSING)
    assert [entry.kind.value for entry in journal.entries] == [
        *("created", "opened", "attached", "spent", "drawn", "limit", "attached", "spent", "drawn"),
        "opened-apart",
    ]
    assert all(entry.moment.startswith("2026-11-23T01:50:4") for entry in journal.entries)
    assert {entry.actor for entry in journal.entries} == {""}
    paid = journal.entries[7]
    assert (paid.purpose, paid.signer) == ("Wards again", "Ada Example (privacy officer), 2026-01-31")
    assert (paid.account, paid.file, paid.file_number, paid.sequence) == ("clinic", "", 2, 2)
    assert journal.entries[5].purpose == "a second year was agreed"
    assert books.accounts["clinic"].remaining.epsilon == 1


def test_that_an_earlier_ledger_is_exported_and_spent_from_and_its_chain_goes_on(earlier):
    before = rows_of(earlier)
    assert drawn_again(1, earlier).files
    assert log_export(earlier, 1, Act("Ada")) is None
    spend(earlier, asking("0.25", account="clinic", unit="row"), FILE)
    assert rows_of(earlier)[: len(before)] == before
    assert read_books(earlier).accounts["clinic"].spent.epsilon == Amount(1).epsilon * 5 / 4
    exported = entries_of(earlier)[10]
    assert (exported.kind, exported.actor, exported.account) == (EntryKind.EXPORTED, "Ada", "clinic")
    assert (exported.sequence, exported.file_number) == (1, 1)


def test_that_each_act_tells_who_did_it_and_why(folder, tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("a\n1\n")
    open_account(folder, "clinic", Amount(2, 0), actor="Ada")
    open_account(folder, "clinic", Amount(3, 0), reason="agreed by the board", actor="Bo")
    attach(folder, "clinic", table, act=Act("Cy", "a second year", "Admissions 2025"))
    found = entries_of(folder)
    assert [(entry.kind, entry.actor) for entry in found[1:]] == [
        (EntryKind.OPENED, "Ada"),
        (EntryKind.LIMIT, "Bo"),
        (EntryKind.ATTACHED, "Cy"),
    ]
    assert (found[2].purpose, found[3].purpose) == ("agreed by the board", "a second year")
    assert (found[3].file, found[3].file_number) == ("Admissions 2025", 1)


def test_that_the_system_names_who_acts_where_nobody_does(folder, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "ward\n7")
    open_account(folder, "clinic", Amount(2, 0))
    assert entries_of(folder)[1].actor == "ward?7"


def test_that_a_system_without_user_names_and_a_person_who_gives_none_are_logged_without_one(
    folder, monkeypatch
):
    def unknown():
        raise KeyError("no such user")

    monkeypatch.setattr(getpass, "getuser", unknown)
    open_account(folder, "clinic", Amount(2, 0))
    open_account(folder, "clinic", Amount(3, 0), actor="")
    assert [entry.actor for entry in entries_of(folder)] == ["", "", ""]


@pytest.mark.parametrize("act", [Act("two\nlines"), Act("x" * (LONGEST_NAME + 1)), Act(label="\x1b[31m")])
def test_that_what_is_no_line_is_refused_and_nothing_is_written(folder, tmp_path, act):
    open_account(folder, "clinic", Amount(2, 0))
    before, table = rows_of(folder), tmp_path / "people.csv"
    table.write_text("a\n1\n")
    with pytest.raises(NotValid, match="one line"):
        attach(folder, "clinic", table, act=act)
    with pytest.raises(NotValid, match="one line"):
        log_export(folder, 1, act)
    assert rows_of(folder) == before


def test_that_a_release_logs_who_signed_its_plan_and_never_the_name_of_the_file(folder, tmp_path):
    table = tmp_path / "jane-doe.csv"
    table.write_text("ward\nnorth\n")
    act = Act("Ada", "the yearbook", "Admissions")
    drawn = spend_and_draw(read_plan(SIGNED), table, folder, act=act)
    found = {entry.kind: entry for entry in entries_of(folder)}
    assert found[EntryKind.SIGNED].signer == "Ada Example, 2026-01-31"
    assert found[EntryKind.SIGNED].sequence == drawn.sequence
    assert (found[EntryKind.SIGNED].release, found[EntryKind.SIGNED].file) == (drawn.identity, "Admissions")
    assert found[EntryKind.SIGNED].file_number == found[EntryKind.SPENT].file_number
    paid, saved = found[EntryKind.SPENT], found[EntryKind.DRAWN]
    assert (paid.actor, paid.purpose, paid.file) == ("Ada", "the yearbook", "Admissions")
    assert (paid.release, saved.release, saved.actor) == (drawn.identity, drawn.identity, "Ada")
    assert {entry.actor for entry in found.values()} == {"", "Ada"}  # nobody created the ledger on purpose
    assert b"jane-doe" not in (folder / FILE_NAME).read_bytes()


def test_that_releases_of_one_file_are_of_one_dataset_whatever_the_account_had_before(folder):
    open_account(folder, "clinic", Amount(9, 0))
    for digest in (FILE, EDITED, FILE):
        spend(folder, asking("1", account="clinic"), digest)
    paid = [entry for entry in entries_of(folder) if entry.kind is EntryKind.SPENT]
    assert [entry.file_number for entry in paid] == [1, 2, 1]


def test_that_no_fingerprint_leaves_the_journal(folder):
    open_account(folder, "clinic", Amount(2, 0))
    spend(folder, asking("1", account="clinic"), FILE)
    told = json.dumps([entry.answer() for entry in entries_of(folder)])
    assert all(row["fingerprint"] not in told for row in rows_of(folder) if row["fingerprint"])


def test_that_a_restart_tells_who_started_anew(folder):
    open_account(folder, "clinic", Amount(2, 0))
    (folder / FILE_NAME).unlink()
    restart(folder, "the disk was lost", "Ada")
    found = entries_of(folder)[1]
    assert (found.kind, found.actor, found.purpose) == (EntryKind.RESTARTED, "Ada", "the disk was lost")


def test_that_an_export_that_cannot_be_logged_says_why_and_is_not_refused(earlier, monkeypatch):
    """A ledger that another program holds stands for one that can only be read, or whose disk is full."""
    before = rows_of(earlier)
    (earlier / LOCK).write_text("0" * 8 + new_mark()[8:])  # a program on another computer
    monkeypatch.setattr(hash_chain, "WAIT", 0.0)
    assert "in use" in str(log_export(earlier, 1))
    assert rows_of(earlier) == before


def test_that_an_export_of_no_release_is_not_logged(earlier):
    before = rows_of(earlier)
    with pytest.raises(NotValid):
        log_export(earlier, 7)
    assert rows_of(earlier) == before


# Damage, by number


def without_guards(folder, *commands):
    """Change a ledger as somebody would who knows how it is kept."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for command in commands:
            connection.execute(*command)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as whole:
            make_schema(whole)
            query = "SELECT sql FROM sqlite_master WHERE type = 'trigger'"
            for (guard,) in whole.execute(query).fetchall():
                connection.execute(guard)


def refusal_of(folder):
    with pytest.raises(LedgerRefused) as refused:
        verified(folder)
    return Language().say(refused.value.sentence)


@pytest.mark.parametrize("row", range(1, 11))
def test_that_a_changed_entry_is_named(earlier, row):
    without_guards(earlier, ("UPDATE entry SET body = body || ' ' WHERE row = ?", (row,)))
    found = damage(earlier)
    assert (found.row, found.missing) == (row, False)
    named = "its first entry was changed;" if row == 1 else f"entry {row} was changed"
    assert named in refusal_of(earlier)


GONE = {"entry": "DELETE FROM entry WHERE row = ?", "local": "DELETE FROM local WHERE row = ?"}


@pytest.mark.parametrize("table", GONE)
@pytest.mark.parametrize("row", [1, 2, 3, 9])
def test_that_a_missing_entry_is_named(earlier, row, table):
    without_guards(earlier, ("PRAGMA foreign_keys = OFF",), (GONE[table], (row,)))
    found = damage(earlier)
    assert (found.row, found.missing) == (row, table == "entry")


def test_that_an_entry_written_over_with_a_hash_of_its_own_is_named(earlier):
    """The entry itself is then sound: that it is another one is seen where the next follows on."""
    row = rows_of(earlier)[5]
    body = row["body"].replace("agreed", "refused")
    parts = ("6", row["kind"], body, row["fingerprint"], row["moment"], row["previous"])
    fields = b"".join(len(part.encode()).to_bytes(8, "big") + part.encode() for part in parts)
    head = hashlib.sha256(fields).hexdigest()
    without_guards(earlier, ("UPDATE entry SET body = ?, hash = ? WHERE row = 6", (body, head)))
    assert damage(earlier).row == 6
    assert "entry 6 was changed (entries 1 to 5 are sound)" in refusal_of(earlier)


def test_that_who_acted_cannot_be_changed_unnoticed(folder):
    open_account(folder, "clinic", Amount(2, 0), actor="Ada")
    place = folder / FILE_NAME
    place.write_bytes(place.read_bytes().replace(b'"actor":"Ada"', b'"actor":"Eve"'))
    assert damage(folder).row == 2


def test_that_a_whole_ledger_has_no_damage_and_a_folder_without_one_names_no_entry(earlier, tmp_path):
    assert damage(earlier) is None
    assert damage(tmp_path / "nothing").row == 0
    assert read_books(tmp_path / "nothing") == EMPTY


def test_that_a_saved_draw_is_an_entry_of_its_release(folder):
    open_account(folder, "clinic", Amount(2, 0))
    paid = spend(folder, asking("1", account="clinic"), FILE)
    keep(folder, paid, [[1, 2]], [("x.csv", "x\n1\n")])
    saved = entries_of(folder)[-1]
    assert (saved.kind, saved.sequence, saved.account) == (EntryKind.DRAWN, 1, "clinic")
