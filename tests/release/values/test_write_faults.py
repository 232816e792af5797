"""A full disk is called full and a read-only folder read-only, wherever anything is written."""

import ast
import errno
import os
import sys
from pathlib import Path

import pytest
from full_disks import fail_within
from source_trees import nodes_of, trees_with

from explorer.language import Language
from explorer.release.values import atomic_file
from explorer.release.values.atomic_file import can_write_into, is_folder, write_whole
from explorer.release.values.write_faults import why_not_writable, why_not_written

OTHER_WORDS = {"release/ledger/witness.py", "release/values/atomic_file.py"}
"""The witness has words of its own (`ledger.disk_faults.witness_not_written`)."""


def said(sentence):
    return Language("en").say(sentence)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk of {folder} is full: make room on it, or choose another folder"),
        (errno.EDQUOT, "the disk of {folder} is full: make room on it, or choose another folder"),
        (errno.EROFS, "{folder} is read-only: choose another folder"),
        (errno.EACCES, "{folder} is read-only for you: choose another folder"),
        (errno.ENAMETOOLONG, "no file can be called “a.svg” there: choose another name"),
        (errno.EIO, "nothing can be written into {folder}: choose another folder"),
    ],
)
def test_that_each_fault_is_called_by_its_name_and_tells_the_way_out(tmp_path, number, words):
    fault = OSError(number, os.strerror(number))
    assert said(why_not_written(fault, tmp_path / "a.svg")) == words.format(folder=tmp_path)


def test_that_a_folder_in_place_of_a_file_and_a_missing_folder_are_told(tmp_path):
    for path, words in ((tmp_path, "is a folder: choose another name"), (tmp_path / "no" / "a", "no folder")):
        with pytest.raises(OSError, match="Errno") as caught:
            write_whole(path, b"x")
        assert words in said(why_not_written(caught.value, path))


def test_that_a_folder_that_cannot_be_written_is_foreseen_by_the_same_words(tmp_path):
    (tmp_path / "file").write_text("")
    assert not can_write_into(tmp_path / "file")
    assert "no folder" in said(why_not_writable(tmp_path / "file"))
    assert "no folder" in said(why_not_writable(tmp_path / "none", made=False))
    if Path("/proc/self").is_dir():
        assert "read-only for you" in said(why_not_writable(Path("/proc/self/none")))


def test_that_a_name_that_no_file_can_have_is_told_before_and_after_it_is_tried(tmp_path):
    long = "9" * 300
    words = f"no file can be called “{long}” there: choose another name"
    with pytest.raises(OSError, match="Errno") as caught:
        write_whole(tmp_path / long, b"x")
    assert said(why_not_written(caught.value, tmp_path / long)) == words
    for path in (tmp_path / long, tmp_path / long / "a"):
        assert said(why_not_writable(path)) == words
        assert not is_folder(path)
        assert not can_write_into(path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs the modes of POSIX")
def test_that_a_folder_that_may_not_be_looked_into_is_none_and_is_told(tmp_path, monkeypatch):
    """As anybody but the administrator meets it: `stat` itself is refused there."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    stat = Path.stat

    def refused(path, **more):
        if path.parent == hidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, **more)

    monkeypatch.setattr(Path, "stat", refused)
    monkeypatch.setattr(os, "access", lambda place, _mode: place != hidden)
    assert not is_folder(hidden / "out")
    words = f"{hidden / 'out'} is read-only for you: choose another folder"
    assert said(why_not_writable(hidden / "out")) == words
    assert "read-only for you" in said(why_not_written(PermissionError(errno.EACCES, ""), hidden / "out"))


@pytest.mark.parametrize("older", [None, b"older"])
def test_that_a_disk_that_fills_leaves_what_was_there_and_nothing_half_written(tmp_path, monkeypatch, older):
    path = tmp_path / "a.svg"
    if older is not None:
        path.write_bytes(older)
    fail_within(monkeypatch, tmp_path, errno.ENOSPC)
    with pytest.raises(OSError, match="space"):
        write_whole(path, b"new")
    left = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert left == ({} if older is None else {"a.svg": older})


def open_elsewhere(monkeypatch, times):
    """As Windows refuses to replace a file that another program has open, so many times."""
    replace, refused = Path.replace, []

    def held(beside, path):
        if len(refused) < times:
            refused.append(path)
            fault = PermissionError(errno.EACCES, "denied")
            fault.winerror = 5
            raise fault
        return replace(beside, path)

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr(atomic_file.sys, "platform", "win32")
    monkeypatch.setattr(atomic_file.time, "sleep", lambda _: None)


def test_that_a_file_that_a_virus_scanner_holds_for_a_moment_is_replaced_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_bytes(b"older")
    open_elsewhere(monkeypatch, 3)
    write_whole(tmp_path / "a.csv", b"new")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a.csv": b"new"}


def test_that_a_file_that_stays_open_elsewhere_is_called_so_and_left_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"older")
    open_elsewhere(monkeypatch, 10**6)
    with pytest.raises(PermissionError) as caught:
        write_whole(path, b"new")
    words = f"another program has {path} open: close it there, or choose another name"
    assert said(why_not_written(caught.value, path)) == words
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a.csv": b"older"}


def test_that_whoever_writes_a_file_tells_why_it_could_not_be():
    writing = []
    for place, tree in trees_with("write_whole").items():
        names = {node.id for node in nodes_of(tree) if isinstance(node, ast.Name)}
        if "write_whole" in names and place not in OTHER_WORDS:
            writing.append(place)
            assert names & {"why_not_written", "write_fault"}, place
    assert len(writing) >= 7


def test_that_windows_is_asked_for_nothing_that_it_has_no_call_for(tmp_path, monkeypatch):
    opened, open_file = [], os.open

    def opening(path, *rest, **more):
        opened.append(Path(path))
        return open_file(path, *rest, **more)

    monkeypatch.setattr(os, "open", opening)
    write_whole(tmp_path / "a.csv", b"1")
    assert (tmp_path in opened) == (sys.platform != "win32")  # the name is flushed with its folder
    opened.clear()
    monkeypatch.setattr("explorer.release.values.atomic_file.sys.platform", "win32")
    write_whole(tmp_path / "b.csv", b"2")
    assert tmp_path not in opened  # a folder cannot be opened there
    assert (tmp_path / "b.csv").read_bytes() == b"2"
