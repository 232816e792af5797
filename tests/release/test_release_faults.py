"""kill -9 and full disks at every step of a whole release, for both currencies: never drawn unpaid.

After each fault: the ledger reads, nothing was drawn that is not paid, what was published is in the ledger,
and the next release is charged for all that went before.
"""

import random
import signal
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from forked_programs import ForkedPrograms, forked_programs

from explorer.privacy.refusal import OverBudget
from explorer.release.ledger.accounts import Account
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.publish import release
from explorer.release.values.amount import Amount

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")

DELTA = Fraction(1, 10**6)
PLAN = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
mechanism = "{mechanism}"
delta = "{delta}"
[[histogram]]
name = "h"
[[histogram.column]]
name = "x"
kind = "category"
categories = ["a"]
"""
LAPLACE = PLAN.format(mechanism="discrete-laplace", delta="0")
GAUSSIAN = PLAN.format(mechanism="discrete-gaussian", delta="1e-6")

KILLED = """
import os, signal, sys
from pathlib import Path
from explorer.release import publish
from explorer.release.ledger import hash_chain as chain, spends as ledger, transaction as ledger_transaction
from explorer.release.values import atomic_file as writing
from explorer.release.plan.plan_file import read_plan
step, after, plan, table, out = sys.argv[1:6]
room, name = step.split(".")
rooms = {"chain": chain, "ledger": ledger, "transaction": ledger_transaction, "publish": publish}
place = rooms[room]
own, left = getattr(place, name), [int(after)]
def dying(*arguments, **named):
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    return own(*arguments, **named)
setattr(place, name, dying)
publish.release(read_plan(Path(plan).read_text()), Path(table), Path(out))
"""
STEPS = [
    *(
        ("ledger.check_budget", 0, 0),
        ("chain.append", 0, 0),
        ("chain.append", 1, 0),
        ("transaction.write_witness", 0, 0),
        ("transaction.commit", 0, 0),
    ),
    *(("transaction.write_witness", 1, 1), ("transaction.check_written", 0, 1)),
    *(("publish.privatize", 0, 1), ("publish.files_of", 0, 1)),
    *(("ledger.give_back", 0, 1), ("chain.append", 2, 1), ("transaction.write_witness", 2, 1)),
    *(("publish.export", 0, 1), ("publish.write_whole", 0, 1), ("publish.write_whole", 1, 1)),
    *(("publish.logged", 0, 1), ("chain.append", 3, 1), ("transaction.commit", 2, 1)),
    *(("transaction.check_written", 2, 1), ("transaction.write_witness", 4, 1)),
]
"""Step, how often it is passed before the program is killed in it, and how many releases are paid then."""

LIMITED = """
import resource, sys
from pathlib import Path
from explorer.privacy.refusal import Refusal
from explorer.release.plan.plan_file import read_plan
from explorer.release.publish import release
most, plan, table, out = sys.argv[1:5]
plan = read_plan(Path(plan).read_text())
import explorer.release.ledger.spends, sqlite3
resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
try:
    release(plan, Path(table), Path(out), account="default")
except Refusal as refusal:
    sys.exit(refusal.exit_code)
"""


@pytest.fixture
def prepared(currency: str, tmp_path: Path, folder: Path) -> Path:
    """A plan, a table, and an account that affords three releases."""
    rho = currency == "rho"
    (tmp_path / "plan.toml").write_text(GAUSSIAN if rho else LAPLACE)
    (tmp_path / "table.csv").write_text("x\na\n")
    limit = Amount(Fraction("1.9"), DELTA) if rho else Amount(Fraction(3))
    open_account(folder, "default", limit, currency=currency)
    return tmp_path


@pytest.fixture(scope="module")
def programs() -> Iterator[ForkedPrograms]:
    with forked_programs() as programs:
        yield programs


def run(programs: ForkedPrograms, prepared: Path, script: str, *first: object) -> int:
    return programs.run(script, *first, prepared / "plan.toml", prepared / "table.csv", prepared / "out")


def whole(prepared: Path, folder: Path) -> Account:
    """The account after a fault: what may be said of it whatever the fault was."""
    books = read_books(folder)
    (account,) = books.accounts.values()
    assert len(account.entries) == books.releases
    assert set(books.drawn) <= set(books.plans)
    for sequence in books.drawn:
        assert drawn_again(sequence).sequence == sequence
    published = [path for path in prepared.glob("out/h.csv") if path.is_file()]
    if published:
        texts = {text for each in books.drawn for name, text in drawn_again(each).files if name == "h.csv"}
        assert published[0].read_text() in texts
    return account


def spent_all(prepared: Path, folder: Path, account: Account) -> None:
    """Three releases are afforded, those that a fault cut short among them, and not one more."""
    plan = read_plan((prepared / "plan.toml").read_text())
    for more in range(3 - len(account.entries)):
        release(plan, prepared / "table.csv", prepared / f"more {more}", account="default")
    with pytest.raises(OverBudget):
        release(plan, prepared / "table.csv", prepared / "too much", account="default")
    assert read_books(folder).releases == 3


@pytest.mark.parametrize(
    ("currency", "step", "after", "paid"),
    [("epsilon-delta", *each) for each in STEPS] + [("rho", *each) for each in STEPS[1::4]],
)
def test_that_a_kill_at_any_step_never_counts_too_little(
    step: str, after: int, paid: int, programs: ForkedPrograms, prepared: Path, folder: Path
) -> None:
    assert run(programs, prepared, KILLED, step, after) == -signal.SIGKILL
    account = whole(prepared, folder)
    assert len(account.entries) == paid
    spent_all(prepared, folder, account)


def sizes() -> Iterator[int]:
    """A limit on the size of every file: from next to nothing to more than a release needs."""
    yield from (100, 4096, 12_288, 20_480, 24_576, 65_536)


@pytest.mark.parametrize(
    ("currency", "most"), [*(("epsilon-delta", most) for most in sizes()), ("rho", 100), ("rho", 20_480)]
)
def test_that_a_disk_that_is_full_at_any_step_never_counts_too_little(
    most: int, programs: ForkedPrograms, prepared: Path, folder: Path
) -> None:
    code = run(programs, prepared, LIMITED, most)
    account = whole(prepared, folder)
    assert code in ((5,) if most < 4096 else (0, 5, 6))
    assert len(account.entries) == (code in (0, 6))
    if code == 5:
        assert not list(prepared.glob("out/*"))
    spent_all(prepared, folder, account)


CALLS = 40_000  # of functions of C that some six releases make


def test_that_random_kills_of_many_releases_never_count_too_little(
    programs: ForkedPrograms, tmp_path: Path, folder: Path
) -> None:
    (tmp_path / "plan.toml").write_text(LAPLACE.replace('epsilon = "1"', 'epsilon = "0.001"'))
    (tmp_path / "table.csv").write_text("x\na\n")
    open_account(folder, "default", Amount(Fraction(9)))
    script = """
import os, signal, sys
from pathlib import Path
from explorer.release.plan.plan_file import read_plan
from explorer.release.publish import release
plan, table, out = map(Path, sys.argv[1:4])
left = int(sys.argv[4])

def counted(frame, event, argument):  # no clock: where it ends is the same on every machine
    global left
    left -= event == "c_call"
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

for turn in range(10**6):
    if turn == 1:
        sys.setprofile(counted)
    release(read_plan(plan.read_text()), table, out / str(turn), account="default", overwrite=True)
    print(turn, flush=True)
"""
    chance, before = random.Random(5), 0
    names = [tmp_path / name for name in ("plan.toml", "table.csv", "out")]
    for turn in range(4):
        printed = tmp_path / f"printed {turn}"
        ended = programs.run(script, *names, chance.randrange(1, CALLS), out=printed)
        assert ended == -signal.SIGKILL
        told = len(printed.read_text().splitlines())
        assert told
        books = read_books(folder)
        assert books.releases >= before + told
        assert len(books.drawn) >= len(books.plans) - 4
        assert books.accounts["default"].spent == Amount(books.releases * Fraction(1, 1000))
        before = books.releases


def test_that_plans_here_are_what_they_look_like() -> None:
    for text in (LAPLACE, GAUSSIAN):
        assert read_plan(write_plan(read_plan(text))) == read_plan(text)
