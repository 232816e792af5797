"""What a steward does in Release: choose, agree, export; and a file whose rows can be searched for."""

import shutil
import tomllib
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QFileDialog

from explorer.app.core.release_messages import FileChosen, PlanOpened
from explorer.app.core.state import State, Workspace
from explorer.app.release.plan.plan_draft import text_of
from explorer.app.update import update
from explorer.gui.release.release_summary import ReleaseSummary
from explorer.gui.widgets.fold import FoldHead
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books
from explorer.resources import resource

PLAN = """
schema = 1
title = "Canary"

[input]
encoding = "utf-8"
delimiter = ","
quote = '"'
header = true
decimal = "."
missing = [""]

[privacy]
unit = "person"
id_column = "id"
rows_per_person = 1
neighbours = "add-remove"
mechanism = "discrete-laplace"
epsilon = "1/2"
delta = "0"

[[histogram]]
name = "city"
share = "1"

[[histogram.column]]
name = "city"
kind = "category"
categories = ["north", "south"]

[output]
confidence = "0.95"
nonnegative = false
"""
TOKENS = ("QZCANARYNAME", "QZCANARYCITY", "QZCANARYNOTE")
COUNTS = (1009, 1511)  # primes: the true counts of two cells


def write_canary(folder):
    """The plan, and a table full of tokens."""
    plan, table = folder / "plan.toml", folder / "input" / "people.csv"
    table.parent.mkdir()
    plan.write_text(PLAN)
    rows = [f"{TOKENS[0]}{number},north,{TOKENS[2]}" for number in range(COUNTS[0])]
    rows += [f"{TOKENS[0]}x{number},{TOKENS[1]},{TOKENS[2]}" for number in range(COUNTS[1])]
    table.write_text("id,city,note\n" + "\n".join(rows) + "\n")
    return plan, table


def in_release(plan, table):
    """The state once a plan was opened, and then a table chosen, with Release in front."""
    opened = PlanOpened(text_of(tomllib.loads(plan.read_text("utf-8"))), str(plan))
    return update(update(State(workspace=Workspace.RELEASE), opened), FileChosen(str(table)))


def with_people(open_window, begun_in, folder, plan):
    """A window with a plan, as TOML, and a copy of the shipped people: its form is built once, not twice.

    Other than the fixture `example`, in which the shipped plan would stand first.
    """
    own = folder / "people.csv"
    own.write_bytes(resource("examples", "people.csv").read_bytes())
    state = update(update(State(workspace=Workspace.RELEASE), PlanOpened(plan)), FileChosen(str(own)))
    workspace, cards = begun_in
    cards = cards if workspace == Workspace.RELEASE.value else ()
    hand = open_window(state, front_only=True, cards=cards)
    if not cards or "publish" in cards:
        settle_folder(hand)
    return hand


def brought_back(copy, place, monkeypatch):
    """What an earlier test left, in the place where that test had it: a witness knows its ledger by that."""
    shutil.rmtree(place)
    shutil.copytree(copy, place)
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(place / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(place / "ledger"))


def chosen(monkeypatch, path):
    """The file or folder that the person picks in the next dialogs."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))


def summary(hand):
    """What must be agreed to before anything is spent."""
    hand.until(lambda: any(each.isVisible() for each in hand.window.findChildren(ReleaseSummary)))
    return next(each for each in hand.window.findChildren(ReleaseSummary) if each.isVisible())


def settle_folder(hand):
    """Choose a folder for the released files, a new one each time."""
    folders = ledger_folder().parent / "released"
    hand.panel("publish").send_to(folders / str(len(list(folders.glob("*")))))
    hand.settled()


def agree(hand):
    """Choose a folder, press the button, read the question, agree, and wait."""
    settle_folder(hand)
    hand.click("Release", hand.card("publish"))
    hand.click("Spend and release", summary(hand))
    hand.until(lambda: not hand.furnished.busy)
    hand.settled()


def further(hand):
    """Open what another release needs, once one was made; the words above it."""
    head = hand.card("publish").findChild(FoldHead)
    if not head.isChecked():
        head.click()
        hand.settled()
    return head.accessibleName()


def spent():
    """The epsilon of all accounts of this computer's ledger."""
    return sum(float(account.spent.epsilon) for account in read_books(ledger_folder()).accounts.values())


def button(hand, text):
    return hand.find(QAbstractButton, text, hand.card("publish"))


def exported(hand, folder, monkeypatch):
    """Export into a folder; what then lies there."""
    chosen(monkeypatch, folder)
    hand.click("Export the tables …", hand.card("publish"))
    hand.settled()
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
