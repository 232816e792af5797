"""The quick reader: the same cells as the specification, or it leaves the file to the strict reader."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import count as counting_up
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from count_cases import AGE, KEY, REGION, asking, plan_of, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_up import table_of
from reference import reference, told
from thoroughness import combined, tries
from work import calls

from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.counting import tally
from explorer.release.counting.cell_codes import Joined
from explorer.release.counting.counts import count
from explorer.release.counting.layout import Batch, Words
from explorer.release.counting.spilled_rows import Aside
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import csv_file, decoding
from explorer.release.sources import csv_source as door
from explorer.release.sources.table import Interrupted

PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 2)


def written(folder: Path, content: bytes | str) -> Path:
    path = folder / "table.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def both(folder: Path, content: bytes | str, plan: ReleasePlan, piece: int = 1 << 16) -> list[list]:
    """What both readers tell, which must be one."""
    asked = asking(plan, written(folder, content), KEY, piece=piece)
    quick = quickly(asked)
    assert quick is not None
    strict = strictly(asked)
    assert told(quick) == told(strict)
    assert quick.digest == strict.digest
    return told(quick)


@settings(max_examples=tries(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.sampled_from([400, 1000, 1 << 20]), st.sampled_from([0, 1 << 30]))
def test_that_any_file_gives_the_specified_cells_or_a_refusal(
    tmp_path: Path, seed: int, piece: int, held: int
) -> None:
    content, plan = table_of(random.Random(seed))
    right = reference(content, plan)
    asked = asking(plan, written(tmp_path, content), KEY, piece=piece, held=held)
    quick = quickly(asked)
    assert quick is None or told(quick) == right
    if right is None:
        with pytest.raises(NotATable) as caught:
            strictly(asked)
        assert caught.value.__context__ is None
    else:
        assert told(strictly(asked)) == right


@settings(max_examples=tries(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=60) | st.text(alphabet="a1,'\"\n\r;\ufeff ", max_size=60).map(str.encode),
    st.sampled_from([16, 40, 400]),
)
def test_that_any_bytes_are_counted_alike(tmp_path: Path, content: bytes, piece: int) -> None:
    plan = plan_of(AGE, REGION)
    content = b"age,region\n" + content
    quick = quickly(asking(plan, written(tmp_path, content), KEY, piece=piece))
    assert quick is None or told(quick) == reference(content, plan)


def test_that_numbers_are_classified_as_the_one_policy_does(tmp_path: Path) -> None:
    chance = random.Random(4)
    edges = ("-0.3", "0", "0.1", "0.3", "0.30000000000000001", "1", "1e22", "9007199254740993")
    plain = NumericColumn("age", ("-1", "0", "0.1", "0.3", "20", "1e22"))
    texts = ["".join(chance.choices("0123456789+-.eE_ naif", k=chance.randrange(1, 9))) for _ in range(9000)]
    texts += [edge + more for edge in (*edges, *plain.edges) for more in ("", "0", "0000000000000001", "e0")]
    texts += [f"{float(edge):.25f}" for edge in edges] + ["-1e-400", "1e-400", "0e9", "-0", "1e400", "1e308"]
    for column in (plain, NumericColumn("age", edges)):
        for decimal in (".", ","):
            declared = Input(delimiter=";", decimal=decimal, missing=("", "7", " 12"))
            body = "".join(f"{text.replace('.', decimal)};x\n" for text in texts)
            (table,) = both(tmp_path, "age;x\n" + body, plan_of(column, declared=declared))
            assert sum(table) == len(texts)
            assert all(table[-4:])


def test_that_every_way_to_lay_out_histograms_counts_alike(tmp_path: Path) -> None:
    weight = NumericColumn("weight", tuple(str(edge) for edge in range(101)))
    finer = NumericColumn("age", ("0", "5", "90"))
    plan = ReleasePlan(
        PERSON,
        (
            Histogram("one", (AGE,)),
            Histogram("cross", (REGION, weight, AGE)),
            Histogram("again", (finer, REGION)),
        ),
    )
    chance = random.Random(5)
    rows = [
        f"p{chance.randrange(400)},{chance.randrange(120)},{chance.choice(['North', 'South', 'x', ''])},"
        f"{chance.random() * 110}\n"
        for _ in range(3000)
    ]
    tables = both(tmp_path, "id,age,region,weight\n" + "".join(rows), plan)
    assert len({sum(table) for table in tables}) == 1
    chance.shuffle(rows)
    assert both(tmp_path, "id,age,region,weight\n" + "".join(rows), plan) == tables


def test_that_undeclared_categories_are_found_and_what_is_not_kept_does_not_show(tmp_path: Path) -> None:
    plan = plan_of(UnknownColumn("region"), AGE)
    rows = "7,North\n8,\n9,Süd\n7,North\n8,(other)\n"
    assert both(tmp_path, "age,region\n" + rows, plan)[0] == [("North", 2), ("Süd", 1), 1, 1]
    people = plan_of(UnknownColumn("region"), privacy=PERSON)
    many = "".join(f"a,7,c{at}\n" for at in range(50))
    (table,) = both(tmp_path, "id,age,region\n" + many, people)
    assert [rows for _, rows in table[:-2]] == [1, 1]
    (more,) = both(tmp_path, "id,age,region\n" + "b,7,aa\nb,7,zz\n" + many, people)
    assert set(more[:-2]) == {*table[:-2], ("aa", 1), ("zz", 1)}


def test_that_ids_of_any_length_are_told_apart(tmp_path: Path) -> None:
    stems = [
        "",
        "a",
        "abcdefg",
        "abcdefgh",
        "abcdefghi",
        "x" * 16,
        "x" * 31,
        "x" * 63,
        "x" * 64,
        "x" * 200,
        "北" * 30,
    ]
    rows = [f"{stem}{end},7\n" for stem in stems for end in ("", "1", "2") for _ in range(4)]
    random.Random(6).shuffle(rows)
    (table,) = both(tmp_path, "id,age\n" + "".join(rows), plan_of(AGE, privacy=PERSON), piece=4000)
    people = {row.split(",")[0] for row in rows} - {""}
    assert table[0] == 2 * len(people)


@pytest.mark.parametrize(("inner", "end"), combined(["\r", "\n", "\r\n", "\n\r", "\ufeff\r"], ["\n", "\r\n"]))
def test_that_no_line_end_in_a_value_decides_which_reader_counts(
    tmp_path: Path, end: str, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first, a middle and the last record of a piece."""
    seen: set[str] = set()
    made = decoding.Piece

    def looked_at(*given) -> decoding.Piece:
        found = made(*given)
        if b'"' in found.data.tobytes():
            before, _, after = found.data.tobytes().partition(f'"{inner}7","{inner}b"{end}'.encode())
            seen.add("first" if not before else "middle" if after else "last")
        return found

    monkeypatch.setattr(decoding, "READ", 16)
    monkeypatch.setattr(decoding, "Piece", looked_at)
    plan = plan_of(AGE, CategoryColumn("region", (f"{inner}b", "North")))
    for place in range(9):
        rows = ["7,North"] * 9
        rows[place] = f'"{inner}7","{inner}b"'
        content = "age,region" + end + end.join(rows) + place % 2 * end
        unreadable = int("\ufeff" in inner)
        right = [[9 - unreadable, 0, 0, 0, 0, 0, unreadable], [1, 8, 0, 0]]
        assert both(tmp_path, content, plan, piece=40 + place) == right
    assert seen == {"first", "middle", "last"}


@settings(max_examples=tries(50), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(*2 * [st.text(alphabet="a7,;\"'\n\r\ufeff \t\\\x0b\x85\u2028", max_size=4)]), max_size=9
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([16, 40, 400]),
    st.booleans(),
)
def test_that_whatever_a_good_writer_writes_is_read_quickly(
    tmp_path: Path, rows: list[tuple[str, str]], end: str, piece: int, ended: bool
) -> None:
    quoted = (",".join('"' + value.replace('"', '""') + '"' for value in row) for row in rows)
    content = end.join(["age,region", *quoted]) + (end if ended or not rows else "")
    asked = asking(plan_of(AGE, REGION), written(tmp_path, content), KEY, piece=piece)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "READ", 16)
        quick = quickly(asked)
    assert quick is not None
    assert told(quick) == reference(content.encode(), asked.plan)


@pytest.mark.parametrize(("encoding", "trim"), combined(["utf-8", "utf-16", "gb18030"], [False, True]))
def test_that_a_missing_value_of_any_length_is_nobody(tmp_path: Path, encoding: str, trim: bool) -> None:
    """A person of one row and a missing value of nine: the one counts, the other does not, by any reader."""
    for token in (
        "x" * 63,
        "x" * 64,
        "x" * 65,
        "北" * 21,
        "北" * 22,
        "x" * 300,
        " 未填写" * 9,
        "\ufeff" * 22,
    ):
        declared = Input(encoding=encoding, missing=("", token), trim=trim)
        plan = plan_of(AGE, declared=declared, privacy=PERSON)
        nobody = [token, f'"{token}"', "", '""', *([f" {token} ", f'" {token}"'] if trim else [])]
        rows = [f"{each},7" for each in (*nobody * 3, "Ann", token + "y", token[:-1], "y" + token[1:])]
        content = ("age,id\n" + "".join(",".join(reversed(row.split(","))) + "\n" for row in rows)).encode(
            encoding
        )
        (table,) = both(tmp_path, content, plan, piece=2000)
        assert (sum(table), [table]) == (4, reference(content, plan))


def test_that_rows_set_aside_on_disk_count_as_those_in_memory(tmp_path: Path) -> None:
    chance = random.Random(7)
    rows = "".join(f"{chance.randrange(900)},{chance.randrange(100)}\n" for _ in range(20_000))
    path = written(tmp_path, "id,age\n" + rows)
    plan = plan_of(AGE, privacy=PERSON)
    asked = [asking(plan, path, KEY, piece=1 << 15, held=held) for held in (0, 100_000, 1 << 30)]
    first, *others = [told(found) for each in asked if (found := quickly(each)) is not None]
    assert others == [first, first]
    assert told(strictly(asked[0])) == first


def folders(place: Path) -> list[Path]:
    return list(place.glob("privacy-explorer-*"))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made in this test."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


def test_that_the_private_folder_is_for_the_owner_alone_and_gone_in_any_case(
    place: Path, tmp_path: Path
) -> None:
    body = "id,age\n" + "".join(f"person{at % 40},{at % 90}\n" for at in range(4000))
    plan = plan_of(AGE, privacy=PERSON)
    modes: set[int] = set()

    def look(done: int, whole: int) -> None:
        modes.update(each.stat().st_mode & 0o777 for each in folders(place))

    good = asking(plan, written(tmp_path, body), KEY, look, piece=2000, held=0)
    assert quickly(good) is not None
    assert modes == ({0o700} if os.name == "posix" else modes)
    assert not folders(place)
    ragged = asking(plan, written(tmp_path, body + "a,1,2\n"), KEY, piece=2000, held=0)
    assert quickly(ragged) is None
    with pytest.raises(NotATable):
        strictly(ragged)
    assert not folders(place)
    asked = counting_up()
    stopped = asking(
        plan, written(tmp_path, body), KEY, cancelled=lambda: next(asked) > 3, piece=2000, held=0
    )
    for reader in (quickly, strictly):
        with pytest.raises(Interrupted):
            reader(stopped)
    assert not folders(place)


def test_that_a_full_disk_is_said(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "id,age\n" + "a,7\n" * 4000)
    asked = asking(plan_of(AGE, privacy=PERSON), path, KEY, held=0)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for where in ("write_held", None):
        if where is None:
            monkeypatch.setenv("TMPDIR", str(place / "absent"))
        else:
            monkeypatch.setattr(Aside, where, full)
        for reader in (quickly, strictly):
            with pytest.raises(NotValid) as caught:
                reader(asked)
            assert "temporary folder" in caught.value.sentence.text
            assert caught.value.__context__ is None
    assert not folders(place)


def large(folder: Path, rows: int = 700_000, note: str = "") -> Path:
    """Some 11 MB; with a note in each row, of fewer rows."""
    end = f",{note}\n" if note else "\n"
    block = "".join(f"person{at % 977},{at % 103},North{end}" for at in range(10_000))
    path = folder / "large.csv"
    path.write_text("id,age,region" + (",note\n" if note else "\n") + block * (rows // 10_000))
    return path


def test_that_a_large_file_is_read_by_the_engine_alone_and_reported_by_true_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, steps = large(tmp_path), []
    monkeypatch.setattr(door, "strictly", None)
    tables = told(count(plan_of(AGE, REGION), path, KEY, lambda *step: steps.append(step)))
    assert [sum(table) for table in tables] == [700_000, 700_000]
    size = path.stat().st_size
    assert size > door.SMALL
    assert steps[-1] == (size, size)
    assert len(steps) >= size // (1 << 20)
    assert steps == sorted(steps)


Done = list[tuple[str, int]]
PIECE = 1 << 18  # bytes, some 16,000 of the rows of `large`


class Interrupting:
    """Asked whether to go on: no once this many steps are done. It notes how many were done by each question.

    How often it is asked depends on how long it waits for the engine; the steps do not.
    """

    def __init__(self, done: Done, most: int | None = None) -> None:
        self.done, self.most = done, most
        self.before: list[int] = []

    def __call__(self) -> bool:
        self.before.append(len(self.done))
        return self.most is not None and len(self.done) >= self.most


def steps_of(monkeypatch: pytest.MonkeyPatch) -> Done:
    """What a load does from now on in its own thread, step by step: what it is, and how much of it."""
    done: Done = []
    read, add, keep = csv_file.Watched.readinto, tally.Tally.add, tally.kept_rows

    def reading(watched: csv_file.Watched, buffer: memoryview) -> int:
        found = read(watched, buffer)
        done.append(("bytes", found))
        return found

    def adding(whole: tally.Tally, batch: Batch) -> None:
        done.append(("rows", len(batch.numbers if isinstance(batch, Joined) else batch.cells[0])))
        add(whole, batch)

    def keeping(words: Sequence[Words], *given: object) -> object:
        done.append(("bounded", len(words[0])))
        return keep(words, *given)

    monkeypatch.setattr(csv_file.Watched, "readinto", reading)
    monkeypatch.setattr(tally.Tally, "add", adding)
    monkeypatch.setattr(tally, "kept_rows", keeping)
    return done


@pytest.mark.parametrize("privacy", [None, PERSON])
def test_that_a_load_is_cancelled_at_once_wherever_it_is(
    tmp_path: Path, privacy: Privacy | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plan = large(tmp_path), plan_of(AGE, REGION, privacy=privacy)
    done = steps_of(monkeypatch)
    counted = Interrupting(done)
    quickly(asking(plan, path, KEY, cancelled=counted, piece=PIECE))
    steps = counted.before[-1]  # by the last question
    assert steps > 20
    for share in (0.0, 0.3, 0.6, 0.95):
        done.clear()
        cancelled = Interrupting(done, int(share * steps))
        with pytest.raises(Interrupted):
            quickly(asking(plan, path, KEY, cancelled=cancelled, piece=PIECE))
        assert len(done) == cancelled.before[-1]  # not a step more once the answer was yes


def test_that_little_is_done_between_two_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that are read, rows that are counted (a piece a thread), and rows of people that are bounded."""
    done = steps_of(monkeypatch)
    asked = Interrupting(done)
    plan = plan_of(AGE, REGION, privacy=PERSON)
    quickly(asking(plan, large(tmp_path), KEY, cancelled=asked, piece=PIECE))
    for kind, most in (("bytes", 2 << 20), ("rows", 1 << 17), ("bounded", 1 << 17)):
        sizes = [size if name == kind else 0 for name, size in done]
        assert sum(sizes) >= 700_000
        places = [0, *asked.before, len(done)]
        between = [sum(sizes[first:last]) for first, last in pairwise(places)]
        assert max(between) <= most, kind


def test_that_what_the_engine_says_is_not_passed_on(tmp_path: Path) -> None:
    note = "x" * 180  # large by its notes: the strict reader, which takes over, reads few lines
    body = "id,age,region,note\n" + f"1,7,North,{note}\n" * 50_000 + "Jane Doe HIV+,1\n"
    path = written(tmp_path, body)
    assert path.stat().st_size > door.SMALL
    with pytest.raises(NotATable) as caught:
        count(plan_of(AGE), path, KEY)
    assert dict(caught.value.sentence.values) == {"line": 50_002}
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


def test_that_an_engine_that_fails_or_miscounts_leaves_the_file_to_the_strict_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from explorer.release.sources import duckdb_reader

    path = large(tmp_path, 50_000, "x" * 180)  # the strict reader, which takes over, reads few lines
    assert path.stat().st_size > door.SMALL
    plan = plan_of(AGE)
    right = told(count(plan, path, KEY))
    assert sum(right[0]) == 50_000
    select = duckdb_reader.select
    for spoilt in (lambda query: query + " WHERE c0 <> 'person5'", lambda query: "SELECT nothing"):
        with monkeypatch.context() as patch:
            patch.setattr(duckdb_reader, "select", lambda *asked, spoilt=spoilt: spoilt(select(*asked)))
            assert quickly(asking(plan, path, KEY)) is None
            assert told(count(plan, path, KEY)) == right


def test_that_no_row_is_lost_where_the_engine_passes_over_empty_fields(tmp_path: Path) -> None:
    path = written(tmp_path, "1,2\n3,4,\n")
    options = "auto_detect = false, strict_mode = true, columns = {'a': 'VARCHAR', 'b': 'VARCHAR'}"
    with duckdb.connect() as connection:
        lines = connection.execute(f"SELECT * FROM read_csv('{path}', {options})").fetchall()  # noqa: S608
    assert len(lines) == 2  # so the delimiters are counted beside it
    assert quickly(asking(plan_of(AGE), written(tmp_path, "age,x\n3,4,\n1,2\n"), KEY)) is None


@pytest.mark.parametrize(("piece", "many"), [(b"x", 50_000_000), (b"1,2,", 12_500_000)])
def test_that_fifty_megabytes_on_one_line_are_refused(piece: bytes, many: int, tmp_path: Path) -> None:
    steps: list[int] = []
    path = written(tmp_path, b"age,x\n" + piece * many)
    with pytest.raises(NotATable) as caught:
        count(plan_of(AGE), path, KEY, lambda read, _: steps.append(read))
    assert dict(caught.value.sentence.values)["line"] == 2
    assert sum(max(0, after - before) for before, after in pairwise([0, *steps])) < 30_000_000


def test_that_five_thousand_columns_are_counted(tmp_path: Path) -> None:
    names = ",".join(f"c{at}" for at in range(4999))
    row = "7," + ",".join(str(at % 10) for at in range(4998)) + ",North"
    header = "age," + names.rsplit(",", 1)[0] + ",region\n"
    body, tables = header + (row + "\n") * 40, []
    done = calls(lambda: tables.extend(both(tmp_path, body, plan_of(AGE, REGION), piece=1 << 20)))
    assert [table[0] for table in tables] == [40, 40]
    assert done < 50_000  # some 1,700: nothing is done for each column that is not counted


def test_that_many_cells_are_counted(tmp_path: Path) -> None:
    ages = NumericColumn("age", tuple(str(edge) for edge in range(2001)))
    regions = CategoryColumn("region", tuple(f"r{at}" for at in range(48)))
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (ages, regions)),))
    assert plan.queries[0].cells > 100_000
    body = "".join(f"{at % 2100},r{at % 50}\n" for at in range(50_000))
    (table,) = both(tmp_path, "age,region\n" + body, plan, piece=1 << 18)
    assert sum(table) == 50_000


def test_that_a_piece_may_lie_in_the_private_folder_too(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    body = "age,region\n" + "".join(f"{at % 90},North\n" for at in range(4000))
    seen: set[str] = set()

    def look(done: int, whole: int) -> None:
        seen.update(each.name for each in place.glob("*/piece-*"))

    path = written(tmp_path, body)
    quick = quickly(asking(plan_of(AGE, REGION), path, KEY, look, piece=2000))
    assert quick is not None
    assert told(quick) == told(strictly(asking(plan_of(AGE, REGION), path, KEY)))
    assert seen
    assert not folders(place)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "gb18030", "latin-1"])
def test_that_every_encoding_is_read_quickly_and_a_fault_in_it_is_not_missed(
    encoding: str, tmp_path: Path
) -> None:
    region = CategoryColumn("region", ("é", "Nörd" if encoding == "latin-1" else "北京"))
    plan = plan_of(AGE, region, declared=Input(encoding=encoding))
    lines = "".join(f"{at % 90},{region.categories[at % 2]}\n" for at in range(4000))
    content = ("age,region\n" + lines).encode(encoding)
    tables = both(tmp_path, content, plan, piece=10_000)
    assert tables[1] == [2000, 2000, 0, 0]
    if encoding != "latin-1":
        for broken in (content[:20_001] + b"\xff" + content[20_001:], content + b"\xff"):
            asked = asking(plan, written(tmp_path, broken), KEY)
            assert quickly(asked) is None
            with pytest.raises(NotATable):
                strictly(asked)


def test_that_nothing_of_the_engine_is_loaded_before_it_is_needed() -> None:
    check = "import sys, explorer.release.publish; print({'duckdb', 'concurrent.futures'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert answer.stdout.strip() == "set()"
