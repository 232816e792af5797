"""Reads a PDF that Qt wrote: its pages, and their text by the fonts' own tables of characters."""

import re
import zlib


def objects(pdf: bytes) -> dict[int, bytes]:
    """The objects, by the places that its table names: a table that is wrong finds nothing."""
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])
    assert pdf[start:].startswith(b"xref\n")
    places = [int(each) for each in re.findall(rb"(\d{10}) \d{5} n", pdf[start:])]
    found = {}
    for number, place in enumerate(places, 1):
        head = f"{number} 0 obj\n".encode()
        assert pdf[place - 1 :].startswith(b"\n" + head)  # nothing stands between the objects
        found[number] = pdf[place + len(head) : pdf.index(b"\nendobj", place)]
    return found


def stream(content: bytes) -> bytes:
    return zlib.decompress(content[content.index(b"stream\n") + 7 : content.rindex(b"endstream")])


def characters(table: bytes) -> dict[str, str]:
    """Of a ToUnicode table: glyph to text."""
    found = {}
    for block in re.findall(rb"beginbfrange\n(.*?)endbfrange", table, re.S):
        for low, _, listed in re.findall(rb"<(\w+)> <(\w+)> \[(.*?)\]", block, re.S):
            for offset, text in enumerate(re.findall(rb"<(\w+)>", listed)):
                found[f"{int(low, 16) + offset:04X}"] = bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in re.findall(rb"^<(\w+)> <\1> <(\w+)>$", block, re.M):  # one alone
            found[glyph.decode().upper()] = bytes.fromhex(text.decode()).decode("utf-16-be")
    return found


def pages(pdf: bytes) -> list[str]:
    """The text of each page, a line for each run of letters; Qt writes blanks as tabs."""
    held = objects(pdf)
    told = []
    for content in (each for each in held.values() if b"/Type /Page\n" in each):
        inside = held[int(re.search(rb"/Resources (\d+)", content)[1])]
        listed = re.search(rb"/Font <<(.*?)>>", inside, re.S)[1]
        fonts = {}
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", listed):
            table = int(re.search(rb"/ToUnicode (\d+)", held[int(number)])[1])
            fonts[name] = characters(held[table])
        text, font = "", {}
        drawn = stream(held[int(re.search(rb"/Contents (\d+)", content)[1])])
        for begun, name, glyphs in re.findall(rb"(BT\n)|/(F\d+) [\d.]+ Tf|<(\w+)> Tj", drawn):
            text += "\n" if begun else ""
            font = fonts[name] if name else font
            text += "".join(font[glyphs[at : at + 4].decode()] for at in range(0, len(glyphs), 4))
        told.append(text.replace("\t", " "))
    return told
