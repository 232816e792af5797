"""The reference page: made from the registries, whole by itself, in both languages."""

from html.parser import HTMLParser

import pytest

from explorer.app.help.facts import every_fact
from explorer.export.reports.reference import reference
from explorer.language import LANGUAGES, Language
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism


class Page(HTMLParser):
    """Collects ids, addresses that something is loaded from, and what stays open."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.loaded, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if "id" in named:
            self.ids.append(named["id"])
        self.loaded += [value for key, value in attrs if key in ("src", "href", "xlink:href")]
        if tag not in ("meta", "path", "rect", "circle", "line", "use"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        return

    def handle_endtag(self, tag):
        if tag in self.open:
            assert self.open.pop() == tag


@pytest.fixture(params=LANGUAGES, scope="module")
def page(request):
    return reference(Language(request.param))


def test_that_everything_registered_is_in_the_reference_once(page):
    ids = Page(page).ids
    named = [*every_mechanism(), *every_fact()]
    assert {f"bound-{bound}" for bound in every_composition()} <= set(named)
    assert [each for each in named if each not in ids] == []
    assert len(ids) == len(set(ids))


def test_that_the_page_loads_nothing_and_closes_what_it_opens(page):
    parsed = Page(page)
    assert parsed.loaded == []
    assert parsed.open == []
    assert "<script" not in page


def test_that_every_mechanism_and_bound_is_drawn(page):
    assert page.count("<svg") >= len(every_mechanism()) + len(every_composition())


def test_that_the_page_is_the_same_each_time():
    assert reference(Language("en")) == reference(Language("en"))
