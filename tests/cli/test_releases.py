"""Plans, releases and the ledger from the command line: answers, exit codes, one line on standard error."""

import errno
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from explorer.release import publish
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.values.bounded_files import MOST_OF_A_PLAN
from explorer.resources import resource
from tests.refused_plans import REFUSED, million_bins

PLAN, TABLE = resource("examples", "people.toml"), resource("examples", "people.csv")
VISITS, WAITS = resource("examples", "visits.toml"), resource("examples", "visits.csv")

Run = Callable[..., tuple[int, str, str]]


def test_that_a_release_answers_what_the_contract_says(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    code, answer, _ = run("release", PLAN, TABLE, "--out", out, "--json")
    told = json.loads(answer)
    assert code == 0
    assert told["schema"] == 1
    assert told["spent"] == {"epsilon": "1", "delta": "0"}
    assert told["remaining"] == {"epsilon": "0", "delta": "0"}
    assert told["sequence"] == 1
    assert {Path(path).name for path in told["written"]} == {path.name for path in out.iterdir()}
    assert len((out / "age_by_region.csv").read_text().splitlines()) == 1 + 8 * 6
    assert len((out / "income.csv").read_text().splitlines()) == 1 + 10


FURTHER = {
    *("age_by_region.crosstab.csv", "age_by_region.consistent.csv"),
    *("income.crosstab.csv", "income.consistent.csv", "tables.xlsx"),
}


def test_that_further_forms_are_written_beside_the_tables_and_again_for_nothing(
    run: Run, tmp_path: Path
) -> None:
    forms = ("--crosstab", "--consistent", "--xlsx")
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out", *forms)[0] == 0
    first = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert len(first) == 9
    assert first.keys() >= FURTHER
    assert run("ledger", "export", 1, "--out", tmp_path / "again", *forms)[0] == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == first
    assert run("ledger", "export", 1, "--out", tmp_path / "plain")[0] == 0
    assert {path.name for path in (tmp_path / "plain").iterdir()} == first.keys() - FURTHER


def test_that_a_further_file_in_the_way_refuses_before_anything_is_spent(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "tables.xlsx").write_text("mine")
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out", "--xlsx")[0] == 2
    assert (tmp_path / "out" / "tables.xlsx").read_text() == "mine"
    assert not (tmp_path / "ledger").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of that kind: not offered there")
def test_that_the_group_reads_the_files_only_where_the_steward_says_so(run: Run, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert run("release", PLAN, TABLE, "--out", tmp_path / "mine")[0] == 0
        assert run("ledger", "export", 1, "--out", tmp_path / "ours", "--xlsx", "--group-readable")[0] == 0
        report = tmp_path / "report.html"
        assert run("ledger", "report", 1, "--out", report, "--group-readable")[0] == 0
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "mine").iterdir()} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "ours").iterdir()} == {0o640}
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "ours").stat().st_mode & 0o777 == 0o750
    assert report.stat().st_mode & 0o777 == 0o640


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C interrupts, also where the tests run in the background of a shell, which has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_that_an_interrupt_cancels_until_it_is_paid_and_not_after(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, interrupted = signal.getsignal(signal.SIGINT), 0

    def interrupting(name: str) -> None:
        act = getattr(publish, name)

        def raised(*given: object) -> object:
            nonlocal interrupted
            interrupted += 1
            for each in ("SIGINT",) if name == "count" else ("SIGINT", "SIGTERM", "SIGHUP"):
                signal.raise_signal(getattr(signal, each, signal.SIGINT))
            return act(*given)

        monkeypatch.setattr(publish, name, raised)

    for step in ("spend", "privatize", "keep", "export"):
        interrupting(step)
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out")[0] == 0
    assert interrupted == 5  # two tables
    assert len(list((tmp_path / "out").iterdir())) == 4
    assert signal.getsignal(signal.SIGINT) is before
    interrupting("count")
    with pytest.raises(KeyboardInterrupt):
        run("release", PLAN, TABLE, "--out", tmp_path / "more", "--ledger", tmp_path / "new")
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "more").exists()


@pytest.mark.usefixtures("interruptible")
def test_that_an_interrupt_that_a_shell_has_ignored_stays_so(run: Run, tmp_path: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out")[0] == 0
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_that_a_second_draw_is_over_budget_until_the_limit_is_raised(run: Run, tmp_path: Path) -> None:
    assert run("release", PLAN, TABLE, "--out", tmp_path / "a")[0] == 0
    code, _, refused = run("release", PLAN, TABLE, "--out", tmp_path / "b")
    assert code == 4
    assert "1 asked" in refused
    assert not (tmp_path / "b").exists()
    assert run("ledger", "open", "--account", "default", "--limit-epsilon", "7/3")[0] == 0
    told = json.loads(run("release", PLAN, TABLE, "--out", tmp_path / "b", "--json")[1])
    assert told["remaining"] == {"epsilon": "1/3", "delta": "0"}
    shown = json.loads(run("ledger", "show", "--json")[1])
    assert {key: shown[key] for key in ("account", "currency", "limit", "spent", "remaining")} == {
        "account": "default",
        "currency": "epsilon-delta",
        "limit": {"epsilon": "7/3", "delta": "0"},
        "spent": {"epsilon": "2", "delta": "0"},
        "remaining": {"epsilon": "1/3", "delta": "0"},
    }
    keys = ["sequence", "release", "date", "mechanism", "epsilon", "delta", "head"]
    assert [[entry[key] for key in keys][0::3] for entry in shown["entries"]] == [
        [1, "discrete-laplace", shown["entries"][0]["head"]],
        [2, "discrete-laplace", shown["entries"][1]["head"]],
    ]


def test_that_what_was_drawn_is_written_again_for_nothing(run: Run, tmp_path: Path) -> None:
    run("release", VISITS, WAITS, "--out", tmp_path / "a")
    before = json.loads(run("ledger", "show", "--json")[1])
    assert run("ledger", "export", 1, "--out", tmp_path / "b")[0] == 0
    for path in (tmp_path / "a").iterdir():
        assert (tmp_path / "b" / path.name).read_bytes() == path.read_bytes()
    assert run("ledger", "export", 1, "--out", tmp_path / "b")[0] == 2
    assert run("ledger", "export", 1, "--out", tmp_path / "b", "--overwrite")[0] == 0
    assert run("ledger", "export", 2, "--out", tmp_path / "c")[0] == 2
    assert json.loads(run("ledger", "show", "--json")[1]) == before
    log = json.loads(run("ledger", "log", "--json")[1])["entries"]
    assert [(each["kind"], each["sequence"]) for each in log[-2:]] == [("exported", 1)] * 2
    first = [each for each in log[:-2] if each["kind"] == "exported"]
    assert [each["forms"] for each in (*first, *log[-2:])] == [["tables.csv"]] * 3


def test_that_a_further_account_is_a_statement(run: Run, tmp_path: Path) -> None:
    run("release", PLAN, TABLE, "--out", tmp_path / "a")
    assert run("release", VISITS, WAITS, "--out", tmp_path / "b", "--account", "visits")[0] == 2
    assert run("release", VISITS, WAITS, "--out", tmp_path / "b", "--account", "visits", "--apart")[0] == 0
    told = json.loads(run("ledger", "list", "--json")[1])
    assert [each["account"] for each in told["results"]] == ["default", "visits"]
    told = json.loads(run("ledger", "list", "--account", "visits", "--json")[1])
    assert [each["account"] for each in told["results"]] == ["visits"]
    assert run("ledger", "show", "--account", "nobody")[0] == 2
    assert run("ledger", "list", "--account", "nobody")[0] == 2
    assert run("ledger", "open", "--account", "c", "--limit-epsilon", "1")[0] == 2
    assert run("ledger", "open", "--account", "c", "--limit-epsilon", "1", "--apart")[0] == 0
    assert json.loads(run("ledger", "verify", "--json")[1])["verified"] is True


def test_that_an_empty_ledger_has_no_accounts(run: Run, tmp_path: Path) -> None:
    assert json.loads(run("ledger", "list", "--json")[1])["results"] == []
    assert run("ledger", "verify")[0] == 0
    assert not (tmp_path / "ledger").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--limit-epsilon", "0"),
        ("--limit-epsilon", "ln 3"),
        ("--limit-epsilon", "nan"),
        ("--limit-epsilon", "1", "--limit-delta", "2"),
        ("--limit-epsilon", "1", "--currency", "rho"),
        ("--limit-epsilon", "1", "--currency", "gold"),
        (),
    ],
)
def test_that_a_limit_that_is_none_is_refused(options: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    assert run("ledger", "open", "--account", "a", *options)[0] == 2
    assert not (tmp_path / "ledger").exists()


def test_that_a_plan_is_checked_without_a_file(run: Run, tmp_path: Path) -> None:
    told = json.loads(run("plan", "check", PLAN, "--json")[1])
    assert told["valid"] is True
    assert told["histograms"][0] == {
        "name": "age_by_region",
        "cells": 48,
        "epsilon": "0.5",
        "delta": "0",
        "sensitivity": {"L1": "3"},
        "scale": "6",
        "margin_each": 18,
        "margin_joint": 41,
    }
    bad = tmp_path / "bad.toml"
    bad.write_text(PLAN.read_text("utf-8").replace('epsilon = "1"', 'epsilon = "0"'))
    code, _, refused = run("plan", "check", bad)
    assert code == 2
    assert "epsilon" in refused


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"schema = 1\ncolour = 1\n", b""])
def test_that_a_plan_that_is_none_is_refused(content: bytes | None, run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    if content is not None:
        plan.write_bytes(content)
    assert run("plan", "check", plan)[0] == 2
    assert run("release", plan, TABLE, "--out", tmp_path / "out")[0] == 2


def test_that_an_unknown_key_is_named(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.read_text("utf-8").replace("[privacy]", "[privacy]\nsniff = true"))
    code, _, refused = run("release", plan, TABLE, "--out", tmp_path / "out")
    assert code == 2
    assert "privacy.sniff" in refused


def test_that_a_refused_rule_names_its_key(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.read_text("utf-8").replace('"10000", "20000"', '"20000", "10000"'))
    code, _, refused = run("release", plan, TABLE, "--out", tmp_path / "out")
    assert code == 2
    assert "histogram.2.column.1.edges" in refused


def test_that_a_confidence_that_cannot_be_computed_with_is_refused_unspent(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.read_text("utf-8").replace('confidence = "0.95"', 'confidence = "1e-5000"'))
    assert run("release", plan, TABLE, "--out", tmp_path / "out")[0] == 2
    assert not (tmp_path / "ledger").exists()


def test_that_a_locked_plan_runs_unchanged_or_not_at_all(run: Run, tmp_path: Path) -> None:
    run("ledger", "open", "--account", "default", "--limit-epsilon", "9")
    plan, locked = tmp_path / "plan.toml", '[privacy]\nsigned_off = "B. Ona, 3 May"\nlocked = true'
    text = PLAN.read_text("utf-8").replace("[privacy]", locked)
    plan.write_text(text)
    for out in ("a", "b"):
        assert run("release", plan, TABLE, "--out", tmp_path / out)[0] == 0
    plan.write_text(text.replace("rows_per_person = 3", "rows_per_person = 30"))
    code, _, refused = run("release", plan, TABLE, "--out", tmp_path / "c")
    assert code == 2
    assert "B. Ona, 3 May" in refused
    assert not (tmp_path / "c").exists()
    assert json.loads(run("ledger", "show", "--json")[1])["spent"]["epsilon"] == "2"


def test_that_a_new_plan_is_valid_and_replaces_nothing(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    assert run("plan", "new", "--out", mine)[0] == 0
    assert run("plan", "check", mine)[0] == 0
    text = mine.read_text("utf-8")
    filled = text.replace('"person_id"', '"patient"').replace('"region"', '"ward"').replace('"1"', '"1/2"')
    mine.write_text(filled.replace('"Age by region"', '"Beds by ward"'), "utf-8")
    told = json.loads(run("plan", "check", mine, "--json")[1])
    assert told["title"] == "Beds by ward"
    assert run("plan", "new", "--out", tmp_path / "mine.toml")[0] == 2
    assert run("plan", "new", "--out", tmp_path / "absent" / "mine.toml")[0] == 2


def test_that_what_is_wrong_with_a_kind_of_query_is_one_sentence_and_spends_nothing(
    run: Run, tmp_path: Path
) -> None:
    table, path = tmp_path / "people.csv", tmp_path / "refused.toml"
    table.write_text("age,sex,town,income\n1,f,0,7\n")
    for each in REFUSED:
        path.write_text(each.text)
        for arguments in (("plan", "check", path), ("release", path, table, "--out", tmp_path / "out")):
            code, out, refused = run(*arguments)
            assert (code, out) == (2, ""), each.wrong
            assert each.path in refused, each.wrong
            assert each.words in refused, each.wrong
    assert not (tmp_path / "ledger").exists()
    assert not (tmp_path / "out").exists()


def test_that_a_plan_of_a_million_bins_is_refused_with_the_limit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "million.toml"
    path.write_text(million_bins())
    code, _, refused = run("plan", "check", path)
    assert (code, "more than 1,000,000 entries" in refused) == (2, True)


def test_that_a_new_plan_has_the_kinds_that_are_named(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    assert run("plan", "new", "--out", mine, "--kind", "ranges", "sum", "--kind", "marginals")[0] == 0
    told = json.loads(run("plan", "check", mine, "--json")[1])
    assert {each["kind"] for each in told["queries"]} == {"ranges", "sum", "marginals"}
    code, _, refused = run("plan", "new", "--out", tmp_path / "other.toml", "--kind", "median")
    assert (code, "histogram" in refused) == (2, True)
    assert not (tmp_path / "other.toml").exists()


@pytest.mark.parametrize(
    "content", [None, b"", b"\0" * 100, b"person_id,age,region,income\nJane,1\n", b"a;b\n"]
)
def test_that_what_is_no_table_exits_3_and_leaves_nothing(
    content: bytes | None, run: Run, tmp_path: Path
) -> None:
    table = tmp_path / "table.csv"
    if content is not None:
        table.write_bytes(content)
    code, out, refused = run("release", PLAN, table, "--out", tmp_path / "out")
    assert (code, out) == (3, "")
    assert "Jane" not in refused
    assert {path.name for path in tmp_path.iterdir()} <= {"table.csv"}


def test_that_a_damaged_or_unwritable_ledger_exits_5(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / FILE_NAME).write_bytes(b"something else")
    for verb in (
        ("release", PLAN, TABLE, "--out", tmp_path / "out"),
        ("ledger", "list"),
        ("ledger", "verify"),
    ):
        assert run(*verb)[0] == 5
    way = tmp_path / "file"
    way.write_text("")
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out", "--ledger", way / "deep")[0] == 5
    assert not (tmp_path / "out").exists()


def refuse_access(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """From now on nobody may write into a file or read it, whatever the mode: the system's owner may both."""
    access, opened = os.access, os.open

    def opening(path: str | Path, *rest: int, **named: int) -> int:
        if path == place or str(path) == str(place):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, *rest, **named)

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != place and access(path, mode))


def test_that_a_ledger_that_may_only_be_read_exits_5_also_where_nothing_is_left(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = tmp_path / "ledger"
    given = ("release", PLAN, TABLE, "--ledger", ledger, "--out")
    assert run(*given, tmp_path / "first")[0] == 0
    assert run(*given, tmp_path / "second")[0] == 4
    refuse_access(monkeypatch, ledger / FILE_NAME)
    code, _, refused = run(*given, tmp_path / "second")
    assert (code, "is read-only" in refused) == (5, True)


def test_that_a_plan_that_may_not_be_read_is_told_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.toml"
    shutil.copyfile(PLAN, plan)
    refuse_access(monkeypatch, plan)
    code, _, refused = run("plan", "check", plan)
    assert (code, "check its permissions" in refused) == (2, True)


def test_that_a_folder_given_for_a_table_is_called_one(run: Run, tmp_path: Path) -> None:
    code, _, refused = run("release", PLAN, tmp_path, "--out", tmp_path / "out")
    assert (code, "this is a folder" in refused) == (3, True)


def test_that_paid_but_not_written_exits_6_and_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes, mode: int) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(publish, "write_whole", full)
        code, _, refused = run("release", PLAN, TABLE, "--out", tmp_path / "out")
    assert code == 6
    assert "is full" in refused
    assert "ledger export 1" in refused
    assert run("ledger", "export", 1, "--out", tmp_path / "out")[0] == 0


def test_that_a_release_from_the_shell_loads_neither_window_nor_statistics(tmp_path: Path) -> None:
    script = (
        "import sys; from explorer.cli.command import run; code = run(sys.argv[1:]); "
        "print(code, [name for name in ('PySide6', 'pyqtgraph', 'scipy.stats') if name in sys.modules])"
    )
    folders = ("--out", str(tmp_path / "out"), "--ledger", str(tmp_path / "ledger"))
    done = subprocess.run(
        [sys.executable, "-c", script, "release", str(VISITS), str(WAITS), *folders],
        capture_output=True,
        text=True,
        check=False,
        env={"PRIVACY_EXPLORER_STATE": str(tmp_path / "state"), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0 []"


def gaussian_plan(folder: Path) -> Path:
    plan = folder / "gaussian.toml"
    text = PLAN.read_text("utf-8").replace('delta = "0"', 'delta = "1e-6"')
    plan.write_text(text.replace('"discrete-laplace"', '"discrete-gaussian"'))
    return plan


def test_that_a_gaussian_release_tells_its_rho(run: Run, tmp_path: Path) -> None:
    plan = gaussian_plan(tmp_path)
    checked = json.loads(run("plan", "check", plan, "--json")[1])
    assert (checked["rho"], checked["delta"]) == ("0.0243559703595", "0.000001")
    assert checked["histograms"][0]["sigma_squared"] == "6000000000000/16237313573"
    told = json.loads(run("release", plan, TABLE, "--out", tmp_path / "out", "--json")[1])
    assert told["rho"] == "0.0243559703595"
    assert told["spent"] == {"epsilon": "1", "delta": "0.000001", "rho": "0.0243559703595"}
    assert told["remaining"] == {"epsilon": "0", "delta": "0"}
    shown = json.loads(run("ledger", "show", "--json")[1])
    assert shown["entries"][0]["rho"] == "0.0243559703595"
    assert [each["bound"] for each in shown["advice"]] == ["sequential", "optimal", "zcdp", "numerical"]
    code, said, _ = run("plan", "check", plan)
    assert code == 0
    assert "ρ 0.0243559703595" in said


def test_that_an_account_of_rho_is_opened_spent_and_shown(run: Run, tmp_path: Path) -> None:
    opening = ("ledger", "open", "--account", "default", "--limit-epsilon", "3", "--currency", "rho")
    assert run(*opening)[0] == 2
    assert not (tmp_path / "ledger").exists()
    opened = json.loads(run(*opening, "--limit-delta", "1e-6", "--json")[1])
    assert (opened["currency"], opened["limit"]["rho"]) == ("rho", "0.185069840653")
    assert run("release", gaussian_plan(tmp_path), TABLE, "--out", tmp_path / "a")[0] == 0
    code, _, refused = run("release", PLAN, TABLE, "--out", tmp_path / "b")
    assert (code, "ρ = 0.5 asked" in refused) == (4, True)
    shown = json.loads(run("ledger", "show", "--json")[1])
    assert shown["spent"]["rho"] == "0.0243559703595"
    assert shown["remaining"]["rho"] == "0.1607138702935"
    assert "ρ 0.0243559703595 of 0.185069840653" in run("ledger", "show")[1]
    assert run(*opening, "--limit-delta", "1e-5")[0] == 2
    assert run("ledger", "open", "--account", "default", "--limit-epsilon", "4")[0] == 0


def test_that_a_threshold_is_explained_in_one_sentence(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\ndelta = "1e-5"\n'
        '[[histogram]]\nname = "h"\n[[histogram.column]]\nname = "x"\nkind = "category-unknown"\n'
    )
    (table,) = json.loads(run("plan", "check", plan, "--json")[1])["histograms"]
    assert table["threshold"] == {"least": 13, "delta": "0.00000449177914983"}
    assert table["cells"] is table["margin_joint"] is None
    assert "if its noised count is at least 13" in run("plan", "check", plan)[1]


def test_that_a_plan_is_signed_and_then_runs_unchanged_or_not_at_all(run: Run, tmp_path: Path) -> None:
    plan, other = tmp_path / "plan.toml", tmp_path / "signed.toml"
    plan.write_text("# ours\n" + PLAN.read_text("utf-8"), "utf-8")
    before = plan.read_bytes()
    who = ("--by", "Ada Example", "--role", "officer", "--statement", "for the yearbook")
    code, out, _ = run("plan", "sign", plan, *who, "--out", other, "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["signed_off"].startswith("Ada Example (officer), 20")
    assert answer["signed_digest"].startswith("sha256:")
    assert answer["locked"] is True
    assert plan.read_bytes() == before
    assert other.read_text("utf-8").startswith("# ours\n")
    assert run("plan", "sign", plan, *who, "--out", other)[0] == 2
    assert run("plan", "sign", other, *who)[0] == 2
    assert run("release", other, TABLE, "--out", tmp_path / "a")[0] == 0
    other.write_text(other.read_text("utf-8").replace("rows_per_person = 3", "rows_per_person = 2"), "utf-8")
    for verb in (("plan", "check", other), ("release", other, TABLE, "--out", tmp_path / "b")):
        code, _, refused = run(*verb)
        assert code == 2
        assert "Ada Example" in refused
    assert not (tmp_path / "b").exists()


def test_that_a_plan_is_signed_in_its_own_file(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.read_text("utf-8"), "utf-8")
    assert run("plan", "sign", plan, "--by", "")[0] == 2
    untitled = tmp_path / "untitled.toml"
    untitled.write_text(PLAN.read_text("utf-8").replace('title = "', 'title = " " # "'), "utf-8")
    assert run("plan", "check", untitled)[0] == 0
    code, _, refused = run("plan", "sign", untitled, "--by", "Ada")
    assert (code, "a title" in refused) == (2, True)
    assert "signed_off" not in untitled.read_text("utf-8")
    assert run("plan", "sign", plan, "--by", "Ada")[0] == 0
    assert json.loads(run("plan", "check", plan, "--json")[1])["locked"] is True
    plan.write_text("[privacy]\n", "utf-8")
    assert run("plan", "sign", plan, "--by", "Ada")[0] == 2
    assert plan.read_text("utf-8") == "[privacy]\n"


def test_that_the_reason_of_a_raised_limit_is_logged(run: Run) -> None:
    opened = ("ledger", "open", "--account", "default", "--limit-epsilon")
    assert run(*opened, "1")[0] == 0
    assert run(*opened, "2", "--reason", "the board asked for a second year")[0] == 0
    assert run(*opened, "3")[0] == 0
    assert run(*opened, "4", "--reason", "two\nlines")[0] == 2
    first, second, third = json.loads(run("ledger", "show", "--json")[1])["limits"]
    assert (first["limit"]["epsilon"], first["reason"]) == ("1", None)
    assert (second["limit"]["epsilon"], second["reason"]) == ("2", "the board asked for a second year")
    assert third["reason"] is None
    said = run("ledger", "show")[1]
    assert "the board asked for a second year" in said
    assert "no reason was given" in said
    assert run("ledger", "verify")[0] == 0


def test_that_an_edited_file_is_attached_on_purpose(run: Run, tmp_path: Path) -> None:
    run("ledger", "open", "--account", "default", "--limit-epsilon", "9")
    first, edited = tmp_path / "first.csv", tmp_path / "edited.csv"
    first.write_bytes(TABLE.read_bytes())
    edited.write_bytes(TABLE.read_bytes() + TABLE.read_bytes().splitlines(keepends=True)[-1])
    assert run("release", PLAN, first, "--out", tmp_path / "a")[0] == 0
    assert run("release", PLAN, edited, "--out", tmp_path / "b")[0] == 2
    assert run("ledger", "attach", edited, "--account", "nobody")[0] == 2
    assert run("ledger", "attach", tmp_path / "absent.csv", "--account", "default")[0] == 3
    code, out, _ = run("ledger", "attach", edited, "--account", "default", "--json")
    assert (code, json.loads(out)["attached"]) == (0, True)
    assert (
        json.loads(run("ledger", "attach", edited, "--account", "default", "--json")[1])["attached"] is False
    )
    assert run("release", PLAN, edited, "--out", tmp_path / "b")[0] == 0
    assert json.loads(run("ledger", "show", "--json")[1])["spent"]["epsilon"] == "2"


def test_that_a_ledger_that_is_gone_is_refused_until_it_is_restarted(run: Run, tmp_path: Path) -> None:
    assert run("release", PLAN, TABLE, "--out", tmp_path / "out")[0] == 0
    shutil.rmtree(tmp_path / "ledger")
    for verb in ("list", "show", "verify"):
        code, _, error = run("ledger", verb)
        assert (code, "ledger restart" in error) == (5, True)
    assert run("release", PLAN, TABLE, "--out", tmp_path / "more")[0] == 5
    assert run("ledger", "restart", "--reason", "")[0] == 2
    code, answer, _ = run("ledger", "restart", "--reason", "the disk broke", "--json")
    assert (code, json.loads(answer)["restarts"][0]["reason"]) == (0, "the disk broke")
    assert "the disk broke" in run("ledger", "verify")[1]
    assert json.loads(run("ledger", "verify", "--json")[1])["restarts"] == json.loads(answer)["restarts"]
    assert run("release", PLAN, TABLE, "--out", tmp_path / "more")[0] == 0
    assert run("ledger", "restart", "--reason", "again")[0] == 2


@pytest.mark.parametrize("verb", [["check"], ["sign", "--by", "Ada"]])
@pytest.mark.parametrize(
    ("place", "told"),
    [("/dev/zero", "device"), (".", "folder"), ("x" * 5000, "UTF-8"), ("absent", "no plan")],
)
def test_that_a_plan_that_is_no_file_is_refused(run: Run, place: str, told: str, verb: list[str]) -> None:
    code, out, line = run("plan", *verb, place)
    assert (code, out) == (2, "")
    assert told in line


def test_that_a_plan_is_read_up_to_a_limit(run: Run, tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_bytes(b"# " + b"x" * MOST_OF_A_PLAN)
    assert "16 MB" in run("plan", "check", long)[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is Unix's")
def test_that_a_plan_is_read_from_a_pipe(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as writer:
        writer.submit(pipe.write_bytes, PLAN.read_bytes())
        assert run("plan", "check", pipe)[0] == 0


def test_that_a_checked_plan_tells_of_every_query_what_it_measures_and_what_else_there_is(
    run: Run, tmp_path: Path
) -> None:
    told = json.loads(run("plan", "check", PLAN, "--json")[1])
    assert [each["name"] for each in told["queries"]] == [each["name"] for each in told["histograms"]]
    query, table = told["queries"][0], told["histograms"][0]
    same = ("name", "cells", "epsilon", "delta", "sensitivity", "margin_each", "margin_joint")
    assert {key: query[key] for key in same} == {key: table[key] for key in same}
    assert (query["kind"], query["strategy"], query["alternatives"]) == ("histogram", "identity", [])
    a = math.exp(-1 / float(Fraction(table["scale"])))
    assert query["expected_rmse"] == pytest.approx(math.sqrt(2 * a) / (1 - a))
    plan = tmp_path / "plan.toml"
    text = PLAN.read_text().replace('mechanism = "discrete-laplace"', 'mechanism = "discrete-gaussian"')
    plan.write_text(text.replace('delta = "0"', 'delta = "1e-6"'))
    gaussian = json.loads(run("plan", "check", plan, "--json")[1])["queries"][0]
    assert gaussian["expected_rmse"] == pytest.approx(
        float(Fraction(json.loads(run("plan", "check", plan, "--json")[1])["histograms"][0]["scale"])),
        rel=1e-3,
    )
    [pure] = gaussian["alternatives"]
    assert (pure["strategy"], pure["mechanism"]) == ("identity", "discrete-laplace")
    assert pure["expected_rmse"] == pytest.approx(query["expected_rmse"])
