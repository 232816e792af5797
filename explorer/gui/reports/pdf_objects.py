"""A PDF of Qt in one fixed form: its objects in the order in which they are referred to, its dates given.

Qt adds the moment of writing, and writes the fonts in the order of a hash table, which differs each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_REFERENCE = re.compile(rb"(?<!\d)(\d+) 0 R")
_TAG = re.compile(rb"/Q[A-Z]{5}\+")  # of a font of which only a part is in the document
_DATE = re.compile(rb"(/(?:CreationDate|ModDate) )\(D:[^)]*\)")


def settled(pdf: bytes, date: str, change: Callable[[dict[int, bytes], int], None]) -> bytes:
    """The same document, with `date` (year-month-day) as its dates and nothing left to chance.

    `change` may change its objects and add some; it is given them by number, and the number of the catalogue.
    Only what the trailer leads to is kept, numbered as it is met (ISO 32000-1, 7.5).
    """
    objects, trailer = _parsed(pdf)
    change(objects, _named(trailer, b"Root"))
    information = _named(trailer, b"Info")
    day = b"(D:" + date.replace("-", "").encode() + b")"
    objects[information] = _DATE.sub(lambda found: found[1] + day, objects[information])
    order = _order(objects, information, trailer)
    numbers = {old: new for new, old in enumerate(order, 1)}

    tags: dict[bytes, bytes] = {}

    def tagged(found: re.Match[bytes]) -> bytes:
        return tags.setdefault(found[0], b"/QT%s+" % _letters(len(tags)))

    def renumbered(text: bytes) -> bytes:
        text = _TAG.sub(tagged, text)
        return _REFERENCE.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], text)

    written, places = pdf[: pdf.index(b"\n1 0 obj") + 1], []
    for old in order:
        head, body = (objects[old], b"") if old == information else _parted(objects[old])
        places.append(len(written))
        content = head if old == information else renumbered(head)
        written += b"%d 0 obj\n%s%s\nendobj\n" % (numbers[old], content, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = b"/Size %d" % (len(order) + 1)
    tail = renumbered(re.sub(rb"/Size \d+", size, trailer))
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(order) + 1)
    return written + head + table + tail + b"startxref\n%d\n%%%%EOF\n" % len(written)


def _letters(number: int) -> bytes:
    """Four letters for a number."""
    return bytes(65 + number // 26**place % 26 for place in range(4))


def _parsed(pdf: bytes) -> tuple[dict[int, bytes], bytes]:
    """What stands between "obj" and "endobj" of each object, by number; and the trailer."""
    start = int(re.findall(rb"startxref\s+(\d+)", pdf)[-1])
    table, trailer = pdf[start:].split(b"trailer", 1)
    listed = [int(each) for each in re.findall(rb"(\d{10}) \d{5} n", table)]
    ends = dict(zip(sorted(listed), [*sorted(listed)[1:], start], strict=True))
    objects = {}
    for number, place in enumerate(listed, 1):
        content = pdf[place : ends[place]]
        begin = content.index(b"obj\n") + 4
        objects[number] = content[begin : content.rindex(b"endobj")].rstrip(b"\n")
    return objects, b"trailer" + trailer[: trailer.rindex(b"startxref")]


def _named(trailer: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", trailer)
    if found is None:
        raise RuntimeError("the PDF writer left no trailer")
    return int(found[1])


def _parted(content: bytes) -> tuple[bytes, bytes]:
    """An object's own words, and the stream behind them, which refers to nothing."""
    place = content.find(b"\nstream\n")
    return (content, b"") if place < 0 else (content[:place], content[place:])


def _order(objects: dict[int, bytes], information: int, trailer: bytes) -> list[int]:
    """The numbers of all objects as they are met; text of a person in `information` refers to nothing."""
    order = [information, _named(trailer, b"Root")]
    seen = set(order)
    for number in order:  # grows while it is read
        head = b"" if number == information else _parted(objects[number])[0]
        for met in map(int, _REFERENCE.findall(head)):
            if met not in seen:
                seen.add(met)
                order.append(met)
    return order
