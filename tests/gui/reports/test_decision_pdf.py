"""The decision record as PDF: every field of every part, the picture, and lines to sign on."""

import re

import pytest
from decisions import WRITTEN, every_word, filled, recorded
from paper import pages

from explorer.export.reports.blocks import Drawing, Signatures
from explorer.export.reports.decision_file import decision_report
from explorer.gui.reports.page_layout import Setter
from explorer.gui.reports.page_marks import EDGE, INNER, Placed, Ruled, Words
from explorer.gui.reports.report_pdf import has_chinese_font, report_pdf
from explorer.language import LANGUAGES, Language
from explorer.mark import N_


def packed(text):
    """Without blanks: lines are broken where there is room."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_every_field_stands_on_the_pages_whole(qapp, code):
    if code != "en" and not has_chinese_font():
        pytest.skip("no Chinese font is installed")
    language = Language(code)
    found = recorded(filled())
    told = pages(report_pdf(decision_report(found, language)))
    foot = [
        N_("page {number:plain} of {pages:plain}", number=at, pages=len(told))
        for at in range(1, len(told) + 1)
    ]
    name = packed(language.say(N_("Decision record of {date}", date="2026-11-22")))
    text = "".join(
        packed(page).replace(packed(language.say(at)), "").replace(name, "")
        for page, at in zip(told, foot, strict=True)
    )
    for words in (*every_word(found, language), *WRITTEN.values()):
        assert packed(words) in text, words


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_nothing_leaves_the_page_and_no_words_stand_on_others(qapp, code):
    language = Language(code)
    setter = Setter(language)
    report = decision_report(recorded(filled()), language)
    for page in setter.set(report):
        lines = [each for each in page if isinstance(each, Words)]
        for each in lines:
            assert each.x + setter.length(each.text, each.letters) <= EDGE + INNER + 1, each.text
        for place, one in enumerate(lines):
            for other in lines[place + 1 :]:
                apart = abs(one.y - other.y) >= 0.8 * min(one.letters.size, other.letters.size)
                left, right = sorted((one, other), key=lambda each: each.x)
                beside = left.x + setter.length(left.text, left.letters) <= right.x
                assert apart or beside, (one.text, other.text)


def test_that_there_is_a_picture_and_a_line_to_sign_on_for_each_place(qapp):
    report = decision_report(recorded(filled()), Language())
    assert sum(isinstance(each, Drawing) for each in report.blocks) == 1
    (signing,) = (each for each in report.blocks if isinstance(each, Signatures))
    marks = [mark for page in Setter(Language()).set(report) for mark in page]
    assert sum(isinstance(each, Placed) for each in marks) == 1
    ruled = [each for each in marks if isinstance(each, Ruled) and each.colour == "ink"]
    assert len(ruled) == sum(map(len, signing.people)) == 6
