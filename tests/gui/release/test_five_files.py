"""Five files as people have them, released in one window from nothing: what a person does is counted.

A press, a choice in a dialog of the system, and a text that is typed or pasted are one action each. The
first release of a computer opens its account; each later file is of other people, and gets one of its own.
"""

import csv
import io
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog
from stewards import summary

from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.release.preflight.statement_question import StatementQuestion
from explorer.gui.release.release_summary import ReleaseSummary
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books

pytestmark = pytest.mark.begins_in("release", "plan", "publish")
MOST = 10
CHANCE = random.Random(7)


def table(header, rows, delimiter=",", quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writerows([header, *rows])
    return text.getvalue()


def penguins():
    """As R writes it: a blank name over the numbers of the rows, NA for what is missing."""
    header = ["", "species", "island", "bill_length_mm", "body_mass_g", "sex", "year"]
    rows = [
        (
            n,
            CHANCE.choice(("Adelie", "Gentoo", "Chinstrap")),
            "Dream",
            39.1,
            CHANCE.choice(("NA", 3750)),
            "NA",
        )
        for n in range(1, 345)
    ]
    return table(header, [(*each, 2007 + each[0] % 3) for each in rows]).encode()


def person_years():
    """Several years of each person."""
    header = ["person_id", "year", "age", "doctor_visits", "health"]
    rows = [(f"P{n:05}", year, 20 + n % 45, n % 9, n % 3) for n in range(800) for year in range(1, 4)]
    return table(header, rows).encode()


def insurance():
    """Short names that tell nothing, several rows of each person, and nothing that tells them apart."""
    header = ["mdvis", "lncoins", "idp", "lpi", "fmde", "physlm", "disea", "hlthg", "hlthf", "hlthp"]
    rows = [(n % 7, 4.61512, 1, 6.907755, 0, 0, 13.73189, 1, 0, 0) for n in range(2000)]
    return table(header, rows).encode()


def flights():
    """A year's departures."""
    header = ["year", "month", "day", "dep_time", "carrier", "tailnum", "origin", "air_time", "time_hour"]
    rows = [
        (
            2013,
            1 + n % 12,
            1 + n % 28,
            517 + n % 900,
            "UA",
            f"N{n % 300}",
            "EWR",
            n % 200,
            "2013-01-01T05:00:00Z",
        )
        for n in range(9000)
    ]
    return table(header, rows).encode()


def prices():
    """A spreadsheet's export on Windows: cp1252, semicolons, decimal commas."""
    rows = [(n, f"{n % 40},{n % 10}0", "Köln" if n % 3 else "Ort – 5 €") for n in range(500)]
    return table(["Nr", "Größe", "Straße"], rows, ";").encode("cp1252")


def airports():
    """Tabs, and more time zones than anybody would type."""
    rows = [(f"A{n:03}", f"Field {n}", 40.1, f"America/Zone_{n % 4}") for n in range(900)]
    return table(["faa", "name", "lat", "tzone"], rows, "\t").encode()


class Steward:
    """A hand that counts."""

    def __init__(self, hand, monkeypatch):
        self.hand, self.monkeypatch, self.actions = hand, monkeypatch, 0

    def press(self, words, within=None):
        self.hand.click(words, within)
        self.done()

    def pick(self, path):
        """In the system's own dialog, which opened at the press before."""
        self.monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        self.monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))
        self.actions += 1

    def tick(self, name):
        box = self.hand.find(QCheckBox, f"count {name}")
        corner = box.rect().topLeft() + box.rect().bottomLeft() / 2
        self.hand.qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=corner)
        self.done()

    def choose_kind(self, name, words):
        self.press(f"kind of {name}", self.hand.card("plan"))
        menu = QApplication.activePopupWidget()
        next(each for each in menu.findChildren(QAction) if each.text() == words).trigger()
        menu.close()
        self.done()

    def type(self, path, text):
        self.hand.type(self.hand.plan_field(path).editor, text)
        self.done()

    def done(self):
        self.actions += 1
        self.hand.settled()
        self.hand.settled()

    def begin(self, path):
        """Another file in the same window: the plan of the last one is given up."""
        if self.hand.store.state.releasing.plan:
            self.press("New", self.hand.card("plan"))
            self.actions -= 1  # the release before ended there
        self.pick(path)
        first = not self.hand.store.state.releasing.csv
        self.press("Choose a file" if first else "other file", self.hand.card("plan"))

    def settle_and_release(self, new_account, folder=None):
        card = self.hand.card("publish")
        if folder is not None:
            self.pick(folder)  # in the dialog that the press opens
        assert judged(self.hand.store.state.releasing.plan)[0] is not None
        self.press("Release", card)
        if new_account:  # which the press asks for
            self.press("I state this", self.hand.dialog(StatementQuestion))
            self.hand.until(lambda: self.hand.dialogs(ReleaseSummary))
        self.press("Spend and release", summary(self.hand))
        self.hand.until(lambda: not self.hand.furnished.busy)
        self.hand.settled()


def test_that_five_files_are_released_from_nothing_in_few_actions_each(hand, tmp_path, monkeypatch):
    out = tmp_path / "released"
    out.mkdir()
    files = {
        "penguins": penguins(), "person-years": person_years(), "flights": flights(), "prices": prices(),
        "airports": airports(),
    }  # fmt: skip
    for name, content in files.items():
        (tmp_path / f"{name}.csv").write_bytes(content)
    counted = {}

    def released(name, tables, *made, folder=None):
        steward = Steward(hand, monkeypatch)
        steward.begin(tmp_path / f"{name}.csv")
        for act, *given in (*tables, ("press", "One table", hand.card("plan")), *made):
            getattr(steward, act)(*given)
        steward.settle_and_release(bool(counted), folder)
        counted[name] = steward.actions

    EDGES = "histogram.1.column.1.edges"
    released(
        "penguins", [("tick", "species")],
        ("type", "histogram.1.column.1.categories", "Adelie, Chinstrap, Gentoo"), folder=out,
    )  # fmt: skip
    assert document(hand.store.state.releasing.plan)["privacy"].get("id_column") is None
    released(
        "person-years", [("tick", "age")], ("type", EDGES, "0, 30, 45, 65"),
        ("type", "privacy.rows_per_person", "3"),
    )  # fmt: skip
    assert document(hand.store.state.releasing.plan)["privacy"]["id_column"] == "person_id"
    released("flights", [("tick", "month")], ("type", EDGES, "1 2 3 4 5 6 7 8 9 10 11 12 13"))
    assert document(hand.store.state.releasing.plan)["histogram"][0]["column"][0]["whole"] is True
    released("prices", [("tick", "Größe")], ("type", EDGES, "0; 10,5; 20; 40"))
    plan = document(hand.store.state.releasing.plan)
    assert (plan["input"]["encoding"], plan["input"]["delimiter"], plan["input"]["decimal"]) == (
        *("cp1252", ";", ","),
    )
    released("airports", [("choose_kind", "tzone", "categories found in the data")])
    assert counted == {"penguins": 8, "person-years": 9, "flights": 8, "prices": 8, "airports": 8}
    assert max(counted.values()) < MOST  # the first page opens the dialog of the file itself
    accounts = read_books(ledger_folder()).accounts
    assert list(accounts) == ["default", "person-years", "flights", "prices", "airports"]
    assert [each.apart for each in accounts.values()] == [False, True, True, True, True]
    read = {path.stem: path.read_text("utf-8") for path in out.glob("*.csv")}
    assert read.keys() == {"species", "age", "month", "Groesse", "tzone"}
    assert read["Groesse"].splitlines()[1].startswith("from 0 to 10.5,0,10.5,")
    assert read["month"].splitlines()[1].startswith("1,1,2,")
    assert all("America/Zone_" in line for line in read["tzone"].splitlines()[1:5])
    assert len(read["age"].splitlines()) == 1 + 3 + 4


def test_that_a_file_whose_names_tell_nothing_is_released_from_nothing_in_ten_actions(
    hand, tmp_path, monkeypatch
):
    """The kind is chosen, which ticks the column too; the release asks for the folder."""
    path = tmp_path / "randhie.csv"
    path.write_bytes(insurance())
    (tmp_path / "released").mkdir()
    steward = Steward(hand, monkeypatch)
    steward.begin(path)
    steward.choose_kind("mdvis", "numbers")
    steward.press("One table", hand.card("plan"))
    steward.type("histogram.1.column.1.edges", "0 1 2 3 4 5 6")
    steward.type("privacy.rows_per_person", "5")
    steward.settle_and_release(new_account=False, folder=tmp_path / "released")
    assert steward.actions == MOST
    assert len((tmp_path / "released" / "mdvis.csv").read_text().splitlines()) == 1 + 6 + 4
