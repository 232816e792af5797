"""Real windows without a screen: opened, furnished, closed, and nothing of them left behind."""

import gc
import itertools
import threading
import weakref
from pathlib import Path

import pytest
from hands import PATIENCE, Hand
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid
from stewards import chosen, in_release, settle_folder, write_canary

from explorer.app.core.state import State, Workspace
from explorer.gui.shell.application import Program
from explorer.gui.shell.main_controller import MainController
from explorer.gui.shell.qt_application import dress, the_application
from explorer.gui.shell.settings import Settings
from explorer.gui.shell.window import Window
from explorer.gui.widgets.theme import Theme
from explorer.jobs import Jobs, Ticket
from explorer.language import Language
from explorer.resources import resource

PICTURES = ("canvas",)
"""Where a picture itself is looked at, all that it shows on its way is painted.

The screen of the presenter is a window of its own and always painted.
"""


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "begins_in(workspace, *cards): the window opens with it in front, and with these cards alone",
    )
    config.addinivalue_line(
        "markers", "placed: where things stand on a picture is looked at, not the picture"
    )
    config.addinivalue_line(
        "markers", "painted: a window is painted at each change, not once when the test is done with it"
    )
    config.addinivalue_line(
        "markers", "sets_aside: a program that starts sets aside what is there, and gives that up at its end"
    )


def pytest_collection_modifyitems(items):
    """The platform without a screen says what it cannot do whenever a menu or dialog opens."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
            if item.path.parent.name in PICTURES and item.get_closest_marker("placed") is None:
                item.add_marker(pytest.mark.painted)


@pytest.fixture(scope="session")
def qapp():
    """The program's own application, not a bare one; at the end its clipboard is emptied, as there."""
    yield the_application()
    QApplication.clipboard().clear()


@pytest.fixture
def undressed(qapp):
    """The application looks afterwards as it did before."""
    font, palette, sheet = qapp.font(), qapp.palette(), qapp.styleSheet()
    yield
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


def deleted():
    """Let what was put off be deleted now."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()


def ticking():
    """The timers of Python that are running.

    Each type is asked once whether it is one of timers: there are many more objects than types.
    """
    found = gc.get_objects()
    timers = {each for each in set(map(type, found)) if issubclass(each, QTimer)}
    return [each for each in found if type(each) in timers and isValid(each) and each.isActive()]


@pytest.fixture(scope="session")
def tests_begun():
    """Counts the tests that opened something, from 0."""
    return itertools.count()


@pytest.fixture
def quick_collections(qapp, tests_begun, request):
    """What the modules and caches hold is set aside, so that looking for what a window left behind is quick.

    Again every few tests, before a window opens: fonts, figures and answers that are kept grow with each. And
    after a test in which all that was set aside is given up. (To ask how much it is would be to count it.)
    """
    gc.disable()  # as while the program runs: a worker that collects could delete a widget in its thread
    if next(tests_begun) % 8 == 0:
        set_aside()
    yield
    if request.node.get_closest_marker("sets_aside"):
        set_aside()
    gc.enable()


def set_aside():
    """What is there now is looked through no more."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.passed = report.passed
    return report


MATHEMATICS = tuple(f"explorer.app.{room}." for room in ("compose", "core", "explore", "schedule", "tables"))
"""The rooms whose questions are about mathematics alone: no ledger and no file can change their answers."""


@pytest.fixture(scope="session", autouse=True)
def answered_once():
    """A long question that an earlier window asked is not computed again: equal questions, equal answers.

    The first that is wanted still goes through the worker's thread; with its answer come those of all others
    that are known, so that they are shown in one frame instead of one each. A question that a test makes slow
    is another one, and one that is cancelled is not answered.
    """
    known, compute = {}, Ticket.answer
    arrived, want, wanted = Jobs.arrived, Jobs.want, weakref.WeakKeyDictionary()

    def key_of(question):
        return type(question).__call__, question

    def answer(ticket):
        question = ticket.question
        if not type(question).__module__.startswith(MATHEMATICS):
            return compute(ticket)
        key = key_of(question)
        if key not in known:
            known[key] = compute(ticket)
        return known[key]

    def wanting(jobs, questions):
        wanted[jobs] = questions
        want(jobs, questions)

    def arriving(jobs, question, result):
        for other in wanted.get(jobs, ()):
            open_still = other not in jobs.answers and not jobs.cancelled((other,))
            if open_still and other != question and key_of(other) in known:
                jobs.answers.keep(other, known[key_of(other)])
        arrived(jobs, question, result)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ticket, "answer", answer)
        patch.setattr(Jobs, "want", wanting)
        patch.setattr(Jobs, "arrived", arriving)
        yield


@pytest.fixture
def nothing_left(qtbot, undressed, quick_collections, request):
    """No window, timer or thread outlives the test. (One that failed is still held by its traceback.)"""
    windows, threads = set(QApplication.topLevelWidgets()), set(threading.enumerate())
    yield
    deleted()
    if getattr(request.node, "passed", False):
        if set(QApplication.topLevelWidgets()) - windows:
            gc.collect()  # Python's cycles may hold menus that have no parent
            deleted()
        assert set(QApplication.topLevelWidgets()) - windows == set()
        for thread in set(threading.enumerate()) - threads:
            thread.join(PATIENCE / 1000)  # of a task that was cancelled: it ends by itself, and tells nobody
        assert set(threading.enumerate()) - threads == set()
        assert ticking() == []


class PartlyFurnished(MainController):
    """A window in which of the workspace in front only some cards are furnished at first.

    The others stand there empty, as all do at a start, until somebody asks for them or comes back to their
    workspace. For tests that work in these cards and ask nothing about the rest.
    """

    def __init__(self, window, state, cards):
        self._alone = cards
        super().__init__(window, state, front_only=True)
        self._alone = None

    def furnish_now(self, names):
        super().furnish_now([each for each in names if self._alone is None or each in self._alone])


@pytest.fixture
def open_window(qtbot, qapp, nothing_left, folders_of_its_own, request):
    """Open a furnished window: `open_window(state, theme, language)` gives the hand that works it.

    With `front_only` the workspaces behind are furnished when they are asked for, as after a start; with
    `cards` so are those of the workspace in front that are not among them.
    """
    opened, painted = [], request.node.get_closest_marker("painted") is not None

    def opening(
        state=None, theme="light", language="en", size=(1280, 800), scale=1.0, front_only=False, cards=()
    ):
        look = Theme(theme, scale)
        dress(qapp, look)
        window = Window(look, Language(language), Settings())
        window.recall()
        if size:
            window.resize(*size)
        window.show()
        window.setUpdatesEnabled(painted)
        if cards:
            furnished = PartlyFurnished(window, state or State(), cards)
        else:
            furnished = MainController(window, state or State(), front_only=front_only)
        hand = Hand(qtbot, furnished)
        opened.append(hand)
        hand.settled()
        return hand

    yield opening
    for hand in opened:
        hand.leave(getattr(request.node, "passed", False))


@pytest.fixture
def begun_in(request):
    """The workspace that a test begins in, and the cards that it works with: all, where none is said."""
    mark = request.node.get_closest_marker("begins_in")
    workspace, *cards = mark.args if mark else (Workspace.EXPLORE.value,)
    return workspace, tuple(cards)


@pytest.fixture
def hand(open_window, begun_in):
    """A person's hand in a new window: English, light, Explore in front.

    Where all tests of a module work in another workspace, or with one of its cards, it is marked `begins_in`
    that: to furnish the rest first would cost several times as much.
    """
    workspace, cards = begun_in
    return open_window(State(workspace=Workspace(workspace)), front_only=True, cards=cards)


@pytest.fixture
def example(open_window, begun_in, tmp_path):
    """Release in front, with the shipped plan and a copy of its people: a file of the steward's own."""
    workspace, cards = begun_in
    cards = cards if workspace == Workspace.RELEASE.value else ()
    own = tmp_path / "people.csv"
    own.write_bytes(resource("examples", "people.csv").read_bytes())
    state = in_release(resource("examples", "people.toml"), own)
    hand = open_window(state, front_only=True, cards=cards)
    if not cards or "publish" in cards:
        settle_folder(hand)
    return hand


@pytest.fixture
def everywhere():
    """Whether the workspaces behind that of `canary` are furnished from the beginning."""
    return False


@pytest.fixture
def canary(open_window, begun_in, tmp_path, monkeypatch, everywhere):
    """A plan of one's own and a file full of tokens; both chosen by hand where all is furnished."""
    plan, table = write_canary(tmp_path)
    if everywhere:
        hand = open_window()
        hand.open("release")
        chosen(monkeypatch, plan)
        hand.click("Open a plan …")
        chosen(monkeypatch, table)
        hand.click("Choose the file …")
        hand.settled()
    else:
        workspace, cards = begun_in
        cards = cards if workspace == Workspace.RELEASE.value else ()
        hand = open_window(in_release(plan, table), front_only=True, cards=cards)
        chosen(monkeypatch, table)
    hand.table = table
    settle_folder(hand)
    return hand


@pytest.fixture
def front_alone(monkeypatch):
    """What stands behind is furnished when it is opened, not after the start: nobody looks there."""
    monkeypatch.setattr(MainController, "furnish_all", lambda _: None)
    monkeypatch.setattr(MainController, "furnish_behind", lambda _: None)


@pytest.fixture
def start(qtbot, qapp, nothing_left, folders_of_its_own, request):
    """Start the whole program, shell first: `start()` gives it once it is furnished.

    `start(safe=True)` starts it with defaults. What the tests have set aside it would give up at its end,
    half a million objects, and the next tests would each look through them for what a window left behind:
    it sets nothing aside and gives nothing up but where that is asked about.
    """
    started, kept = [], () if request.node.get_closest_marker("sets_aside") else ("freeze", "unfreeze")

    def starting(safe=False):
        program = Program(qapp, Settings(safe=safe))
        started.append(program)
        with qtbot.waitSignal(program.ready, timeout=PATIENCE):
            program.start()
        return program

    with pytest.MonkeyPatch.context() as patch:
        for name in kept:
            patch.setattr(gc, name, lambda: None)
        yield starting
        for program in started:
            program.window.close()
            program.window.deleteLater()
            program.deleteLater()
            program.__dict__.clear()  # pytest holds on to the program for a while yet
