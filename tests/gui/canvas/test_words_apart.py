"""No words of Compose's pictures stand on others: any mechanism, any size of the window and of its type."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from cases_in_one import cases_in_one
from hands import frame_of, place_of
from PySide6.QtWidgets import QApplication
from thoroughness import THOROUGH, combined, some

from explorer.app.core.message import MechanismChosen, Moved, PictureShown, PresetChosen, Settled
from explorer.app.core.state import State, Workspace
from explorer.app.plotting.layers import Handle, Line
from explorer.app.plotting.placement import Box
from explorer.gui.canvas.words import box_of

CARDS = ("composition", "crossings", "readout")  # all that a width may depend on
pytestmark = [pytest.mark.begins_in("compose", *CARDS), pytest.mark.placed]

PICTURES = ("composition", "noise-per-release", "loss-of-many", "regions-of-many", "delta-of-many")


def shown(hand):
    return {key: box_of(each) for key, each in hand.words("composition").items() if each.isVisible()}


def collisions(hand):
    found = shown(hand)
    assert found
    return [(a, b) for a, b in combinations(found, 2) if found[a].touches(found[b])]


def edges_of(canvas):
    frame = frame_of(canvas)
    return Box(frame.left(), frame.top(), frame.right(), frame.bottom())


def show(hand, picture):
    panel = hand.panel("composition")
    hand.store.dispatch(PictureShown("composition", picture))
    hand.settled()
    hand.until(lambda: panel.figure.id == picture and not panel.figure.pending)


def every_picture(hand, *without):
    for picture in (each for each in PICTURES if each not in without):
        show(hand, picture)
        yield picture


def test_that_no_words_cover_each_other(hand):
    hand.open("compose")
    for picture, mechanism in combined(PICTURES, ["laplace", "gaussian", "exponential"]):
        hand.store.dispatch(MechanismChosen(mechanism))
        show(hand, picture)
        assert collisions(hand) == [], (picture, mechanism)


def test_that_no_words_cover_each_other_on_a_sample(open_window):
    state = State(workspace=Workspace.COMPOSE)
    hand = open_window(replace(state, shape=replace(state.shape, sampling_rate=0.01)), cards=CARDS)
    hand.open("compose")
    for mechanism, picture in product(some(["laplace", "gaussian"], 1), PICTURES):  # the bounds take seconds
        hand.store.dispatch(MechanismChosen(mechanism))
        show(hand, picture)
        assert collisions(hand) == [], (picture, mechanism)


def test_that_no_words_cover_each_other_in_a_small_window(open_window):
    hand = open_window(State(workspace=Workspace.COMPOSE), cards=CARDS)
    hand.window.resize(960, 600)
    hand.open("compose")
    for picture in every_picture(hand):
        assert collisions(hand) == [], picture


def test_that_no_words_cover_each_other_in_example_3_7(hand):
    hand.open("compose")
    hand.store.dispatch(PresetChosen("example-3-7"))
    dear = () if THOROUGH else ("noise-per-release",)  # of every mechanism the least, for a tiny total δ
    for picture in every_picture(hand, *dear):
        assert collisions(hand) == [], picture


def test_that_the_note_of_crossings_covers_no_curve(hand):
    hand.open("compose")
    for mechanism in ("laplace", "gaussian", "staircase"):
        hand.store.dispatch(MechanismChosen(mechanism))
        hand.settled()
        panel = hand.panel("composition")
        hand.until(lambda panel=panel: not panel.figure.pending)
        box = shown(hand)["crossings"]
        beside = edges_of(panel.canvas)._replace(right=panel.canvas.width())  # also among the names of curves
        assert box.within(beside)
        assert collisions(hand) == []
        for line in (each for each in panel.figure.layers if isinstance(each, Line)):
            points = [place_of(panel.canvas, float(x), float(y)) for x, y in zip(line.x, line.y, strict=True)]
            assert not any(
                box.left < at.x() < box.right and box.top < at.y() < box.bottom for at in points
            ), (mechanism, line.id)


def test_that_the_note_at_the_end_of_the_total_delta_is_not_crossed_by_the_line_of_k(hand):
    hand.open("compose")
    hand.store.dispatch(MechanismChosen("gaussian"))
    hand.store.dispatch(Moved("composing.count", 150.0))
    hand.store.dispatch(Settled())
    hand.settled()
    panel = hand.panel("composition")
    handle = next(each for each in panel.figure.layers if isinstance(each, Handle))
    at = place_of(panel.canvas, handle.at, 0.0).x()
    box = shown(hand)["spent"]
    assert not box.left < at < box.right


def test_that_names_that_do_not_fit_are_left_out_and_the_strongest_stays(open_window):
    hand = open_window(State(workspace=Workspace.COMPOSE), cards=CARDS)
    hand.window.resize(960, 600)
    hand.open("compose")
    hand.settled()
    panel = hand.panel("composition")
    hand.until(lambda: not panel.figure.pending)
    best = max((each for each in panel.figure.layers if isinstance(each, Line)), key=lambda each: each.width)
    panel.canvas.resize(360, 130)
    hand.settled()
    ends = {key for key in shown(hand) if key.startswith("end-")}
    assert f"end-{best.id}" in ends
    assert len(ends) < sum(isinstance(each, Line) and each.label is not None for each in panel.figure.layers)
    assert collisions(hand) == []


@cases_in_one("size", [(1366, 768), (1280, 720), (1024, 640), (960, 600)])
def test_that_crossings_are_named_in_small_windows(hand, size):
    hand.window.resize(*size)
    hand.until(lambda: hand.window.size().toTuple() == size)
    hand.open("compose")
    QApplication.processEvents()
    hand.settled()
    hand.until(lambda: "crossings" in shown(hand))
    assert collisions(hand) == []


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_a_narrow_picture_names_its_crossings_beneath_it_whatever_epsilon_is(open_window, language):
    hand = open_window(State(workspace=Workspace.COMPOSE), size=(960, 600), language=language, cards=CARDS)
    hand.open("compose")
    panel = hand.panel("composition")
    for mechanism, epsilon in (("laplace", 0.1), ("laplace", 0.3), ("gaussian", 0.3)):
        hand.store.dispatch(MechanismChosen(mechanism))
        hand.store.dispatch(Moved("target.epsilon", epsilon))
        hand.store.dispatch(Settled())
        hand.settled()
        hand.until(lambda: not panel.figure.pending)
        dots = [each for each in panel.figure.layers if each.id.startswith("crossing-")]
        note = hand.words("composition")["crossings"]
        assert note.isVisible()
        assert dots
        assert box_of(note).top > edges_of(panel.canvas).bottom
        assert box_of(note).bottom <= panel.canvas.height()
        said = "".join(note.lines).replace(" ", "")
        (told,) = [each for each in panel.figure.layers if each.id == "crossings"]
        assert len(told.least) > 1
        for line in told.least[1:]:  # each bound by its name
            assert hand.window.language.say(line).replace(" ", "") in said
        assert collisions(hand) == []
