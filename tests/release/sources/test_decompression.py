"""A gzip file is the text in it: same dialect, counts and refusals; its digest is that of its own bytes."""

import gzip
import hashlib
import io
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from count_cases import AGE, BODY, KEY, REGION, plan_of, quickly, strictly
from count_cases import asking as asking_of
from hypothesis import given
from hypothesis import strategies as st

from explorer.language import Language
from explorer.privacy.refusal import NotATable
from explorer.release.counting.counts import Counts, count
from explorer.release.plan.sections import Input
from explorer.release.sources.decompression import Damaged, TextBytes
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted

PLAN = plan_of(AGE, REGION)


class Raw(io.BytesIO):
    def check(self) -> None:
        pass


def unpacked(content: bytes, most: int = 1 << 16) -> bytes:
    text = TextBytes(Raw(content))
    return b"".join(iter(lambda: text.read(most) or b"", b""))


def told_by(counts: Counts) -> list[list[int]]:
    return [np.asarray(table).tolist() for table in counts.queries]


def packed(folder: Path, content: bytes) -> Path:
    path = folder / "table.anything"
    path.write_bytes(content)
    return path


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.integers(1, 99), st.integers(0, 3))
def test_that_members_one_after_the_other_are_one_text(parts: list[bytes], most: int, zeros: int) -> None:
    content = b"".join(gzip.compress(part) + bytes(zeros) for part in parts)
    assert unpacked(content, most) == b"".join(parts)


@given(st.binary(max_size=50), st.integers(1, 9))
def test_that_what_is_not_compressed_is_read_as_it_lies(content: bytes, most: int) -> None:
    assert unpacked(content, most) == content


@given(st.binary(min_size=1, max_size=300), st.data())
def test_that_no_beginning_of_a_compressed_file_passes_for_the_whole(
    part: bytes, data: st.DataObject
) -> None:
    content = gzip.compress(part)
    cut = content[: data.draw(st.integers(3, len(content) - 1))]
    for most in (7, 1 << 16):
        with pytest.raises(Damaged):
            unpacked(cut, most)
    with pytest.raises(Damaged):
        unpacked(content[:-8] + bytes([content[-8] ^ 1]) + content[-7:])
    with pytest.raises(Damaged):
        unpacked(content + b"more")


def test_that_dialect_and_counts_are_those_of_the_text_and_the_digest_that_of_the_file(
    tmp_path: Path,
) -> None:
    text = BODY.replace(",", ";").encode("utf-16")
    path = packed(tmp_path, gzip.compress(text))
    plain = tmp_path / "plain.csv"
    plain.write_bytes(text)
    source, other = source_of(path), source_of(plain)
    assert source.suggested() == other.suggested()
    declared = Input(encoding="utf-16", delimiter=";")
    assert source.names(declared) == ("age", "region", "note")
    plan = plan_of(AGE, REGION, declared=declared)
    found = count(plan, path, KEY)
    assert told_by(found) == told_by(count(plan, plain, KEY))
    assert found.digest == hashlib.sha256(path.read_bytes()).digest() == source.digest(None, None)


def test_that_the_engine_and_the_strict_reader_unpack_alike(tmp_path: Path) -> None:
    path = packed(tmp_path, gzip.compress(BODY.encode() + b"30,South,d\n" * 5000))
    asked = asking_of(PLAN, path, KEY, piece=1 << 12)
    quick, strict = quickly(asked), strictly(asked)
    assert quick is not None
    assert quick.digest == strict.digest == hashlib.sha256(path.read_bytes()).digest()
    assert told_by(quick) == told_by(strict)


def test_that_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    whole = gzip.compress(BODY.encode() * 100)
    for content in (whole[:-9], whole[:12], whole[:4]):
        path = packed(tmp_path, content)
        with pytest.raises(NotATable) as refused:
            count(PLAN, path, KEY)
        said = Language("en").say(refused.value.sentence)
        assert said == "the gzip file is incomplete or damaged; fetch or write it again"
    with pytest.raises(NotATable):
        source_of(packed(tmp_path, whole[:4])).suggested()


def test_that_what_is_in_it_is_called_by_its_kind(tmp_path: Path) -> None:
    inside = {
        b"%PDF-1.7": "a PDF",
        gzip.compress(BODY.encode()): "gzip",
        b"x" * 257 + b"ustar": "a tar archive",
    }
    for content, kind in inside.items():
        path = packed(tmp_path, gzip.compress(content))
        with pytest.raises(NotATable) as refused:
            source_of(path).suggested()
        assert kind in Language("en").say(refused.value.sentence)


def test_that_few_bytes_that_become_very_many_take_little_memory_and_can_be_cancelled(tmp_path: Path) -> None:
    body = BODY.encode() + b"7,North,a\n" * (1 << 16)
    one_line = BODY.encode() + b"7" * (1 << 26)
    told: list[tuple[int, int]] = []
    path = packed(tmp_path, gzip.compress(body, 9) + gzip.compress(one_line, 9))
    tracemalloc.start()
    try:
        with pytest.raises(NotATable):
            count(PLAN, path, KEY, lambda done, size: told.append((done, size)))
        assert tracemalloc.get_traced_memory()[1] < 1 << 28
    finally:
        tracemalloc.stop()
    assert told
    assert {size for _, size in told} == {path.stat().st_size}
    looks = iter(range(30))
    with pytest.raises(Interrupted):
        count(PLAN, path, KEY, None, lambda: next(looks, None) is None)
