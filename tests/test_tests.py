"""How tests are written: they go through what the program offers, and reach into nothing that is private."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from source_trees import scripts

TESTS = Path(__file__).parent
INJECTIONS = {
    "conftest.py": ({"_tune"}, "no test waits until a disk has really written"),
    "privacy/accounting/test_heterogeneous_optimal.py": (
        {"_crossed", "_line", "_saddle"},
        "one proven end is moved beyond the other, which is never to be hidden",
    ),
    "release/audit/test_black_box.py": ({"_pools"}, "what an audit counts is counted a second time"),
    "release/breaking.py": ({"_draw"}, "the noise that is drawn is made wrong"),
    "release/broken_counting.py": ({"_batches"}, "rows that are read are changed before they are counted"),
    "release/broken_telling.py": (
        {"_numbers", "_promise", "_written"},
        "what is told of a release is made to depend on the rows",
    ),
    "release/ledger/test_ledger_disk.py": ({"_committed"}, "the disk fails while a spend is committed"),
    "release/ledger/test_ledger_faults.py": (
        {"_committed", "_tune"},
        "another copy of the ledger is spent from meanwhile; and what conftest takes away is put back",
    ),
    "release/ledger/test_ledger_lock.py": (
        {"_committed", "_holder"},
        "the file or its lock is replaced between two steps",
    ),
    "release/test_release_cancelling.py": ({"_write_held"}, "what was set aside on the disk is cut off"),
}
"""Test file -> the private steps of the program that it replaces, and the fault that this brings about.

A fault between two steps can only be brought about by taking hold of a step by its name.
"""

OF_PYTHON = {"_asdict", "_replace", "_fields", "_make", "_exit"}  # public, though they begin so


def private(source: str) -> Iterator[ast.Attribute]:
    """The private attributes of others that a file takes hold of, in its programs that are text too."""
    for tree in scripts(ast.parse(source)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node.value):
                yield node


def is_private(name: str) -> bool:
    return re.match(r"_[^_]", name) is not None and name not in OF_PYTHON


def is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in {"self", "cls"}


def found() -> dict[str, set[str]]:
    """Test file -> what it takes hold of that is private, where there is any."""
    files = [path for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)]
    taken = {
        path.relative_to(TESTS).as_posix(): {node.attr for node in private(path.read_text("utf-8"))}
        for path in files
    }
    return {name: names for name, names in taken.items() if names}


def test_that_no_test_but_one_that_injects_a_fault_reaches_into_what_is_private() -> None:
    assert found() == {name: steps for name, (steps, _) in INJECTIONS.items()}


def test_that_what_is_private_is_found_wherever_it_hides() -> None:
    source = (
        "panel._table.show()\nself.mine._row\nself._own\ntuple._replace(a=1)\nos._exit(9)\nmodule.__name__\n"
        "asked()._x\nSCRIPT = 'import lock\\nlock._holder()'\n"
    )
    assert sorted(map(ast.unparse, private(source))) == [
        "asked()._x",
        "lock._holder",
        "panel._table",
        "self.mine._row",
    ]
