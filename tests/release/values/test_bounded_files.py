"""Files that others may have changed: nothing is waited for, nothing is read without end."""

import os
from pathlib import Path

import pytest

from explorer.release.values.bounded_files import (
    NotOrdinary,
    TooLarge,
    read_beginning,
    read_bounded,
    set_aside,
)


def test_that_a_file_is_read_whole_up_to_the_limit(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    assert read_beginning(path, 3) == b"123"
    with pytest.raises(TooLarge):
        read_bounded(path, 4)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is Unix's")
def test_that_a_pipe_without_a_writer_is_not_waited_for(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(NotOrdinary):
        read_bounded(path, 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is Unix's")
def test_that_a_pipe_that_is_asked_for_is_read_up_to_the_limit(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    holding = os.open(path, os.O_RDWR)  # both ends, so that neither is waited for
    os.write(holding, b"12345")
    with pytest.raises(TooLarge):
        read_bounded(path, 4, pipe=True)
    os.close(holding)


@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize("place", ["/dev/zero", "/dev/tty", os.curdir])
def test_that_a_device_or_a_folder_is_no_file(place, pipe):
    with pytest.raises(NotOrdinary):
        read_bounded(Path(place), 10, pipe)


@pytest.mark.parametrize("path", ["absent", "nul\0", "x" * 5000, "a/b"])
def test_that_a_path_that_leads_nowhere_is_an_error_of_the_system(path, tmp_path):
    with pytest.raises(OSError) as refused:  # noqa: PT011 - any error of the system, but none of ours
        read_bounded(tmp_path / path, 10)
    assert not isinstance(refused.value, NotOrdinary | TooLarge)


def test_that_what_is_set_aside_replaces_nothing(tmp_path):
    path = tmp_path / "file"
    (tmp_path / "file.kept").write_text("earlier")
    path.write_text("now")
    assert set_aside(path) == tmp_path / "file.kept2"
    assert not path.exists()
    assert (tmp_path / "file.kept").read_text() == "earlier"
    assert (tmp_path / "file.kept2").read_text() == "now"
    assert set_aside(path) is None
