"""A folder on a disk that is full, or that may only be read, as the system would tell it."""

import os
from pathlib import Path


def fail_within(monkeypatch, folder, number):
    """From now on nothing that is written within `folder` reaches the disk: error `number`, at the flush."""
    held, opened, flush = set(), os.open, os.fsync
    folder = Path(folder).resolve()

    def opening(path, flags, *rest, **named):
        descriptor = opened(path, flags, *rest, **named)
        within = isinstance(path, str | os.PathLike) and Path(path).resolve().is_relative_to(folder)
        (held.add if within and flags & os.O_CREAT else held.discard)(descriptor)
        return descriptor

    def flushing(descriptor):
        if descriptor in held:
            raise OSError(number, os.strerror(number))
        flush(descriptor)

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "fsync", flushing)
