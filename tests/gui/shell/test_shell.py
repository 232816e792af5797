"""The shell is there at once, then furnished; workspaces, docks, and what is remembered of them."""

import json
import subprocess
import sys
from itertools import pairwise

import pytest
from cases_in_one import cases_in_one
from hands import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QPushButton, QToolButton

from explorer.app.core.state import State, Workspace
from explorer.gui.shell.settings import settings_folder
from explorer.gui.workspaces.card_layout import CARD_SPECS, specs_of, standing

few = pytest.mark.begins_in("explore", "one-release")
FURNISHED = {spec.card for spec in CARD_SPECS if not spec.hidden}  # those behind a tab from the first, too

STARTING = """
import json, sys
from PySide6.QtCore import QEvent, QObject
from explorer.gui.shell.application import Program
from explorer.gui.shell.qt_application import the_application
from explorer.gui.shell.settings import Settings

HEAVY = ("numpy", "scipy", "pyqtgraph", "explorer.privacy.mechanism")
UNUSED = ("scipy.stats", "pandas", "matplotlib", "scipy.special", "numpy.polynomial", "sqlite3")
UNUSED += ("explorer.release.queries.query", "explorer.gui.release.plan.file_box")  # of other workspaces
report = {}

def loaded():
    return [name for name in HEAVY if name in sys.modules]

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Paint and "painted" not in report:
            report["painted"] = loaded()
            report["cards"] = list(program.window.centralWidget().titles)
        return False

application = the_application()
program = Program(application, Settings())
watch = Watch()
program.window.shown.connect(lambda: report.setdefault("shown", loaded()))
program.window.centralWidget().installEventFilter(watch)

def ready():
    report["ready"] = loaded()
    report["later"] = [name for name in UNUSED if name in sys.modules]
    program.window.close()

program.ready.connect(ready)
program.start()
code = application.exec()
print(json.dumps({**report, "code": code}))
"""


def test_that_the_shell_is_painted_before_anything_heavy_is_loaded_and_what_nobody_looks_at_is_not():
    """At the first start, and at one with a kept session."""
    for kept in (False, True):
        assert settings_folder().joinpath("session.json").exists() is kept
        done = subprocess.run(
            [sys.executable, "-c", STARTING], capture_output=True, text=True, check=True, timeout=60
        )
        report = json.loads(done.stdout)
        assert report["painted"] == []
        assert "The released value, with and without you" in report["cards"]
        assert report["shown"] == []
        assert {"numpy", "pyqtgraph", "explorer.privacy.mechanism"} <= set(report["ready"])
        assert report["later"] == []
        assert report["code"] == 0
        assert done.stderr == ""


ENUMERATING = """
import sys
import PySide6.QtCore
from explorer.gui.shell.application import Program
from explorer.gui.shell.qt_application import the_application
from explorer.gui.shell.settings import Settings

application, settings = the_application(), Settings()
if sys.argv[1:]:
    settings.set("theme", sys.argv[1])
program = Program(application, settings)

def shown():
    print("Qt" in vars(PySide6.QtCore))  # PySide puts a name there when it is first imported
    application.quit()

program.window.shown.connect(shown)
program.window.show()
application.exec()
"""


@pytest.mark.parametrize("theme", [[], ["dark"]], ids=["of the system", "chosen"])
def test_that_the_enumerations_of_qt_wait_for_the_first_paint(theme):
    done = subprocess.run(
        [sys.executable, "-c", ENUMERATING, *theme], capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_that_the_program_furnishes_its_window_and_ends_with_it(start, qtbot):
    program = start()
    assert program.window.windowTitle() == "Privacy Explorer"
    assert program.furnished is not None
    qtbot.waitUntil(lambda: set(program.furnished.panels) == FURNISHED, timeout=PATIENCE)
    with qtbot.waitSignal(program.window.closed, timeout=PATIENCE):
        program.window.close()


WORKSPACES = (
    *((Qt.Key.Key_1, "explore"), (Qt.Key.Key_2, "compose")),
    *((Qt.Key.Key_3, "release"), (Qt.Key.Key_4, "learn"), (Qt.Key.Key_5, "ledger"), (Qt.Key.Key_6, "tables")),
)


def test_that_tabs_and_keys_open_the_workspaces_and_the_left_column_makes_room_where_it_has_no_part(hand):
    assert list(hand.window.tabs) == ["explore", "compose", "release", "learn", "ledger", "tables"]
    for workspace in ("compose", "release", "learn", "ledger", "tables", "explore"):
        hand.open(workspace)
        assert hand.window.workspace == workspace
        assert hand.store.state.workspace is Workspace(workspace)
        assert [name for name, tab in hand.window.tabs.items() if tab.isChecked()] == [workspace]
        assert hand.window.left.isVisible() is (workspace in ("explore", "compose"))
    for key, workspace in WORKSPACES:
        hand.open("release" if workspace == "explore" else "explore")
        hand.press(key, Qt.KeyboardModifier.ControlModifier)
        hand.settled()
        assert hand.window.workspace == workspace
        assert hand.window.tabs[workspace].isChecked()


def test_that_every_card_says_what_it_shows_and_under_which_assumption(hand):
    for workspace in ("explore", "compose"):
        hand.open(workspace)
        for card in hand.window.rooms[workspace].cards.values():
            assert len(card.head.title.toolTip()) > 6
            assert card.windowTitle() == card.head.title.toolTip()
        for name in first_cards(hand):
            if name not in ("readout",):
                assert "ε = 1" in hand.card(name).head.assumption.toolTip()


@pytest.mark.begins_in("explore", "one-release", "trade-off")
def test_that_a_card_can_be_closed_and_brought_back(hand):
    card = hand.card("trade-off")
    card.close()
    assert not card.isVisible()
    action = card.toggleViewAction()
    assert action.text() == "Attacker's error rates"
    assert not action.isChecked()
    hand.type(hand.field("ε"), "2")
    action.trigger()
    assert card.isVisible()
    hand.until(lambda: hand.panel("trade-off").figure.settings["epsilon"] == 2)


@pytest.mark.begins_in("explore", "one-release", "trade-off")
def test_that_a_card_can_float_and_come_home(hand):
    card = hand.card("trade-off")
    card.setFloating(True)
    assert card.isWindow()
    hand.type(hand.field("ε"), "2")
    assert hand.panel("trade-off").figure.settings["epsilon"] == 2
    hand.action("Put all panes back").trigger()
    assert not card.isFloating()
    assert card.isVisible()


@pytest.mark.begins_in("explore", "trade-off", "equally-likely")
def test_that_a_card_can_be_moved_to_another_side(hand):
    room, card = hand.window.rooms["explore"], hand.card("trade-off")
    assert card.features() & QDockWidget.DockWidgetFeature.DockWidgetMovable
    before = card.pos()
    room.splitDockWidget(hand.card("equally-likely"), card, Qt.Orientation.Horizontal)
    hand.until(lambda: card.pos() != before)
    hand.action("Put all panes back").trigger()
    hand.until(lambda: card.pos() == before)


def widths(hand):
    return {
        name: (card.width(), card.height())
        for name, card in hand.window.every_card().items()
        if card.isVisible()
    }


def test_that_the_layout_is_the_same_however_often_workspaces_are_visited(hand):
    first = {}
    for workspace in ("explore", "compose", "release", "compose", "explore", "release", "explore", "compose"):
        hand.open(workspace)
        now = widths(hand)
        for name, size in first.setdefault(workspace, now).items():
            assert now[name] == pytest.approx(size, abs=2)  # Qt rounds a share to the one side or the other


@cases_in_one("workspace", ["explore", "compose", "release", "learn", "ledger", "tables"])
def test_that_cards_keep_their_shares_when_the_window_is_resized(hand, workspace):
    hand.open(workspace)
    before = widths(hand)
    hand.window.resize(1600, 1000)
    hand.until(lambda: widths(hand) != before)
    hand.window.resize(1280, 800)
    hand.until(lambda: hand.window.width() == 1280)
    hand.settled()
    now = widths(hand)
    for name, (width, height) in before.items():
        assert now[name][0] == pytest.approx(width, abs=4)
        assert now[name][1] == pytest.approx(height, abs=4)


def first_cards(hand):
    """The cards of the workspace in front that stand there at first."""
    return {spec.card for spec in standing(specs_of(hand.window.workspace))}


def doubled(hand, name):
    title = hand.card(name).head.title
    hand.qtbot.mouseDClick(title, Qt.MouseButton.LeftButton)
    hand.qtbot.mouseRelease(title, Qt.MouseButton.LeftButton)  # it stays pressed otherwise
    hand.settled()


@cases_in_one("name", ["released-value", "privacy-loss"])
def test_that_a_double_click_maximises_a_card_and_another_takes_it_back(hand, name):
    cards = hand.window.rooms["explore"].cards
    geometry = {each: card.geometry() for each, card in cards.items()}
    doubled(hand, name)
    assert [each for each, card in cards.items() if card.isVisible()] == [name]
    hand.until(lambda: cards[name].size() == hand.window.rooms["explore"].size())
    doubled(hand, name)
    assert first_cards(hand) <= {each for each, card in cards.items() if card.isVisible()}
    hand.until(lambda: {each: card.geometry() for each, card in cards.items()} == geometry)


def test_that_a_layout_and_the_windows_size_are_remembered(open_window):
    first = open_window(front_only=True, cards=("trade-off",))
    first.card("trade-off").close()
    first.window.resize(960, 650)
    first.settled()
    first.leave()
    second = open_window(size=None, front_only=True, cards=("privacy-loss",))
    assert not second.window.card("trade-off").isVisible()
    assert second.card("privacy-loss").isVisible()
    assert (second.window.width(), second.window.height()) == (960, 650)


@pytest.mark.parametrize("workspace", [Workspace.RELEASE, Workspace.EXPLORE])
def test_that_cards_share_the_next_window_as_they_shared_the_last(open_window, workspace):
    """Shares were refused when they were read: after the first start the cards had other widths."""
    first = open_window(State(workspace=workspace), size=(1280, 720), front_only=True)
    room = first.window.rooms[workspace.value]
    wide = {name: card.width() for name, card in room.cards.items() if not (card.isHidden() or card.behind)}
    assert len(set(wide.values())) > 1
    first.leave()
    second = open_window(State(workspace=workspace), size=None, front_only=True)
    again = second.window.rooms[workspace.value].cards
    second.window.resize(1280, 720)
    second.until(lambda: {name: again[name].width() for name in wide} == wide)


def test_that_tabs_of_a_workspace_that_was_not_seen_yet_are_there_after_the_next_start(open_window):
    """Its layout was remembered before its tabs had come, so that they were gone for good."""
    first = open_window(State(workspace=Workspace.RELEASE), front_only=True, cards=("publish",))
    assert not first.window.rooms["ledger"].seen  # it stands there from now on
    first.leave()
    second = open_window(State(workspace=Workspace.RELEASE), front_only=True, cards=("publish",))
    second.open("ledger")
    second.until(lambda: second.window.card("entries").behind)


def test_that_a_maximised_card_is_not_remembered_as_the_only_one(open_window):
    first = open_window(front_only=True, cards=("released-value",))
    doubled(first, "released-value")
    first.leave()
    second = open_window(front_only=True, cards=("released-value",))
    assert all(second.window.card(name).isVisible() for name in first_cards(second))


def test_that_a_layout_that_does_not_read_leaves_the_first_one(open_window, folders_of_its_own):
    first = open_window(front_only=True, cards=("one-release",))
    first.window.settings.set("layout/explore", b"nonsense")
    first.window.remember = lambda: None
    first.leave()
    second = open_window(front_only=True, cards=("one-release",))
    assert all(second.window.card(name).isVisible() for name in first_cards(second))


def tabbed(place):
    """The card behind a tab that is the first, or a later one, of each workspace that has so many."""
    of_each = {}
    for spec in CARD_SPECS:
        of_each.setdefault(spec.workspace, []).extend([spec.card] if spec.tabbed else [])
    return [cards[place] for cards in of_each.values() if len(cards) > place]


@pytest.mark.parametrize("cards", [tabbed(0), tabbed(1)])
def test_that_a_pane_behind_a_tab_comes_to_the_front_in_a_workspace_that_was_not_seen_yet(open_window, cards):
    hand = open_window(front_only=True, cards=("one-release",))
    for card in cards:
        hand.furnished.open_card(card)
        hand.settled()
        for _ in range(3):  # tabs are laid out one event later
            QApplication.processEvents()
        assert not hand.card(card).behind
        assert hand.card(card).widget().isEnabled()


def test_that_every_pane_behind_a_tab_is_one_of_those():
    assert sorted([*tabbed(0), *tabbed(1)]) == sorted(spec.card for spec in CARD_SPECS if spec.tabbed)


@few
def test_that_the_finder_opens_by_key_and_does_what_is_typed(hand):
    finder = hand.furnished.actions.finder
    hand.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert finder.hasFocus()
    hand.qtbot.keyClicks(finder, "compo")
    hand.qtbot.keyClick(finder, Qt.Key.Key_Return)
    hand.settled()
    assert hand.window.workspace == "compose"
    assert finder.text() == ""


@few
def test_that_the_finder_gives_way_to_the_menu_in_a_narrow_window(hand):
    finder = hand.furnished.actions.finder
    assert finder.width() == 220
    hand.window.resize(960, 600)
    hand.until(lambda: hand.window.width() == 960)
    button = hand.find(QToolButton, "Menu")
    assert finder.geometry().right() < button.geometry().left()
    assert button.geometry().right() < hand.window.width()


def test_that_every_tab_has_its_room_in_a_narrow_window_with_large_type(open_window):
    hand = open_window(size=(960, 600), scale=1.6, front_only=True, cards=("one-release",))
    bar = [*hand.window.tabs.values(), hand.furnished.actions.finder, hand.find(QToolButton, "Menu")]
    for left, right in pairwise(bar):
        assert left.geometry().right() < right.geometry().left()
    assert bar[-1].geometry().right() < hand.window.width()
    assert not hand.window.findChild(QLabel, "brand").isVisible()


@few
def test_that_everything_in_the_menu_is_in_the_finder(hand):
    found = hand.furnished.actions.found
    for text in (
        "Undo",
        "Redo",
        "Put all panes back",
        "What this program guarantees",
        "Theme: Dark",
        "Open a plan …",
    ):
        assert text in found


@few
def test_that_the_promises_are_one_key_away(hand):
    hand.action("What this program guarantees").trigger()
    assert "no noised number is drawn before its cost is durably written" in hand.said()
    assert "Nothing is transmitted" in hand.said()


@few
def test_that_empty_panes_say_what_to_do_next_with_a_button(hand):
    hand.open("release")
    assert hand.find(QPushButton, "Try the example").isEnabled()
    assert "plan" in hand.said(hand.card("preview")).lower()
