"""Reference values of 30 digits, computed apart from this program; see `tests/golden`."""

import functools
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.privacy.notation import read

FOLDER = Path(__file__).parent.parent / "golden"


def golden(file: str, *formulas: str) -> Any:
    """Run a test on each row of these formulas: inputs as numbers, the row, its value or None.

    All rows of one formula are one test, which names the row that fails: thousands of tests of no length
    would take longer to begin than to run.
    """
    rows = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    assert {row["formula"] for row in rows} >= set(formulas)

    def each_formula(test: Callable[..., None]) -> Any:
        signature = inspect.signature(test)
        own = ("inputs", "row", "value")
        others = [each for name, each in signature.parameters.items() if name not in own]
        formula_first = inspect.Parameter("formula", inspect.Parameter.POSITIONAL_OR_KEYWORD)

        @functools.wraps(test)
        def on_each_row(formula: str, **named: Any) -> None:
            chosen = [row for row in rows if row["formula"] == formula]
            if not sum(passes(test, number, row, named) for number, row in enumerate(chosen)):
                pytest.skip("no row of it is for this test")

        taken = signature.replace(parameters=[formula_first, *others])
        on_each_row.__signature__ = taken  # type: ignore[attr-defined]
        return pytest.mark.parametrize("formula", formulas)(on_each_row)

    return each_formula


def passes(test: Callable[..., None], number: int, row: dict[str, Any], named: dict[str, Any]) -> bool:
    """Whether the row is for this test; one that fails is named."""
    inputs = {name: read(str(text)) for name, text in row["inputs"].items()}
    value = None if row["value"] is None else float(row["value"])
    try:
        test(inputs=inputs, row=row, value=value, **named)
    except pytest.skip.Exception:
        return False
    except Exception as failed:
        failed.add_note(f"{row['formula']}, row {number}: {row['inputs']}")
        raise
    return True
