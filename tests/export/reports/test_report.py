"""The report of a release: complete for someone who was not there, alone, the same each time, and silent."""

import hashlib
import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from released import DATE, IDENTITY, drawn_of, example, small

import explorer.language
from explorer.app.core.publication import Publication
from explorer.app.release.plan.plan_protection import beliefs
from explorer.export.files import extension_of
from explorer.export.reports import report_sources
from explorer.export.reports.blocks import Drawing, Facts, Grid, Heading, Paragraph, Points
from explorer.export.reports.report import MOST_DRAWN, report
from explorer.export.reports.report_html import report_html
from explorer.export.reports.report_sources import REPORTS, check_place, write_kept
from explorer.export.reports.report_words import reading
from explorer.language import LANGUAGES, Language
from explorer.privacy.refusal import NotValid, NotWritten, Unsupported
from explorer.privacy.risk import worst_case
from explorer.privacy.target import Neighbours
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.plan_file import read_plan
from explorer.release.plan.sections import Output
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.ranges import Ranges

ENGLISH = Language("en")


class Read(HTMLParser):
    """The text of a page, its tables, and everything that a browser might follow."""

    def __init__(self):
        super().__init__()
        self.text, self.open, self.tags, self.followed, self.rows = [], [], set(), [], []
        self.language = None

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        found = dict(attributes)
        self.language = found["lang"] if tag == "html" else self.language
        self.followed += [
            value
            for name, value in attributes
            if name in ("src", "href", "srcset", "data", "action", "xlink:href", "background", "poster")
        ]
        self.rows += [[]] if tag == "tr" else []
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1].append(data)
        if "style" not in self.open:
            self.text.append(data)


def page(drawn, code="en"):
    found = Read()
    found.feed(report_html(report(drawn, Language(code))))
    assert found.open == []
    return found


def told(drawn):
    return " ".join(" ".join(page(drawn).text).split())


def test_that_it_tells_everything_to_someone_who_was_not_there():
    drawn = drawn_of(example(signed_off="Ann, 2026-11-01"))
    text = told(drawn)
    for words in (
        *("Age by region, and income", "age_by_region (age × region)", "one person", "add or remove"),
        *("at most 3 rows of one person", "the program", "“person_id”", "0, 20, 40, 65, 120"),
        *("“north”, “south”, “east”, “west”", "discrete Laplace", "scale 6 = Δ/ε, Δ = 3 (L1), ε = 0.5"),
        *("at most 73.11 %", "at least 26.89 %", "not a confidence interval", "There is no seed"),
        *(
            "each count ±\u00a018",
            "simultaneously for all 48 cells ±\u00a041",
            "simultaneously for all 10 cells",
        ),
        *("not included in any margin", "A sum of cells", "has the file itself", "a table that can be read"),
        *(IDENTITY, DATE, "number 7 of its ledger", "ε = 1, δ = 0", "Ann, 2026-11-01"),
        *("(unreadable) as a number", "may be below zero", "Privacy Explorer"),
    ):
        assert " ".join(words.split()) in text, words
    for name, content in drawn.files:
        assert (hashlib.sha256(content.encode()).hexdigest() in text) == name.endswith(".csv")


def test_that_every_cell_stands_in_its_table_with_its_margins():
    drawn = drawn_of(example(), first=-5)
    rows = [row for row in page(drawn).rows if len(row) == 5]
    assert rows[0] == ["age", "region", "noised count", "± each", "± simultaneous"]
    assert len(rows) == 1 + 48
    assert rows[1] == ["0 to <20", "north", "−5", "18", "41"]
    assert rows[-1] == ["(unreadable)", "(missing)", "42", "18", "41"]
    assert [int(row[2].replace("−", "-")) for row in rows[1:]] == list(drawn.queries[0].counts)


def test_that_the_plan_of_the_appendix_is_the_plan():
    drawn = drawn_of(example())
    source = re.search(r"<pre>(.*?)</pre>", report_html(report(drawn, ENGLISH)), re.S)[1]
    parsed = Read()
    parsed.feed(source)
    assert read_plan("".join(parsed.text)) == drawn.plan


def test_that_the_page_needs_no_other_file_and_runs_nothing():
    text = report_html(report(drawn_of(example()), ENGLISH))
    found = page(drawn_of(example()))
    assert found.followed == []
    assert not found.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "image", "use"}
    assert not re.search(r"url\s*\(|@import|https?:|//\w|\bon\w+\s*=", text.replace("</", ""))
    assert "default-src 'none'" in text
    assert "svg" in found.tags
    assert found.language == "en"
    assert page(drawn_of(example()), "zh_CN").language == "zh-CN"


def test_that_what_a_person_typed_is_never_markup():
    name = '</td><script src="http://x/y.js">alert(1)</script>'
    plan = replace(small(name, "a\nb"), title=name)
    found = page(drawn_of(plan))
    assert "script" not in found.tags
    assert found.followed == []
    assert name in found.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_same_draw_gives_the_same_bytes(code):
    one, other = (report_html(report(drawn_of(example()), Language(code))) for _ in range(2))
    assert one == other


def test_that_the_report_names_dataset_publisher_account_and_signer_where_the_steward_says_so():
    plan = example(signed_off="Mira Adler, 2026-11-01")
    worded = Publication("Title", "Source: city", "City register", "Office", account=True)
    blocks = report(drawn_of(plan), ENGLISH, worded)
    facts = next(block for block in blocks.blocks if isinstance(block, Facts))
    assert blocks.title == "Title"
    assert blocks.blocks[0] == Paragraph("Source: city", "muted")
    assert dict(facts.rows) == {
        "dataset": "City register",
        "publisher": "Office",
        "account": "QZACCOUNT",
        "signed off": "Mira Adler, 2026-11-01",
    }


def test_that_the_report_names_both_who_signed_a_plan_for_two_signers():
    plan = example(
        two_signers=True, signed_off="Mira Adler, 2026-11-01", second_signed_off="Tom Berg, 2026-11-02"
    )
    (facts, *_) = (each for each in report(drawn_of(plan), ENGLISH).blocks if isinstance(each, Facts))
    assert dict(facts.rows) == {"signed off": "Mira Adler, 2026-11-01; Tom Berg, 2026-11-02"}


def test_that_special_cells_are_left_out_of_its_pictures_but_not_of_its_tables():
    found = report(drawn_of(small()), ENGLISH, Publication(special=False)).blocks
    (bars,) = next(each for each in found if isinstance(each, Drawing)).figure.layers[1:2]
    assert len(bars.x) == 2
    assert len(next(each for each in found if isinstance(each, Grid)).rows) == 4


def test_that_nothing_private_is_in_it():
    drawn = drawn_of(example())
    text = report_html(report(drawn, ENGLISH))
    assert drawn.account not in text  # a name that the steward gave to people
    assert not re.search(r"\d\d:\d\d", re.sub(r"<style>.*?</style>", "", text, flags=re.S))
    # All numbers of the tables are noised counts and margins: another draw changes nothing else.
    other = report_html(report(drawn_of(example(), first=1000), ENGLISH))
    without = [
        re.sub(r'<figure.*?</figure>|<td class="number count">.*?</td>|[0-9a-f]{64}', "", each, flags=re.S)
        for each in (text, other)
    ]
    assert without[0] == without[1]


class Marking:
    """A catalogue that marks what went through it."""

    @staticmethod
    def gettext(text):
        return f"⟦{text}⟧"


@pytest.mark.parametrize(
    "plan",
    [
        example(),
        example(mechanism="discrete-gaussian", delta=Fraction(1, 10**6), neighbours=Neighbours.SUBSTITUTE),
        replace(small(), output=Output(nonnegative=True)),
    ],
)
def test_that_every_sentence_can_be_translated(plan, monkeypatch):
    monkeypatch.setattr(explorer.language, "catalogue", lambda code: Marking)
    marked = Language("marked")  # of no other test: what is said is remembered by language
    for block in report(drawn_of(plan), marked).blocks:
        said = {
            Heading: lambda each: [each.text],
            Paragraph: lambda each: [each.text],
            Points: lambda each: each.texts,
            Drawing: lambda each: [each.text],
            Facts: lambda each: [name for name, _ in each.rows if not name.endswith(".csv")],
            Grid: lambda each: each.headings[-each.numbers :],
        }.get(type(block), lambda _: [])
        for text in said(block):
            assert text.startswith("⟦") and text.endswith("⟧"), text  # noqa: PT018


def test_that_a_row_is_not_called_a_person_and_a_statement_not_enforced():
    assert "It protects one record, not a person who has several." in told(drawn_of(small()))
    stated = told(drawn_of(small(unit="household", rows_per_person=2)))
    assert "a statement by the data steward; not enforced by the program" in stated
    assert "one household" in stated
    bounds = small(unit="person", id_column="id", rows_per_person=4, rows_per_cell=1, cells_per_person=2)
    said = told(drawn_of(bounds))
    assert "at most 4 rows of one person, in at most 2 cells, at most 1 of them in one cell" in said


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({}, ("discrete Laplace noise (Ghosh", "离散拉普拉斯噪声（Ghosh")),
        (
            {"mechanism": "discrete-gaussian", "delta": Fraction(1, 10**6)},
            ("discrete Gaussian noise (Canonne", "离散高斯噪声（Canonne"),
        ),
    ],
    ids=["laplace", "gaussian"],
)
def test_that_the_noise_is_told_by_its_own_name_in_both_languages(changed, named):
    drawn = drawn_of(example(**changed))
    for code, words in zip(("en", "zh_CN"), named, strict=True):
        (row,) = (each for each in page(drawn, code).rows if len(each) == 2 and each[1].startswith(words[:6]))
        assert row[1].startswith(words)


def test_that_gaussian_noise_is_told_with_rho_and_delta():
    text = told(drawn_of(example(mechanism="discrete-gaussian", delta=Fraction(1, 10**6))))
    for words in (
        "0.000001",
        "total ρ",
        "σ² = Δ²/(2ρ), Δ² = ",
        "discrete Gaussian",
        "guesses correctly in at most 73.11 %",
    ):
        assert words in text, words
    assert "plus δ" in text


def test_that_found_categories_are_told_to_be_found():
    plan = small(delta=Fraction(1, 10**6))
    plan = replace(plan, queries=(Histogram("towns", (UnknownColumn("town"),)),))
    text = told(drawn_of(plan, found=("Ulm", "Wien"), first=20))
    assert "categories that were found in the file" in text
    assert "noised count is at least 15" in text
    assert "Wien" in text


def test_that_counts_raised_to_zero_are_a_column_of_their_own_with_its_bias():
    drawn = drawn_of(replace(small(), output=Output(nonnegative=True)))
    assert "not below 0" in page(drawn).text
    assert "an empty cell gains 0.96 on average" in told(drawn)
    margins = drawn.queries[0].margins
    assert ["(other)", "−1", str(margins.each), str(margins.joint), "0"] in page(drawn).rows


def test_that_a_table_of_very_many_cells_is_not_drawn_but_complete():
    edges = tuple(map(str, range(MOST_DRAWN + 1)))
    plan = replace(small(), queries=(Histogram("ages", (NumericColumn("age", edges),)),))
    found = page(drawn_of(plan))
    assert "svg" not in found.tags
    assert len([row for row in found.rows if len(row) == 4]) == 1 + MOST_DRAWN + 4
    assert "Too many cells to draw: the table has all of them." in found.text


@pytest.mark.parametrize("epsilon", ["0.001", "0.5", "1", "3", "12"])
@pytest.mark.parametrize("delta", ["0", "0.000001"])
def test_that_no_belief_is_rounded_to_the_wrong_side(epsilon, delta):
    most, least = (
        Fraction(each.removesuffix(" %")) / 100 for each in beliefs(Fraction(epsilon), Fraction(delta))
    )
    exact = Fraction(worst_case(float(Fraction(epsilon)), float(Fraction(delta))).best_guess)
    slack = Fraction(1, 10**14)  # of the double beside it
    assert exact - slack <= most <= exact + (1 - exact) / 1000 + slack
    assert least == 1 - most


def test_that_near_certainty_has_no_number():
    assert beliefs(Fraction(20), Fraction(0)) is None
    assert "may reveal nearly everything" in told(drawn_of(small(epsilon=Fraction(20))))


def test_that_a_report_is_html_or_pdf_at_a_place_that_is_free(tmp_path):
    assert extension_of(tmp_path / "a.HTML", REPORTS) == "html"
    for name in ("a.doc", "a", ".html"):
        with pytest.raises(Unsupported):
            extension_of(tmp_path / name, REPORTS)
    (tmp_path / "a.html").write_text("mine")
    with pytest.raises(NotValid, match="there already"):
        check_place(tmp_path / "a.html", overwrite=False)
    check_place(tmp_path / "a.html", overwrite=True)
    with pytest.raises(NotValid) as caught:
        check_place(tmp_path / "none" / "a.html", overwrite=False)
    assert "there is no folder" in Language("en").say(caught.value.sentence)


def test_that_a_full_disk_is_paid_not_written_and_free_again(tmp_path, monkeypatch):
    def full(path, content, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_sources, "write_whole", full)
    with pytest.raises(NotWritten) as caught:
        write_kept(tmp_path / "a.html", b"", drawn_of(small()))
    said = ENGLISH.say(caught.value.sentence)
    assert said.startswith("spent, but")
    assert "is full" in said
    assert said.endswith("exporting it again is free")
    assert list(tmp_path.iterdir()) == []


def test_that_the_version_is_that_of_the_program_that_drew():
    drawn = drawn_of(small())
    now = json.dumps(explorer.__version__)
    older = tuple(
        (name, text.replace(f'"version": {now}', '"version": "0.0.1"')) for name, text in drawn.files
    )
    assert "drawn with Privacy Explorer 0.0.1" in told(replace(drawn, files=older))


def test_that_a_report_says_which_tables_have_no_counts_of_at_least_0() -> None:
    ages = NumericColumn("age", tuple(map(str, range(5))))
    tables = Marginals("many", (ages, CategoryColumn("sex", ("f", "m"))))
    for queries, biased in (((tables, Ranges("ages", (ages,))), False), ((*small().queries, tables), True)):
        plan = replace(small(), queries=queries, output=Output(nonnegative=True))
        said = " ".join(Language("en").say(each) for each in reading(plan))
        assert ("is biased upward" in said) == biased
        assert "fitted counts are never negative" in said
        assert ("raised to 0" in said) == (not biased)
