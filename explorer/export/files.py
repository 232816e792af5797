"""Exported files: which kinds there are, and putting them where a person asked for them."""

from __future__ import annotations

from pathlib import Path

from explorer.app.plotting.figure import FORMATS
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal, Unsupported
from explorer.release.values.atomic_file import write_whole
from explorer.release.values.write_faults import why_not_written

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
    except OSError as fault:
        refusal = NotValid(why_not_written(fault, path), "out")
    if refusal is not None:
        raise refusal
