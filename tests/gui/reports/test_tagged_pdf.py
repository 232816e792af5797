"""What a screen reader finds in the PDF of a report: language, title, and a tree that holds all content."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from paper import objects, stream
from PySide6.QtGui import QFontDatabase
from released import drawn_of, example, small

from explorer.export.reports.blocks import Drawing, Facts, Grid, Heading, Paragraph, Points, Verbatim
from explorer.export.reports.report import report
from explorer.gui.reports.report_pdf import report_pdf
from explorer.language import Language
from explorer.release.plan.columns import NumericColumn
from explorer.release.queries.histogram import Histogram

ENGLISH = Language("en")


def dictionary(held, kind):
    return next(each for each in held.values() if kind in each)


def elements(held):
    """Of each element its kind, its parent, and its kids in order: elements, or (page, piece) pairs."""
    found = {}
    for number, content in held.items():
        if b"/Type /StructElem" in content:
            kids = re.search(rb"/K \[(.*)\]", content, re.S)[1]
            listed = [
                int(each[2]) if each[2] else (int(each[0]), int(each[1]))
                for each in re.findall(rb"/Pg (\d+) 0 R /MCID (\d+)|(?<!/Pg )(\d+) 0 R", kids)
            ]
            kind = re.search(rb"/S /(\w+)", content)[1].decode()
            found[number] = kind, int(re.search(rb"/P (\d+) 0 R", content)[1]), listed
    return found


def reading(found, number):
    """The pieces below an element in the order in which they are read."""
    for each in found[number][2]:
        if isinstance(each, tuple):
            yield each
        else:
            yield from reading(found, each)


@pytest.fixture
def held(qapp):
    return objects(report_pdf(report(drawn_of(example()), ENGLISH)))


def test_that_it_is_marked_and_says_its_language_and_shows_its_title(held):
    catalogue = dictionary(held, b"/Type /Catalog")
    assert b"/MarkInfo << /Marked true >>" in catalogue
    assert b"/Lang (en)" in catalogue
    assert b"/DisplayDocTitle true" in catalogue
    assert "Age by region".encode("utf-16-be") in dictionary(held, b"/CreationDate")
    said = dictionary(held, b"<x:xmpmeta")
    assert b"<pdfuaid:part>1</pdfuaid:part>" in said
    assert b'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"' in said
    assert re.search(rb"<dc:title>.*Age by region.*</dc:title>", said)
    pages = [each for each in held.values() if b"/Type /Page\n" in each]
    assert all(b"/Tabs /S\n" in each for each in pages)


def test_that_fonts_are_in_the_document_with_the_text_of_each_letter(held):
    fonts = [each for each in held.values() if b"/Subtype /Type0" in each]
    assert fonts
    for font in fonts:
        assert b"/ToUnicode" in font
        below = held[int(re.search(rb"/DescendantFonts \[(\d+) 0 R", font)[1])]
        described = held[int(re.search(rb"/FontDescriptor (\d+) 0 R", below)[1])]
        assert b"/CIDToGIDMap" in below or b"/CIDFontType0" in below
        assert re.search(rb"/FontFile[23]? \d+ 0 R", described)
    simple = rb"/Subtype /(?:Type1|Type3|TrueType)\b"
    assert not [each for each in held.values() if re.search(simple, each) and b"/Type /Font\n" in each]


def test_that_a_list_says_how_it_is_marked_and_a_figure_where_it_stands(held):
    written = [each for each in held.values() if b"/Type /StructElem" in each]
    for each in written:
        if b"/S /L\n" in each:
            assert b"/A << /O /List /ListNumbering /Disc >>" in each
        if b"/S /Figure\n" in each:
            ends = re.search(rb"/A << /O /Layout /BBox \[([\d. ]+)\] >>", each)[1]
            left, low, right, high = map(float, ends.split())
            assert 0 <= left < right <= 596
            assert 0 <= low < high <= 842
    assert {b"/S /L\n", b"/S /Figure\n"} <= {
        re.search(rb"/S /\w+\n", each)[0] for each in written if b"/A <<" in each
    }


def test_that_every_piece_of_content_is_in_one_element_or_said_to_be_none(held):
    pages = [number for number, each in held.items() if b"/Type /Page\n" in each]
    found = elements(held)
    (root,) = (number for number, each in found.items() if each[0] == "Document")
    pieces = list(reading(found, root))
    assert len(pieces) == len(set(pieces))
    for page in pages:
        drawn = stream(held[int(re.search(rb"/Contents (\d+)", held[page])[1])])
        within, seen = 0, []
        signs = rb"/\w+ << /MCID (\d+) >> (BDC)|(BMC)\n|(EMC)\n|(Tj|\bre\nf|\bS)\n|\b(BT|ET)\n"
        for number, opened, artifact, ended, painted, text in re.findall(signs, drawn):
            if opened or artifact:
                assert within == 0
                within = 1
                seen += [int(number)] if opened else []
            elif ended:
                assert within == 1
                within = 0
            elif painted or text:
                assert within == 1
        assert within == 0
        assert seen == list(range(len(seen)))  # read in the order in which they are painted
        assert [piece for at, piece in pieces if at == page] == seen


def test_that_the_tree_of_parents_leads_from_each_piece_to_its_element(held):
    found = elements(held)
    tree = dictionary(held, b"/Type /StructTreeRoot")
    listed = [
        [int(each) for each in re.findall(rb"(\d+) 0 R", numbers)]
        for numbers in re.findall(rb"\d+ \[([^\]]*)\]", re.search(rb"/Nums \[(.*)\]\n>>", tree, re.S)[1])
    ]
    places = {
        number: int(re.search(rb"/StructParents (\d+)", each)[1])
        for number, each in held.items()
        if b"/Type /Page\n" in each
    }
    for number, (_, _, kids) in found.items():
        for kid in kids:
            if isinstance(kid, tuple):
                assert listed[places[kid[0]]][kid[1]] == number
            else:
                assert found[kid][1] == number


def test_that_headings_lists_tables_and_figures_are_what_the_report_has(held):
    kinds = Counter(kind for kind, _, _ in elements(held).values())
    blocks = report(drawn_of(example()), ENGLISH).blocks
    many = Counter(type(each) for each in blocks)
    grids = [each for each in blocks if isinstance(each, Grid)]
    facts = [each for each in blocks if isinstance(each, Facts)]
    assert kinds["H1"] == 1
    assert kinds["H2"] == many[Heading]
    assert kinds["P"] == many[Paragraph] + many[Verbatim]
    assert kinds["L"] == many[Points]
    assert kinds["LI"] == sum(len(each.texts) for each in blocks if isinstance(each, Points))
    assert kinds["Table"] == many[Grid] + many[Facts]
    assert kinds["Figure"] == many[Drawing]
    rows = sum(len(each.rows) for each in (*grids, *facts))
    assert kinds["TR"] == rows + len(grids)
    assert kinds["TD"] == sum(each.numbers * len(each.rows) for each in grids) + sum(
        len(each.rows) for each in facts
    )


def test_that_a_figure_says_in_words_what_is_seen(held):
    told = {
        bytes.fromhex(text.decode()).decode("utf-16")
        for each in held.values()
        for text in re.findall(rb"/Alt <(\w+)>", each)
    }
    blocks = report(drawn_of(example()), ENGLISH).blocks
    assert told == {each.text for each in blocks if isinstance(each, Drawing)}


def test_that_headings_that_are_repeated_on_further_pages_are_read_once(qapp):
    edges = tuple(map(str, range(301)))
    plan = replace(small(), queries=(Histogram("ages", (NumericColumn("age", edges),)),))
    found = objects(report_pdf(report(drawn_of(plan), ENGLISH)))
    heads = [each for each in found.values() if b"/Scope /Column" in each]
    assert len(heads) == 4


def test_that_a_chinese_report_says_so(qapp):
    if not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        pytest.skip("no Chinese font is installed")
    found = objects(report_pdf(report(drawn_of(small()), Language("zh_CN"))))
    assert b"/Lang (zh-CN)" in dictionary(found, b"/Type /Catalog")
