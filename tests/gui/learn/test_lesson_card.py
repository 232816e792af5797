"""A lesson under a person's hands: played to its end, guessed at, dragged, taken elsewhere, begun again."""

import re

import pytest
from cases_in_one import cases_in_one
from clipping import clipped
from example_lesson import ExampleLesson, Second, only
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QGraphicsView, QToolButton
from thoroughness import combined, some

from explorer.app.core.lesson_messages import LessonChosen, LessonGuessed, LessonOpened, LessonStepTaken
from explorer.app.core.lesson_place import GUESS
from explorer.app.core.message import Moved
from explorer.app.core.state import State, Workspace, value_at
from explorer.app.learn.lesson_way import way_of
from explorer.app.learn.step_scene import asked, shown
from explorer.app.update import update
from explorer.gui.canvas.words import Words
from explorer.gui.fields.slider import STEPS, Slider
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import GuessKind, every_lesson
from explorer.lessons.parts.picture import Sheet

LEARN = Workspace.LEARN
CARDS = ("lessons", "lesson")  # not the tables of one's own


def begun(lesson, *messages):
    state = update(State(workspace=LEARN), LessonOpened(lesson))
    for message in messages:
        state = update(state, message)
    return state


def step_of(hand):
    return way_of(hand.store.state).step


def at(step):
    """The example lesson in a step."""
    return begun("example", LessonGuessed("90 %"), LessonStepTaken(step))


def guess_something(hand):
    """Answer as a person would: with a number in the middle, or the last of the answers."""
    guess, box = step_of(hand).guess, hand.panel("lesson").column.guess
    if guess.kind is GuessKind.CHOICE:
        hand.qtbot.mouseClick(box.answers[-1], Qt.MouseButton.LeftButton)
        hand.settled()
    else:
        middle = (guess.low + min(guess.high, guess.low + 1000)) / 2
        hand.type(box.field, f"{100 * middle:.0f} %" if guess.kind is GuessKind.SHARE else f"{middle:.0f}")


def whole(hand):
    """Nothing in the window is cut, and the step says what its scene says."""
    QApplication.processEvents()
    assert list(clipped(hand.window)) == []
    scene = shown(hand.store.state, hand.store.jobs.answers).scene
    said = hand.said(hand.card("lesson"))
    assert hand.window.language.say(scene.heading) in said
    for picture in scene.pictures[:1]:
        assert hand.window.language.say(picture.title) in said
    if scene.pictures:
        simulated = {"en": "simulated", "zh_CN": "模拟"}[hand.window.language.code]
        assert simulated in said


@pytest.mark.parametrize(("lesson", "language"), combined(every_lesson(), LANGUAGES))
def test_that_a_lesson_is_played_to_its_end(open_window, lesson, language):
    hand = open_window(begun(lesson), language=language, size=(1280, 720), front_only=True, cards=CARDS)
    card, steps = hand.panel("lesson"), every_lesson()[lesson].steps
    for place, step in enumerate(steps):
        assert step_of(hand).id == step.id
        whole(hand)
        if step.guess is not None:
            hand.qtbot.mouseClick(card.forward, Qt.MouseButton.LeftButton)
            hand.settled()
            assert step_of(hand).id == step.id
            assert len(hand.refusals(card)) == 1
            guess_something(hand)
            assert hand.refusals(card) == []
        for name in step.controls:
            before = value_at(hand.store.state, f"lesson.{name}")
            parameter = every_lesson()[lesson].parameters()[name]
            title = hand.window.language.say(parameter.title)
            slider = hand.find(Slider, f"{parameter.symbol} {title}", card)
            hand.drag_slider(slider, 0.5, 0.4, 0.2 + 0.07 * place)  # elsewhere than in the step before
            at = slider.sliderPosition() / STEPS
            assert at == pytest.approx(0.2 + 0.07 * place, abs=0.02) or parameter.integer
            assert value_at(hand.store.state, f"lesson.{name}") != before or parameter.integer
            assert hand.refusals(card) == []
        for button, _ in list(card.column.action_list.buttons.values()):
            if button.isEnabled():
                hand.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
                hand.settled()
                break
        whole(hand)
        if place < len(steps) - 1:
            hand.qtbot.mouseClick(card.forward, Qt.MouseButton.LeftButton)
            hand.settled()
    assert way_of(hand.store.state).done
    row = hand.panel("lessons").rows[lesson]
    assert {"en": "done", "zh_CN": "完成"}[language] in row.accessibleDescription()


@pytest.fixture
def example_hand(open_window):
    """The example lesson in a window; the registry comes back afterwards."""
    with only(ExampleLesson, Second):

        def opening(state=None, **given):
            return open_window(state or begun("example"), front_only=True, cards=CARDS, **given)

        yield opening


def test_that_page_keys_and_arrow_keys_turn_the_steps(example_hand):
    hand = example_hand(at("drag"))
    card = hand.panel("lesson")
    card.forward.setFocus()
    for key, step in (
        (Qt.Key.Key_PageUp, "attack"),
        (Qt.Key.Key_PageDown, "drag"),
        (Qt.Key.Key_PageDown, "slow"),
    ):
        hand.qtbot.keyClick(card, key)
        hand.settled()
        assert step_of(hand).id == step
    hand.qtbot.keyClick(card, Qt.Key.Key_Left)
    hand.settled()
    assert step_of(hand).id == "drag"


def test_that_page_keys_first_scroll_the_words_that_have_the_focus(example_hand):
    hand = example_hand(at("drag"), size=(960, 600))
    card = hand.panel("lesson")
    bar = card.column.verticalScrollBar()
    assert bar.maximum() > 0
    card.column.setFocus()
    pressed = 0
    while step_of(hand).id == "drag":
        before = bar.value()
        hand.qtbot.keyClick(card.column, Qt.Key.Key_PageDown)
        hand.settled()
        pressed += 1
        assert bar.value() > before or step_of(hand).id == "slow"
    assert pressed > 1


def test_that_a_marker_is_dragged_and_a_slider_follows(example_hand):
    hand = example_hand(at("drag"))
    card = hand.panel("lesson")
    canvas = card.panes[0].canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    hand.settled()
    moved = value_at(hand.store.state, "lesson.epsilon")
    assert 100 < moved < 200
    assert hand.find(Slider, "ε", card).told.value == moved
    hand.action("Undo").trigger()
    hand.settled()
    assert value_at(hand.store.state, "lesson.epsilon") == 100.0


def test_that_a_missing_guess_and_a_wrong_one_are_refused_beside_the_field_in_one_line(example_hand):
    hand = example_hand()
    buttons = hand.panel("lesson").steps.buttons
    for step in ("attack", "drag"):  # neither is in hand; the second time nothing of the state is another
        hand.qtbot.mouseClick(buttons[step], Qt.MouseButton.LeftButton)
        hand.settled()
        assert [each for each, button in buttons.items() if button.isChecked()] == ["guess"]
    assert GUESS in hand.store.state.refused
    box = hand.panel("lesson").column.guess
    hand.type(box.field, "many")
    (refusal,) = hand.refusals(box)
    assert "“many”" in refusal
    assert "100 %" in refusal
    hand.type(box.field, "9 in 10")
    assert hand.refusals(box) == []
    assert GUESS not in hand.store.state.refused
    assert way_of(hand.store.state).guess_at("guess") == 0.9


def test_that_a_slow_step_keeps_its_last_picture_dimmed_until_the_new_one_is_there(example_hand):
    hand = example_hand(at("slow"))
    before = hand.panel("lesson").panes[0].figure
    assert not before.pending
    hand.store.dispatch(Moved("lesson.epsilon", 5.0))
    hand.store.frame()
    assert hand.panel("lesson").panes[0].figure.pending
    assert hand.working("lesson")
    hand.settled()
    assert not hand.panel("lesson").panes[0].figure.pending
    assert not hand.working("lesson")


def test_that_a_step_that_takes_long_can_be_cancelled_and_asked_again(example_hand, qtbot):
    hand = example_hand(at("slow"))
    hand.store.dispatch(Moved("lesson.epsilon", 6.0))
    question = asked(way_of(hand.store.state))
    hand.store.jobs.want((question,))
    hand.store.jobs.cancel((question,))
    hand.store.frame()
    QApplication.processEvents()
    assert hand.store.jobs.cancelled((question,))
    assert "cancelled" in hand.card("lesson").head.assumption.text()
    hand.store.jobs.again((question,))
    hand.until(lambda: question in hand.store.jobs.answers)
    hand.settled()
    assert not hand.panel("lesson").panes[0].figure.pending


def test_that_a_new_draw_and_a_new_beginning_are_one_step_each(example_hand):
    hand = example_hand(at("drag"))
    hand.click("New draw", hand.card("lesson"))
    hand.settled()
    assert way_of(hand.store.state).place.seed == 2
    hand.click("start again", hand.card("lesson"))
    hand.settled()
    assert step_of(hand).id == "guess"
    assert way_of(hand.store.state).guess_at("guess") is None
    hand.action("Undo").trigger()
    hand.settled()
    assert (step_of(hand).id, way_of(hand.store.state).place.seed) == ("drag", 2)
    hand.action("Undo").trigger()
    hand.settled()
    assert way_of(hand.store.state).place.seed == 1


def test_that_an_action_that_cannot_be_played_says_why(example_hand):
    hand = example_hand(begun("example", LessonGuessed("1"), LessonStepTaken("pick")))
    card = hand.panel("lesson")
    guess_something(hand)
    hand.click("Next step", card)
    hand.settled()
    for _ in range(5):
        hand.click("Ask again", card)
        hand.settled()
    button, why = card.column.action_list.buttons["ask"]
    assert not button.isEnabled()
    assert why.text() == "Five answers are all there are"


@pytest.fixture
def dragging(example_hand):
    """The example lesson, in the step whose picture has a marker."""
    return example_hand(at("drag"))


@cases_in_one(
    "words, workspace",
    [("Open this in Explore", "explore"), ("Open this in Compose", "compose"), ("Open this in R", "release")],
)
def test_that_the_settings_are_taken_elsewhere(dragging, words, workspace):
    hand = dragging
    hand.open("learn")
    hand.click(words, hand.panel("lesson").column)
    hand.settled()
    assert hand.window.workspace == workspace
    state = hand.store.state
    if workspace == "explore":
        assert (state.mechanism, state.target.epsilon) == ("gaussian", 2.0)
        assert hand.window.card("trade-off").isVisible()
    elif workspace == "compose":
        assert state.composing.count == 20
    else:
        assert 'epsilon = "0.5"' in state.releasing.plan


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_that_a_step_without_noise_leads_to_the_noise_that_would_have_protected_and_back(
    open_window, language
):
    state = begun("differencing", LessonChosen(0), LessonStepTaken("drag"), Moved("lesson.epsilon", 0.25))
    state = update(state, LessonStepTaken("attack"))
    hand = open_window(state, language=language, front_only=True, cards=CARDS)
    say, before = hand.window.language.say, hand.store.state.setting
    one, both = shown(hand.store.state, {}).scene.openings
    hand.click(say(both.label), hand.panel("lesson").column)
    hand.settled()
    assert hand.window.workspace == "compose"
    assert (hand.store.state.composing.count, hand.store.state.target.epsilon) == (2, 0.125)
    hand.open("learn")
    assert step_of(hand).id == "attack"
    hand.click(say(one.label), hand.panel("lesson").column)
    hand.settled()
    assert hand.window.workspace == "explore"
    assert hand.window.card("trade-off").isVisible()
    assert (hand.store.state.mechanism, hand.store.state.target.epsilon) == ("discrete-laplace", 0.125)
    assert hand.field("ε").text() == "0.125"
    hand.open("learn")
    assert step_of(hand).id == "attack"
    assert value_at(hand.store.state, "lesson.epsilon") == 0.25
    for _ in range(2):
        hand.action({"en": "Undo", "zh_CN": "撤销"}[language]).trigger()
        hand.settled()
    assert hand.store.state.setting == before


def answered_in(lesson):
    """The answer to the guess of a lesson, as a person reads it in the step that tells it."""
    guess = lesson.steps[0].guess
    numbers = lesson().demonstrated().scene(guess.revealed).all_numbers
    (answer,) = (each for each in numbers if each.id == guess.number)
    return Language("en").say(answer.said)


def seen(hand):
    """All lines that the window shows now, those on pictures too."""
    lines = hand.said().splitlines()
    for view in hand.window.findChildren(QGraphicsView):
        if view.isVisible():
            words = [each for each in view.scene().items() if isinstance(each, Words) and each.isVisible()]
            lines += [line for each in words for line in each.lines]
    return [*filter(None, lines)]


def test_that_what_is_opened_before_a_guess_does_not_say_the_answer(open_window):
    hand = open_window(begun("differencing"), front_only=True, cards=CARDS)
    for lesson in every_lesson().values():
        hand.store.dispatch(LessonOpened(lesson.id))
        hand.open("learn")
        assert way_of(hand.store.state).guess_at("guess") is None
        (opening,) = shown(hand.store.state, hand.store.jobs.answers).scene.openings
        hand.click(hand.window.language.say(opening.label), hand.panel("lesson").column)
        hand.settled()
        assert hand.window.workspace == "explore"
        assert not hand.window.card("learning").isVisible(), "its curves end at the answer of one lesson"
        answer = re.compile(rf"(?<![\d.,]){re.escape(answered_in(lesson))}(?![\d.,]\d|\d)")
        lines = seen(hand)
        assert len(lines) > 40
        assert [line for line in lines if answer.search(line)] == [], lesson.id


def test_that_a_lesson_and_the_help_lead_to_each_other(dragging):
    hand = dragging
    column = hand.panel("lesson").column
    hand.click("ε", column)
    popover = QApplication.activePopupWidget() or next(
        each for each in QApplication.topLevelWidgets() if each.objectName() == "popover" and each.isVisible()
    )
    links = [each for each in popover.findChildren(QToolButton) if each.text().startswith("lesson: ")]
    assert [each.text() for each in links] == [
        "lesson: An example lesson",
        "lesson: Another example lesson",
    ]
    hand.qtbot.mouseClick(links[1], Qt.MouseButton.LeftButton)
    hand.settled()
    assert way_of(hand.store.state).kind.id == "second"


def test_that_a_guess_stands_before_the_true_number_numbers_are_a_table_and_squares_have_a_key(dragging):
    hand = dragging
    said = hand.said(hand.panel("lesson").column).splitlines()
    assert said[said.index("your guess in step 1") + 1] == "90 %"
    chart, squares = hand.panel("lesson").panes
    assert squares.key.words == ("recovered", "wrong")
    assert squares.key.isVisible()
    hand.click("table", chart)
    hand.settled()
    numbers = chart.numbers
    assert numbers.isVisible()
    assert numbers.horizontalHeaderItem(0).text() == "total ε, logarithmic"
    assert numbers.rowCount() == len(chart.figure.table.columns[0])


def unnamed(hand):
    """The buttons of a lesson that a screen reader could not tell."""
    every = [each for card in CARDS for each in hand.card(card).findChildren(QAbstractButton)]
    return [each for each in every if each.isVisible() and not (each.accessibleName() or each.text())]


def test_that_every_button_and_the_marks_of_a_table_are_told_to_ears(dragging):
    hand = dragging
    assert unnamed(hand) == []
    hand.store.dispatch(LessonStepTaken("attack"))
    hand.settled()
    pane = hand.panel("lesson").panes[1]
    assert isinstance(shown(hand.store.state, {}).scene.pictures[1], Sheet)
    assert pane.sheet.accessibleName() == "The people"
    assert pane.sheet.accessibleDescription() == "Four people with their ages"
    told = pane.sheet.item(1, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told == "yes (marked)"


def test_that_in_a_small_window_one_picture_of_two_is_whole_and_the_other_a_press_away(example_hand):
    hand = example_hand(at("drag"), size=(960, 600))
    first, second = hand.panel("lesson").panes
    assert (first.isVisible(), second.isVisible()) == (True, False)
    hand.click("other picture", first)
    hand.settled()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    hand.window.resize(1280, 800)
    hand.settled()
    assert (first.isVisible(), second.isVisible()) == (True, True)


def test_that_a_lesson_of_the_list_opens_where_it_was_left(example_hand):
    hand = example_hand(at("drag"))
    rows = hand.panel("lessons").rows
    hand.qtbot.mouseClick(rows["second"], Qt.MouseButton.LeftButton)
    hand.settled()
    assert (way_of(hand.store.state).kind.id, step_of(hand).id) == ("second", "guess")
    assert rows["second"].isChecked()
    hand.qtbot.mouseClick(rows["example"], Qt.MouseButton.LeftButton)
    hand.settled()
    assert step_of(hand).id == "drag"
