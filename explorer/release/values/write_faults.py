"""Why a file could not be written, in one line that also tells what can be done."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.release.values.atomic_file import is_folder

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_DENIED = frozenset({errno.EACCES, errno.EPERM})
_HELD = frozenset({5, 32, 33})  # what Windows calls it where another program has the file open
_NAMELESS = frozenset({errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ})


def write_fault(error: OSError, path: Path) -> Sentence:
    """What an error about a file that was to be written means to a person."""
    folder = str(path.absolute().parent)
    if error.errno in FULL:
        return N_("the disk of {folder} is full", folder=folder)
    if error.errno == errno.EROFS:
        return N_("{folder} is read-only", folder=folder)
    if is_folder(path):
        return N_("{path} is a folder", path=str(path))
    if is_held(error, path):
        return N_("another program has {path} open", path=str(path))
    if error.errno in _DENIED:
        return N_("{folder} is read-only for you", folder=folder)
    if not is_folder(path.parent):
        return N_("there is no folder {folder}", folder=folder)
    if error.errno in _NAMELESS:
        return N_("no file can be called “{name}” there", name=path.name)
    return N_("nothing can be written into {folder}", folder=folder)


def is_held(error: OSError, path: Path) -> bool:
    """Whether a file that is there could not be replaced because it is open, which only Windows minds."""
    return getattr(error, "winerror", None) in _HELD and path.is_file()


def why_not_written(error: OSError, path: Path) -> Sentence:
    """The same with the way out, where a person chose the place."""
    fault = write_fault(error, path)
    if error.errno in FULL:
        return N_("{fault}: make room on it, or choose another folder", fault=fault)
    if is_held(error, path):
        return N_("{fault}: close it there, or choose another name", fault=fault)
    if error.errno not in (*_DENIED, errno.EROFS) and not is_folder(path.parent):
        return N_("{fault}: create it, or choose another", fault=fault)
    if error.errno in _NAMELESS or is_folder(path):
        return N_("{fault}: choose another name", fault=fault)
    return N_("{fault}: choose another folder", fault=fault)


def why_not_writable(folder: Path, made: bool = True) -> Sentence:
    """The same about a folder that `can_write_into` refuses, before anything is tried.

    `made` : the folder would be made where there is none
    """
    nameless = next((each for each in (folder, *folder.parents) if _is_nameless(each)), None)
    if nameless is not None:
        return why_not_written(OSError(errno.ENAMETOOLONG, ""), nameless)
    return why_not_written(_foreseen(folder, made), folder / "file")


def _is_nameless(path: Path) -> bool:
    """Whether the folder above is there, and nothing in it can have this name."""
    try:
        path.lstat()
    except OSError as error:
        return error.errno in _NAMELESS and is_folder(path.parent)
    return False


def _foreseen(folder: Path, made: bool) -> OSError:
    """The error that the system would give for a new file there."""
    if not made and not is_folder(folder):
        return FileNotFoundError(errno.ENOENT, "")
    for place in (folder, *folder.parents):
        if is_folder(place):
            read_only = sys.platform != "win32" and os.statvfs(place).f_flag & os.ST_RDONLY
            return OSError(errno.EROFS if read_only else errno.EACCES, "")
        if os.path.lexists(place):
            return NotADirectoryError(errno.ENOTDIR, "")
    return FileNotFoundError(errno.ENOENT, "")
