"""A disk that fills while exporting: it is paid and not written, and exporting again is free."""

import os

import pytest
from stewards import agree, button, exported, spent

from explorer.release import publish

pytestmark = pytest.mark.begins_in("release", "plan", "preview", "publish")


def paid_for(hand):
    return [each for each in hand.refusals(hand.card("publish")) if each.startswith("spent, but")]


def test_that_the_example_without_a_temporary_folder_is_refused_in_words(hand, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "absent"))
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    assert "the example has no ledger" in hand.said(hand.card("publish"))
    assert not button(hand, "Release").isEnabled()


@pytest.mark.parametrize("after", [0, 1, 3])
def test_that_what_is_paid_and_not_written_is_written_again_free(example, tmp_path, monkeypatch, after):
    agree(example)
    whole, left = publish.write_whole, [after]

    def full(path, content, *mode):
        if left[0] == 0:
            raise OSError(28, os.strerror(28))
        left[0] -= 1
        whole(path, content, *mode)

    monkeypatch.setattr(publish, "write_whole", full)
    assert exported(example, tmp_path / "out", monkeypatch) == {}
    (refusal,) = paid_for(example)
    assert "again is free" in refusal
    monkeypatch.setattr(publish, "write_whole", whole)
    assert len(exported(example, tmp_path / "out", monkeypatch)) == 4
    assert paid_for(example) == []
    assert spent() == 1
