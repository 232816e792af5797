"""Ranges in the plan's form: added, edited, said in their own words, previewed and released."""

import re
import threading
from itertools import combinations

import clipping
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QStyle, QToolButton
from stewards import agree

from explorer.app.core.presenter_messages import CardTurned
from explorer.app.core.release_messages import PlanOpened, RangeAsked
from explorer.app.core.state import State, Workspace
from explorer.app.release.figures.released_counts import released_figure
from explorer.app.release.plan.plan_draft import document, judged
from explorer.app.update import update
from explorer.gui.canvas.words import Words, box_of
from explorer.gui.fields.fitted import Fitted
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.release.preview_words import PreviewWords
from explorer.gui.release.publication.publication_menu import copy_table
from explorer.gui.widgets.label import Label
from explorer.mark import english
from explorer.release.queries import range_strategy

PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "person_id"
rows_per_person = 3
epsilon = "1"
[[ranges]]
name = "ages"
quantiles = ["0.5"]
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "10", "20", "30", "40", "50", "60", "70", "80"]
"""


def ranges(hand):
    return document(hand.store.state.releasing.plan)["ranges"][0]


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_ranges_are_opened_edited_and_said_in_their_own_words(example):
    example.store.dispatch(PlanOpened(PLAN))
    example.settled()
    plan, refusals = judged(example.store.state.releasing.plan)
    assert plan is not None, refusals
    assert "A range is off by" in example.said(example.card("preview"))
    assert example.plan_field("ranges.1.quantiles").editor.text() == "0.5"
    example.type(example.plan_field("ranges.1.quantiles").editor, "0.25, 0.75")
    assert ranges(example)["quantiles"] == ["0.25", "0.75"]
    example.type(example.plan_field("ranges.1.quantiles").editor, "")
    assert "quantiles" not in ranges(example)
    links = [each.text() for each in example.card("plan").findChildren(QToolButton)]
    assert "+ a column of categories: ranges of each" in links
    example.choose(example.plan_field("ranges.1.strategy").editor, "tree")
    assert ranges(example)["strategy"] == "tree"
    plan, _ = judged(example.store.state.releasing.plan)
    assert plan.queries[0].strategy_id(plan.terms_of(0)) == "tree"


@pytest.mark.begins_in("release", "preview", "publish")
def test_that_ranges_are_released_shown_and_copied(example):
    example.store.dispatch(PlanOpened(PLAN))
    example.settled()
    agree(example)
    [drawn] = example.store.state.releasing.drawn
    assert [name for name, _ in drawn.files if name.endswith(".csv")] == [
        "ages.csv",
        "ages-measured.csv",
        "ages-quantiles.csv",
    ]
    figure = released_figure(drawn, 0)
    assert figure.empty is None
    assert len(figure.table.columns[-1]) == 12
    said = example.said(example.card("preview"))
    assert "A range is off by" in said
    assert "release 1 of" in said
    assert "“ages” copied" in english(copy_table(drawn, 0, across=False))
    QGuiApplication.clipboard().clear()  # Qt's "offscreen" would end with a fault where it still holds a copy


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_any_range_is_asked_beneath_the_picture_and_a_wrong_edge_is_refused_there(example):
    assert "range from" not in example.said(example.card("preview"))  # a histogram answers none
    example.store.dispatch(PlanOpened(PLAN))
    example.settled()
    preview = example.card("preview")
    low, high = (example.find(TypedLine, name, preview) for name in ("range from", "to"))
    assert "no further cost" in example.said(example.card("preview"))
    example.type(low, "20")
    example.type(high, "60")
    example.settled()
    assert "rows, 20 to <60" in example.said(example.card("preview"))
    example.type(high, "61")
    example.settled()
    (refusal,) = example.refusals(example.card("preview"))
    assert "61" in refusal
    example.type(high, "30")
    example.settled()
    assert example.refusals(example.card("preview")) == []
    assert "rows, 20 to <30" in example.said(example.card("preview"))


MONTHS = [f"{year}-{month:02}-01" for year in range(2023, 2026) for month in range(1, 13)]
REGIONS = """[[ranges.column]]
name = "region"
kind = "category"
categories = ["North region with a long name", "South"]
"""


@pytest.mark.begins_in("release", "plan", "preview")
@pytest.mark.parametrize("width", [960, 1280])
def test_that_dates_that_are_asked_and_the_group_are_seen_whole(example, width):
    example.window.resize(width, 700)
    dates = PLAN.replace('"numeric"', '"date"').split("edges")[0] + f"edges = {MONTHS}\n".replace("'", '"')
    example.store.dispatch(PlanOpened(dates + REGIONS))
    example.store.dispatch(RangeAsked(MONTHS[2], MONTHS[20]))
    example.settled()
    preview = example.card("preview")
    low, high = (example.find(TypedLine, name, preview) for name in ("range from", "to"))
    for editor in (low, high):
        frame = 2 * example.window.style().pixelMetric(QStyle.PixelMetric.PM_DefaultFrameWidth)
        assert editor.fontMetrics().horizontalAdvance(editor.text()) <= editor.width() - frame - 16
    group = example.find(QComboBox, "group", preview)
    assert list(clipping.of_combo(group)) == []
    assert group.width() >= group.sizeHint().width() or group.toolTip() == "North region with a long name"
    answer = next(each for each in preview.findChildren(Label) if each.text().startswith("rows, 2023"))
    assert (
        answer.mapTo(preview, answer.rect().topLeft()).y()
        >= group.mapTo(preview, group.rect().bottomLeft()).y()
        or answer.width() >= 200
    )


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_many_bins_are_searched_in_the_background_and_then_told_of(example, monkeypatch):
    held = threading.Event()
    search = range_strategy.strategies

    def waits(*given):
        if threading.current_thread() is not threading.main_thread():
            held.wait()
        assert held.is_set(), "the window waits for a search"
        return search(*given)

    with monkeypatch.context() as patch:
        patch.setattr(range_strategy, "strategies", waits)
        many = ", ".join(f'"{edge}"' for edge in range(43))
        try:
            example.store.dispatch(PlanOpened(re.sub(r"edges = .*", f"edges = [{many}]", PLAN)))
            example.until(lambda: "is being searched" in example.said(example.card("preview")))
        finally:
            held.set()
        example.settled()
    assert "A range is off by" in example.said(example.card("preview"))


NINE = PLAN.replace('["0.5"]', "[" + ", ".join(f'"0.{place}"' for place in range(1, 10)) + "]")


@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
def test_that_every_quantile_is_named_in_a_narrow_window_too(open_window, size):
    hand = open_window(
        update(State(workspace=Workspace.RELEASE), PlanOpened(NINE)), size=size, front_only=True
    )
    hand.store.dispatch(RangeAsked("20", "60", 0))
    hand.settled()
    canvas = hand.panel("preview").canvas
    assert canvas.height() >= 100
    words = [each for each in canvas.scene().items() if isinstance(each, Words) and each.isVisible()]
    named = [each for each in words if each.name.startswith("quantile-")]
    assert sorted(each.lines[0].split(":")[0] for each in named) == [f"0.{place}" for place in range(1, 10)]
    boxes = [box_of(each) for each in named]
    assert not any(one.touches(other) for one, other in combinations(boxes, 2))
    said = hand.said(hand.card("preview"))
    assert all(f"0.{place}: " in said for place in range(1, 10))


@pytest.mark.parametrize("kind", ["ranges", "sum", "marginals"])
def test_that_the_words_below_a_picture_take_no_more_room_than_they_need(open_window, kind):
    plan = {"ranges": NINE, "sum": SUM, "marginals": TABLES}[kind]
    state = update(State(workspace=Workspace.RELEASE), PlanOpened(plan))
    hand = open_window(state, front_only=True, cards=("preview",))
    for width in (1280, 1000, 1400):
        if width != 1280:
            hand.window.resize(width, 900)
        hand.settled()
        (words,) = hand.card("preview").findChildren(PreviewWords)
        assert words.height() <= words.lines.heightForWidth(words.viewport().width()) + 1


@pytest.mark.parametrize("kind", ["sum", "marginals"])
def test_that_the_presenter_tells_beside_a_picture_what_belongs_to_it(open_window, kind):
    plan = {"sum": SUM, "marginals": TABLES}[kind]
    state = update(State(workspace=Workspace.RELEASE), PlanOpened(plan))
    hand = open_window(state, front_only=True, cards=("preview",))
    hand.action("Presenter mode").trigger()
    hand.settled()
    screen = hand.furnished.presenter.screen
    screen.showNormal()
    screen.resize(1280, 720)
    hand.until(lambda: screen.size().toTuple() == (1280, 720))
    hand.settled()
    while hand.store.state.presentation.card != "preview":
        hand.store.dispatch(CardTurned(1))
    hand.settled()
    shown = [each for each in screen.findChildren(Fitted) if each.isVisible()]
    assert any(each.text().endswith(LAST[kind]) for each in shown), [each.text() for each in shown]
    assert all(each.shown.replace("\n", " ").count("…") == each.text().count("…") for each in shown)


LAST = {"sum": "each rounded to a multiple of 10.", "marginals": "no margin holds for their counts."}
SUM = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[sum]]
name = "pay"
value = "pay"
low = "0"
high = "1000"
step = "10"
mean = true
"""
TABLES = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[marginals]]
name = "people"
""" + "".join(
    f"""[[marginals.column]]
name = "{name}"
kind = "category"
categories = ["a", "b"]
"""
    for name in ("one", "two", "three")
)
