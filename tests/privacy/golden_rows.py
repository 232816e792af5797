"""Reference values of 30 digits, computed apart from this program; see `tests/golden`."""

import json
from pathlib import Path
from typing import Any

import pytest

from explorer.privacy.notation import read

FOLDER = Path(__file__).parent.parent / "golden"


def golden(file: str, *formulas: str) -> Any:
    """A parametrisation over the rows of these formulas: inputs as numbers, the row, its value or None."""
    rows = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    chosen = [row for row in rows if row["formula"] in formulas]
    assert {row["formula"] for row in chosen} == set(formulas)
    cases = [
        pytest.param(
            {name: read(str(text)) for name, text in row["inputs"].items()},
            row,
            None if row["value"] is None else float(row["value"]),
            id=f"{row['formula']}-{number}",
        )
        for number, row in enumerate(chosen)
    ]
    return pytest.mark.parametrize(("inputs", "row", "value"), cases)
