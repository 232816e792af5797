"""Where the engine finds a piece of the file: in memory where the system can, else in the private folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Slot:
    """A path that the engine can open, and the open file behind it where that lies in memory."""

    path: str
    number: int | None

    def fill(self, data: memoryview) -> None:
        """Let the path hold these bytes and nothing else."""
        if self.number is None:
            Path(self.path).write_bytes(data)
            return
        os.ftruncate(self.number, len(data))
        done = 0
        while done < len(data):
            done += os.pwrite(self.number, data[done:], done)


@contextmanager
def slots(folder: Path, many: int) -> Iterator[list[Slot]]:
    """As many places, which are gone afterwards."""
    in_memory = hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir()
    with ExitStack() as stack:
        found = []
        for at in range(many):
            if in_memory:
                number = os.memfd_create("piece")
                stack.callback(os.close, number)
                found.append(Slot(f"/proc/self/fd/{number}", number))
            else:
                path = folder / f"piece-{at}"
                stack.callback(path.unlink, missing_ok=True)
                found.append(Slot(str(path), None))
        yield found
