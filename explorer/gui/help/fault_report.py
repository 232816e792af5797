"""A fault of the program, told without any data: the kinds of exceptions and the lines of our own code.

A message may quote a private row (`int("...")` does), and so may a name in other people's code. Neither is
looked at.
"""

from __future__ import annotations

import hashlib
import platform
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

import PySide6

import explorer

_MOST = 5  # exceptions behind each other that are told


@dataclass(frozen=True, slots=True)
class FaultReport:
    """What is told of one exception.

    `links` : the exception and those that it arose from, each with its places, like
    "explorer/app/update.py:12", the innermost last.
    """

    links: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def kind(self) -> str:
        """The type of the exception itself."""
        return self.links[0][0]

    @property
    def code(self) -> str:
        """The same for the same fault of the same version of the program."""
        digest = hashlib.sha256(repr((explorer.__version__, self.links)).encode()).hexdigest().upper()
        return f"PE-{digest[:4]}-{digest[4:8]}"

    @property
    def text(self) -> str:
        """For whoever mends it: code, versions, kinds and places, a line each."""
        lines = [
            f"{self.code}: {self.kind}",
            f"Privacy Explorer {explorer.__version__}; Python {platform.python_version()}; "
            f"Qt {PySide6.__version__}; {platform.system()} {platform.machine()}",
        ]
        for number, (kind, places) in enumerate(self.links):
            if number:
                lines.append(f"arose from {kind}")
            lines += [f"  {place}" for place in places]
        return "\n".join(lines) + "\n"


def report_of(fault: BaseException, trace: TracebackType | None = None) -> FaultReport:
    """What is told of an exception; of `trace` where it is given, else of the exception's own."""
    return FaultReport(tuple(_links(fault, trace)))


def _links(fault: BaseException, trace: TracebackType | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    told: BaseException | None = fault
    for number in range(_MOST):
        if told is None:
            return
        path = trace if number == 0 and trace is not None else told.__traceback__
        yield type(told).__name__, tuple(_places(path))
        told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)


def _places(trace: TracebackType | None) -> Iterator[str]:
    """By the names of modules: paths of a machine are nobody's business."""
    for frame, line in traceback.walk_tb(trace):
        module = str(frame.f_globals.get("__name__", ""))
        if module.split(".")[0] == "explorer":
            yield f"{module.replace('.', '/')}.py:{line}"
