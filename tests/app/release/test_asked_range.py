"""The answer to a range in the window, and the errors of strategies beside it."""

from itertools import combinations

import numpy as np
import pytest

from explorer.app.core import release_messages as said
from explorer.app.core.state import AskedRange, State
from explorer.app.plotting.layers import Area, Bars, Note
from explorer.app.release.asked_range import answered, groups_of, noised_ranges
from explorer.app.release.figures.expected_counts import ExpectedCounts
from explorer.app.release.figures.noise_alone import NoiseAlone
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.preview_sample import sampled
from explorer.app.update import update
from explorer.export.figures.picture import svg
from explorer.language import Language

SAY = Language("en").say
COLUMN = """[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "10", "20", "30", "40", "50", "60", "70", "80"]
"""
GROUPS = """[[ranges.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
"""
PLAN = f"""schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[ranges]]
name = "ages"
quantiles = ["0.5"]
{COLUMN}"""


def opened(text):
    return update(State(), said.PlanOpened(text))


def drawn(state):
    plan, refusals = judged(state.releasing.plan)
    assert plan is not None, refusals
    return noised_ranges(state, plan, 0, sampled(state, plan, {}))


def test_that_a_range_is_the_sum_of_its_fitted_bins_with_its_own_margin():
    state = opened(PLAN)
    found = answered(drawn(state), AskedRange("20", "60"))
    fitted = drawn(state).declared.fitted(drawn(state)).fitted[0, 2:6].sum()
    assert not found.refused
    value = float(SAY(found.sentence).split(": ")[1].split()[0].replace(",", "").replace("−", "-"))
    assert value == pytest.approx(fitted, abs=0.06)
    assert "95 % noise margin of this range alone" in SAY(found.sentence).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [("", "", "no further cost"), ("20", "", "type both edges"), ("", "60", "type both edges")],
)
def test_that_nothing_is_refused_before_both_edges_are_typed(low, high, words):
    found = answered(drawn(opened(PLAN)), AskedRange(low, high))
    assert words in SAY(found.sentence)
    assert not found.refused


@pytest.mark.parametrize(("low", "high"), [("21", "60"), ("60", "20"), ("20", "20"), ("x", "60")])
def test_that_what_is_no_range_is_refused_and_told_how_to_mend_it(low, high):
    found = answered(drawn(opened(PLAN)), AskedRange(low, high))
    assert found.refused
    assert "edge" in SAY(found.sentence)


@pytest.mark.parametrize(("low", "high"), [("２０", "60,0"), ("2·10¹", "6e1"), ("20.0", "120/2")])
def test_that_edges_are_read_in_every_spelling(low, high):
    ranges = drawn(opened(PLAN))
    expected, found = (answered(ranges, AskedRange(*typed)) for typed in (("20", "60"), (low, high)))
    assert not found.refused
    assert SAY(found.sentence).split(": ")[1] == SAY(expected.sentence).split(": ")[1]


def test_that_each_group_has_an_answer_of_its_own():
    ranges = drawn(opened(PLAN + GROUPS))
    assert groups_of(ranges.declared) == ("north", "south", "(other)", "(missing)")
    said_of = {SAY(answered(ranges, AskedRange("0", "80", group)).sentence) for group in range(2)}
    assert len(said_of) == 2
    assert groups_of(drawn(opened(PLAN)).declared) == ()


def test_that_the_answer_in_a_picture_tells_its_group_where_there_are_several():
    ranges = drawn(opened(PLAN + GROUPS))
    assert SAY(answered(ranges, AskedRange("0", "80", 1)).brief).startswith("south, 0 to <80: ")
    assert SAY(answered(drawn(opened(PLAN)), AskedRange("0", "80")).brief).startswith("0 to <80: ")


def test_that_a_histogram_answers_no_range():
    state = opened(PLAN.replace("ranges", "histogram").replace('quantiles = ["0.5"]', ""))
    assert drawn(state) is None


def test_that_a_question_is_kept_while_the_plan_changes_and_is_no_step_of_its_own():
    state = update(opened(PLAN), said.RangeAsked(" 20 ", "60"))
    assert state.releasing.asked == AskedRange("20", "60")
    changed = update(state, said.PlanEdited("privacy.epsilon", "2"))
    assert changed.releasing.asked == AskedRange("20", "60")


def test_that_a_quantile_is_shaded_between_its_edges_and_named():
    figure = ExpectedCounts.draw(opened(PLAN), {})
    (area,) = [each for each in figure.layers if isinstance(each, Area) and each.id == "quantile-0"]
    (note,) = [each for each in figure.layers if isinstance(each, Note)]
    edges = [10 * int(place) for place in area.x]
    assert SAY(note.lines[0]) == f"0.5: {edges[0]} to {edges[1]}"
    assert SAY(figure.settings["quantiles"]) == f"Quantiles, simultaneously at 95 %: {SAY(note.lines[0])}"


NINE = PLAN.replace('["0.5"]', str([f"0.{place}" for place in range(1, 10)]).replace("'", '"'))


def test_that_each_of_nine_quantiles_has_its_interval_its_estimate_and_its_name_in_one_row():
    figure = ExpectedCounts.draw(opened(NINE), {})
    layers = {each.id: each for each in figure.layers}
    dots, line = layers["quantiles"], layers["fitted-0"]
    for place in range(9):
        interval, note = layers[f"quantile-{place}-interval"], layers[f"quantile-{place}-words"]
        area = layers[f"quantile-{place}"]
        assert tuple(interval.x) == tuple(area.x)
        assert interval.x[0] <= dots.x[place] <= interval.x[1]
        assert interval.y[0] == dots.y[place] > line.y.max()
        assert note.row == "quantiles"
        assert SAY(note.brief[0]) == f"0.{place + 1}"
        assert interval.y[0] < note.words_at[1] < figure.y.high
    told = SAY(figure.settings["quantiles"])
    assert all(f"0.{place}: " in told for place in range(1, 10))


@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "1", "10"])
def test_that_intervals_of_quantiles_that_overlap_lie_on_levels_of_their_own(epsilon):
    figure = ExpectedCounts.draw(opened(NINE.replace('epsilon = "1"', f'epsilon = "{epsilon}"')), {})
    intervals = [each for each in figure.layers if each.id.endswith("-interval")]
    assert len(intervals) == 9
    levels = {each.y[0] for each in intervals}
    top = min(each.words_at[1] for each in figure.layers if isinstance(each, Note))
    assert all(level < top for level in levels)
    if len(levels) < 6:
        for one, other in combinations(intervals, 2):
            apart = one.x[1] < other.x[0] or other.x[1] < one.x[0]
            assert apart or one.y[0] != other.y[0]


@pytest.mark.parametrize(("width", "size"), [(900, 560), (520, 400)])
@pytest.mark.parametrize("plan", [NINE, NINE.replace('epsilon = "1"', 'epsilon = "0.01"')])
def test_that_an_exported_picture_names_every_quantile(plan, width, size):
    figure = ExpectedCounts.draw(opened(plan), {})
    drawn = svg(figure, "light", Language("en"), width, size)
    for place in range(1, 10):
        assert f">0.{place}<" in drawn or f">0.{place}: " in drawn
    assert "Quantiles, simultaneously at" in drawn


def test_that_quantiles_of_groups_are_told_in_words_and_of_many_groups_where_they_are():
    figure = ExpectedCounts.draw(opened(PLAN + GROUPS), {})
    told = SAY(figure.settings["quantiles"])
    assert "north · 0.5: " in told
    assert "south · 0.5: " in told
    assert "other" not in told
    many = GROUPS.replace('["north", "south"]', str([f"g{place}" for place in range(30)]).replace("'", '"'))
    told = SAY(ExpectedCounts.draw(opened(PLAN + many), {}).settings["quantiles"])
    assert told == "All 32 quantiles are published in ages-quantiles.csv, with their intervals."


def test_that_ranges_without_quantiles_say_nothing_of_them():
    figure = ExpectedCounts.draw(opened(PLAN.replace('quantiles = ["0.5"]', "")), {})
    assert figure.settings["quantiles"] is None
    assert not [each for each in figure.layers if each.id.startswith("quantile")]


@pytest.mark.parametrize(("low", "high", "places"), [("20", "60", (2, 6)), ("0", "80", (0, 8))])
def test_that_the_range_that_is_asked_is_shaded_with_its_answer_above_the_quantiles(low, high, places):
    state = update(opened(PLAN), said.RangeAsked(low, high))
    figure = ExpectedCounts.draw(state, {})
    (area,) = [each for each in figure.layers if isinstance(each, Area) and each.id == "asked"]
    assert tuple(area.x) == places
    assert (area.low[0], area.high[0]) == (figure.y.low, figure.y.high)
    notes = {each.id: each for each in figure.layers if isinstance(each, Note)}
    told, shown = SAY(answered(drawn(state), state.releasing.asked).sentence), notes["asked-words"].lines[0]
    answer = SAY(shown).replace("\xa0", " ").split(": ")[1]
    assert answer.endswith(" (95 %)")
    assert answer.removesuffix(" (95 %)") in told.replace("\xa0", " ")
    assert notes["quantile-0-words"].y < notes["asked-words"].y <= figure.y.high
    line = next(each for each in figure.layers if each.id == "fitted-0")
    assert line.y.max() < notes["quantile-0-words"].y


@pytest.mark.parametrize(("low", "high"), [("", ""), ("20", ""), ("60", "20"), ("21", "60")])
def test_that_what_is_not_answered_is_not_shaded(low, high):
    figure = ExpectedCounts.draw(update(opened(PLAN), said.RangeAsked(low, high)), {})
    assert not [each for each in figure.layers if each.id.startswith("asked")]


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_the_strategy_of_the_plan_is_marked_among_the_others(mechanism):
    noise = f'mechanism = "{mechanism}"\n' + ('delta = "1e-6"\n' if "gaussian" in mechanism else "")
    state = opened(PLAN.replace("[[ranges]]", noise + "[[ranges]]", 1))
    figure = NoiseAlone.draw(state, {})
    bars = [each for each in figure.layers if isinstance(each, Bars)]
    heights = [float(each.height[0]) for each in bars]
    assert heights == sorted(heights)
    assert 2 <= len(bars) <= 4
    assert [each.colour for each in bars].count("exact") == 1
    plan, _ = judged(state.releasing.plan)
    mine = next(each for each in bars if each.colour == "exact")
    assert mine.height[0] == pytest.approx(plan.queries[0].expected_rmse(plan.terms_of(0)))
    assert np.allclose(figure.table.columns[1], heights)
    assert SAY(figure.title) == "Error of a range, by strategy"
