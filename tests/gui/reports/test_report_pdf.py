"""The report as PDF: letters that can be read, tables over several pages, one draw in the same bytes."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from paper import objects, pages
from PySide6.QtGui import QFontDatabase
from released import DATE, IDENTITY, drawn_of, example, small

from explorer.export.reports.report import report
from explorer.gui.reports import report_pdf as made
from explorer.gui.reports.report_pdf import report_pdf
from explorer.language import Language
from explorer.privacy.refusal import Unsupported
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.queries.histogram import Histogram

ENGLISH = Language("en")
ROOT = Path(__file__).parents[3]


def paper(drawn, language=ENGLISH):
    return report_pdf(report(drawn, language))


def told(found):
    return " ".join(" ".join(found).split())


def test_that_its_text_can_be_read_and_every_cell_is_in_it(qapp):
    found = pages(paper(drawn_of(example(), first=-5)))
    text = told(found)
    for words in (
        *("Age by region, and income", "Guarantee", "at most 73.11 %", "“person_id”"),
        *("not a confidence interval", IDENTITY, "[[histogram.column]]", "SHA-256", "discrete Laplace noise"),
    ):
        assert words in text, words
    lines = [line.strip() for each in found for line in each.split("\n")]
    for count in range(-5, 43):
        assert str(count).replace("-", "−") in lines
    for number, each in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in each


def test_that_a_long_table_goes_over_pages_with_its_headings(qapp):
    edges = tuple(map(str, range(301)))  # too many to be drawn: a number is a count
    plan = replace(small(), queries=(Histogram("ages", (NumericColumn("age", edges),)),))
    found = pages(paper(drawn_of(plan, first=1000)))
    holding = [each for each in found if re.search(r"\n1,[0-3]\d\d\n", each)]
    assert len(holding) > 4
    assert all("noised count" in each for each in holding)
    for count in range(1000, 1304):
        assert f"\n{count:,}\n" in "".join(found)


def test_that_long_names_are_broken_and_none_is_lost(qapp):
    name = "a very long name of a town " * 12 + "W" * 300
    plan = small(name, "b\nc\td")
    letters = "".join("".join(pages(paper(drawn_of(plan)))).split())
    assert letters.count("".join(name.split())) >= 2  # the column as declared, the cell


def test_that_no_moment_and_no_random_number_is_in_it(qapp):
    one, other = paper(drawn_of(example())), paper(drawn_of(example()))
    assert one == other
    day = DATE.replace("-", "")
    assert set(re.findall(rb"\(D:([^)]*)\)", one)) == {day.encode()}
    assert not re.search(rb"\d\d:\d\d:\d\d", one)
    assert objects(one)  # the table of places is right
    assert b"http" not in re.sub(rb'xmlns:\w+="[^"]*"', b"", one)


ALONE = """
import sys
from released import drawn_of, example
from explorer.export.reports.report import report
from explorer.gui.reports.report_pdf import report_pdf
from explorer.language import Language
sys.stdout.buffer.write(report_pdf(report(drawn_of(example()), Language("en"))))
"""


def test_that_another_process_in_another_time_zone_writes_the_same():
    def alone(**environment):
        path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
        given = {**os.environ, "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen", **environment}
        done = subprocess.run([sys.executable, "-c", ALONE], env=given, capture_output=True, check=True)
        return done.stdout

    first = alone(TZ="UTC", PYTHONHASHSEED="1")
    assert alone(TZ="AAA-9:45", PYTHONHASHSEED="9") == first  # the seeds of Qt's hash tables are random, too


def test_that_a_chinese_report_has_chinese_letters_or_is_refused(qapp, monkeypatch):
    monkeypatch.setattr(made, "has_chinese_font", lambda: False)
    plan = replace(small("北京", "上海"), title="人口")
    with pytest.raises(Unsupported, match="Chinese"):
        paper(drawn_of(plan))
    assert paper(drawn_of(small()))
    monkeypatch.undo()
    if QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        text = told(pages(paper(drawn_of(plan), Language("zh_CN"))))
        assert "北京" in text
        assert "人口" in text


def test_that_nobody_is_given_a_thousand_pages(qapp, monkeypatch):
    monkeypatch.setattr(made, "MOST_ROWS", 8)
    with pytest.raises(Unsupported, match="would be too long"):
        paper(drawn_of(small()))
    monkeypatch.setattr(made, "MOST_ROWS", 10)
    assert paper(drawn_of(small()))


def test_that_gaussian_noise_and_a_crosstab_of_three_fit_the_page(qapp):
    columns = (
        CategoryColumn("sex", ("f", "m")),
        NumericColumn("age", ("0", "20", "40")),
        CategoryColumn("town", ("Ulm",)),
    )
    plan = small(mechanism="discrete-gaussian", delta=Fraction(1, 10**6))
    plan = replace(plan, queries=(Histogram("three", columns),))
    text = told(pages(paper(drawn_of(plan))))
    assert "σ² =" in text.replace("  ", " ")
    assert "three (sex × age × town)" in text
