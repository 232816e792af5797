"""The plan's form beyond pure ε: Gaussian noise, found categories, and a split of the whole."""

import json
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QScrollArea, QToolButton
from stewards import agree, exported, in_release
from thoroughness import some

from explorer.app.core.release_messages import PlanEdited, QueryShown
from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.widgets.fold import FoldHead
from explorer.release.drawn import margins_of, threshold_of
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books
from explorer.resources import resource

pytestmark = pytest.mark.begins_in("release", "plan")

SHIPPED = in_release(*(resource("examples", each) for each in ("people.toml", "people.csv")))
MECHANISM, DELTA, KIND = "privacy.mechanism", "privacy.delta", "histogram.2.column.1.kind"


def plan(hand):
    return judged(hand.store.state.releasing.plan)[0]


def keys(hand):
    return document(hand.store.state.releasing.plan)


def said(hand, path):
    return hand.said(hand.plan_field(path))


def shares(hand):
    return [Fraction(each["share"]) for each in keys(hand)["histogram"]]


def shown_shares(hand):
    fields = [hand.plan_field(f"histogram.{number}.share") for number in range(1, len(shares(hand)) + 1)]
    return [each.editor.text() for each in fields]


def lock(hand, number):
    box = hand.plan_field(f"histogram.{number}.share").lock
    hand.qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    hand.settled()


@pytest.fixture
def shipped(open_window, begun_in):
    """The example as it is shipped: charged to its temporary ledger."""
    return open_window(SHIPPED, front_only=True, cards=begun_in[1])


def test_that_delta_is_not_used_by_pure_epsilon_and_says_why(example):
    assert not example.plan_field(DELTA).editor.isEnabled()
    assert "Not used" in said(example, DELTA)
    assert "Pure ε" in said(example, MECHANISM)


def test_that_a_gaussian_proposes_a_delta_in_one_step_and_says_so(example):
    before, steps = keys(example), len(example.store.history.past)
    example.choose(example.plan_field(MECHANISM).editor, "discrete-gaussian")
    assert example.plan_field(DELTA).editor.text() == "1e-6"
    assert example.plan_field(DELTA).editor.isEnabled()
    assert "proposed" in said(example, DELTA)
    assert "ρ" in said(example, MECHANISM)
    assert example.refusals() == []
    assert len(example.store.history.past) == steps + 1
    example.action("Undo").trigger()
    example.settled()
    assert keys(example) == before
    assert "Not used" in said(example, DELTA)


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_a_gaussian_shows_sigma_rho_and_both_margins_and_follows_delta(example):
    example.choose(example.plan_field(MECHANISM).editor, "discrete-gaussian")
    for number in (1, 2):
        example.plan_field(f"histogram.{number}.name")
    proposed = example.said(example.card("plan"))
    example.type(example.plan_field(DELTA).editor, "1e-9")
    assert "proposed" not in said(example, DELTA)
    told = example.said(example.card("plan"))
    assert told != proposed
    for index in range(2):
        margins = margins_of(plan(example), index)
        assert f"± {margins.each} for each count, ± {margins.joint} simultaneously for all" in told
    for place in (told, example.said(example.card("preview"))):
        assert "σ = " in place
        assert f"ρ = {float(plan(example).rho_of(0)):.4g}"[:8] in place
    assert "δ = 10⁻⁹ as ρ = " in example.said(example.card("publish"))


@cases_in_one("text", ["0", "1", "-1", "tiny", ""])
@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_a_delta_that_is_none_is_refused_beside_it_and_can_be_mended(example, text):
    example.choose(example.plan_field(MECHANISM).editor, "discrete-gaussian")
    example.type(example.plan_field(DELTA).editor, text)
    assert len(example.refusals(example.plan_field(DELTA))) == 1
    assert not example.find(QAbstractButton, "Release …").isEnabled()
    example.type(example.plan_field(DELTA).editor, "1e-5")
    assert example.refusals() == []


def test_that_a_delta_that_nothing_spends_can_be_typed_away(example):
    example.store.dispatch(PlanEdited(DELTA, "1e-5"))
    example.settled()
    assert len(example.refusals(example.plan_field(DELTA))) == 1
    example.type(example.plan_field(DELTA).editor, "0")
    assert example.refusals() == []


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_found_categories_say_their_threshold_and_the_delta_that_it_spends(example):
    example.choose(example.plan_field(KIND).editor, "category-unknown")
    assert "edges" not in keys(example)["histogram"][1]["column"][0]
    assert example.plan_field(DELTA).editor.text() == "1e-6"
    assert f"T = {threshold_of(plan(example), 1).least}," in said(example, KIND)
    assert "δ = " in said(example, KIND)
    example.type(example.plan_field(DELTA).editor, "1e-9")
    assert f"T = {threshold_of(plan(example), 1).least}," in said(example, KIND)
    box = example.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    example.settled()
    assert f"noised count is at least {threshold_of(plan(example), 1).least}" in example.said(
        example.card("preview")
    )
    example.choose(example.plan_field(KIND).editor, "category")
    assert keys(example)["histogram"][1]["column"][0]["categories"] == []
    assert keys(example)["privacy"]["delta"] == "0"


def test_that_found_categories_stand_alone_and_need_laplace(example):
    for number in (1, 2):
        example.plan_field(f"histogram.{number}.name")
    more = [
        each for each in example.card("plan").findChildren(QAbstractButton) if each.text().startswith("+ a")
    ]
    example.choose(example.plan_field(KIND).editor, "category-unknown")
    left = [
        each
        for each in example.card("plan").findChildren(QAbstractButton)
        if each.text().startswith("+ a") and each.isVisible()
    ]
    assert len(left) == len(more) - 1
    example.choose(example.plan_field(MECHANISM).editor, "discrete-gaussian")
    assert len(example.refusals(example.plan_field(KIND))) == 1
    example.choose(example.plan_field(MECHANISM).editor, "discrete-laplace")
    assert example.refusals() == []
    example.choose(example.plan_field("histogram.1.column.2.kind").editor, "category-unknown")
    assert len(example.refusals(example.plan_field("histogram.1.column.2.kind"))) == 1


def test_that_a_crosstab_has_up_to_three_columns(example):
    for number in (1, 2):
        example.plan_field(f"histogram.{number}.name")
    example.click("+ a column")
    example.settled()
    assert len(keys(example)["histogram"][0]["column"]) == 3
    example.click("+ a column")  # now that of the second histogram
    example.settled()
    assert [len(each["column"]) for each in keys(example)["histogram"]] == [3, 2]


def test_that_shares_sum_to_the_whole_and_a_lock_keeps_one(example):
    assert shown_shares(example) == ["50 %", "50 %"]
    example.type(example.plan_field("histogram.1.share").editor, "30")
    assert shown_shares(example) == ["30 %", "70 %"]
    lock(example, 1)
    example.menu_entry("+ another histogram").trigger()
    example.settled()
    assert shown_shares(example) == ["30 %", "35 %", "35 %"]
    example.type(example.plan_field("histogram.2.share").editor, "1/3")
    assert shares(example) == [Fraction(3, 10), Fraction(1, 3), Fraction(11, 30)]
    assert shown_shares(example)[1] == "≈ 33.33 %"
    lock(example, 1)
    example.type(example.plan_field("histogram.2.share").editor, "40 %")
    assert sum(shares(example)) == 1
    assert shares(example)[0] == Fraction(27, 100)
    example.action("Undo").trigger()
    example.settled()
    assert shares(example)[1] == Fraction(1, 3)


def test_that_a_share_that_leaves_nothing_is_refused_beside_it_and_stays_to_be_mended(example):
    field = example.plan_field("histogram.1.share")
    lock(example, 2)
    before = keys(example)
    example.type(field.editor, "60")
    assert "unlock one" in example.refusals(field)[0]
    assert field.editor.text() == "60"
    assert keys(example) == before
    lock(example, 2)
    example.type(field.editor, "100")
    assert "less than 100 %" in example.refusals(field)[0]
    example.qtbot.keyClick(field.editor, Qt.Key.Key_Escape)
    example.settled()
    assert example.refusals() == []
    assert field.editor.text() == "50 %"


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_a_gaussian_release_of_the_example_goes_all_the_way(shipped, tmp_path, monkeypatch):
    shipped.choose(shipped.plan_field(MECHANISM).editor, "discrete-gaussian")
    shipped.type(shipped.plan_field(DELTA).editor, "1e-5")
    agree(shipped)
    (drawn,) = shipped.store.state.releasing.drawn
    assert drawn.spent.rho == drawn.plan.privacy.rho
    shipped.card("publish").findChild(FoldHead).click()  # what another release would need
    shipped.settled()
    assert "ε 0 of 1 left, δ 0 of 10⁻⁵" in shipped.said(shipped.card("publish"))
    files = exported(shipped, tmp_path / "out", monkeypatch)
    metadata = files["income.csv-metadata.json"].decode()
    assert "discrete-gaussian" in metadata
    assert json.loads(metadata)
    assert read_books(ledger_folder()).accounts == {}


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_found_categories_of_the_example_go_all_the_way(shipped, tmp_path, monkeypatch):
    shipped.choose(shipped.plan_field(KIND).editor, "category-unknown")
    shipped.type(shipped.plan_field("histogram.2.column.1.name").editor, "region")
    agree(shipped)
    (drawn,) = shipped.store.state.releasing.drawn
    least = drawn.queries[1].threshold.least
    kept = dict(zip(drawn.queries[1].declared.columns[0].labels, drawn.queries[1].counts, strict=True))
    assert all(count >= least for label, count in kept.items() if not label.startswith("("))
    box = shipped.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    shipped.settled()
    assert f"noised count is at least {least}" in shipped.said(shipped.card("preview"))
    assert "income.csv" in exported(shipped, tmp_path / "out", monkeypatch)


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_a_release_without_any_found_category_says_so(shipped):
    shipped.choose(shipped.plan_field(KIND).editor, "category-unknown")
    agree(shipped)
    (drawn,) = shipped.store.state.releasing.drawn
    assert drawn.queries[1].declared.columns[0].labels == ("(other)", "(missing)")
    shipped.store.dispatch(QueryShown(1))
    shipped.settled()
    assert "No category reached" in shipped.said(shipped.card("preview"))


@pytest.mark.parametrize("theme", some(["light", "dark"], 1))
def test_that_no_word_of_the_form_needs_more_room_than_there_is(open_window, theme):
    hand = open_window(SHIPPED, theme=theme, front_only=True, cards=("plan",))
    hand.choose(hand.plan_field(KIND).editor, "category-unknown")
    scroll = hand.panel("plan").findChild(QScrollArea)
    assert scroll.widget().width() <= scroll.viewport().width()
    box = hand.plan_field(KIND).editor
    assert box.fontMetrics().horizontalAdvance(box.currentText()) < box.width() - 30


@pytest.mark.parametrize("kind", ["+ another histogram", "+ ranges and quantiles", "+ another sum or mean"])
def test_that_what_a_further_table_or_column_lacks_has_the_focus_in_sight(open_window, kind):
    hand = open_window(SHIPPED, size=(960, 600), front_only=True, cards=("plan",))

    def typed_next():
        hand.until(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
        line = QApplication.focusWidget()
        hand.until(lambda: line.visibleRegion().boundingRect().height() == line.height())
        assert "column" in line.accessibleName()
        assert line.text() == ""
        return line

    for _ in range(2):
        menu = hand.find(QToolButton, "+ table", hand.card("plan")).menu()
        next(each for each in menu.actions() if each.text() == kind).trigger()
        hand.settled()
        first = typed_next()
        name = first.accessibleName()
    further = [each for each in hand.card("plan").findChildren(QAbstractButton) if each.isVisible()]
    [each for each in further if each.text().startswith("+ a column")][-1].click()
    hand.settled()
    assert typed_next() is not first, name
    assert "“” is summed" not in hand.said(hand.card("plan"))
    doubled = [each for each in hand.card("plan").findChildren(QAbstractButton) if each.isVisible()]
    next(each for each in doubled if each.text() == "duplicate").click()
    hand.settled()
    head = QApplication.focusWidget()
    assert not isinstance(head, QLineEdit)
    hand.until(lambda: not head.visibleRegion().isEmpty())
