"""Over AT-SPI, in Release and Ledger: every control that takes the focus says what it is, in every state."""

import pytest
from atspi import ACTION, Session, lacking
from thoroughness import THOROUGH

from explorer.app import session as session_file
from explorer.app.core.state import Releasing, State, Workspace

pytestmark = pytest.mark.skipif(
    bool(lacking()), reason="a screen reader's way in needs " + ", ".join(lacking())
)
ROLES = {
    *("push button", "toggle button", "check box", "radio button", "combo box", "slider", "spin box", "text"),
    *("page tab", "button menu", "table", "table cell", "graphic", "list", "menu item", "label", "list box"),
}
TYPED = {"text", "combo box", "slider"}  # what has its name beside it
PLAN = """
schema = 1
title = "Visits"

[privacy]
unit = "person"
rows_per_person = 1
epsilon = "1"

[[histogram]]
name = "age"

[[histogram.column]]
name = "age"
kind = "numeric"
edges = ["0", "50", "100"]

[[ranges]]
name = "ages"
quantiles = ["0.5"]

[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "20", "40", "60", "80", "100"]

[[sum]]
name = "stay"
value = "age"
low = "0"
high = "100"
step = "1"
mean = true

[[sum.column]]
name = "region"
kind = "category"
categories = ["north", "south"]

[[marginals]]
name = "both"
tables = [["age", "region"]]

[[marginals.column]]
name = "age"
kind = "numeric"
edges = ["0", "50", "100"]

[[marginals.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
"""
STATES = ("plan filled", "file chosen", *(("empty",) if THOROUGH else ()))


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """The program with a file and a plan for it, in Release."""
    folder = tmp_path_factory.mktemp("session")
    table = folder / "visits.csv"
    table.write_text("age,region\n" + "".join(f"{age},north\n" for age in range(90)))
    yield from begun(folder, Releasing(PLAN, csv=str(table)))


def begun(folder, releasing):
    """The program with a session of its own, as soon as the button of Release is there."""
    released = folder / "released"
    released.mkdir()

    def prepared(settings):
        (settings / "window.ini").write_text(f"[General]\nwelcome=seen\n\n[folder]\ntables={released}\n")
        kept = session_file.saved(State(workspace=Workspace.RELEASE, releasing=releasing))
        (settings / "session.json").write_text(kept)

    session = Session(folder, prepared)
    try:
        session.until(lambda tree: those(tree, "push button", "Release") or None)
        yield session
    finally:
        session.close()


@pytest.fixture(scope="module", params=STATES)
def opened(request, tmp_path_factory):
    """The program in a state of Release; which state it is; and the tabs of workspaces.

    To start it takes seconds: a plan is given up where only the file is to be there.
    """
    if request.param == "empty":
        started = begun(tmp_path_factory.mktemp("empty"), Releasing())
    else:
        started = iter([request.getfixturevalue("filled")])
    session = next(started)
    tree = session.tree()
    if request.param == "file chosen":
        session.press(next(each for each in those(tree, "push button", "New") if each.name == "New"))
    yield session, request.param, {each.name: each for each in those(tree, "page tab")}
    next(started, None)  # that of its own ends here


def those(tree, role, name=""):
    return [each for each in tree.walk() if each.role == role and each.name.startswith(name)]


def judge(session, tree, least):
    """Whatever takes the focus has a name, a role that fits, and its label where one stands beside it."""
    stops = [each for each in tree.walk() if each.focusable and each.role in ROLES]
    assert len(stops) >= least
    assert [f"{each.role} {each.at}" for each in stops if not each.name.strip()] == []
    inner = {each.at for picture in those(tree, "graphic") for each in picture.within}
    rest = [each for each in tree.walk() if each.focusable and each.role not in ROLES | {"cell"}]
    assert {each.role for each in rest} <= {"filler", "page tab list"}  # what scrolls or holds others
    assert len([each for each in rest if not each.name and each.at not in inner]) <= 1  # the whole room
    return stops


def test_that_every_stop_of_release_says_what_it_is(opened):
    session, state, _ = opened
    wanted = {"empty": "Choose a file", "file chosen": "count age", "plan filled": "total ε"}[state]
    tree, _ = session.until(lambda tree: [each for each in tree.walk() if each.name.startswith(wanted)])
    stops = judge(session, tree, 12)
    fields = [each for each in stops if each.role in TYPED]
    silent = [each for each in fields if not (session.labels(each.at) or each.description)]
    assert [each.name for each in silent if each.role != "slider"] == []
    if state != "plan filled":
        return
    for name in (
        "unit",
        "id column",
        "rows per person, at most",
        "neighbours",
        "title",
        "total ε",
        "charged to",
    ):
        assert [name] in [session.labels(each.at) for each in fields if each.name == name], name
    unit = next(each for each in fields if each.name == "unit")
    assert "protected together" in unit.description
    account = next(each for each in fields if each.name == "charged to")
    assert "opens the account" in account.description


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("age", ("histogram 1", "edges")),
        ("ages", ("ranges 1", "quantiles", "strategy", "edges")),
        ("stay", ("sum 1", "lower bound", "upper bound", "step")),
        ("both", ("marginals 1", "tables", "rounds", "private check")),
    ],
)
def test_that_every_stop_of_each_kind_of_table_says_what_it_is(opened, kind, names):
    """Each opened by its head, as a listener does."""
    session, state, _ = opened
    if state != "plan filled":
        pytest.skip("it has no plan")
    _, heads = session.until(lambda tree: those(tree, "check box", kind))
    assert session.call(heads[0].at, ACTION, "DoAction", "i", (0,))[0]
    tree, _ = session.until(lambda tree: [each for each in tree.walk() if each.name == names[1]])
    fields = [each for each in judge(session, tree, 12) if each.role in TYPED | {"spin box"}]
    silent = [each for each in fields if not (session.labels(each.at) or each.description)]
    assert [each.name for each in silent if each.role != "slider"] == []
    assert set(names) <= {each.name for each in fields}
    assert "number of simulated rows in the preview" in {each.name for each in fields}


def test_that_every_stop_of_the_ledger_says_what_it_is(opened):
    session, _, tabs = opened
    session.press(tabs["Ledger"])
    tree, _ = session.until(lambda tree: those(tree, "push button", "Verify again"))
    judge(session, tree, 8)
    session.press(tabs["Release"])


def test_that_a_release_is_agreed_to_and_read_by_a_screen_reader_alone(opened):
    session, state, _ = opened
    if state != "plan filled":
        tree, buttons = session.until(lambda tree: those(tree, "push button", "Release"))
        assert "to settle first" in buttons[0].description
        return
    _, buttons = session.until(
        lambda tree: [each for each in those(tree, "push button", "Release") if not each.description]
    )
    session.press(buttons[0])
    question, agreed = session.until(
        lambda tree: those(tree, "push button", "Spend and release"), session.question
    )
    judge(session, question, 5)
    session.press(agreed[0])
    tree, _ = session.until(lambda tree: those(tree, "push button", "Release again"))
    judge(session, tree, 20)
    test_that_every_stop_of_the_ledger_says_what_it_is(opened)
