"""Whether a file that is read by others is still the one whose digest was taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotATable


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What changes with a file."""

    path: Path
    told: tuple[int, ...]

    def check(self) -> None:
        """Raises NotATable where the file is another one by now."""
        if stamp_of(self.path) != self:
            raise NotATable(N_("the file changed while it was read; count it again"))


def stamp_of(path: Path) -> FileStamp:
    """The file as it is now.

    Raises
    ------
    NotATable
    """
    try:
        status = path.stat()
        return FileStamp(
            path,
            (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns),
        )
    except OSError:
        pass
    raise NotATable(N_("the file does not exist or cannot be read"))
