"""Wide tables: the engine is given the needed columns alone, and counts as the strict reader does."""

from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, KEY, REGION, asking, plan_of, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import reference, told
from thoroughness import tries

from explorer.privacy.refusal import NotATable
from explorer.release.plan.columns import Column, UnknownColumn
from explorer.release.plan.sections import Privacy
from explorer.release.sources import decoding

PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 2)
WIDE = 24
FIELDS = st.text(alphabet="a7,;\"'\n\r\ufeff é北", max_size=4)


def written(folder: Path, content: str) -> Path:
    path = folder / "table.csv"
    path.write_bytes(content.encode())
    return path


def quoted(value: str) -> str:
    """As a good writer writes it."""
    return '"' + value.replace('"', '""') + '"'


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each piece whether the engine was given some columns alone."""
    seen: list[bool] = []
    made = decoding.Piece

    def looked_at(*given) -> decoding.Piece:
        found = made(*given)
        seen.append(found.survey.narrow is not None)
        return found

    monkeypatch.setattr(decoding, "Piece", looked_at)
    return seen


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from(["", "p", "q"]), FIELDS, FIELDS, FIELDS, FIELDS), max_size=9),
    st.lists(st.integers(0, WIDE - 1), min_size=3, max_size=3, unique=True),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([16, 100, 1 << 16]),
    st.sampled_from(["", "\ufeff"]),
    st.booleans(),
    st.sampled_from([(AGE, REGION), (AGE,), (UnknownColumn("region"), UnknownColumn("id"))]),
    st.booleans(),
)
def test_that_the_needed_columns_of_a_wide_table_are_counted_alike(
    tmp_path: Path,
    narrow: list[bool],
    rows: list[tuple[str, ...]],
    places: list[int],
    end: str,
    piece: int,
    mark: str,
    ended: bool,
    columns: tuple[Column, ...],
    by: bool,
) -> None:
    """Wherever they stand, whatever stands beside them, blank lines between them."""
    lines = [dict(zip(places, ("id", "age", "region"), strict=True))]
    lines += [dict(zip(places, row, strict=False)) for row in rows]
    beside = [["x", *row[3:]] for row in [("", "", "", "", ""), *rows]]
    content = end.join(
        [
            ",".join(quoted(line.get(at, some[at % 3])) for at in range(WIDE)) + end * (some[1] == "7")
            for line, some in zip(lines, beside, strict=True)
        ]
    )
    content = mark + content + (end if ended or not rows else "")
    plan = plan_of(*columns, privacy=PERSON if by else None)
    narrow.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "READ", 512)
        quick = quickly(asking(plan, written(tmp_path, content), KEY, piece=piece))
    assert quick is not None
    assert told(quick) == reference(content.encode(), plan)
    assert all(narrow)
    assert bool(narrow) == bool(rows)


@pytest.mark.parametrize("width", [15, 16])
def test_that_the_width_alone_decides_how_a_table_is_read(
    tmp_path: Path, narrow: list[bool], width: int
) -> None:
    """Two needed columns of fifteen are read with the others; whatever a row holds, all are read alike."""
    for odd in ("x", '"x,""\n"', "", "x" * 9000):
        rows = [["7", "North", "x", *["y"] * (width - 3)] for _ in range(200)]
        rows[100][2] = odd
        names = ["age", "region", *(f"x{at}" for at in range(width - 2))]
        content = "".join(",".join(row) + "\n" for row in [names, *rows])
        asked = asking(plan_of(AGE, REGION), written(tmp_path, content), KEY, piece=2000)
        quick = quickly(asked)
        assert quick is not None
        assert told(quick) == told(strictly(asked)) == [[200, 0, 0, 0, 0, 0, 0], [200, 0, 0, 0]]
    assert set(narrow) == {width == 16}


def test_that_a_ragged_wide_table_is_left_to_the_strict_reader(tmp_path: Path) -> None:
    """Also where one record has a field too many and the next one a field too few."""
    record = ["7", *["x"] * (WIDE - 1)]
    good = [["age", *(f"x{at}" for at in range(WIDE - 1))], *[record] * 20]
    for first, second in ((WIDE + 1, WIDE - 1), (WIDE - 1, WIDE + 1), (WIDE, WIDE - 1), (WIDE + 1, WIDE)):
        ragged = [*good, [*record, "x"][:first], [*record, "x"][:second], *good[1:]]
        content = "".join(",".join(row) + "\n" for row in ragged)
        for size in (100, 1 << 16):
            asked = asking(plan_of(AGE), written(tmp_path, content), KEY, piece=size)
            assert quickly(asked) is None
            with pytest.raises(NotATable):
                strictly(asked)
