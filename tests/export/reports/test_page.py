"""Every page that is written stands alone, says its language, and can be read aloud and printed."""

import re

import pytest
from plans_of_a_year import answered, example
from released import drawn_of
from released import example as plan
from thoroughness import combined

from explorer.app.schedule.year_record import Signature, record
from explorer.export.reports.page import figure, heading, page, paragraph, table
from explorer.export.reports.reference import reference
from explorer.export.reports.report import report
from explorer.export.reports.report_html import report_html
from explorer.export.reports.sign_off import sign_off_html
from explorer.language import Language


def signed(language):
    state = example()
    return sign_off_html(record(state, answered(state), Signature("A", "", "2026-11-20")), language)


def reported(language):
    return report_html(report(drawn_of(plan()), language))


@pytest.mark.parametrize(("made", "code"), combined([reported, signed, reference], ["en", "zh_CN"]))
def test_that_every_page_has_one_head_and_one_style(made, code):
    text = made(Language(code))
    assert f'<html lang="{code.replace("_", "-")}">' in text
    assert "default-src 'none'" in text
    assert "@media print" in text
    assert text.count("<h1>") == text.count("<title>") == text.count("<style>") == 1
    assert re.search(r"<title>(.*)</title>", text)[1] == re.search(r"<h1>(.*)</h1>", text)[1]


@pytest.mark.parametrize("made", [reported, signed, reference])
def test_that_every_heading_of_a_table_says_what_it_is_of(made):
    headings = re.findall(r"<th\b[^>]*>", made(Language("en")))
    assert headings
    assert [each for each in headings if "scope=" not in each] == []


def test_that_no_text_becomes_markup():
    bad = "<b onload='x'>&\x00"
    parts = (heading(bad), paragraph(bad, "muted"), figure("", bad), table((bad,), ((bad,),), best=0))
    text = page(bad, parts, Language("en"), "")
    assert text.count("&lt;b onload=&#x27;x&#x27;&gt;&amp;�") == 7
    assert bad not in text


def test_that_a_row_that_does_not_fit_its_headings_is_refused():
    with pytest.raises(ValueError, match="zip"):
        table(("one", "two"), (("1",),))


def test_that_a_short_text_of_a_table_stays_in_one_line_and_a_column_keeps_its_class():
    long = "最优攻击者判断正确的比例，先验为二分之一"
    text = table(["a", "b", "c"], [[long, "精确", "1,000"]], ("", "", "number"))
    assert f"<td>{long}</td>" in text
    assert '<td class="short">精确</td>' in text
    assert '<td class="number">1,000</td>' in text
    assert re.search(r"td\.short \{[^}]*nowrap", page("t", [text], Language("en"), ""))
