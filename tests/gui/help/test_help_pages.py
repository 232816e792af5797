"""The pages of the help say what the window is now: its keys, its contrasts, the exit codes."""

from pathlib import Path

import psycopg
import PySide6
import pytest
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLabel, QToolButton

from explorer.app.help.exit_codes import EXIT_CODES
from explorer.app.plotting.palette import least_contrast
from explorer.gui.help import about, accessibility_page, exit_codes_page, keyboard_page


def text_of(sections):
    return "\n".join(
        "\n".join((each.title, *(" ".join(row) for row in each.rows), *each.lines)) for each in sections
    )


def key_texts(sequences):
    native = QKeySequence.SequenceFormat.NativeText
    return {
        each.toString(native).replace("PgDown", "Page Down").replace("PgUp", "Page Up") for each in sequences
    }


def keyboard(hand):
    (button,) = [each for each in hand.window.findChildren(QToolButton) if each.objectName() == "menuButton"]
    return text_of(keyboard_page.sections(hand.furnished.context, button.menu()))


def test_that_the_page_of_keys_has_every_key_of_the_window_with_what_it_does(hand):
    page = keyboard(hand)
    actions = keyboard_page.keyed(hand.window.actions())
    assert len(actions) > 15
    for action in actions:
        assert action.text(), key_texts(action.shortcuts())
        assert f"{' / '.join(keyboard_page.keys_of(action))} {action.text()}" in page


def test_that_a_key_that_hardly_any_keyboard_has_is_not_told(qapp):
    """X11 knows F14 for Undo, and laptops have a key of that name."""
    action = QAction()
    action.setShortcuts([QKeySequence(each) for each in ("Ctrl+Z", "F14", "F5", "Undo", "Help")])
    assert keyboard_page.keys_of(action) == ("Ctrl+Z", "F5")


def test_that_the_page_of_keys_tells_those_of_panes_and_of_the_presenter_too(hand):
    for workspace in ("compose", "learn"):
        hand.open(workspace)
    hand.action("Presenter mode").trigger()
    hand.settled()
    page, sources = keyboard(hand), [hand.window, hand.furnished.presenter.screen]
    keys = [one.key() for each in sources for one in each.findChildren(QShortcut)]
    keys += [key for each in sources for one in each.findChildren(QAction) for key in one.shortcuts()]
    found = key_texts(keys)
    assert {"Space", "R", "N", "Ctrl+Shift+Up"} <= found
    digits = {str(each) for each in range(1, 10)}
    media = {"Open", "Save", "Undo", "Redo", "Copy"}  # keys of some keyboards that are named like the command
    assert {key for key in found - digits - media if key not in page} == set()
    hand.furnished.presenter.screen.leave.trigger()


@pytest.mark.begins_in("explore", "one-release")
def test_that_the_statement_tells_the_numbers_of_the_program(hand):
    page = text_of(accessibility_page.sections(hand.furnished.context, (1.0, 1.6)))
    commands = len(keyboard_page.keyed(hand.window.actions()))
    assert f"{commands} commands have keys of their own" in page
    assert "up to 160 %" in page
    assert least_contrast(words=True) >= 4.5
    assert least_contrast(words=False) >= 3
    assert "4.8 to 1" in page


@pytest.mark.begins_in("explore", "one-release")
def test_that_exit_codes_stand_on_one_page_and_licences_in_about(hand):
    context = hand.furnished.context
    codes, _ = exit_codes_page.sections(context)
    assert [code for code, _ in codes.rows] == list(EXIT_CODES)
    assert "“audit” has refuted" in codes.rows[1][1]
    assert "`" not in text_of(exit_codes_page.sections(context))  # a mark of the manual, not of a page
    licences = about.sections(context)[-1]
    assert "GNU Lesser General Public License" in text_of([licences])
    for package in (PySide6, psycopg):  # under that licence: they are files that a person may replace
        assert str(Path(package.__file__).parent) in text_of([licences])


@pytest.mark.parametrize(
    "page", [keyboard_page, accessibility_page, exit_codes_page], ids=["keys", "statement", "codes"]
)
@pytest.mark.begins_in("explore", "one-release")
def test_that_a_page_opens_from_the_menu_and_scrolls_by_keys(hand, page):
    title = hand.furnished.context.say(page.TITLE)
    hand.action(title).trigger()
    (dialog,) = [each for each in hand.window.findChildren(QDialog) if each.isVisible()]
    assert dialog.windowTitle() == title
    assert title in [each.text() for each in dialog.findChildren(QLabel)]
    dialog.reject()


@pytest.mark.begins_in("explore", "one-release")
def test_that_the_rows_of_all_sections_are_aligned(hand):
    hand.action(hand.furnished.context.say(keyboard_page.TITLE)).trigger()
    (dialog,) = [each for each in hand.window.findChildren(QDialog) if each.isVisible()]
    said = {"Open a session …", "Undo", "Next pane", "Explain what has the focus"}  # one of each section
    places = {each.text(): each.x() for each in dialog.findChildren(QLabel) if each.text() in said}
    assert places.keys() == said
    assert len(set(places.values())) == 1
    dialog.reject()
