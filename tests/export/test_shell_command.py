"""Commands that a shell reads back word by word, and that the command line takes."""

import shlex
from pathlib import Path

from explorer.app.core.publication import Publication
from explorer.cli import command
from explorer.export.forms import Forms
from explorer.export.shell_command import export_command, quoted_for_shell, report_command
from explorer.release.plan.plan_file import read_plan
from explorer.release.publish import release
from explorer.resources import resource

HARD = ("a b", "it's", '"quoted"', "$HOME", "`id`", "!1", "*", "", "ü & 中文", "a\\b")


def test_that_a_posix_shell_reads_every_word_back():
    assert shlex.split(quoted_for_shell(HARD, windows=False)) == list(HARD)


def test_that_the_command_prompt_gets_what_is_not_plain_within_quotes():
    assert quoted_for_shell(("C:\\in\\a.csv", "a b", 'say "1"', "x&y"), windows=True) == (
        'C:\\in\\a.csv "a b" "say ""1""" "x&y"'
    )


def test_that_the_commands_do_what_their_dialogs_say(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    plan = read_plan(resource("examples", "people.toml").read_text("utf-8"))
    ledger = tmp_path / "the ledger"
    release(plan, resource("examples", "people.csv"), tmp_path / "first", ledger)
    out = tmp_path / "out put"
    line = export_command(1, str(out), ledger, Forms(crosstab=True, workbook=True), shared=False)
    assert command.run(shlex.split(line)[1:]) == 0
    assert {path.name for path in out.iterdir()} >= {"income.crosstab.csv", "tables.xlsx"}
    worded = Publication("-Ages & more", "Source: “x”", "Register", "Office", special=False, account=True)
    report = Path(tmp_path, "report.html")
    assert command.run(shlex.split(report_command(1, str(report), ledger, worded, "en"))[1:]) == 0
    text = report.read_text("utf-8")
    said = ("<h1>-Ages &amp; more</h1>", "Source: “x”", "Register", "Office", "<td>default</td>")
    assert [words for words in (*said, "special cells are not shown") if words not in text] == []
    again = Publication(note="Another")
    line = report_command(1, str(report), ledger, again, "en", worded)
    assert command.run([*shlex.split(line)[1:], "--overwrite"]) == 0
    text = report.read_text("utf-8")
    assert [words for words in (*said, "special cells are not shown") if words in text] == []
    assert "Another" in text
    capsys.readouterr()
