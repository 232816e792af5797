"""The decision record as HTML and JSON: every field of every part, whole, in both languages."""

import json
from html.parser import HTMLParser

import pytest
from decisions import WRITTEN, every_word, filled, recorded

from explorer.app.core import decision_messages as said
from explorer.app.core.decision import Subject
from explorer.app.core.state import State
from explorer.app.record.decision_record import record
from explorer.app.record.decision_session import decision_of
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.export.reports.decision_file import KIND, SCHEMA, decision_json, decision_report
from explorer.export.reports.report_html import report_html
from explorer.language import LANGUAGES, Language


class Read(HTMLParser):
    """The text of a page, its pictures, and whatever it would fetch."""

    def __init__(self):
        super().__init__()
        self.text, self.fetched, self.tags = "", [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.fetched += [value for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data):
        self.text += data


def read(page):
    found = Read()
    found.feed(page)
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_every_field_stands_in_the_page_whole(code):
    found, language = recorded(filled()), Language(code)
    page = read(report_html(decision_report(found, language)))
    assert page.fetched == []
    assert page.tags.count("svg") == 1
    for words in (*every_word(found, language), *WRITTEN.values(), "2026-11-22"):
        assert words in page.text, words


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_every_field_stands_in_the_json_with_value_and_origin(code):
    found, language = recorded(filled()), Language(code)
    kept = json.loads(decision_json(found, filled(), language))
    assert (kept["schema"], kept["kind"], kept["language"]) == (SCHEMA, KIND, code)
    assert [each["id"] for each in kept["sections"]] == [each.id for each in found.sections]
    texts = json.dumps(kept["sections"], ensure_ascii=False)
    for words in every_word(found, language):
        assert json.dumps(words, ensure_ascii=False)[1:-1] in texts
    chosen = {each["id"]: each for each in kept["sections"][2]["entries"]}
    assert (chosen["epsilon"]["value"], chosen["epsilon"]["source"]) == (0.7032, "set")
    assert (chosen["mechanism"]["value"], chosen["mechanism"]["source"]) == ("laplace", "default")
    assert kept["picture"]["id"] == "trade-off"
    assert kept["picture"]["svg"].lstrip().startswith("<?xml")


def test_that_what_was_written_is_read_back_from_the_json():
    state = filled()
    written = json.loads(decision_json(recorded(state), state, Language()))["written"]
    session = {**json.loads(saved(State())), "decision": written}
    assert loaded(json.dumps(session)).decision == state.decision
    assert decision_of({}, lambda _: None) == State().decision


def test_that_the_pages_foot_names_the_record_and_no_release():
    report = decision_report(recorded(filled()), Language())
    assert report.foot == "Decision record of 2026-11-22"


def test_that_a_record_that_nobody_filled_in_says_so_in_every_place():
    state = update(State(), said.RecordOpened(Subject.RELEASE, None))
    found = record(state, {}, None, "2026-11-22", None)
    page = read(report_html(decision_report(found, Language())))
    assert page.text.count("not stated") >= 4  # purpose, dataset, unit in words, review
    assert "default of the program, set by nobody" in page.text
    assert "svg" not in page.tags
    for number in ("10⁻⁴", "10⁻⁶", "total ε at most"):  # a total δ, a δ and a budget that nobody set
        assert number not in page.text
