"""Words of a publication: kept beside the ledger, taken up again, and never able to harm it."""

import pytest

from explorer.app.core.publication import LONGEST, Publication
from explorer.app.release.kept_publication import keep_publication, kept_publication

IDENTITY = "0123456789abcdef" * 2
WORDED = Publication("Ages", "Source: the city", "Admissions", "The Office", special=False, account=True)


def only_file(folder):
    (found,) = (path for path in folder.rglob("*") if path.is_file())
    return found


def test_that_words_are_there_again_and_the_last_ones_stand(tmp_path):
    assert kept_publication(tmp_path, IDENTITY) == Publication()
    assert keep_publication(tmp_path, IDENTITY, WORDED) is None
    assert kept_publication(tmp_path, IDENTITY) == WORDED
    assert keep_publication(tmp_path, IDENTITY, Publication()) is None
    assert kept_publication(tmp_path, IDENTITY) == Publication()
    assert kept_publication(tmp_path, IDENTITY[::-1]) == Publication()


def test_that_nothing_said_leaves_no_file(tmp_path):
    assert keep_publication(tmp_path, IDENTITY, Publication()) is None
    assert list(tmp_path.iterdir()) == []


def test_that_only_the_user_reads_them(tmp_path):
    keep_publication(tmp_path, IDENTITY, WORDED)
    place = only_file(tmp_path)
    assert (place.stat().st_mode | place.parent.stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b'{"title": 7}',
        b'{"special": "no"}',
        b'{"title": "\\ud800"}',
        b"[" * 9000,
        b"x" * 99999,
    ],
)
def test_that_a_file_that_somebody_changed_is_no_words(tmp_path, content):
    keep_publication(tmp_path, IDENTITY, WORDED)
    only_file(tmp_path).write_bytes(content)
    assert kept_publication(tmp_path, IDENTITY) == Publication()
    assert keep_publication(tmp_path, IDENTITY, WORDED) is None
    assert kept_publication(tmp_path, IDENTITY) == WORDED


@pytest.mark.parametrize("identity", ["", "../../outside", "A" * 32, IDENTITY + "\n"])
def test_that_what_is_no_id_names_no_file(tmp_path, identity):
    (tmp_path / "ledger").mkdir()
    assert keep_publication(tmp_path / "ledger", identity, WORDED) is None
    assert kept_publication(tmp_path / "ledger", identity) == Publication()
    assert [path.name for path in tmp_path.rglob("*")] == ["ledger"]


def test_that_a_place_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "words").write_text("")
    assert keep_publication(tmp_path, IDENTITY, WORDED) is not None


def test_that_words_are_one_line_and_not_longer_than_can_be_printed(tmp_path):
    keep_publication(tmp_path, IDENTITY, Publication(title=" two\nlines " + "x" * LONGEST))
    title = kept_publication(tmp_path, IDENTITY).title
    assert title.startswith("two lines x")
    assert len(title) == LONGEST
