"""The sign-off record: every release with exact parameters, every total with what it is, whole."""

import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from plans_of_a_year import answered, example, line, planned

from explorer import __version__
from explorer.app.core import schedule_messages as said
from explorer.app.schedule.year_record import Signature, record
from explorer.app.schedule.year_totals import Totalled
from explorer.app.update import update
from explorer.export.reports.sign_off import sign_off_html, sign_off_json, write_sign_off
from explorer.language import Language
from explorer.privacy.refusal import NotValid, Refusal, Unsupported

SIGNED = Signature("Ann <Ø> & Co", "data steward", "2026-11-20")
ENGLISH = Language("en")


def of(state):
    return record(state, answered(state), SIGNED)


class Read(HTMLParser):
    """The text of a page, and whatever it would fetch."""

    def __init__(self):
        super().__init__()
        self.text, self.fetched, self.open = [], [], []

    def handle_starttag(self, tag, attributes):
        self.fetched += [value for name, value in attributes if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    found = Read()
    found.feed(page)
    assert found.open == []
    return found


def test_that_the_page_stands_alone_and_tells_everything():
    page = read(sign_off_html(of(example()), ENGLISH))
    text = " ".join(page.text)
    assert page.fetched == []
    for words in (
        *("Age by region", "discrete Laplace", "Waiting times", "discrete Gaussian", "Staff survey"),
        *("randomised response", "patients", "staff", "monthly, from Jan: 12 in all", "nobody is in two"),
        *("9.2", "0.000004", "10⁻⁶", "proven interval from", "proven upper bound", "2026-11-20"),
        *("Ann <Ø> & Co, data steward", __version__, "Murtagh & Vadhan 2016", "one record (add or remove)"),
        *("Budget: ε = 10 at δ = 10⁻⁴",),
    ):
        assert words in text, words


def test_that_the_steps_of_running_totals_stand_beside_their_noise():
    state = planned(line("a", "gaussian-tree", "monthly", epsilon=0.1, delta=1e-9))
    page = " ".join(read(sign_off_html(of(state), ENGLISH)).text)
    assert "Gaussian, running totals, T = 365" in page
    assert json.loads(sign_off_json(of(state)))["releases"][0]["steps"] == 365


def test_that_nothing_is_signed_while_what_lines_cost_is_of_an_older_plan():
    cheap, dear = (planned(line("a", "laplace", "monthly", epsilon=each)) for each in (0.1, 3.0))
    new = answered(dear)
    answers = {**answered(cheap), **{asked: new[asked] for asked in new if isinstance(asked, Totalled)}}
    with pytest.raises(NotValid, match="still being computed"):
        record(dear, answers, SIGNED)
    assert record(dear, {**answers, **new}, SIGNED).lines[0].alone > 1


def test_that_the_facts_are_json_of_schema_1():
    found = json.loads(sign_off_json(of(example())))
    assert found["schema"] == 1
    assert found["signed"] == {"name": SIGNED.name, "role": SIGNED.role, "date": SIGNED.date}
    assert found["groups_apart"] is True
    assert [each["epsilon"] for each in found["releases"]] == ["0.5", "0.8", "1.1"]
    assert found["releases"][2]["noise"] == {"epsilon": 1.1}
    assert [each["bound"] for each in found["totals"]] == [
        "sequential",
        "heterogeneous",
        "zcdp",
        "numerical",
    ]
    assert found["groups"][0]["adds_up_to"] == {"epsilon": "9.2", "delta": "0.000004"}
    assert found["best"]["epsilon"] == min(each["epsilon"] for each in found["totals"])
    assert found["left"]["proven"] == found["budget"]["epsilon"] - found["best"]["epsilon"]


def test_that_a_bound_without_a_number_says_why():
    state = planned(line("a", "gaussian", "monthly", delta=1e-5), total_delta=1e-4)
    assert "sum to" in " ".join(read(sign_off_html(of(state), ENGLISH)).text)
    assert json.loads(sign_off_json(of(state)))["totals"][0]["epsilon"] is None


def test_that_what_a_person_types_is_never_markup():
    state = update(example(), said.ScheduleLineEdited(0, "name", "<script>alert(1)</script>"))
    page = sign_off_html(of(state), ENGLISH)
    assert "<script" not in page
    assert "<script>alert(1)</script>" in " ".join(read(page).text)


def test_that_an_unstated_group_is_said_to_be_summed():
    state = planned(line("a", people="x"), line("b", people="y"))
    assert "all releases are composed" in " ".join(read(sign_off_html(of(state), ENGLISH)).text)


@pytest.mark.parametrize("ending", ["html", "json"])
def test_that_the_record_is_written_whole(tmp_path, ending):
    path = tmp_path / f"record.{ending}"
    write_sign_off(path, of(example()), ENGLISH)
    assert "Age by region" in path.read_text("utf-8")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_that_another_ending_or_place_is_refused(tmp_path):
    with pytest.raises(Unsupported):
        write_sign_off(tmp_path / "record.doc", of(example()), ENGLISH)
    with pytest.raises(NotValid):
        write_sign_off(tmp_path / "nowhere" / "record.html", of(example()), ENGLISH)


def test_that_nothing_is_signed_without_name_total_or_answers():
    state = example()
    with pytest.raises(Refusal):
        record(state, answered(state), replace(SIGNED, name=" "))
    with pytest.raises(Refusal):
        record(state, {}, SIGNED)
    with pytest.raises(Refusal):
        record(planned(), {}, SIGNED)
    moved = update(state, said.ScheduleLineEdited(0, "epsilon", "0.6"))
    with pytest.raises(Refusal):
        record(moved, answered(state), SIGNED)  # the answers are those of another plan


def test_that_a_broken_promise_is_no_guarantee_in_the_record():
    state = planned(
        line("Ages", "gaussian-classical", epsilon=20.0, delta=1e-5, people="x"),
        line("Counts", people="y"),
        disjoint=True,
        total_delta=1e-2,
    )
    text = " ".join(read(sign_off_html(of(state), ENGLISH)).text)
    assert "20, not achieved" in text
    assert "“Ages”: not a guarantee" in text
    found = json.loads(sign_off_json(of(state)))
    assert [each["kept"] for each in found["releases"]] == ["false", "proven"]
    assert [each["adds_up_to"] for each in found["groups"]] == [None, {"epsilon": "1", "delta": "0"}]
    assert found["totals"][0]["epsilon"] is None
    assert found["best"]["status"] == "proven"


def test_that_noise_is_rounded_for_readers_only():
    state = planned(line("a", "gaussian", epsilon=0.7, delta=1e-6))
    noise = json.loads(sign_off_json(of(state)))["releases"][0]["noise"]["sigma"]
    assert len(repr(noise)) > 12
    assert f"σ = {noise:.6g}" in " ".join(read(sign_off_html(of(state), ENGLISH)).text)
