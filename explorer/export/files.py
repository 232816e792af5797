"""Exported files: which kinds there are, and putting them where a person asked for them."""

from __future__ import annotations

from pathlib import Path

from explorer.app.plotting.figure import FORMATS
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal, Unsupported
from explorer.release.values.atomic_file import is_full, write_whole

EXTENSIONS = FORMATS
PAINTED = ("png", "pdf")  # those that only the window's room can make


def extension_of(path: Path, kinds: tuple[str, ...] = EXTENSIONS) -> str:
    """The kind of file that a path names, one of `kinds`: of a picture, a report or a record.

    Raises
    ------
    Unsupported
        Another one, or none.
    """
    extension = path.suffix.lower().removeprefix(".")
    if extension not in kinds:
        raise Unsupported(
            N_(
                "let “{name}” end in one of {extensions}",
                name=path.name,
                extensions=tuple(f".{each}" for each in kinds),
            ),
            "out",
        )
    return extension


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all.

    Raises
    ------
    NotValid
        It cannot be written there; the sentence names the folder.
    """
    refusal: Refusal | None = None
    try:
        write_whole(path, content)
    except OSError as error:
        refusal = _mended(path, is_full(error))
    if refusal is not None:
        raise refusal


def _mended(path: Path, full: bool) -> Refusal:
    folder = str(path.absolute().parent)
    if path.is_dir():
        return NotValid(N_("{path} is a folder; name a file in it", path=str(path)), "out")
    if not path.parent.is_dir():
        return NotValid(N_("there is no folder {folder}; create it, or choose another", folder=folder), "out")
    if full:
        return NotValid(N_("the disk of {folder} is full: make room on it", folder=folder), "out")
    sentence = N_(
        "nothing can be written into {folder}; free some space there, or choose another", folder=folder
    )
    return NotValid(sentence, "out")
