"""A program that ends between the draw and its files, and a file that is another one by then."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTableWidget
from stewards import PLAN, agree, brought_back, button, chosen, spent, summary, write_canary

from explorer.__main__ import main
from explorer.app.core.release_messages import FileChosen, PlanOpened
from explorer.gui.release.preflight.statement_question import StatementQuestion
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books

pytestmark = pytest.mark.begins_in("release", "publish")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "publish")  # where the form is looked at
ROOT = Path(__file__).parents[3]
KILLED = """
import os, sys
from pathlib import Path
from explorer.app.core.release_messages import FileChosen, PlanOpened
from explorer.app.core.state import State, Workspace
from explorer.gui.release.publish_export import Exports
from explorer.gui.shell.main_controller import MainController
from explorer.gui.shell.qt_application import dress, the_application
from explorer.gui.shell.settings import Settings
from explorer.gui.shell.window import Window
from explorer.gui.widgets.theme import Theme
from explorer.language import Language

plan, table, out = map(Path, sys.argv[1:])
Exports.export_to = lambda *_, **__: os._exit(9)
app, theme = the_application(), Theme("light", 1.0)
dress(app, theme)
window = Window(theme, Language("en"), Settings())
window.show()
controller = MainController(window, State(workspace=Workspace.RELEASE), front_only=True)
controller.store.dispatch(PlanOpened(plan.read_text()))
controller.store.dispatch(FileChosen(str(table)))
controller.panels["publish"].send_to(out)
while not controller.panels["publish"].busy:
    app.processEvents()
    controller.panels["publish"].begin()
app.exec()
"""
"""A window in which a release is made, and which is gone when its files are to be written."""


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory):
    """The folder that such a window works in, and a copy of what it left; "place" says where that lay."""
    folder = tmp_path_factory.mktemp("killed")
    return {"folder": folder, "copy": folder / "behind"}


@pytest.fixture
def killed(left_behind, folders_of_its_own, monkeypatch):
    """What such a window leaves; a program of its own is started once, by the first test."""
    folder, copy = left_behind["folder"], left_behind["copy"]
    if "place" in left_behind:
        brought_back(copy, left_behind["place"], monkeypatch)
    else:
        plan, table = write_canary(folder)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", KILLED, str(plan), str(table), str(folder / "out")]
        assert subprocess.run(command, env=environment, check=False, capture_output=True).returncode == 9
        shutil.copytree(folders_of_its_own, copy)
        left_behind.update(place=folders_of_its_own, table=table)
    assert spent() == 0.5
    assert not (folder / "out").exists()
    return left_behind["table"]


def test_that_a_draw_whose_files_were_never_written_is_exported_in_the_next_window(
    killed, hand, tmp_path, monkeypatch
):
    hand.open("ledger")
    hand.settled()
    table = hand.card("spends").findChild(QTableWidget)
    assert table.rowCount() == 1
    assert "The draw is saved: exporting it again is free" in hand.said(hand.card("spends"))
    folder = tmp_path / "published"
    folder.mkdir()
    chosen(monkeypatch, folder)
    hand.click("Export release 1 again …", hand.card("spends"))
    hand.until(lambda: not hand.furnished.busy)
    assert {path.name for path in folder.iterdir()} == {"city.csv", "city.csv-metadata.json"}
    assert spent() == 0.5
    assert main(["ledger", "export", "1", "--out", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again" / "city.csv").read_bytes() == (folder / "city.csv").read_bytes()


@WITH_PLAN
def test_that_the_same_plan_is_not_paid_for_again_by_mistake(killed, hand, tmp_path):
    """The account has nothing left: it goes on for another that is named and stated."""
    hand.store.dispatch(PlanOpened(PLAN))
    hand.store.dispatch(FileChosen(str(killed)))
    hand.panel("publish").send_to(tmp_path / "out")
    hand.settled()
    assert "is more than “default” has" in hand.said(hand.card("publish"))
    hand.click("Release", hand.card("publish"))
    hand.settled()
    question = hand.window.findChild(StatementQuestion)
    assert question.isVisible()
    question.reject()
    hand.settled()
    assert spent() == 0.5


def grown(path):
    with path.open("a") as file:
        file.write("x9,north,\n")


def test_that_a_file_that_changed_since_it_was_chosen_is_looked_at_again_before_the_summary(canary):
    assert button(canary, "Release").isEnabled()
    grown(canary.table)
    canary.click("Release", canary.card("publish"))
    canary.settled()
    assert "people.csv has changed since it was looked at" in canary.refusals(canary.card("publish"))[0]
    assert spent() == 0
    agree(canary)  # it fits the plan as before
    assert spent() == 0.5
    assert canary.refusals(canary.card("publish")) == []


def test_that_a_file_that_no_longer_fits_is_known_once_it_is_looked_at_again(canary):
    canary.table.write_text("person,town\n1,north\n")
    canary.click("Release", canary.card("publish"))
    canary.settled()
    canary.settled()
    assert "does not name: city, id" in canary.said(canary.card("publish"))
    assert not button(canary, "Release").isEnabled()
    canary.table.unlink()
    canary.store.dispatch(FileChosen(str(canary.table)))
    canary.settled()
    canary.settled()
    assert "does not exist" in canary.said(canary.card("publish"))
    assert read_books(ledger_folder()).accounts == {}


def test_that_what_was_agreed_to_of_another_file_is_not_spent(canary):
    canary.click("Release", canary.card("publish"))
    box = summary(canary)
    grown(canary.table)
    canary.click("Spend and release", box)
    canary.settled()
    assert "has changed since it was looked at, so nothing was spent" in "".join(
        canary.refusals(canary.card("publish"))
    )
    assert not canary.furnished.busy
    assert spent() == 0
