"""The statement of an account: the same entries, totals and head in every form; no formulas."""

import csv
import io
import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from explorer.export.reports import account_statement as made
from explorer.export.reports.blocks import Facts, Grid
from explorer.export.reports.statement_sources import asked_statement
from explorer.language import LANGUAGES, Language
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import log_export
from explorer.release.ledger.spends import open_account
from explorer.release.values.amount import Amount

EARLIER = Path(__file__).parents[2] / "release" / "ledger" / "earlier"


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    shutil.copytree(EARLIER, tmp_path / "ledger")
    return tmp_path / "ledger"


def stated(ledger, account="clinic"):
    return asked_statement(ledger, account, ledger.parent / "out.csv", False, "2026-12-01")


def test_that_csv_and_json_tell_every_entry_the_totals_and_the_full_head(ledger):
    log_export(ledger, 1, Act("Ada"))
    statement = stated(ledger)
    rows = list(csv.DictReader(io.StringIO(made.statement_csv(statement))))
    told = json.loads(made.statement_json(statement))
    entries = [row for row in rows if row["record"] == "entry"]
    assert [int(row["entry"]) for row in entries] == [each["entry"] for each in told["entries"]]
    assert [row["hash"] for row in entries] == [each["head"] for each in told["entries"]]
    assert [int(row["entry"]) for row in entries] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    head = rows[-1]
    assert (head["record"], head["entry"], head["hash"]) == ("head", "11", told["ledger"]["head"])
    assert len(head["hash"]) == 64
    assert told["ledger"]["entries"] == 11


def test_that_the_totals_are_the_sum_of_the_entries(ledger):
    statement = stated(ledger)
    rows = list(csv.DictReader(io.StringIO(made.statement_csv(statement))))
    totals = {row["kind"]: row for row in rows if row["record"] == "total"}
    for kind, row in totals.items():
        assert int(row["entries"]) == sum(one["record"] == "entry" and one["kind"] == kind for one in rows)
    paid = [Fraction(row["epsilon"]) for row in rows if row["record"] == "entry" and row["kind"] == "spent"]
    spent = next(row for row in rows if row["record"] == "spent")
    assert Fraction(totals["spent"]["epsilon"]) == Fraction(spent["epsilon"]) == sum(paid) == 1


def test_that_an_entry_of_another_account_is_left_out_and_none_of_the_whole_ledger(ledger):
    assert [entry.number for entry in stated(ledger, "staff").entries] == [1, 10]


def test_that_what_a_spreadsheet_would_compute_is_marked(ledger):
    open_account(ledger, "clinic", Amount(3, 0), reason="=1+1", actor="@ada")
    rows = list(csv.DictReader(io.StringIO(made.statement_csv(stated(ledger)))))
    changed = [row for row in rows if row["record"] == "entry"][-1]
    assert (changed["purpose"], changed["logged_as"], changed["epsilon"]) == ("'=1+1", "'@ada", "3")


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_report_has_the_head_in_full_and_every_entry(ledger, code):
    statement = stated(ledger)
    report = made.statement_report(statement, Language(code))
    facts = next(block for block in report.blocks if isinstance(block, Facts))
    totals, entries = (block for block in report.blocks if isinstance(block, Grid))
    assert statement.verified.head in [value for _, value in facts.rows]
    assert [row[0] for row in entries.rows] == [str(entry.number) for entry in statement.entries]
    assert sum(int(row[-1]) for row in totals.rows) == len(entries.rows)


def test_that_an_account_that_is_not_there_has_no_statement(ledger, tmp_path):
    for folder, name in ((ledger, "nobody"), (tmp_path / "none", "clinic")):
        with pytest.raises(NotValid):
            stated(folder, name)
