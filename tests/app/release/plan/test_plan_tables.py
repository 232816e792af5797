"""Tables of a plan as a whole: made of a file's columns, doubled, moved; shares and locks go with them."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from states import planned

from explorer.app.core.release_messages import (
    PlanOpened,
    QueryDoubled,
    QueryMoved,
    ShareLocked,
    TablesAdded,
)
from explorer.app.core.state import State
from explorer.app.release.plan.column_suggestion import kinds_offered, suggested_kinds
from explorer.app.release.plan.plan_draft import document, edited, judged, queries_of
from explorer.app.release.plan.plan_tables import first_unfinished, kind_edits_kept, table_name
from explorer.app.update import update
from explorer.release.columns.column import every_column
from explorer.release.plan.sections import Input

PEOPLE = planned("people")
COLUMN = TablesAdded((("age", "numeric"),), False, Input())
SEMICOLON = Input(delimiter=";", decimal=",")


def plan(state):
    return document(state.releasing.plan)


def names(state):
    return [query["name"] for _, query in queries_of(plan(state))]


def after(state, *messages):
    for message in messages:
        state = update(state, message)
    return state


def test_that_the_first_tables_begin_a_plan_with_the_dialect_that_was_shown():
    begun = after(State(), TablesAdded((("age", "numeric"), ("town", "category")), False, SEMICOLON, "id"))
    assert (plan(begun)["input"]["delimiter"], plan(begun)["input"]["decimal"]) == (";", ",")
    assert plan(begun)["privacy"]["id_column"] == "id"
    assert names(begun) == ["age", "town"]
    assert first_unfinished(begun.releasing.plan, 0) == "histogram.1.column.1.edges"
    alone = after(State(), TablesAdded((("age", "numeric"),), False, Input()))
    assert "id_column" not in plan(alone)["privacy"]


def test_that_further_tables_leave_dialect_id_and_tables_of_a_plan_as_they_are():
    more = after(PEOPLE, TablesAdded((("age", "numeric"), ("wave", "category")), True, SEMICOLON, "other"))
    assert names(more) == [*names(PEOPLE), "age_by_wave"]
    old, new = plan(PEOPLE), plan(more)
    assert new["histogram"][:2] == old["histogram"]
    assert {key: new[key] for key in old if key != "histogram"} == {
        key: old[key] for key in old if key != "histogram"
    }


def test_that_every_kind_of_column_may_be_ticked_and_is_complete_once_it_is_filled():
    for kind in every_column():
        begun = after(State(), TablesAdded((("x", kind),), False, Input()))
        (_, query), *_ = queries_of(plan(begun))
        assert query["column"][0]["kind"] == kind
        _, wrong = judged(begun.releasing.plan)
        assert {each.field.rpartition(".")[0] for each in wrong} <= {"histogram.1.column.1", "privacy"}


def test_that_a_locked_share_stays_while_tables_come_and_goes_with_its_table():
    locked = after(PEOPLE, ShareLocked(1, True))
    kept = Fraction(1, 2)
    more = after(locked, TablesAdded((("a", "category"), ("b", "category")), False, Input()))
    shares = [Fraction(query["share"]) for _, query in queries_of(plan(more))]
    assert (sum(shares), shares[1]) == (1, kept)
    moved = after(more, QueryMoved("histogram.2", -1))
    assert names(moved)[:2] == ["income", "age_by_region"]
    assert moved.releasing.locked == frozenset({0})
    doubled = after(moved, QueryDoubled("histogram.1"))
    assert names(doubled)[-1] == "income_2"
    shares = [Fraction(query["share"]) for _, query in queries_of(plan(doubled))]
    assert (sum(shares), shares[0]) == (1, kept)


def test_that_the_ends_of_the_list_move_no_further():
    for path, by in (("histogram.1", -1), ("histogram.2", 1)):
        assert after(PEOPLE, QueryMoved(path, by)).releasing.plan == PEOPLE.releasing.plan


def test_that_a_locked_plan_takes_no_table():
    text = edited(PEOPLE.releasing.plan, "privacy.locked", True)
    held = after(State(), PlanOpened(text))
    for message in (QueryMoved("histogram.2", -1), QueryDoubled("histogram.1"), COLUMN):
        refused = after(held, message)
        assert refused.releasing.plan == held.releasing.plan
        assert "locked" in refused.refused["plan"].sentence.text


@given(st.lists(st.text(max_size=80), min_size=1, max_size=3), st.lists(st.text(max_size=8), max_size=4))
def test_that_a_tables_name_is_one_that_a_plan_takes_and_free(columns, taken):
    name = table_name(columns, taken)
    assert name.casefold() not in {each.casefold() for each in taken}
    text = edited(edited(PEOPLE.releasing.plan, "histogram.1.name", name), "histogram.2.name", "other_table")
    assert name.casefold() == "other_table" or judged(text)[0] is not None


def test_that_a_column_gets_back_what_it_held_under_a_kind():
    text, kept, path = PEOPLE.releasing.plan, {}, "histogram.1.column.1.kind"
    before = document(text)
    for kind in ("category", "date", "numeric"):
        edits, kept = kind_edits_kept(document(text), path, kind, kept)
        for each, value in edits:
            text = edited(text, each, value)
    assert document(text) == before


@given(st.lists(st.text(max_size=12), max_size=8))
def test_that_each_name_is_suggested_a_kind_that_is_offered_and_one_at_most_the_id(header):
    found = suggested_kinds(header)
    assert len(found) == len(header)
    assert set(found) <= set(kinds_offered())
    assert found.count("id") <= 1


def test_that_kinds_are_suggested_by_usual_names():
    header = ["", "patientId", "record_id", "Age (years)", "visit_date", "region", "notes", "年龄", "姓名"]
    assert suggested_kinds(header) == (
        *("skip", "id", "skip", "numeric", "date", "category", "skip", "numeric", "skip"),
    )


def test_that_months_and_durations_are_numbers_and_moments_are_dates():
    """As the columns of the flights of 2013, of patients and of a shop are called."""
    numbers = ["year", "month", "day", "dep_time", "sched_arr_time", "air_time", "hour", "waiting time"]
    numbers += ["daysSinceDate", "time_on_ward", "week", "月份", "飞行时间", "住院时间"]
    numbers += ["Größe", "Preis in €", "âge", "Precio"]
    assert set(suggested_kinds([*numbers, "Lohn", "Miete in €", "pay ($)"])) == {"numeric"}
    dates = ["time_hour", "time", "created_at", "updated_on", "start_time", "Timestamp", "birth_date", "时间"]
    assert set(suggested_kinds([*dates, "入院日期"])) == {"date"}
    assert suggested_kinds(["on", "at", "look at it"]) == ("category",) * 3


def test_that_all_pairs_of_columns_become_tables_that_agree():
    three = (("age", "numeric"), ("town", "category"), ("sex", "category"))
    begun = after(State(), TablesAdded(three, False, Input(), linked=True))
    plan = document(begun.releasing.plan)
    assert "histogram" not in plan
    (linked,) = plan["marginals"]
    assert (linked["tables"], linked["fit"]) == ("pairs", True)
    assert [each["name"] for each in linked["column"]] == ["age", "town", "sex"]
    more = document(after(begun, TablesAdded(three, False, Input(), linked=True)).releasing.plan)
    assert len({each["name"] for each in more["marginals"]}) == 2
