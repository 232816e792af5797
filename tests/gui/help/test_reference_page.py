"""The reference opens from the menu, in the window's language, and is told where nothing opens it."""

import ast
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices

from explorer.export.reports import reference
from explorer.gui.help import reference_page
from explorer.gui.shell.cover import Cover


@pytest.fixture(autouse=True)
def quick_formulas(monkeypatch):
    """Formulas are drawn in the tests of the page."""
    monkeypatch.setattr(reference, "formula_svg", lambda *_: "<svg></svg>")


def test_that_the_reference_is_written_and_opened(hand, monkeypatch):
    opened = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True
    )
    action = next(each for name, each in hand.furnished.actions.found.items() if name.startswith("Reference"))
    action.trigger()
    action.trigger()  # once more while it is written
    hand.until(lambda: bool(opened))
    (path,) = opened
    assert "randomized-response" in Path(path).read_text(encoding="utf-8")


def test_that_nothing_is_opened_without_looking_whether_it_was():
    source = Path(reference_page.__file__).parents[2]
    unseen = [
        path.name
        for path in source.rglob("*.py")
        if "openUrl" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and "openUrl" in ast.unparse(node) and isinstance(node.value, ast.Call)
    ]
    assert unseen == []


def test_that_a_person_is_told_where_the_reference_is_if_nothing_opens_it(hand, monkeypatch):
    told = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    monkeypatch.setattr(reference_page, "tell", lambda window, words: told.append(words))
    reference_page.show_reference(hand.furnished.context)
    hand.until(lambda: told)
    assert "reference-en.html" in told[0]
    hand.until(lambda: not hand.window.findChildren(Cover))
