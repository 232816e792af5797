"""The store: one repaint a frame, one step of history a drag, no view that speaks while it shows."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hands import PATIENCE
from PySide6.QtCore import Qt, QTimer
from thoroughness import THOROUGH

from explorer.app.core.history import History
from explorer.app.core.message import Moved, Settled
from explorer.app.core.state import SECTIONS, Releasing, State, Workspace, with_value
from explorer.app.explore.updates import HORIZONS
from explorer.app.release.plan.plan_draft import extended
from explorer.gui.canvas.artists import Artist, LineArtist, PointsArtist
from explorer.gui.shell.store import FRAME, Store
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Jobs
from explorer.mark import N_
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotValid
from explorer.privacy.target import Neighbours
from explorer.resources import resource


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_hundred_moves_at_once_are_one_repaint(hand, qtbot):
    frames = []
    hand.store.painted.connect(lambda: frames.append(hand.store.state.target.epsilon))
    with qtbot.waitSignal(hand.store.painted, timeout=PATIENCE):
        for step in range(100):
            hand.store.dispatch(Moved("target.epsilon", 1 + step / 100))
    hand.settled()
    assert frames == [1.99]


@pytest.fixture
def clocked(qtbot):
    """A store without a window, on a clock that stands still until `now[0]` is set."""
    now = [100.0]
    executor = ThreadPoolExecutor(1)
    store = Store(State(), Jobs(executor, lambda *_: None), History(), clock=lambda: now[0])
    yield store, now
    store.deleteLater()
    executor.shutdown()


def due(store):
    """Milliseconds after which the store was told to render; None where nothing is to be rendered."""
    timers = [each for each in store.findChildren(QTimer) if each.isActive()]
    return timers[0].interval() if timers else None


@pytest.mark.parametrize(("after", "wait"), [(0.0, 16), (0.01, 6), (0.02, 0), (5.0, 0)])
def test_that_repaints_are_a_sixtieth_of_a_second_apart(clocked, after, wait):
    store, now = clocked
    store.frame()
    assert due(store) is None
    now[0] += after
    store.dispatch(Moved("target.epsilon", 2.0))
    assert due(store) == wait


@pytest.mark.parametrize(("after", "wait"), [(0.0, 100), (0.03, 70), (0.099, 1), (0.2, 0)])
def test_that_an_answer_that_comes_during_a_drag_is_drawn_with_the_next_move(clocked, after, wait):
    """Else the hand would wait for a picture between two of its moves."""
    store, now = clocked
    store.dispatch(Moved("target.epsilon", 2.0))
    store.frame()
    now[0] += after
    store.answered()
    assert due(store) == pytest.approx(wait, abs=1)
    store.dispatch(Moved("target.epsilon", 2.1))
    assert due(store) <= 1000 * FRAME


def test_that_a_repaint_that_takes_long_is_followed_by_the_next_move_and_not_by_an_answer(clocked):
    store, now = clocked
    store.painted.connect(lambda: now.__setitem__(0, now[0] + 0.3))
    store.dispatch(Moved("target.epsilon", 2.0))
    store.frame()
    store.answered()
    assert due(store) == pytest.approx(100, abs=1)
    store.frame()  # of the answer: nothing moved since
    store.answered()
    assert due(store) == 0


def test_that_an_answer_is_drawn_at_the_next_frame_once_the_slider_is_let_go(clocked):
    store, _ = clocked
    store.dispatch(Moved("target.epsilon", 2.0))
    store.dispatch(Settled())
    store.frame()
    store.answered()
    assert due(store) == int(1000 * FRAME)


class Card(Panel):
    """A card that notes the ε that it was given."""

    def __init__(self, takes_turns):
        super().__init__()
        self.takes_turns, self.shown = takes_turns, []

    def show_state(self, state, answers):
        self.shown.append(state.target.epsilon)


@pytest.fixture
def dragged(clocked, qtbot):
    """A store with a picture and three cards that take turns, and a function that moves ε and renders."""
    store, now = clocked
    cards = [Card(takes_turns) for takes_turns in (False, True, True, True)]
    for card in cards:
        qtbot.addWidget(card)
        store.add(card)
    store.frame()

    def move(epsilon, after=0.02):
        now[0] += after
        store.dispatch(Moved("target.epsilon", epsilon))
        store.frame()

    return store, cards, move


def test_that_cards_of_numbers_take_turns_while_a_value_is_dragged(dragged):
    _, (picture, *numbers), move = dragged
    steps = [0.9, 0.8, 0.7, 0.6, 0.5]
    for epsilon in steps:
        move(epsilon)
    assert picture.shown[1:] == steps
    assert [card.shown[1:] for card in numbers] == [[0.9, 0.7, 0.5], [0.9, 0.8, 0.6], [0.9, 0.7, 0.5]]


def test_that_every_card_shows_a_move_that_follows_a_rest(dragged):
    _, cards, move = dragged
    for epsilon in (0.9, 0.8, 0.7):
        move(epsilon, after=1.0)
    assert {tuple(card.shown[1:]) for card in cards} == {(0.9, 0.8, 0.7)}


@pytest.mark.parametrize("let_go", [True, False], ids=["let-go", "held-still"])
def test_that_every_card_shows_the_last_move_once_the_hand_rests(dragged, let_go):
    store, cards, move = dragged
    for epsilon in (0.9, 0.8):
        move(epsilon)
    assert {card.shown[-1] for card in cards} == {0.9, 0.8}
    assert due(store) == 100
    if let_go:
        store.dispatch(Settled())
        assert due(store) <= 16
    store.frame()
    assert {card.shown[-1] for card in cards} == {0.8}
    assert due(store) is None


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_one_drag_is_one_step_back(hand):
    hand.drag_slider(hand.slider("ε"), 0.6, 0.7, 0.8, 0.9)
    moved = hand.store.state.target.epsilon
    assert moved > 4
    assert len(hand.store.history.past) == 1
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 1
    hand.action("Redo").trigger()
    assert hand.store.state.target.epsilon == moved


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_undo_and_redo_can_be_chosen_only_where_they_do_something(hand):
    undo, redo = hand.action("Undo"), hand.action("Redo")
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    hand.type(hand.field("ε"), "2")
    assert undo.isEnabled()
    undo.trigger()
    assert redo.isEnabled()
    assert not undo.isEnabled()


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_the_keys_undo_and_redo(hand):
    hand.type(hand.field("ε"), "2")
    hand.type(hand.field("ε"), "3")
    hand.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.target.epsilon == 2
    hand.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.target.epsilon == 1
    hand.press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.target.epsilon == 2


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_the_key_undoes_while_the_focus_is_in_a_field_where_nothing_is_being_typed(hand):
    field = hand.field("ε")
    hand.type(field, "2")
    hand.type(field, "3")
    hand.qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.target.epsilon == 2


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_undo_is_seen_in_the_field_the_slider_and_the_picture(hand):
    field, slider = hand.field("ε"), hand.slider("ε")
    hand.settled()
    before = field.text(), slider.value(), hand.panel("released-value").figure.settings["epsilon"]
    hand.type(field, "5")
    assert (field.text(), hand.panel("released-value").figure.settings["epsilon"]) == ("5", 5)
    hand.action("Undo").trigger()
    hand.settled()
    assert (field.text(), slider.value(), hand.panel("released-value").figure.settings["epsilon"]) == before


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_a_step_back_leaves_the_workspace_alone(hand):
    hand.type(hand.field("ε"), "2")
    hand.open("ledger")
    hand.action("Undo").trigger()
    hand.settled()
    assert hand.window.workspace == "ledger"
    assert hand.store.state.target.epsilon == 1


def random_plan(dice):
    """None, one of the examples, or one of them that is being extended."""
    plan = dice.choice(["", *(path.read_text() for path in sorted(resource("examples").glob("*.toml")))])
    return extended(plan, dice.choice(["", "histogram.1"])) if plan and dice.random() < 0.3 else plan


def random_state(dice, plan):
    """Any state that the program can be in, refusals among it."""
    mechanism = dice.choice(list(every_mechanism()))
    state = State(workspace=dice.choice(list(Workspace)), mechanism=mechanism)
    for section, declaring in SECTIONS.items():
        for name, parameter in parameters(declaring).items():
            value = parameter.value(dice.random())
            state = with_value(state, f"{section}.{name}", int(value) if parameter.integer else value)
    state = with_value(state, "composing.horizon", dice.choice(HORIZONS))
    state = with_value(state, "composing.count", min(state.composing.count, state.composing.horizon))
    state = with_value(state, "target.sensitivity", float(round(state.target.sensitivity)))
    neighbours = dice.choice(list(Neighbours))
    rate = 1.0 if neighbours is Neighbours.SUBSTITUTE else state.shape.sampling_rate
    state = replace(
        state,
        target=replace(state.target, neighbours=neighbours),
        shape=replace(state.shape, sampling_rate=rate),
        sensitivity_inputs=replace(state.sensitivity_inputs, followed=False),
    )
    releasing = Releasing(plan, csv=dice.choice(["", "people.csv"]), account=dice.choice(["", "survey"]))
    fields = ("target.epsilon", "target.delta", "margin", "release", "plan", "composing.count")
    refused = {field: NotValid(N_("no"), field) for field in fields if dice.random() < 0.3}
    framed = state.setting if dice.random() < 0.7 else state.framed
    return replace(state, releasing=releasing, framed=framed, refused=refused)


def test_that_a_view_never_speaks_while_it_shows_a_state(open_window):
    hand, said = open_window(), []  # furnished whole, with what stands behind
    hand.store.dispatch = said.append
    dice = random.Random(7)
    hand.store.show_only(lambda _: True)
    for number in range(200 if THOROUGH else 32):
        if number % 4 == 0:  # another plan has another form, which takes long to build
            plan = random_plan(dice)
        hand.store.state = random_state(dice, plan)
        hand.store.frame()
    assert said == []


@pytest.mark.begins_in(
    "explore", "one-release", "released-value", "equally-likely", "trade-off", "privacy-loss"
)
def test_that_a_drag_keeps_every_curve_and_changes_its_data(hand):
    ends = {"released-value": 0.75, "equally-likely": 0.65, "trade-off": 0.8, "privacy-loss": 0.62}
    for card, end in ends.items():
        canvas = hand.panel(card).canvas
        kept = curves(canvas)
        assert kept
        before = data(kept)
        hand.drag_slider(hand.slider("ε"), 0.55, 0.6, 0.7, end)
        assert curves(canvas) == kept
        assert data(kept) != before


@pytest.mark.begins_in("compose", "one-release", "composition")
def test_that_a_drag_in_compose_keeps_every_curve(hand):
    canvas = hand.panel("composition").canvas
    lines = dict(canvas.marks.artists)
    hand.drag_slider(hand.slider("ε"), 0.66, 0.68, 0.70)
    now = canvas.marks.artists
    for name in ("sequential", "advanced", "advanced-tanh", "textbook-proven", "optimal"):
        assert now[name] is lines[name]


def curves(canvas):
    return list(canvas.marks.artists.values())


def data(artists: list[Artist]):
    drawn = [artist for artist in artists if isinstance(artist, LineArtist | PointsArtist)]
    return [
        [(point.x(), point.y()) for point in artist.places]
        if isinstance(artist, PointsArtist)
        else [(at.x, at.y) for at in map(artist.path.elementAt, range(artist.path.elementCount()))]
        for artist in drawn
    ]


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_axes_rest_while_the_slider_moves_and_follow_when_it_is_let_go(hand):
    box = hand.panel("released-value").canvas.plot.box
    slider, before = hand.slider("ε"), box.viewRange()
    hand.drag_slider(slider, 0.66, 0.4, 0.2, let_go=False)
    hand.until(lambda: hand.panel("released-value").figure.settings["epsilon"] < 0.1)
    assert box.viewRange() == before
    hand.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton)
    hand.until(lambda: box.viewRange() != before)
    (low, high), _ = box.viewRange()
    assert high - low > 20 * (before[0][1] - before[0][0]) / 10


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_settling_without_a_move_is_no_step(hand):
    hand.store.dispatch(Settled())
    assert hand.store.history.past == ()
