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

    def fill(self, head: bytes, data: memoryview) -> None:
        """Let the path hold these bytes, one after the other, and nothing else."""
        if self.number is None:
            with Path(self.path).open("wb") as file:
                file.writelines((head, data))
            return
        os.ftruncate(self.number, len(head) + len(data))
        begin = 0
        for part in (memoryview(head), data):
            done = 0
            while done < len(part):
                done += os.pwrite(self.number, part[done:], begin + done)
            begin += done


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
