"""Over AT-SPI, as a screen reader does: names, roles and values of the real program in a real window."""

from functools import cache

import pytest
from atspi import ACTION, TEXT, VALUE, Session, lacking

pytestmark = pytest.mark.skipif(
    bool(lacking()), reason="a screen reader's way in needs " + ", ".join(lacking())
)
CONTROLS = {
    *("push button", "check box", "radio button", "combo box", "slider", "spin box", "page tab", "text"),
    *("button menu", "table", "graphic"),
}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """The program, once its first workspace is there; all tests here work the same one."""
    started = begun(tmp_path_factory)
    yield started
    started.close()


def begun(folders, again=True):
    """A screen, a bus and the program; once more where a busy machine kept one of them from starting."""
    started = None
    try:
        started = Session(folders.mktemp("session"))
        started.until(lambda tree: those(tree, "slider"))
    except (AssertionError, LookupError, OSError):  # OSError: of sockets, also when they time out
        if started is not None:
            started.close()
        if again:
            return begun(folders, again=False)
        raise
    return started


def those(tree, role, name=""):
    return [each for each in tree.walk() if each.role == role and each.name.startswith(name)]


@cache
def row_of(session):
    """The row of tabs, which stands there as long as the window: to look for it is to read all of that."""
    return session.until(lambda tree: those(tree, "page tab list", "Workspaces"))[1][0]


def turned_to(session, workspace):
    """Press another tab, and wait until it is selected."""
    row = row_of(session)
    session.press(those(row, "page tab", workspace)[0])
    session.until(
        lambda tabs: [each.name for each in tabs.within if each.selected] == [workspace],
        read=lambda: session.node(row.at),
    )


def opened(session, workspace):
    """The window once another tab is pressed and selected."""
    turned_to(session, workspace)
    return session.until(lambda tree: tree)[0]


@cache
def seen(session, workspace):
    """As `opened`, read once for all tests that only look: hundreds of messages there and back."""
    return opened(session, workspace)


def found_in(session, workspace, wanted):
    """What `wanted` finds in a workspace, also where it was not there yet when that was read."""
    if found := wanted(seen(session, workspace)):
        return found
    turned_to(session, workspace)
    return session.until(wanted)[1]


def test_that_workspaces_are_tabs_of_which_one_is_selected(session):
    tree = opened(session, "Explore")
    (row,) = those(tree, "page tab list", "Workspaces")
    names = [each.name for each in row.within]
    assert names == ["Explore", "Compose", "Release", "Learn", "Ledger", "Tables"]
    assert {each.role for each in row.within} == {"page tab"}
    assert [each.name for each in row.within if each.selected] == ["Explore"]


def test_that_a_slider_says_its_number_and_not_its_pixels(session):
    tree = seen(session, "Explore")
    slider = those(tree, "slider", "ε")[0]
    assert slider.name == "ε privacy loss"
    assert session.get(slider.at, VALUE, "CurrentValue") == pytest.approx(1.0)
    assert session.get(slider.at, VALUE, "MinimumValue") == pytest.approx(0.01)
    assert session.get(slider.at, VALUE, "MaximumValue") == pytest.approx(10.0)


def test_that_a_screen_reader_sets_a_slider_in_its_own_unit(session):
    tree = seen(session, "Explore")
    turned_to(session, "Explore")
    slider, typed = those(tree, "slider", "ε")[0], those(tree, "spin box", "ε")[0]
    before = session.get(slider.at, VALUE, "CurrentValue")
    session.set(slider.at, VALUE, "CurrentValue", "d", 2.0)
    session.until(
        lambda node: session.get(node.at, VALUE, "CurrentValue") == pytest.approx(2.0), read=lambda: slider
    )
    assert session.call(typed.at, TEXT, "GetText", "ii", (0, -1))[0] == "2"
    session.set(slider.at, VALUE, "CurrentValue", "d", before)


@pytest.mark.parametrize("workspace", ["Explore", "Compose", "Release", "Learn", "Ledger", "Tables"])
def test_that_every_control_has_a_name(session, workspace):
    tree = seen(session, workspace)
    controls = [each for each in tree.walk() if each.role in CONTROLS]
    assert len(controls) > 9
    assert [f"{each.role} {each.at}" for each in controls if not each.name.strip()] == []


@pytest.mark.parametrize("workspace", ["Explore", "Compose", "Tables"])
def test_that_every_field_has_its_label_or_a_description(session, workspace):
    tree = seen(session, workspace)
    fields = [
        each for each in tree.walk() if each.role in ("combo box", "spin box", "text") and each.focusable
    ]
    assert len(fields) > 2
    silent = [each.name for each in fields if not (session.labels(each.at) or each.description)]
    assert silent == []


@pytest.mark.parametrize(("workspace", "least"), [("Explore", 4), ("Compose", 1)])
def test_that_pictures_are_pictures_and_described(session, workspace, least):
    def described(tree):
        found = [each for each in those(tree, "graphic") if len(each.description) > 10]
        return found if len(found) >= least else []

    pictures = found_in(session, workspace, described)
    assert all(len(each.name) > 3 for each in pictures)


@pytest.mark.parametrize(
    ("workspace", "name", "value"),
    [("Explore", "Mechanism", "Laplace"), ("Tables", "these numbers are", "exact")],
)
def test_that_a_list_of_choices_is_named_by_its_label_and_worth_its_choice(session, workspace, name, value):
    """Its name was its choice: nobody could hear what was chosen."""
    lists = found_in(session, workspace, lambda tree: those(tree, "combo box", name))
    assert lists[0].name == name
    assert session.call(lists[0].at, TEXT, "GetText", "ii", (0, -1))[0] == value


def test_that_a_list_of_choices_is_opened_read_and_closed_by_a_screen_reader(session):
    turned_to(session, "Explore")
    (mechanism,) = those(seen(session, "Explore"), "combo box", "Mechanism")
    assert session.call(mechanism.at, ACTION, "DoAction", "i", (0,))[0]
    _, items = session.until(lambda tree: those(tree, "list item", "Gaussian"))
    assert items
    assert session.call(mechanism.at, ACTION, "DoAction", "i", (0,))[0]
    session.until(lambda tree: not those(tree, "list item", "Gaussian"))
