"""Tokens and prime counts in the rows: nothing that the window says, logs or keeps may hold them."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QWindow
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from stewards import COUNTS, TOKENS, agree, exported

from explorer.app.session import saved
from explorer.export.forms import Forms
from explorer.gui.release.publication.publication_menu import copy_table
from explorer.gui.release.publish_export import Exports
from explorer.release import noise


@pytest.fixture
def everywhere():
    """All that any workspace says is looked through."""
    return True


def everything_said(hand):
    """Every word that any part of the window could show or read aloud."""
    said = []
    for each in [hand.window, *hand.window.findChildren(QObject)]:
        for name in (
            "text",
            "toolTip",
            "statusTip",
            "whatsThis",
            "accessibleName",
            "accessibleDescription",
            "windowTitle",
            "placeholderText",
        ):
            if isinstance(each, QWidget | QAction | QWindow) and callable(told := getattr(each, name, None)):
                said.append(str(told()))
    figure = hand.panel("preview").figure
    said += [repr(column) for column in figure.table.columns] + [repr(layer) for layer in figure.layers]
    return "\n".join(said)


def clipped():
    """All that lies on the clipboard, in every form."""
    data = QApplication.clipboard().mimeData()
    if data is None:  # nothing was ever put there
        return ""
    return "".join(bytes(data.data(form)).decode("latin-1") for form in data.formats()) + data.text()


def reported_and_stated(hand, out, monkeypatch):
    """Everything that is made of a release, from Release and from the ledger; what the window says of it."""

    def written(button, card, name):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out / name), ""))
        hand.furnished.open_card(card)
        hand.settled()
        hand.click(button, hand.card(card))
        hand.until(lambda: not hand.furnished.busy)
        hand.settled()
        assert (out / name).exists()

    written("Report …", "publish", "report.html")
    hand.open("ledger")
    said = everything_said(hand)
    written("Report …", "spends", "again.html")
    for extension in ("csv", "json"):
        written("Statement of “default” …", "entries", f"statement.{extension}")
    return said + everything_said(hand)


def test_that_no_row_and_no_true_count_is_ever_said_or_kept(
    canary, monkeypatch, capfd, folders_of_its_own, tmp_path
):
    monkeypatch.setattr(noise, "discrete_laplace", lambda bits, scale, count: 7 + np.arange(count))
    agree(canary)
    exported(canary, tmp_path / "out", monkeypatch)
    (drawn,) = canary.store.state.releasing.drawn
    exports = canary.panel("publish").findChild(Exports)
    exports.export_to(tmp_path / "out" / "forms", drawn, Forms(crosstab=True, consistent=True))
    assert len(list((tmp_path / "out" / "forms").iterdir())) == 4
    copied = ""
    for across in (False, True):
        copy_table(drawn, 0, across)
        copied += clipped()
    assert str(COUNTS[0] + 7) in copied
    said = reported_and_stated(canary, tmp_path / "out", monkeypatch)
    for workspace in ("explore", "compose", "release"):
        canary.open(workspace)
    said += everything_said(canary) + saved(canary.store.state) + copied
    canary.until(lambda: list((folders_of_its_own / "state").glob("running-*.json")))
    said += "".join(path.read_text("utf-8") for path in (folders_of_its_own / "state").glob("running-*.json"))
    canary.leave()
    written = b"\n".join(
        path.read_bytes()
        for folder in (folders_of_its_own, tmp_path / "out")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )
    assert (folders_of_its_own / "state" / "session.json").exists()
    printed = capfd.readouterr()
    silent = said + printed.out + printed.err
    for token in TOKENS:
        assert token not in silent
        assert token.encode() not in written
    for count in (*COUNTS, sum(COUNTS)):
        # A count is a number by itself: in the middle of a random identity or a hash its digits mean nothing.
        alone = rf"(?<![0-9a-f]){count}(?![0-9a-f])"
        assert re.search(alone, silent) is None
        assert re.search(alone.encode(), written) is None
    assert str(COUNTS[0] + 7).encode() in written  # the search finds what is published
