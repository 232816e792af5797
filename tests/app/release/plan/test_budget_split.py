"""How histograms share what is spent: always all of it, exactly, and what is locked stays."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from states import planned

from explorer.app.core import release_messages as said
from explorer.app.release.plan.budget_split import parts_of, settled, shown_part, split_edits, typed_part
from explorer.app.release.plan.plan_draft import document, judged, value_of
from explorer.app.update import update
from explorer.privacy.refusal import NotValid


def three():
    """The shipped plan with a third histogram, all of them equal."""
    return update(planned("people"), said.PlanExtended())


def parts(state):
    return parts_of(document(state.releasing.plan))


def shares(state):
    return [each["share"] for each in document(state.releasing.plan)["histogram"]]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("40", "2/5"),
        ("40 %", "2/5"),
        ("40%", "2/5"),
        ("40％", "2/5"),
        ("≈ 40 %", "2/5"),
        ("2/5", "2/5"),
        ("2 in 5", "2/5"),
        ("12,5", "1/8"),
        ("４０", "2/5"),
    ],
)
def test_that_a_share_is_a_percentage_or_a_fraction_of_the_whole(text, part):
    assert typed_part(text) == Fraction(part)


@pytest.mark.parametrize("text", ["", "many", "0", "-3", "1e-12", "nan", "1/0", "1/3 %", "1,000", "9" * 500])
def test_that_what_is_no_share_is_refused_in_one_line(text):
    with pytest.raises(NotValid) as refused:
        typed_part(text)
    assert "\n" not in refused.value.sentence.text


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=1, max_denominator=10**6))
def test_that_a_short_part_is_shown_as_it_is_and_another_one_as_rounded(part):
    shown = shown_part(part)
    if shown.startswith("≈"):
        assert abs(typed_part(shown) - part) < part / 1000
    else:
        assert typed_part(shown) == part


def test_that_the_others_keep_their_proportions():
    state = update(three(), said.ShareTyped(0, "40"))
    assert parts(state) == (Fraction(2, 5), Fraction(3, 10), Fraction(3, 10))
    state = update(state, said.ShareTyped(1, "50"))
    assert parts(state) == (Fraction(2, 7), Fraction(1, 2), Fraction(3, 14))
    assert shares(state) == ["2/7", "0.5", "3/14"]


def test_that_a_locked_share_stays_while_the_others_adjust():
    state = update(three(), said.ShareTyped(0, "40"))
    state = update(state, said.ShareLocked(0, True))
    state = update(state, said.ShareTyped(1, "10"))
    assert shares(state) == ["0.4", "0.1", "0.5"]
    state = update(state, said.ShareLocked(0, False))
    state = update(state, said.ShareTyped(1, "55"))
    assert shares(state) == ["0.2", "0.55", "0.25"]


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(1, 9999), st.booleans(), st.integers(0, 2)), max_size=25
    )
)
def test_that_shares_sum_to_the_whole_and_stay_short_whatever_is_typed_and_locked(steps):
    state = three()
    for position, parts_of_ten_thousand, locked, other in steps:
        before = parts(state)
        state = update(state, said.ShareLocked(other, locked))
        state = update(state, said.ShareTyped(position, str(Fraction(parts_of_ten_thousand, 10**4))))
        assert sum(Fraction(share) for share in shares(state)) in (1, 3)
        assert max(map(len, shares(state))) < 60
        for place in state.releasing.locked - {position}:
            assert parts(state)[place] == before[place]


@pytest.mark.parametrize(
    ("locked", "text"), [((), "100"), ((), "120"), ((1,), "67"), ((1, 2), "40"), ((), "many")]
)
def test_that_a_share_that_leaves_nothing_is_refused_beside_it_and_changes_nothing(locked, text):
    state = three()
    for place in locked:
        state = update(state, said.ShareLocked(place, True))
    after = update(state, said.ShareTyped(0, text))
    assert set(after.refused) == {"histogram.1.share"}
    assert after.releasing == state.releasing
    assert "histogram.1.share" not in update(after, said.ShareTyped(0, "1/3")).refused
    assert "histogram.1.share" not in update(after, said.PlanEdited("title", "other")).refused


def test_that_a_share_that_does_not_read_is_mended_at_its_own_place():
    state = update(three(), said.PlanEdited("histogram.1.share", "many"))
    assert "histogram.2.share" in update(state, said.ShareTyped(1, "40")).refused
    mended = update(state, said.ShareTyped(0, "40"))
    assert not mended.refused
    assert sum(parts(mended)) == 1


def test_that_a_new_histogram_takes_nothing_of_what_is_locked():
    state = update(update(planned("people"), said.ShareTyped(0, "40")), said.ShareLocked(0, True))
    state = update(state, said.PlanExtended())
    assert shares(state) == ["0.4", "0.3", "0.3"]
    assert state.releasing.locked == {0}


def test_that_the_part_of_a_removed_histogram_goes_to_what_is_not_locked():
    state = update(update(three(), said.ShareTyped(2, "40")), said.ShareLocked(2, True))
    state = update(state, said.PlanReduced("histogram.1"))
    assert shares(state) == ["0.6", "0.4"]
    assert state.releasing.locked == {1}
    state = update(state, said.PlanReduced("histogram.1"))
    assert state.releasing.locked == frozenset()


def test_that_a_new_column_leaves_shares_and_locks_alone():
    state = update(three(), said.ShareLocked(1, True))
    assert shares(update(state, said.PlanExtended("histogram.3"))) == shares(state)
    assert shares(update(state, said.PlanReduced("histogram.1.column.2"))) == shares(state)


def test_that_another_plan_has_no_locks_and_a_locked_plan_is_not_split():
    state = update(three(), said.ShareLocked(1, True))
    assert update(state, said.PlanOpened(state.releasing.plan)).releasing.locked == frozenset()
    signed = update(three(), said.PlanEdited("privacy.locked", True))
    for message in (said.ShareTyped(0, "40"), said.PlanExtended(), said.PlanReduced("histogram.1")):
        after = update(signed, message)
        assert after.releasing == signed.releasing
        assert set(after.refused) == {"plan"}


def test_that_what_is_typed_exactly_reaches_the_plan_exactly():
    plan = judged(update(planned("people"), said.ShareTyped(0, "1/3")).releasing.plan)[0]
    assert [plan.epsilon_of(index) for index in range(2)] == [Fraction(1, 3), Fraction(2, 3)]


def test_that_too_little_for_many_is_refused():
    with pytest.raises(NotValid):
        settled([Fraction(1), Fraction(1, 10**9), Fraction(1)], {0: 1 - Fraction(1, 10**9)})
    with pytest.raises(NotValid):
        split_edits({"histogram": [{"share": "1"}, {"share": "x"}]}, 0, "40", ())
    assert value_of(document(three().releasing.plan), "histogram.3.share") == "1"
