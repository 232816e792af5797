"""What each mark of a page belongs to: headings, paragraphs, lists, tables and figures, in reading order.

A reader of the screen follows this and not the marks (tagged PDF, ISO 32000-1, 14.7 and 14.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Box = tuple[float, float, float, float]
ARTIFACT = -1  # a line, or what is repeated on every page: nothing is read there


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its standard kind ("P", "TH"), what it stands in, and what is said instead of a figure.

    `scope` tells of a heading of a table whether it is that of a "Column" or of a "Row". `box` is where a
    figure stands on its page: left, top, width and height in tenths of a point.
    """

    kind: str
    within: int
    alternative: str = ""
    scope: str = ""
    box: Box | None = None


class Structure:
    """Elements in the order in which they were begun; the first is the document."""

    def __init__(self) -> None:
        self.elements = [Element("Document", ARTIFACT)]
        self._open = [0]

    @property
    def present(self) -> int:
        """The element that is written into."""
        return self._open[-1]

    @contextmanager
    def element(
        self, kind: str, alternative: str = "", scope: str = "", box: Box | None = None
    ) -> Iterator[None]:
        """An element within the present one; what is within an artifact is none."""
        at = ARTIFACT
        if self.present != ARTIFACT:
            at = len(self.elements)
            self.elements.append(Element(kind, self.present, alternative, scope, box))
        self._open.append(at)
        yield
        self._open.pop()

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """What is not read."""
        self._open.append(ARTIFACT)
        yield
        self._open.pop()
