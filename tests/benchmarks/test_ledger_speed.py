"""How long a ledger takes: to be read, to be spent from, and to keep what was drawn.

    python -m pytest tests/benchmarks/test_ledger_speed.py --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Goals: 100,000 entries are read
within 2 s of a processor; keeping what was drawn takes as long in any ledger.
"""

import json
import time
from contextlib import closing
from fractions import Fraction

import pytest

from explorer.release.ledger import hash_chain
from explorer.release.ledger.authorization import spending_of
from explorer.release.ledger.spends import keep, open_account, read_books, spend
from explorer.release.plan.plan_file import read_plan
from explorer.release.values.amount import Amount
from explorer.resources import resource

DRAWN = {
    "remaining": {"epsilon": "1", "delta": "0"},
    "counts": [list(range(30))],
    "files": [["h.csv", "x" * 900], ["h.csv-metadata.json", "y" * 2000]],
    "found": [[]],
}


def filled(folder, entries):
    """A ledger of this many entries: releases of the shipped example and what was drawn, in turns."""
    open_account(folder, "default", Amount(Fraction(10**6)))
    spend(folder, spending_of(read_plan(resource("examples", "people.toml").read_text("utf-8"))), b"f" * 32)
    with closing(hash_chain.connect(folder)) as connection:
        last, head = hash_chain.end_of(connection)
        body = json.loads(connection.execute("SELECT body FROM entry WHERE row = ?", (last,)).fetchone()[0])
        connection.execute("BEGIN")
        for sequence in range(2, 2 + (entries - last) // 2):
            body |= {"sequence": sequence, "release": f"{sequence:032x}"}
            head = hash_chain.append(connection, last, head, "spend", body, "a" * 64)
            head = hash_chain.append(connection, last + 1, head, "drawn", DRAWN | {"sequence": sequence})
            last += 2
        connection.execute("COMMIT")


@pytest.mark.parametrize("entries", [1_000, 10_000, 100_000])
def test_reading_a_ledger(benchmark, tmp_path, entries):
    filled(tmp_path / "ledger", entries)
    begun = time.process_time()
    benchmark.pedantic(lambda: read_books(tmp_path / "ledger"), rounds=1)
    print(f"\n{entries} entries: {time.process_time() - begun:.2f} s of a processor")


@pytest.mark.parametrize("entries", [1_000, 100_000])
def test_keeping_what_was_drawn(benchmark, tmp_path, entries):
    folder = tmp_path / "ledger"
    filled(folder, entries)
    plan = read_plan(resource("examples", "people.toml").read_text("utf-8"))
    paid = spend(folder, spending_of(plan, "default"), b"a" * 32, 1000)
    begun = time.process_time()
    benchmark.pedantic(lambda: keep(folder, paid, [[1]], [("a.csv", "a\n")]), rounds=1)
    print(f"\n{entries} entries: {1000 * (time.process_time() - begun):.1f} ms of a processor")
