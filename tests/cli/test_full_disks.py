"""Each verb that writes a file, on a disk that is full and on one that may only be read."""

import errno

import pytest
from full_disks import fail_within

from explorer.cli import command
from explorer.resources import resource

PLAN, TABLE = resource("examples", "people.toml"), resource("examples", "people.csv")
VERBS = {
    "figure.svg": ("render", "released-value", "--out"),
    "figure.csv": ("render", "released-value", "--out"),
    "plan.toml": ("plan", "new", "--out"),
    "signed.toml": ("plan", "sign", PLAN, "--by", "Ada", "--out"),
    "reference.html": ("reference", "--out"),
    "report.html": ("ledger", "report", "1", "--out"),
}
FAULTS = {errno.ENOSPC: "is full", errno.EROFS: "is read-only"}


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = command.run([*map(str, arguments), "--language", "en"])
        return code, capsys.readouterr().err

    return run


@pytest.fixture
def released(run, tmp_path):
    assert run("release", PLAN, TABLE, "--out", tmp_path / "first") == (0, "")


@pytest.mark.parametrize(("number", "words"), FAULTS.items(), ids=["full", "read-only"])
def test_that_every_verb_that_writes_names_the_fault_and_leaves_nothing(
    run, released, tmp_path, monkeypatch, number, words
):
    out = tmp_path / "out"
    out.mkdir()
    fail_within(monkeypatch, out, number)
    for name, verb in VERBS.items():
        code, told = run(*verb, out / name)
        assert code in (2, 6), verb
        assert f"{out} {words}" in told, verb
        assert told.count("\n") == 1
        assert list(out.iterdir()) == []


def test_that_a_release_on_a_full_disk_is_paid_kept_and_written_again(run, tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    with monkeypatch.context() as patch:
        fail_within(patch, out, errno.ENOSPC)
        code, told = run("release", PLAN, TABLE, "--out", out)
    assert code == 6
    assert f"spent, but not written: the disk of {out} is full" in told
    assert list(out.iterdir()) == []
    assert run("ledger", "export", "1", "--out", out) == (0, "")
    assert list(out.iterdir()) != []
