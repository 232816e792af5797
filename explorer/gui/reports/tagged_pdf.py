"""Tags for a PDF of Qt, whose writer has none: where each piece belongs, for readers of the screen.

While a page is painted, rectangles far outside it say between which marks an element begins and ends. Here
they become the operators of marked content, and the tree of elements is added (ISO 32000-1, 14.6 to 14.8).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from explorer.gui.reports.page_marks import HEIGHT
from explorer.gui.reports.structure import ARTIFACT, Element

_FAR, _ROW = 700_000, 800_000  # tenths of a point, beyond any page
_SIGN = re.compile(rb"%d(?:\.0+)? (\d{6})(?:\.0+)? 1(?:\.0+)? 1(?:\.0+)? re\nf\*?\n?" % _ROW)

Objects = dict[int, bytes]


def mark_turn(painter: QPainter, element: int) -> None:
    """From here on what is painted belongs to this element, or to none."""
    painter.fillRect(QRectF(_ROW, _FAR + element + 1, 1, 1), Qt.GlobalColor.black)


class Tags:
    """The elements of a document and its language ("en", "zh-CN"), put into its objects."""

    def __init__(self, elements: Sequence[Element], language: str) -> None:
        self._elements, self._language = elements, language
        self._parts: list[list[bytes]] = [[] for _ in elements]  # the kids of each, in reading order
        self._begun = {0}

    def put(self, objects: Objects, root: int) -> None:
        """Change the pages and the catalogue, and add the tree."""
        first = max(objects) + 1
        tree, self._first = first, first + 1
        pages = _pages(objects, root)
        listed = [self._page(objects, page, number) for number, page in enumerate(pages)]
        for number, element in enumerate(self._elements):
            objects[self._first + number] = self._written(number, element, tree)
        parents = b" ".join(b"%d [%s]" % (number, b" ".join(each)) for number, each in enumerate(listed))
        objects[tree] = (
            b"<<\n/Type /StructTreeRoot\n/K [%d 0 R]\n/ParentTree <<\n/Nums [%s]\n>>\n"
            b"/ParentTreeNextKey %d\n>>" % (self._first, parents, len(listed))
        )
        added = b"/MarkInfo << /Marked true >>\n/StructTreeRoot %d 0 R\n/Lang (%s)\n" % (
            tree,
            self._language.encode("ascii"),
        )
        objects[root] = _with(objects[root], added + b"/ViewerPreferences << /DisplayDocTitle true >>\n")

    def _page(self, objects: Objects, page: int, number: int) -> list[bytes]:
        """One page's content between its operators; the elements that its pieces belong to."""
        found = re.search(rb"/Contents (\d+) 0 R", objects[page])
        if found is None:
            raise RuntimeError("the PDF writer left a page without content")
        content = int(found[1])
        head, _, stream = objects[content].partition(b"stream\n")
        packed = stream[: stream.rindex(b"endstream")]
        plain = zlib.decompressobj().decompress(packed) if b"/FlateDecode" in head else packed
        belongs: list[bytes] = []
        opened = False

        def turned(sign: re.Match[bytes]) -> bytes:
            nonlocal opened
            element = int(sign[1]) - _FAR - 1
            ended, opened = (b"EMC\n" if opened else b""), True
            if element == ARTIFACT:
                return ended + b"/Artifact BMC\n"
            self._begin(element)
            self._parts[element].append(b"<< /Type /MCR /Pg %d 0 R /MCID %d >>" % (page, len(belongs)))
            belongs.append(b"%d 0 R" % (self._first + element))
            kind = self._elements[element].kind.encode("ascii")
            return ended + b"/%s << /MCID %d >> BDC\n" % (kind, len(belongs) - 1)

        marked = _SIGN.sub(turned, plain) + (b"\nEMC\n" if opened else b"")
        again = zlib.compress(marked, 9)
        objects[content] = b"<<\n/Length %d\n/Filter /FlateDecode\n>>\nstream\n%s\nendstream" % (
            len(again),
            again,
        )
        objects[page] = _with(objects[page], b"/StructParents %d\n/Tabs /S\n" % number)
        return belongs

    def _begin(self, element: int) -> None:
        """An element is its parent's kid from its first piece on."""
        if element not in self._begun:
            self._begun.add(element)
            within = self._elements[element].within
            self._begin(within)
            self._parts[within].append(b"%d 0 R" % (self._first + element))

    def _written(self, number: int, element: Element, tree: int) -> bytes:
        within = tree if element.within == ARTIFACT else self._first + element.within
        said = b""
        if element.alternative:
            text = f"\ufeff{element.alternative}".encode("utf-16-be")
            said += b"/Alt <%s>\n" % text.hex().encode("ascii")
        if attributes := _attributes(element):
            said += b"/A << %s >>\n" % attributes
        parts = (element.kind.encode("ascii"), within, b"\n".join(self._parts[number]), said)
        return b"<<\n/Type /StructElem\n/S /%s\n/P %d 0 R\n/K [%s]\n%s>>" % parts


def _attributes(element: Element) -> bytes:
    """What an element's kind does not say of it (ISO 32000-1, 14.8.5)."""
    if element.scope:
        return b"/O /Table /Scope /%s" % element.scope.encode("ascii")
    if element.kind == "L":
        return b"/O /List /ListNumbering /Disc"
    if element.box is not None:
        left, top, width, height = element.box
        ends = (left, HEIGHT - top - height, left + width, HEIGHT - top)  # from the lower edge of the page
        return b"/O /Layout /BBox [%s]" % b" ".join(b"%.1f" % (each / 10) for each in ends)
    return b""


def _pages(objects: Objects, root: int) -> Iterable[int]:
    """The objects of the pages in their order: Qt writes them as one flat list."""
    found = re.search(rb"/Pages (\d+) 0 R", objects[root])
    kids = None if found is None else re.search(rb"/Kids\s*\[([^\]]*)\]", objects[int(found[1])])
    if kids is None:
        raise RuntimeError("the PDF writer left no list of pages")
    return [int(each) for each in re.findall(rb"(\d+) 0 R", kids[1])]


def _with(dictionary: bytes, added: bytes) -> bytes:
    place = dictionary.rindex(b">>")
    return dictionary[:place] + added + dictionary[place:]
