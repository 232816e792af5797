"""ε in context: ticks under the slider, their words under a resting mouse, and all of it in a table."""

import pytest
from hands import along
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QToolTip, QWidget

from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import declared
from explorer.app.explore.deployments import deployments, marks
from explorer.gui.explore.deployments_table import HEADINGS, Deployed, show_deployed
from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import Theme
from explorer.language import Language

pytestmark = pytest.mark.painted  # what is in use is read after the first paint


@pytest.fixture
def page(qtbot, qapp):
    """The table over a bare window."""
    window = QWidget()
    qtbot.addWidget(window)
    show_deployed(Context(Theme(), Language("en"), None, window, None))
    (table,) = window.findChildren(Deployed)
    return table.window()


def has_link(hand):
    buttons = hand.card("one-release").findChildren(QAbstractButton)
    return any(each.isVisible() and each.text() == "in use" for each in buttons)


def table_of(page):
    return page.findChildren(Deployed)[0]


def column(page, name):
    table = table_of(page)
    headings = [table.horizontalHeaderItem(place).text() for place in range(table.columnCount())]
    return [table.item(row, headings.index(name)).text() for row in range(table.rowCount())]


# On the slider


def test_that_every_recorded_epsilon_has_a_tick_and_a_resting_mouse_is_told(hand):
    hand.until(lambda: has_link(hand))
    slider, epsilon = hand.slider("ε"), declared(hand.store.state, "target.epsilon")
    for mark in marks(epsilon):
        foot = slider.width() - 2 if mark.beyond else along(slider, mark.position)
        words = "\n".join(map(hand.window.language.say, mark.deployment.sentences))
        assert words in slider.said_at(foot)
    said = slider.said_at(along(slider, epsilon.position(2.64)))
    assert "Google: COVID-19 Community Mobility, 2020" in said
    for part in ("ε = 2.64", "δ = 0", "user-day", "central", "as recorded, not checked", "arXiv:2004.04145"):
        assert part in said
    shared = slider.said_at(along(slider, epsilon.position(4.0)))
    assert shared.count("Emoji suggestions") == shared.count("Safari domains") == 1
    corner = slider.said_at(slider.width() - 2)
    assert corner.count("Demographic and Housing Characteristics") == 1
    assert "LinkedIn: Audience engagement API" in corner
    at = QPoint(along(slider, epsilon.position(0.2)), 15)
    QApplication.sendEvent(slider, QHelpEvent(QEvent.Type.ToolTip, at, slider.mapToGlobal(at)))
    hand.until(lambda: "US broadband coverage" in QToolTip.text())
    QToolTip.hideText()
    hand.until(lambda: not QToolTip.isVisible())


def test_that_only_epsilon_is_put_in_context_and_ticks_move_nothing(hand):
    before = hand.store.state
    hand.until(lambda: has_link(hand))
    assert hand.store.state == before
    hand.store.dispatch(MechanismChosen("gaussian"))
    hand.settled()
    delta = hand.slider("δ")
    assert not any(delta.said_at(x) for x in range(delta.width()))
    hand.drag_slider(hand.slider("ε"), 0.67, 0.8)
    assert hand.store.state.target.epsilon > 2


# In the table


def test_that_the_table_holds_every_fact_of_every_deployment(page):
    table = table_of(page)
    assert table.rowCount() == len(deployments())
    assert table.columnCount() == len(HEADINGS)
    assert "17.14 + 2.47 = 19.61 (ρ = 2.56, 0.07)" in column(page, "ε")
    assert "2.64" in column(page, "ε")
    assert "only ρ = 0.81" in column(page, "ε")
    assert "–" in column(page, "δ")
    assert "not recorded" in column(page, "neighbours")
    assert "arXiv:2308.16298" in column(page, "source")
    assert "corrected: the paper said 0.843" in column(page, "note")


def test_that_the_table_begins_in_the_order_of_names_and_takes_that_of_years(page):
    names = [each.casefold() for each in column(page, "who")]
    assert names == sorted(names)
    (order,) = page.findChildren(QComboBox)
    assert order.accessibleName() == "sort by"
    order.setCurrentIndex(order.findData("year"))
    years = column(page, "year")
    assert years == sorted(years, reverse=True)
    assert [order.itemData(place) for place in range(order.count())] == ["name", "year"]


def test_that_a_press_on_a_heading_sorts_by_year_or_name_but_not_by_epsilon(page):
    header = table_of(page).horizontalHeader()
    header.sectionClicked.emit(2)
    years = column(page, "year")
    assert years == sorted(years, reverse=True)
    header.sectionClicked.emit(3)
    assert column(page, "year") == years
    header.sectionClicked.emit(0)
    assert column(page, "year") != years


def test_that_the_caution_stands_above_the_table(page):
    said = "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())
    assert "never compare by ε alone" in said
    assert "never take one as a default" in said


def test_that_no_cell_is_cut_off(page):
    table = table_of(page)
    for row in range(table.rowCount()):
        assert table.rowHeight(row) >= table.sizeHintForRow(row)
        for place in range(table.columnCount()):
            longest = max(
                map(table.fontMetrics().horizontalAdvance, table.item(row, place).text().split(" "))
            )
            assert longest + 8 <= table.columnWidth(place), table.item(row, place).text()


def test_that_keys_open_and_close_it(hand):
    hand.until(lambda: has_link(hand))
    link = hand.find(QAbstractButton, "in use", hand.card("one-release"))
    assert link.focusPolicy() & Qt.FocusPolicy.TabFocus
    link.setFocus()
    hand.qtbot.keyClick(link, Qt.Key.Key_Space)
    hand.until(lambda: bool(hand.window.findChildren(Deployed)))
    page = hand.window.findChildren(Deployed)[0].window()
    hand.qtbot.keyClick(page, Qt.Key.Key_Escape)
    hand.until(lambda: not [each for each in hand.window.findChildren(QDialog) if each.isVisible()])
