"""Report and OpenDP code from the command line: answers, exit codes, one line on standard error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import needs_qt
from explorer.app.release.kept_publication import kept_publication
from explorer.cli import command
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.journal import Journal
from explorer.release.ledger.spends import read_books
from explorer.release.ledger.verification import verified
from explorer.resources import resource

VISITS, WAITS = resource("examples", "visits.toml"), resource("examples", "visits.csv")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """The command line with a ledger of its own: exit code, standard output, standard error."""
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path / "ledger"))

    def run(*arguments, language="en"):
        code = command.run([*map(str, arguments), "--language", language])
        printed = capsys.readouterr()
        assert (printed.err.count("\n") == 1) == (code != 0)
        return code, printed.out, printed.err

    run("release", VISITS, WAITS, "--out", tmp_path / "out")
    return run


def test_that_a_report_is_written_and_nothing_is_spent(run, tmp_path):
    before = read_books(tmp_path / "ledger")
    code, said, _ = run("ledger", "report", 1, "--out", tmp_path / "r.html")
    assert code == 0
    assert said == f"written: {tmp_path / 'r.html'}\n"
    after = read_books(tmp_path / "ledger")
    assert (after.accounts, after.rows) == (before.accounts, before.rows + 1)
    text = (tmp_path / "r.html").read_text("utf-8")
    kept = json.loads((tmp_path / "out" / "wait_minutes.csv-metadata.json").read_text("utf-8"))["privacy"]
    assert kept["sha256"] in text
    assert kept["release"] in text
    silent = text.replace("default-src", "")
    assert not any(each in silent for each in ("visits.csv", str(tmp_path), "default"))


def test_that_a_report_is_replaced_only_on_purpose(run, tmp_path):
    out = tmp_path / "r.html"
    out.write_text("mine")
    code, _, said = run("ledger", "report", 1, "--out", out)
    assert code == 2
    assert "--overwrite" in said
    assert out.read_text() == "mine"
    answer = json.loads(run("ledger", "report", 1, "--out", out, "--overwrite", "--json")[1])
    assert answer == {"schema": 1, "written": [str(out)], "logged": True}
    again = out.read_bytes()
    run("ledger", "report", 1, "--out", out, "--overwrite")
    assert out.read_bytes() == again
    run("ledger", "report", 1, "--out", out, "--overwrite", language="zh_CN")
    assert b'lang="zh-CN"' in out.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("9", "--out", "r.html"), "release 9"),
        (("1", "--out", "r.txt"), ".html, .pdf"),
        (("1", "--out", "none/r.html"), "choose another"),
        (("one", "--out", "r.html"), "SEQUENCE"),
    ],
)
def test_that_a_report_that_cannot_be_is_refused(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code, _, said = run("ledger", "report", *arguments)
    assert code == 2
    assert words.lower() in said.lower()


def test_that_a_damaged_ledger_has_no_report(run, tmp_path):
    (tmp_path / "ledger" / FILE_NAME).write_bytes(b"no ledger" * 200)
    assert run("ledger", "report", 1, "--out", tmp_path / "r.html")[0] == 5
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize(
    ("arguments", "painted"),
    [
        ("ledger report 1 --out r.pdf", True),
        ("ledger --json report 1 --out=r.PDF", True),
        ("--language zh_CN ledger report 1 --out r.pdf", True),
        ("ledger report 1 --out r.html", False),
        ("ledger report 1 --out r.png", False),
        ("ledger export 1 --out r.pdf", False),
        ("plan code plan.toml --out plan.py", False),
    ],
)
def test_that_qt_is_needed_for_a_pdf_alone(arguments, painted):
    assert needs_qt(arguments.split()) is painted


def exported(folder):
    journal = Journal()
    verified(folder, journal)
    return [entry for entry in journal.entries if entry.kind.value == "exported"]


def test_that_the_program_makes_a_pdf_without_a_screen_and_logs_whose_and_what_for(run, tmp_path):
    def alone(*more):
        words = [sys.executable, "-m", "explorer", "ledger", "report", "1", "--out", str(out), *more]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    out, said = tmp_path / "r.pdf", ("--actor", "Ada", "--purpose", "for the council")
    assert run("ledger", "report", 1, "--out", tmp_path / "secret-name.html", *said)[0] == 0
    done = alone("--json", *said)
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes().startswith(b"%PDF-")
    assert json.loads(done.stdout)["logged"] is True
    again = alone()
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    first, *found = exported(tmp_path / "ledger")
    assert first.forms == ("tables.csv",)
    assert [each.forms for each in found] == [("report.html",), ("report.pdf",)]
    assert {(each.actor, each.purpose, each.sequence) for each in found} == {("Ada", "for the council", 1)}
    assert {each.release for each in found} == {first.release}
    assert b"secret-name" not in (tmp_path / "ledger" / FILE_NAME).read_bytes()


def test_that_a_plan_becomes_code_and_says_that_it_is_not_in_the_ledger(run, tmp_path):
    out = tmp_path / "plan.py"
    code, said, _ = run("plan", "code", VISITS, "--out", out)
    assert code == 0
    assert "is not recorded in the ledger" in said
    compile(out.read_text("utf-8"), "plan.py", "exec")
    assert run("plan", "code", VISITS, "--out", out)[0] == 2
    assert run("plan", "code", VISITS, "--out", out, "--overwrite")[0] == 0
    assert run("plan", "code", VISITS, "--out", tmp_path / "plan.txt")[0] == 2
    assert run("plan", "code", tmp_path / "none.toml", "--out", Path(tmp_path / "b.py"))[0] == 2


def test_that_a_report_of_nobody_s_name_writes_nothing(run, tmp_path):
    code, _, _ = run("ledger", "report", 1, "--out", tmp_path / "r.html", "--purpose", "two\nlines")
    assert code == 2
    assert not (tmp_path / "r.html").exists()


def kept(tmp_path):
    found = kept_publication(tmp_path / "ledger", read_books(tmp_path / "ledger").entry(1).release)
    return found.title, found.special, found.account


def test_that_words_of_a_report_are_kept_with_the_release_and_never_in_the_ledger(run, tmp_path):
    def text(*more):
        out = tmp_path / "r.html"
        assert run("ledger", "report", 1, "--out", out, "--overwrite", *more)[0] == 0
        return out.read_text("utf-8")

    text("--title", "Waiting", "--publisher", "The Office")
    again = text()
    assert "Waiting" in again
    assert "The Office" in again
    assert "The Office" not in text("--publisher", "")
    assert "The Office" not in text()
    assert "Waiting" in text()
    assert kept(tmp_path) == ("Waiting", True, False)
    text("--name-account", "--no-special")
    text()
    assert kept(tmp_path) == ("Waiting", False, True)
    text("--no-name-account", "--special", "--title=")
    assert kept(tmp_path) == ("", True, False)
    assert b"Waiting" not in (tmp_path / "ledger" / FILE_NAME).read_bytes()
