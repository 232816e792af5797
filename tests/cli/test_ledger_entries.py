"""The verbs for an auditor: every entry, the statement of an account, and which entry is damaged."""

import json
import shutil
from pathlib import Path

import pytest

from explorer.cli import command
from explorer.release.ledger import hash_chain
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.lock import LOCK
from explorer.release.values.process_mark import new_mark

EARLIER = Path(__file__).parents[1] / "release" / "ledger" / "earlier"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs one command on a copy of an earlier ledger: exit code, output, refusal."""
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    shutil.copytree(EARLIER, tmp_path / "ledger")

    def call(*words):
        code = command.run([*map(str, words), "--ledger", str(tmp_path / "ledger"), "--language", "en"])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def test_that_the_log_tells_every_entry_and_the_head(run):
    code, out, _ = run("ledger", "log", "--json")
    told = json.loads(out)
    assert code == 0
    assert [entry["entry"] for entry in told["entries"]] == list(range(1, 11))
    assert told["ledger"] == {"entries": 10, "head": told["entries"][-1]["head"]}
    lines = run("ledger", "log")[1].splitlines()
    assert len(lines) == 12
    assert told["ledger"]["head"] in lines[-1]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (("--account", "staff"), [10]),
        (("--file", "2"), [7, 8, 9]),
        (("--kind", "spent"), [4, 8]),
        (("--year", "2025"), []),
    ],
)
def test_that_the_log_is_filtered(run, asked, found):
    told = json.loads(run("ledger", "log", *asked, "--json")[1])
    assert [entry["entry"] for entry in told["entries"]] == found


def test_that_a_label_and_who_acted_are_found_again(run, tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("a\n1\n")
    said = ("--actor", "Ada", "--purpose", "a second year", "--label", "Admissions 2025")
    assert run("ledger", "attach", table, "--account", "clinic", *said)[0] == 0
    (entry,) = json.loads(run("ledger", "log", "--file", "Admissions 2025", "--json")[1])["entries"]
    assert (entry["actor"], entry["purpose"], entry["kind"]) == ("Ada", "a second year", "attached")


@pytest.mark.parametrize("extension", ["csv", "json"])
def test_that_a_statement_is_written_once_and_never_over_another_file(run, tmp_path, extension):
    out = tmp_path / f"clinic.{extension}"
    asked = ("ledger", "statement", "--account", "clinic", "--out", out)
    head = json.loads(run("ledger", "log", "--json")[1])["ledger"]["head"]
    assert run(*asked)[0] == 0
    assert head in out.read_text()
    assert run(*asked)[0] == 2
    assert run(*asked, "--overwrite")[0] == 0


def test_that_a_statement_of_another_kind_or_account_exits_2(run, tmp_path):
    assert run("ledger", "statement", "--account", "clinic", "--out", tmp_path / "x.doc")[0] == 2
    assert run("ledger", "statement", "--account", "nobody", "--out", tmp_path / "x.csv")[0] == 2
    assert not list(tmp_path.glob("x.*"))


def test_that_an_export_again_is_logged_and_one_that_cannot_be_is_written_all_the_same(
    run, tmp_path, monkeypatch
):
    code, out, _ = run("ledger", "export", 1, "--out", tmp_path / "a", "--actor", "Ada", "--json")
    assert (code, json.loads(out)["logged"]) == (0, True)
    log = json.loads(run("ledger", "log", "--kind", "exported", "--json")[1])["entries"]
    assert [(entry["sequence"], entry["actor"]) for entry in log] == [(1, "Ada")]

    def refuses(*_):
        raise OSError(30, "read-only")

    monkeypatch.setattr(hash_chain, "append", refuses)
    code, out, _ = run("ledger", "export", 1, "--out", tmp_path / "b")
    assert code == 0
    assert "the export is not logged" in out
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == sorted(
        path.name for path in (tmp_path / "b").iterdir()
    )


def test_that_verify_names_the_entry_that_was_changed(run, tmp_path):
    place = tmp_path / "ledger" / FILE_NAME
    place.write_bytes(place.read_bytes().replace(b"a second year was agreed", b"a second year is refused"))
    for verb in ("verify", "log", "list"):
        code, out, refused = run("ledger", verb)
        assert (code, out) == (5, "")
        assert "entry 6 was changed (entries 1 to 5 are sound)" in refused
        assert len(refused.splitlines()) == 1


def test_that_a_ledger_that_is_in_use_is_not_called_changed(run, tmp_path, monkeypatch):
    (tmp_path / "ledger" / LOCK).write_text("0" * 8 + new_mark()[8:])
    monkeypatch.setattr(hash_chain, "WAIT", 0.0)
    code, _, refused = run("ledger", "verify")
    assert code == 5
    assert "changed" not in refused


def test_that_a_plan_for_two_signers_is_signed_by_two_people_and_then_released(run, tmp_path, capsys):
    plan, table, out = tmp_path / "plan.toml", tmp_path / "wards.csv", tmp_path / "out"
    table.write_text("ward\nnorth\n")
    plan.write_text(
        '# wards of our own\nschema = 1\ntitle = "Wards"\n[privacy]\nunit = "row"\nepsilon = "0.5"\n'
        '[[histogram]]\nname = "wards"\n[[histogram.column]]\nname = "ward"\nkind = "category"\n'
        'categories = ["north", "south"]\n'
    )

    def sign(name, *more):
        code = command.run(["plan", "sign", str(plan), "--by", name, *more, "--language", "en"])
        return code, capsys.readouterr().err

    assert sign("Ada Example", "--two-signers")[0] == 0
    code, _, refused = run("release", plan, table, "--out", out, "--account", "clinic")
    assert code == 2
    assert "second signer" in refused
    assert not out.exists()
    assert sign("ADA example")[0] == 2
    assert sign("Bo Sample")[0] == 0
    assert plan.read_text().startswith("# wards of our own")
    assert run("release", plan, table, "--out", out, "--account", "clinic")[0] == 0
    signed = json.loads(run("ledger", "log", "--kind", "signed", "--json")[1])["entries"]
    assert [entry["signer"].split(",")[0] for entry in signed] == ["Ada Example", "Bo Sample"]
