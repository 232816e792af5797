"""Every pane as a picture, and every figure as a file."""

from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from thoroughness import some

from explorer.app.core.state import State, Workspace
from explorer.gui.shell import window_pictures
from explorer.gui.shell.store import Store
from explorer.gui.shell.window_pictures import screenshot
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.language import Language
from explorer.privacy.refusal import Refusal

BEGINS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize(("theme", "language"), some([("dark", "zh_CN"), ("light", "en")], 1))
def test_that_every_pane_is_written_as_a_picture(
    nothing_left, qapp, tmp_path, folders_of_its_own, monkeypatch, theme, language
):
    briefly = SimpleNamespace(sleep=lambda seconds: Event().wait(seconds / 10))  # between two looks
    monkeypatch.setattr(window_pictures, "time", briefly)
    written = screenshot(tmp_path / "out", theme, Language(language), (1280, 800))
    names = {path.name for path in written}
    assert {"explore.png", "compose.png", "release.png", "ledger.png"} <= names
    for spec in CARD_SPECS:
        assert any(name.endswith(f"{spec.card}.png") for name in names), spec.card
    for path in written:
        image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
        assert image.width() > 100
        pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
        assert np.unique(pixels[::7, ::7]).size > 5
    assert not (folders_of_its_own / "state").exists()
    assert not (folders_of_its_own / "ledger").exists()


def test_that_a_folder_that_cannot_be_written_is_refused(nothing_left, qapp, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal):
        screenshot(tmp_path / "file" / "inside", "light", Language("en"), (1280, 800))


def export_menu(hand, card):
    return next(
        each
        for each in hand.panel(card).findChildren(QMenu)
        if "SVG" in [action.text() for action in each.actions()]
    )


@pytest.mark.parametrize(("workspace", "card"), [("explore", "released-value"), ("compose", "composition")])
def test_that_a_card_exports_its_figure(open_window, tmp_path, monkeypatch, workspace, card):
    hand = open_window(State(workspace=Workspace(workspace)), front_only=True, cards=(card,))
    for extension in ("svg", "png", "pdf", "csv"):
        path = tmp_path / f"figure.{extension}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        action = next(each for each in export_menu(hand, card).actions() if each.text() == extension.upper())
        action.trigger()
        content = path.read_bytes()
        assert len(content) > 500
        if extension in BEGINS:
            assert content.startswith(BEGINS[extension])
        else:
            names = hand.panel(card).figure.table.names
            assert content.decode().split("\n")[0].strip().split(",") == list(names)


@pytest.mark.begins_in("explore", "trade-off")
def test_that_a_picture_is_copied(hand):
    copying = next(
        each for each in export_menu(hand, "trade-off").actions() if each.text() == "Copy the picture"
    )
    copying.trigger()
    assert QApplication.clipboard().pixmap().width() > 100


@pytest.mark.begins_in("explore", "released-value")
def test_that_an_export_that_cannot_be_written_is_told(hand, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "figure.png"), ""))
    export_menu(hand, "released-value").actions()[0].trigger()
    assert str(tmp_path / "no") in hand.box().text()


@pytest.mark.begins_in("release", "preview")
def test_that_the_export_of_an_empty_preview_says_why_it_is_empty(hand, monkeypatch, tmp_path):
    asked = []
    path = tmp_path / "preview.svg"
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *words: asked.append(words[2]) or (str(path), "")
    )
    exports = {each.data(): each for each in export_menu(hand, "preview").actions() if each.data()}
    exports["svg"].trigger()
    assert hand.window.language.say(hand.panel("preview").figure.empty) in path.read_text("utf-8")
    exports["csv"].trigger()
    assert hand.box().text() == hand.window.language.say(hand.panel("preview").figure.empty)
    assert len(asked) == 1


def test_that_a_picture_waits_for_a_slow_answer(nothing_left, qapp, tmp_path, monkeypatch):
    """However long an answer takes, no picture is taken while it is awaited; the clock plays no part.

    The first one ends it: those that follow it had to wait for nothing more.
    """
    asked, saved = [], []
    busy = Store.busy.fget

    def still(store):
        asked.append(store)
        return len(asked) < 400 or busy(store)

    def grabbed(widget, *places):
        saved.append(len(asked))
        raise OSError

    monkeypatch.setattr(Store, "busy", property(still))
    hurried = SimpleNamespace(sleep=lambda _: None, monotonic=lambda: 10.0 * len(asked))
    monkeypatch.setattr(window_pictures, "time", hurried)
    monkeypatch.setattr(QWidget, "grab", grabbed)
    with pytest.raises(Refusal):
        screenshot(tmp_path / "out", "light", Language("en"), (960, 600))
    assert len(saved) == 1
    assert saved[0] >= 400
