"""What k releases cost together: Dwork and Roth's crossings, and the false never shown as true."""

import math
from dataclasses import replace

import numpy as np
import pytest
from answering_once import answer_to
from hypothesis import given, settings
from hypothesis import strategies as st
from states import MECHANISMS, settled
from thoroughness import THOROUGH, some

from explorer.app.compose.bounds_at_k import begins, questions, readings
from explorer.app.compose.figures.composition import CompositionCost
from explorer.app.compose.known_totals import answer_of, crossing
from explorer.app.core import message as said
from explorer.app.core import wording
from explorer.app.core.request import Composed, Crossed, composed, drawn_counts, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.explore.presets import PRESETS
from explorer.app.plotting.layers import Area, Dash, Handle, Line, Note, Points
from explorer.app.plotting.palette import bound_colour
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.privacy.composition import Kind, Status, every_composition

ENGLISH = Language("en")
TEXTBOOK = update(State(), said.PresetChosen("textbook"))


def answered(*states):
    answers = Answered()
    for state in states:
        for question in (*questions(state), *CompositionCost.wanted(state)):
            answers.keep(question, answer_to(question))
    return answers


def layers(figure, kind):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, kind)}


def composing(epsilon, delta, horizon=200, count=70, mechanism="laplace"):
    state = settled(mechanism, epsilon=epsilon)
    return replace(state, composing=replace(state.composing, count=count, total_delta=delta, horizon=horizon))


# The textbook


def test_that_the_dwork_roth_crossings_are_73_7_and_63_7_and_never():
    found = {begin.bound: begin for begin in begins(TEXTBOOK, {})}
    assert found["advanced-textbook"].count == pytest.approx(73.68, abs=0.005)
    assert found["advanced-tanh"].count == pytest.approx(63.66, abs=0.05)
    assert found["advanced"].count is None
    assert ENGLISH.say(found["advanced"].remark).startswith("never")
    assert ENGLISH.say(found["advanced-textbook"].remark).startswith("at 74 or more releases")


def said_at_crossings(figure):
    return [ENGLISH.say(line) for line in layers(figure, Note)["crossings"].lines]


def test_that_the_picture_says_each_crossing_with_its_k_epsilon_and_delta():
    figure = CompositionCost.draw(TEXTBOOK, answered(TEXTBOOK))
    title, *words = said_at_crossings(figure)
    assert title == "crossing basic composition, all at δ' = 10⁻⁴"
    assert "Dwork–Roth shortcut: k = 73.68, ε = 73.68" in words
    assert "advanced composition (tight drift): k = 63.67, ε = 63.67" in words
    assert not any("Dwork–Roth Theorem 3.20" in each for each in words)
    counts = [float(each.split("k = ")[1].split(",")[0]) for each in words]
    assert counts == sorted(counts)
    dots = layers(figure, Points)
    assert dots["crossing-advanced-textbook"].x == pytest.approx([73.68], abs=0.005)


def test_that_each_crossing_says_its_own_delta_where_the_releases_have_some():
    state = settled("gaussian", epsilon=0.1, delta=1e-9)
    state = replace(state, composing=replace(state.composing, total_delta=1e-4, horizon=200))
    title, *words = said_at_crossings(CompositionCost.draw(state, answered(state)))
    assert title == "crossing basic composition"
    assert words
    assert all("δ' = " in each for each in words)


def test_that_a_crossing_that_is_searched_anew_keeps_its_line_free():
    state = settled("gaussian", epsilon=0.5, delta=1e-9)
    state = replace(state, composing=replace(state.composing, total_delta=4e-9, horizon=200))
    moved = update(state, said.Moved("target.epsilon", 0.51))
    before, waiting = (
        said_at_crossings(CompositionCost.draw(each, answered(state))) for each in (state, moved)
    )
    assert any(each.startswith("Rényi: k = ") for each in before)
    assert "Rényi: …" in waiting
    assert len(waiting) == len(before)


def test_that_where_the_loss_itself_is_followed_all_of_the_total_is_left():
    state = settled("gaussian", epsilon=0.5, delta=1e-9)
    state = replace(state, composing=replace(state.composing, total_delta=4e-9))
    found = {begin.bound: begin for begin in begins(state, answered(state))}
    assert found["renyi"].delta_prime == 4e-9
    state = replace(state, composing=replace(state.composing, total_delta=1e-5))
    found = {begin.bound: begin for begin in begins(state, answered(state))}
    tanh = found["advanced-tanh"]
    assert tanh.delta_prime == pytest.approx(1e-5 - tanh.count * 1e-9)


def test_that_no_crossing_is_marked_where_basic_composition_has_no_total():
    state = settled("gaussian", epsilon=1.0, delta=1e-6)
    state = replace(state, composing=replace(state.composing, total_delta=1e-7))
    assert any(begin.count is not None for begin in begins(state, answered(state)))
    assert not layers(CompositionCost.draw(state, answered(state)), Points).keys() - {"best", "budget-fits"}


def test_that_a_stretch_below_basic_composition_is_marked_at_both_of_its_ends():
    state = settled("gaussian", epsilon=1.0, delta=1e-6)
    state = replace(state, composing=replace(state.composing, total_delta=1e-4, horizon=200, count=50))
    answers = answered(state)
    tanh = next(each for each in begins(state, answers) if each.bound == "advanced-tanh")
    assert (tanh.count, tanh.epsilon) == pytest.approx((72.63, 72.63), abs=0.01)
    assert tanh.delta_prime == pytest.approx(1e-4 - tanh.count * 1e-6)
    assert tanh.until == pytest.approx((99.43, 99.43, 1e-4 - tanh.until[0] * 1e-6), abs=0.01)
    figure = CompositionCost.draw(state, answers)
    dots = layers(figure, Points)["crossing-advanced-tanh"]
    assert dots.x == pytest.approx([72.63, 99.43], abs=0.01)
    told = "advanced composition (tight drift): k = 72.63 … 99.43, ε = 72.63 … 99.43"
    assert told in said_at_crossings(figure)
    low = composed(state, "advanced-tanh", (72, 73, 99, 100))().value
    assert [float(each) < k for each, k in zip(low, (72, 73, 99), strict=False)] == [False, True, True]


def test_that_in_brief_each_crossing_keeps_the_name_of_its_bound():
    note = layers(CompositionCost.draw(TEXTBOOK, answered(TEXTBOOK)), Note)["crossings"]
    brief = [ENGLISH.say(line) for line in note.brief]
    assert brief[0] == "crossing basic composition"
    assert len(brief) == len(set(brief)) == len(note.lines)
    assert "advanced composition (tight drift): k = 63.67" in brief
    least = [ENGLISH.say(line) for line in note.least]
    assert least[0] == "crossings at k ="
    assert len(least) == len(set(least)) == len(brief)
    assert {"advanced 63.67", "D–R shortcut 73.68"} <= set(least)
    assert max(map(len, least)) <= 24
    assert note.free


def test_that_a_crossing_further_than_k_goes_is_none():
    state = composing(50.0, 1e-4)
    found = {each.bound: each for each in begins(state, answered(state))}
    far = [
        each for each in found.values() if ENGLISH.say(each.remark) == "not at 1,000,000 or fewer releases"
    ]
    assert {each.bound for each in far} >= {"advanced-tanh"}
    assert all(each.count is None and each.epsilon is None for each in far)
    assert crossing("advanced-tanh", state.setting, 1e-4).real > 1e40  # the command line says it
    assert all(each.count is None or each.count <= 1e6 for each in found.values())


def test_that_nothing_beats_basic_composition_where_the_guarantee_is_not_kept():
    state = settled("gaussian-classical", epsilon=20.0, delta=1e-6)
    assert wording.broken(state) is not None
    for begin in begins(state, answered(state)):
        assert begin.count is begin.epsilon is begin.delta_prime is begin.until is None
        remark = ENGLISH.say(begin.remark)
        assert "no" in remark
        assert "guarantee" in remark
        assert "below adding up" not in remark


def test_that_the_dwork_roth_shortcut_is_called_unproven_only_where_that_part_is_drawn():
    state = settled("gaussian", epsilon=1.0, delta=1e-6)
    state = replace(state, composing=replace(state.composing, total_delta=1e-4, horizon=200, count=50))
    lines = layers(CompositionCost.draw(state, answered(state)), Line)
    assert "textbook-unproven" not in lines
    assert ENGLISH.say(lines["textbook-proven"].label) == "Dwork–Roth shortcut"


def test_that_the_crossing_of_the_dwork_roth_shortcut_does_not_depend_on_epsilon():
    found = [
        crossing("advanced-textbook", Setting("laplace", replace(TEXTBOOK.target, epsilon=each)), 1e-4).real
        for each in (0.1, 0.5, 1.0)
    ]
    assert found == pytest.approx([73.683] * 3, abs=1e-3)


def test_that_theorem_3_20_never_pays_from_ln_2_on():
    target = TEXTBOOK.target
    assert crossing("advanced", Setting("laplace", replace(target, epsilon=0.7)), 1e-4).real is None
    assert crossing("advanced", Setting("laplace", replace(target, epsilon=0.5)), 1e-4).real is not None


def test_that_the_preset_is_one_step_that_leads_to_its_picture():
    assert TEXTBOOK.workspace is PRESETS["textbook"].workspace
    assert not CompositionCost.draw(TEXTBOOK, answered(TEXTBOOK)).pending


# What is false


def test_that_nothing_is_hatched_while_the_formula_is_true():
    state = composing(1.0, 1e-4, horizon=100)
    figure = CompositionCost.draw(state, answered(state))
    assert layers(figure, Area) == {}
    assert ENGLISH.say(layers(figure, Line)["textbook-unproven"].label) == "Dwork–Roth shortcut: not proven"


def test_that_even_the_example_of_dwork_and_roth_becomes_false_in_its_picture():
    area = layers(CompositionCost.draw(TEXTBOOK, answered(TEXTBOOK)), Area)["false"]
    assert 143 <= area.x[0] <= 144
    assert area.x[-1] == 200


@pytest.mark.parametrize(("epsilon", "first_false"), [(0.5, 525), (1.0, 176), (2.0, 97)])
def test_that_the_false_region_begins_where_the_formula_falls_below_the_optimal_composition(
    epsilon, first_false
):
    state = composing(epsilon, 1e-5, horizon=1000)
    figure = CompositionCost.draw(state, answered(state))
    area = layers(figure, Area)["false"]
    assert first_false - 12 <= area.x[0] < first_false + 12
    assert area.low[0] == pytest.approx(area.high[0])  # it begins where the two curves meet
    assert area.x[-1] == 1000
    assert area.hatched
    assert (area.low[1:] < area.high[1:]).all()
    assert (
        ENGLISH.say(layers(figure, Line)["textbook-unproven"].label) == "Dwork–Roth shortcut: not a guarantee"
    )


@given(st.floats(0.05, 3.0), st.sampled_from([1e-3, 1e-5, 1e-9]), st.sampled_from([50, 200, 1000]))
@settings(max_examples=25 if THOROUGH else 8)
def test_that_exactly_what_is_false_is_hatched(epsilon, delta, horizon):
    state = composing(epsilon, delta, horizon)
    drawn_of = (composed(state, bound) for bound in ("advanced-textbook", "optimal"))
    answers = Answered()
    for question in drawn_of:
        answers.keep(question, answer_to(question))
    bound = answers[composed(state, "advanced-textbook")]
    figure = CompositionCost.draw(state, answers)
    areas = layers(figure, Area)
    false = np.array([status is Status.FALSE for status in bound.statuses]) & (bound.value < figure.y.high)
    assert ("false" in areas) == bool(false.any())
    if false.any():
        drawn, counts = areas["false"].x.tolist(), bound.counts[false].tolist()
        assert drawn[-len(counts) :] == counts
        assert len(drawn) <= len(counts) + 1  # and the place before them where the curves meet


def test_that_the_dwork_roth_shortcut_is_dashed_where_it_is_proven_and_dotted_grey_beyond():
    """As the key of the picture has it: what is dotted is not proven."""
    state = composing(1.0, 1e-5, horizon=200)
    lines = layers(CompositionCost.draw(state, answered(state)), Line)
    proven, unproven = lines["textbook-proven"], lines["textbook-unproven"]
    assert (proven.dash, unproven.dash) == (Dash.UPPER, Dash.UNPROVEN)
    assert (proven.colour, unproven.colour) == (bound_colour("advanced-textbook", 0), "unproven")
    assert proven.x[-1] <= 107.9 <= unproven.x[-1]
    assert unproven.x[0] >= 107


def test_that_a_false_number_is_in_no_table():
    state = composing(1.0, 1e-5, horizon=1000, count=900)
    answers = answered(state)
    table = CompositionCost.draw(state, answers).table
    column = dict(zip(table.names, table.columns, strict=True))["advanced-textbook"]
    assert np.isnan(column[-1])
    assert not np.isnan(column[0])
    found = {each.bound: each for each in readings(state, answers)}
    assert not found["advanced-textbook"].valid
    assert ENGLISH.say(found["advanced-textbook"].kind) == "not a guarantee here"
    assert "optimal composition" in ENGLISH.say(found["advanced-textbook"].why)


# While an answer is missing


def test_that_closed_forms_are_there_at_once_and_the_rest_is_pending():
    figure = CompositionCost.draw(TEXTBOOK, {})
    assert figure.pending
    assert {"sequential", "advanced", "advanced-tanh", "textbook-proven"} <= set(layers(figure, Line))
    assert "optimal" not in layers(figure, Line)
    assert layers(figure, Area) == {}


def test_that_the_older_answer_stands_dimmed_until_the_new_one_arrives():
    moved = update(TEXTBOOK, said.Moved("target.epsilon", 0.9))
    older = CompositionCost.draw(TEXTBOOK, answered(TEXTBOOK))
    waiting = CompositionCost.draw(moved, answered(TEXTBOOK))
    now = CompositionCost.draw(moved, answered(TEXTBOOK, moved))
    assert waiting.pending
    assert not now.pending
    dimmed = layers(waiting, Line)["optimal"]
    assert dimmed.dimmed
    assert dimmed.y.tolist() == layers(older, Line)["optimal"].y.tolist()
    slow = {bound for bound, entry in every_composition().items() if not entry.closed}
    assert not any(line.dimmed for name, line in layers(waiting, Line).items() if name not in slow)
    assert not any(line.dimmed for line in layers(now, Line).values())


def test_that_the_older_false_region_stands_fainter_until_the_new_one_arrives():
    state = composing(1.0, 1e-5, horizon=1000)
    moved = update(state, said.Moved("target.epsilon", 0.9))
    older, waiting, now = (
        layers(CompositionCost.draw(*each), Area)["false"]
        for each in ((state, answered(state)), (moved, answered(state)), (moved, answered(state, moved)))
    )
    assert waiting.x.tolist() == older.x.tolist() != now.x.tolist()
    assert waiting.opacity < now.opacity == older.opacity


def test_that_older_numbers_are_in_no_table():
    moved = update(TEXTBOOK, said.Moved("target.epsilon", 0.9))
    table = CompositionCost.draw(moved, answered(TEXTBOOK)).table
    assert np.isnan(dict(zip(table.names, table.columns, strict=True))["optimal"]).all()


# What is asked


def test_that_only_what_takes_long_is_asked_and_the_number_in_hand_first():
    wanted = (*questions(TEXTBOOK), *CompositionCost.wanted(TEXTBOOK))
    assert {each.bound for each in wanted if isinstance(each, Crossed)} == {
        "renyi",
        "gaussian-dp",
        "numerical",
    }
    wanted = tuple(each for each in wanted if isinstance(each, Composed))
    assert {question.bound for question in wanted} == {
        bound for bound, entry in every_composition().items() if not entry.closed
    }
    slow = len({question.bound for question in wanted})
    assert [len(question.counts) for question in wanted][:slow] == [1] * slow


def test_that_equal_questions_are_one_question():
    assert composed(TEXTBOOK, "optimal") == composed(
        update(State(), said.PresetChosen("textbook")), "optimal"
    )
    assert len({composed(TEXTBOOK, "optimal"), composed(TEXTBOOK, "optimal")}) == 1


@given(st.integers(10, 1_000_000))
def test_that_counts_are_drawn_from_one_to_the_horizon(horizon):
    counts = drawn_counts(horizon)
    assert counts[0] == 1
    assert counts[-1] == horizon
    assert list(counts) == sorted(set(counts))
    assert len(counts) <= 200
    gaps = np.diff(counts)
    assert gaps.max() <= max(1, math.ceil(horizon / 80))
    assert (gaps <= 0.5 * np.array(counts[:-1]) + 1).all()


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_a_pure_mechanism_spends_no_delta_of_its_own(mechanism):
    release = release_of(Setting(mechanism, TEXTBOOK.target))
    assert release.delta == (0.0 if release.mechanism.pure else TEXTBOOK.target.delta)
    assert release.epsilon == 1.0


def test_that_a_bound_in_closed_form_never_waits():
    for bound, entry in every_composition().items():
        answer, now = answer_of(composed(TEXTBOOK, bound), {})
        assert (answer is not None) == now == entry.closed


# The tables beside it


@pytest.mark.parametrize("mechanism", some(MECHANISMS, 6))
def test_that_readings_are_sorted_and_are_those_of_the_bounds(mechanism):
    state = composing(1.0, 1e-4, mechanism=mechanism)
    found = readings(state, {question: answer_to(question) for question in questions(state)})
    assert {each.bound for each in found} == set(every_composition())
    known = [each.epsilon for each in found if not np.isnan(each.epsilon)]
    assert known == sorted(known)
    for each in found:
        bound = Composed(each.bound, state.setting, (70,), 1e-4)()
        assert each.epsilon == pytest.approx(float(bound.value[0]), nan_ok=True)
        assert each.current


def test_that_what_is_being_computed_says_so():
    optimal = next(each for each in readings(TEXTBOOK, {}) if each.bound == "optimal")
    assert np.isnan(optimal.epsilon)
    assert not optimal.valid
    assert ENGLISH.say(optimal.why) == "being computed"


def test_that_the_smallest_guarantee_leads():
    state = composing(1.0, 1e-5, horizon=1000, count=900)
    found = readings(state, answered(state))
    best = next(each for each in found if each.valid)
    optimum = next(each for each in found if each.bound == "optimal")
    assert best.epsilon <= optimum.epsilon < 900
    assert best.against == pytest.approx(best.epsilon / 900)


def test_that_the_k_line_is_a_handle_at_the_k_that_is_asked_for():
    handle = layers(CompositionCost.draw(TEXTBOOK, {}), Handle)["count"]
    assert (handle.path, handle.at, handle.step, handle.least) == ("composing.count", 70.0, 1.0, 1.0)


def test_that_a_total_of_what_is_only_checked_numerically_is_not_called_proven():
    target = replace(State().target, epsilon=3.0, delta=1e-5)
    state = update(replace(State(), target=target), said.MechanismChosen("gaussian-classical"))
    assert wording.claim(state).status is Status.CONFIRMED
    found = {each.bound: each for each in readings(state, answered(state))}
    for bound, entry in every_composition().items():
        if found[bound].valid and not entry.own_loss:
            assert found[bound].kind == wording.STATUSES[Status.CONFIRMED]
            assert found[bound].why is not None
    assert found["gaussian-dp"].kind == wording.KINDS[Kind.EXACT]


def test_that_nothing_is_called_a_guarantee_where_the_mechanism_does_not_keep_its_own():
    target = replace(State().target, epsilon=20.0, delta=1e-5)
    state = update(replace(State(), target=target), said.MechanismChosen("gaussian-classical"))
    assert "does not reach" in wording.guarantee(state).text
    head = ENGLISH.say(CompositionCost.draw(state, answered(state)).assumption)
    assert head == ENGLISH.say(wording.broken(state)) + "; total δ = 10⁻⁴"
    adding = next(each for each in readings(state, answered(state)) if each.bound == "sequential")
    assert not adding.valid
    assert all(each.against is None for each in readings(state, answered(state)))
    own = {bound for bound, entry in every_composition().items() if entry.own_loss}
    lines = layers(CompositionCost.draw(state, answered(state)), Line)
    assert all(line.dimmed for name, line in lines.items() if name not in own)
    assert not any(each.valid for each in readings(state, answered(state)) if each.bound not in own)
    assert any(each.valid for each in readings(state, answered(state)))  # what the noise truly does
    kept = update(state, said.Moved("target.epsilon", 0.5))
    assert wording.broken(kept) is None


def test_that_the_picture_waits_for_the_closer_answer_at_one_k():
    """The number on the handle is the one beside it, whichever came first."""
    state = State()
    asked = CompositionCost.wanted(state)
    answers = {question: answer_to(question) for question in asked}
    at_one_k = set(questions(state))
    assert at_one_k <= set(asked)
    assert not CompositionCost.draw(state, answers).pending
    assert CompositionCost.draw(state, {q: a for q, a in answers.items() if q not in at_one_k}).pending


# What stands above the picture


CHINESE = Language("zh_CN")
ROW = "one record (add or remove)"


@pytest.mark.parametrize(
    ("state", "english", "chinese"),
    [
        (
            State(),
            f"ε = 1, δ = 0 per release; total δ = 10⁻⁴; {ROW}",
            "每次 ε = 1、δ = 0；总 δ = 10⁻⁴；一条记录（增删）",
        ),
        (
            settled("gaussian"),
            f"ε = 1 and δ = 10⁻⁶ per release; total δ = 10⁻⁴; {ROW}",
            "每次 ε = 1、δ = 10⁻⁶；总 δ = 10⁻⁴；一条记录（增删）",
        ),
        (
            replace(State(), shape=replace(State().shape, sampling_rate=0.1)),
            f"ε = 1, δ = 0 per release; total δ = 10⁻⁴; {ROW}; on a secret sample of 10 %",
            "每次 ε = 1、δ = 0；总 δ = 10⁻⁴；一条记录（增删）；在 10 % 的保密样本上",
        ),
        (
            settled("gaussian-classical", epsilon=20.0),
            f"Gaussian, textbook σ does not reach the claimed ε = 20, δ = 10⁻⁶; {ROW}; total δ = 10⁻⁴",
            "高斯（教科书 σ）达不到它声称的 ε = 20、δ = 10⁻⁶；一条记录（增删）；总 δ = 10⁻⁴",
        ),
    ],
    ids=["pure", "with a delta", "on a sample", "a broken claim"],
)
def test_that_the_picture_says_what_is_repeated_and_for_whom(state, english, chinese):
    """Word for word: a sample is named where there is one, and nowhere else."""
    said_above = CompositionCost.draw(state, {}).assumption
    assert ENGLISH.say(said_above) == english
    assert CHINESE.say(said_above) == chinese


def test_that_a_stretch_of_k_has_both_of_its_ends_with_their_epsilon_and_delta():
    """Where the δ of the releases uses up the total: below basic composition from about 24 to 100 of them."""
    state = composing(0.1, 1e-4, mechanism="gaussian")
    found = {begin.bound: begin for begin in begins(state, {})}["advanced"]
    assert (found.count, found.epsilon) == pytest.approx((23.68, 2.368), rel=1e-3)
    assert found.delta_prime == pytest.approx(1e-4 - 23.68e-6, rel=1e-3)
    last, epsilon, left = found.until
    assert (last, epsilon) == pytest.approx((100, 10))
    assert left == pytest.approx(0, abs=1e-12)
