"""Tokens and prime counts in the rows: no byte written, printed or kept anywhere may hold them."""

import logging
import re
import warnings
import zipfile
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy as np
import pytest
from thoroughness import combined

from explorer.cli.answer import Answer
from explorer.cli.command import every_verb
from explorer.language import Language
from explorer.privacy.refusal import NotATable, Refusal
from explorer.release import noise
from explorer.release.counting import counts
from explorer.release.counting.tally import tally_of
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import write_plan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.sum import Sum
from explorer.release.sources.dialect_detection import suggest_dialect

TOKENS = ("QZCANARYNAME", "QZCANARYCITY", "QZCANARYNOTE", "987654321", "2019-03-07")
COUNTS = (1009, 1511)  # primes: true counts of two cells
ROWS = sum(COUNTS) + 3
PLAN = ReleasePlan(
    Privacy("person", Fraction(1, 7), id_column="id", rows_per_person=2),
    (
        Histogram("age", (NumericColumn("age", ("0", "50", "100")),)),
        Histogram("city", (CategoryColumn("city", ("north",)),)),
    ),
)
NOTES = Histogram("notes", (UnknownColumn("id"),))
DISTRIBUTIONS = {
    "laplace": PLAN,
    "gaussian": replace(
        PLAN, privacy=replace(PLAN.privacy, mechanism="discrete-gaussian", delta=Fraction(1, 10**9))
    ),
    "dates": replace(
        PLAN,
        queries=(
            Histogram("day", (DateColumn("day", every="quarter", start="2018-01-01", end="2020-01-01"),)),
            Histogram("note", (DateColumn("note", "DD.MM.YYYY", edges=("2019", "2020")),)),
            Histogram("age", (NumericColumn("age", ("6", "7", "8"), whole=True),)),
        ),
    ),
    "sums": replace(
        PLAN,
        queries=(
            *PLAN.queries,
            Sum(
                "ages",
                (CategoryColumn("city", ("north",)),),
                value="age",
                low=Fraction(0),
                high=Fraction(120),
                step=Fraction(1),
                mean=True,
            ),
            Sum("total", (), value="age", low=Fraction(-5), high=Fraction(100), step=Fraction(5)),
        ),
    ),
    "found": replace(
        PLAN,
        privacy=Privacy("row", Fraction(1), Fraction(1, 10**9)),
        queries=(*PLAN.queries, NOTES),
    ),
}
"""Among them: a category for each name, none of which passes the threshold."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    lines = ["id,age,city,note,day"]
    lines += [f"{TOKENS[0]}{number},7,north,{TOKENS[2]},{TOKENS[4]}" for number in range(COUNTS[0])]
    lines += [f"{TOKENS[0]}x{number},77,{TOKENS[1]},{TOKENS[2]},2019-02-29" for number in range(COUNTS[1])]
    lines += [f"{TOKENS[0]}y,{TOKENS[3]},{TOKENS[1]},,"] * 3
    path = tmp_path / "input" / "table.csv"
    path.parent.mkdir()
    path.write_text("\n".join(lines) + "\n")
    return path


def arguments(tmp_path: Path, table: Path, plan: ReleasePlan = PLAN) -> Namespace:
    (tmp_path / "plan.toml").write_text(write_plan(plan))
    return Namespace(
        plan=tmp_path / "plan.toml",
        source=table,
        sheet="",
        out=tmp_path / "out",
        ledger=tmp_path / "ledger",
        account=None,
        apart=False,
        actor=None,
        purpose="",
        label="",
        file=None,
        year=None,
        kind=None,
        overwrite=True,
        crosstab=True,
        consistent=True,
        xlsx=True,
        group=False,
        title="Ages",
        **dict.fromkeys(("note", "dataset", "publisher")),
        special=True,
        name_account=False,
        sequence=1,
        language="en",
    )


def run(name: str, given: Namespace) -> Answer:
    return every_verb()[name].run(given)


def content_of(path: Path) -> bytes:
    """The bytes of a file; of a workbook those of its parts, which are packed in it."""
    if path.suffix != ".xlsx":
        return path.read_bytes()
    with zipfile.ZipFile(path) as packed:
        return b"\n".join(name.encode() + packed.read(name) for name in packed.namelist())


def everything_written(tmp_path: Path) -> bytes:
    return b"\n".join(
        str(path).encode() + content_of(path)
        for path in sorted(tmp_path.rglob("*"))
        if path.is_file() and path.parent.name != "input"
    )


def assert_silent(content: bytes) -> None:
    hits = [token for token in TOKENS if token.encode() in content]
    # A count is a number by itself: in the middle of a random identity or a hash its digits mean nothing.
    hits += [str(count) for count in (*COUNTS, ROWS) if re.search(_alone(count), content)]
    assert hits == []


def _alone(count: int) -> bytes:
    return rb"(?<![0-9a-f])%d(?![0-9a-f])" % count


def as_parquet(table: Path) -> Path:
    """The same rows in a file of typed columns, of the same name."""
    with duckdb.connect(":memory:") as connection:
        connection.execute(
            f"CREATE TABLE people AS FROM read_csv('{table}', all_varchar = true, header = true)"
        )
        connection.execute("ALTER TABLE people ALTER age TYPE DOUBLE")
        connection.execute(f"COPY people TO '{table}' (FORMAT parquet)")
    return table


@pytest.mark.parametrize(("distribution", "form"), combined(DISTRIBUTIONS, [lambda table: table, as_parquet]))
def test_that_no_byte_of_the_rows_leaves_through_a_release(
    distribution: str,
    form: Callable[[Path], Path],
    table: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(counts, "tally_of", lambda *most: tally_of(*most[:4], 0))  # all set aside on disk
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.NOTSET)
    never_nought = lambda bits, width, count: 7 + np.arange(count) % 7  # noqa: E731
    for sampler in ("discrete_laplace", "discrete_gaussian"):
        monkeypatch.setattr(noise, sampler, never_nought)
    given = arguments(tmp_path, form(table), DISTRIBUTIONS[distribution])
    told = ""
    verbs = ("plan check", "release", "ledger list", "ledger show", "ledger verify", "ledger export")
    verbs = (*verbs, "ledger log")
    named = {"ledger report": "report.html", "plan code": "plan.py", "ledger statement": "statement.csv"}
    if distribution in ("found", "sums"):
        del named["plan code"]  # OpenDP has none of these
    with warnings.catch_warnings(record=True) as warned:
        for name in (*verbs, *named):
            given.out = tmp_path / named.get(name, "out")
            answer = run(name, given)
            told += str(answer)
            told += "".join(Language().say(line) for line in answer.lines if hasattr(line, "text"))
        told += compared_with_another(given, tmp_path)
    printed = capfd.readouterr()
    assert_silent(everything_written(tmp_path))
    assert_silent((told + printed.out + printed.err + caplog.text + repr(list(map(str, warned)))).encode())
    assert list((tmp_path / "temporary").iterdir()) == []


def compared_with_another(given: Namespace, tmp_path: Path) -> str:
    """What is said of the release and another one of the same file, drawn from another ledger."""
    told = ""
    given.ledger, given.out = tmp_path / "another", tmp_path / "again"
    run("release", given)
    given.earlier, given.later = tmp_path / "out", tmp_path / "again"
    answer = run("compare", given)
    told += str(answer)
    return told + "".join(Language().say(line) for line in answer.lines if hasattr(line, "text"))


TAILS = [
    b"QZCANARYNAME,1\n",
    b'a,"QZCANARYNAME\n',
    b'a,"QZCANARYNAME"x,b,c\n',
    b"QZCANARYNAME\0,1,2,3\n",
    b"\xe9QZCANARYNAME,1,2,3\n",
]


@pytest.mark.parametrize("tail", TAILS)
def test_that_no_byte_of_the_rows_leaves_through_a_refusal(
    tail: bytes, table: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with table.open("ab") as file:
        file.write(tail)
    with pytest.raises(NotATable) as caught:
        run("release", arguments(tmp_path, table))
    refusal = caught.value
    chain: list[BaseException | None] = [refusal, refusal.__context__, refusal.__cause__]
    told = "".join(repr(each) + repr(getattr(each, "args", "")) for each in chain)
    printed = capfd.readouterr()
    spoken = Language().say(refusal.sentence)
    assert_silent((told + spoken + printed.out + printed.err).encode())
    assert_silent(everything_written(tmp_path))


def test_that_a_suggested_dialect_tells_only_the_first_line(table: Path) -> None:
    assert_silent(repr(suggest_dialect(table)).encode())


def test_that_the_search_finds_what_is_there(table: Path, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        assert_silent(f"n = {ROWS}".encode())
    given = arguments(tmp_path, table)
    given.account = TOKENS[0]
    run("release", given)
    with pytest.raises(AssertionError):
        assert_silent(everything_written(tmp_path))
    given.account = None
    with pytest.raises(Refusal):
        run("release", given)


def test_that_no_byte_of_the_rows_leaves_through_a_damaged_parquet_file(
    table: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = as_parquet(table).read_bytes()
    for broken in (content[:-30], content[:200] + bytes(len(content) - 600) + content[-400:]):
        table.write_bytes(broken)
        with pytest.raises(NotATable) as caught:
            run("release", arguments(tmp_path, table))
        assert caught.value.__context__ is None
        assert_silent(Language().say(caught.value.sentence).encode())
    printed = capfd.readouterr()
    assert_silent((printed.out + printed.err).encode() + everything_written(tmp_path))
