"""The palette in a real window: what it finds, what taking a hit does, and where the focus goes."""

from operator import attrgetter

import pytest
from cases_in_one import cases_in_one
from hands import PATIENCE, in_front
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QListView,
    QMenu,
    QMessageBox,
    QStyle,
    QStyleOptionFrame,
    QToolButton,
)
from thoroughness import combined

from explorer.app.core.message import Moved
from explorer.app.core.release_messages import AuditRunsChosen
from explorer.app.core.start import StartFrom
from explorer.app.core.state import SECTIONS, State, Workspace
from explorer.app.explore.deployments import deployments
from explorer.app.explore.harm_severity import HARMS
from explorer.app.explore.presets import PRESETS
from explorer.app.figures import every_picture
from explorer.app.finder.entry import ExportMenu
from explorer.app.finder.pane_buttons import PANE_BUTTONS
from explorer.app.finder.synonyms import known
from explorer.app.help.facts import every_fact
from explorer.app.release.plan.plan_field_titles import general
from explorer.gui.explore.deployments_table import Deployed
from explorer.gui.fields.field_sentence import FieldSentence
from explorer.gui.finder.finder_rows import TITLES, entries
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.release.plan_files import example_plan
from explorer.gui.widgets.explain import Popover, sentence_case
from explorer.gui.workspaces.card_layout import CARD_SPECS, WORKSPACES
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import parameters

CARDS = ("one-release",)
pytestmark = pytest.mark.begins_in("explore", *CARDS)
CONTROL = Qt.KeyboardModifier.ControlModifier


class Finding:
    """The palette, worked by keys."""

    def __init__(self, hand):
        self.hand, self.field = hand, hand.furnished.actions.finder

    def open(self):
        self.hand.window.activateWindow()
        self.hand.until(self.hand.window.isActiveWindow)  # a moment after a question is closed
        self.hand.press(Qt.Key.Key_K, CONTROL)
        assert self.field.hasFocus()

    def type(self, text):
        self.open()
        return self.type_anew(text)

    def type_anew(self, text):
        """In place of what stands in the field, which is open."""
        self.field.setText("")
        self.field.insert(text)  # as from the clipboard; by its letters: `test_that_hits_follow_each_letter`
        self.field.textEdited.emit(text)
        return self.field.hits

    def press(self, key):
        self.hand.qtbot.keyClick(self.field, key)

    def take(self, text, identity):
        """Type, walk to the hit of this id, and enter it."""
        place = [row.id for row in self.type(text)].index(identity)
        for _ in range(place):
            self.press(Qt.Key.Key_Down)
        self.press(Qt.Key.Key_Return)
        self.hand.settled()
        QApplication.processEvents()  # what is done in a pane once it is laid out

    def ids(self):
        return [row.id for row in self.field.hits]


@pytest.fixture
def palette(hand):
    return Finding(hand)


def text_under(field):
    """What the list says beside its hits."""
    return [each.text() for each in field.list.findChildren(QLabel) if each.isVisible() and each.text()]


# What it finds


FIRST = {
    "export": "export:",
    "gauss": "mechanism:gaussian",
    "delta": "parameter:target.delta",
    "eps": "parameter:target.epsilon",
    "sign": "button:sign-off",
    "record": "action:Decision record",
    "report": "button:report",
    "help": "action:",
    "PLD": "bound:numerical",
    "CSV": "export:",
    "undo": "action:Undo",
    "budget": "pane:inverse",
    "budget per release": "pane:inverse",
    "chart": "pane:",
    "plot": "pane:",
    "decision": "action:Decision record",
    "dark": "setting:theme:dark",
    "larger": "setting:scale:1.25",
    "chinese": "setting:language:zh_CN",
    "OpenDP": "button:code",
    "dwork": "bound:advanced",
    "regions": "picture:regions-of-many",
    "excel": "button:tables",
    "clipboard": "action:Copy a picture",
    "screenshot": "action:Copy a picture",
    "print": "button:report",
    "dark mode": "setting:theme:dark",
    "bigger text": "setting:scale:",
    "settings": "setting:",
    "keyboard": "action:Keyboard",
    "shortcut": "action:Keyboard",
    "legend": "action:Mouse and keys in pictures",
    "hide curve": "action:Mouse and keys in pictures",
    "tutorial": "action:What do you want to decide?",
    "welcome": "action:What do you want to decide?",
    "start": "start:",
    "start from a total": "start:total",
    "a/b": "pane:compare",
    "keep scale": "button:keep-scale",
    "log": "button:logarithmic",
    "mean": "plan:query.mean",
    "sources": "action:Reference",
    "about": "action:What this program guarantees",
    "schema": "pane:plan",
    "f-dp": "bound:gaussian-dp",
    "how safe": "pane:risk",
    "what is epsilon?": "parameter:target.epsilon",
    "how do I export": "export:",
    "where is the budget": "pane:inverse",
    "open the ledger": "workspace:ledger",
    "open file": "button:private-file",
    "upload csv": "button:private-file",
    "spark": "button:server-table",
    "create account": "button:open-account",
    "export gaussian": "mechanism:gaussian",
    "switch language": "setting:language",
    "make text bigger": "setting:scale:",
    "save my work": "action:Save the session",
    "copy chart": "action:Copy a picture",
    "fullscreen": "action:Full screen",
    "next slide": "action:Presenter mode",
    "compare mechanisms": "pane:compare",
    "error bars": "help:margin",
    "deidentification": "lesson:linkage",
    "machine learning": "mechanism:gaussian-vector",
    "which epsilon is safe": "start:",
    "yearly budget": "pane:year",
    "median": "plan:query.quantiles",
    "marginals": "plan:query.tables",
    "coin flip": "lesson:randomised-response",
    "audit trail": "workspace:ledger",
    "transmitted connection": "action:What this program guarantees",
}
FIRST_IN_CHINESE = {
    "导出": "export:",
    "高斯": "mechanism:gaussian",
    "签署": "button:sign-off",
    "帮助": "action:",
    "灵敏度": "help:sensitivity",
    "敏感度": "parameter:target.sensitivity",
    "设置": "setting:",
    "深色": "setting:theme:dark",
    "字体": "setting:scale:",
    "剪贴板": "action:Copy a picture",
    "快捷键": "action:Mouse and keys in pictures",
    "入门": "action:What do you want to decide?",
    "打印": "button:report",
    "谁受保护": "plan:privacy.unit",
    "发布计划": "pane:plan",
    "从误差范围出发": "start:margin",
    "平均值": "pane:clipping",
    "什么是失败概率": "parameter:target.delta",
    "怎么导出": "export:",
    "k 120": "parameter:composing.count",
    "打开账本": "workspace:ledger",
    "查看账本": "workspace:ledger",
    "打开文件": "button:private-file",
    "上传文件": "button:private-file",
    "新建账户": "button:open-account",
    "导出高斯": "mechanism:gaussian",
    "德尔塔": "parameter:target.delta",
    "增量": "parameter:target.delta",
    "伊普西隆": "parameter:target.epsilon",
    "换成英文": "setting:language:en",
    "切换语言": "setting:language",
    "放大字体": "setting:scale:",
    "恢复布局": "action:Put all panes back",
    "比较机制": "pane:compare",
    "如何选择 ε": "parameter:target.epsilon",
    "噪声多大": "help:standard-deviation",
    "重识别": "lesson:linkage",
    "分箱": "pane:plan",
    "机器学习": "mechanism:gaussian-vector",
    "审批": "button:sign-off",
    "术语表": "action:Reference",
    "export": "export:",
    "gauss": "mechanism:gaussian",
}
BESIDE = {
    "help": "action:What this program guarantees",
    "keyboard": "action:Mouse and keys in pictures",
    "record": "button:sign-off",
    "decision": "button:sign-off-year",
    "CSV": "button:tables",
    "chart": "picture:renyi",
    "budget": "parameter:composing.total_epsilon",
}


def test_that_the_words_of_the_field_find_something_sensible(palette):
    palette.open()
    for text, first in FIRST.items():
        palette.type_anew(text)
        listed = palette.ids()
        assert listed, text
        assert listed[0].startswith(first), text
        assert BESIDE.get(text, listed[0]) in listed, text


def test_that_chinese_words_of_the_field_find_something_sensible(open_window):
    palette = Finding(open_window(language="zh_CN", front_only=True, cards=CARDS))
    palette.open()
    for text, first in FIRST_IN_CHINESE.items():
        listed = [row.id for row in palette.type_anew(text)]
        assert listed, text
        assert listed[0].startswith(first), text


def test_that_hits_follow_each_letter(palette):
    whole = [row.id for row in palette.type("delta")]
    palette.field.setText("")
    palette.hand.qtbot.keyClicks(palette.field, "d")
    before = palette.ids()
    palette.hand.qtbot.keyClicks(palette.field, "elta")
    assert palette.field.text() == "delta"
    assert before != palette.ids() == whole


def test_that_the_scale_is_kept_by_the_name_of_its_link(open_window):
    palette = Finding(open_window(front_only=True))
    palette.take("keep scale", "button:keep-scale")
    assert palette.hand.find(QToolButton, "keep scale", palette.hand.card("released-value")).isChecked()


def registered():
    """The id of every mechanism, bound, preset, parameter, fact, pane and workspace."""
    yield from (f"preset:{each}" for each in PRESETS)
    for section, kind in SECTIONS.items():
        yield from (f"parameter:{section}.{each}" for each in parameters(kind))
    yield from (f"mechanism:{each}" for each in every_mechanism())
    yield from (f"bound:{each}" for each in every_composition())
    yield from (f"help:{each}" for each in every_fact())
    yield from (f"pane:{spec.card}" for spec in CARD_SPECS)
    yield from (f"workspace:{name}" for name, _ in WORKSPACES)


@pytest.mark.parametrize(("wide", "language"), combined([960, 1100, 1280], ["en", "zh_CN"]))
def test_that_the_field_says_what_it_is_for_in_whole_words(open_window, language, wide):
    hand = open_window(language=language, size=(wide, 600), cards=("one-release",))
    field = hand.furnished.actions.finder
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    room = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    words = field.placeholderText()
    assert field.fontMetrics().horizontalAdvance(words) <= room.width()
    assert words.startswith(("Find", "查找"))


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_everything_in_the_window_is_found_by_its_own_name(open_window, language):
    hand = open_window(language=language, front_only=True, cards=CARDS)
    finding, say = Finding(hand), hand.furnished.context.say
    every = entries(hand.furnished.actions.commands)
    assert set(registered()) <= {each.id for each in every}
    assert len({each.id for each in every}) == len(every)
    finding.open()
    for each in every:
        finding.field.setText(say(each.title))
        finding.field.textEdited.emit(finding.field.text())
        assert each.id in finding.ids(), say(each.title)


def test_that_every_action_of_the_menu_is_found_and_other_words_are_kept_only_for_what_there_is(hand):
    actions = hand.furnished.actions
    titles = {row.title for row in Finding(hand).type("")}
    assert {sentence_case(text) for text in actions.found if text != "Two probability tables …"} <= titles
    every = {each.id for each in entries(actions.commands)}
    settings = {each.rpartition(":")[0] for each in every if each.startswith("setting:")}
    assert known() <= every | settings


def test_that_a_picture_is_listed_by_the_title_that_its_pane_bears():
    offered = {name for spec in CARD_SPECS for name, _ in spec.pictures} - {spec.card for spec in CARD_SPECS}
    assert {name: every_picture()[name].title for name in offered} == TITLES


def test_that_hits_say_their_kind_and_their_keys(palette):
    (undo, *_) = palette.type("undo")
    assert (undo.title, undo.shortcut, undo.kind) == ("Undo", "Ctrl+Z", "action · not possible now")
    palette.press(Qt.Key.Key_Return)
    assert palette.field.hits  # nothing to undo: nothing is done
    (compose, *_) = palette.type("compose")
    assert (compose.title, compose.shortcut, compose.kind) == ("Compose", "Ctrl+2", "workspace")
    assert palette.type("sign")[0].kind == "action · Release"


# What taking a hit does


@cases_in_one(
    "text, part, value",
    [
        ("eps 0.5", "epsilon", 0.5),
        ("epsilon 0.5", "epsilon", 0.5),
        ("ε 0,5", "epsilon", 0.5),
        ("delta 1e-7", "delta", 1e-7),
        ("sensitivity 2", "sensitivity", 2),
    ],
)
def test_that_a_parameter_is_set_in_one_step_that_is_undone(palette, text, part, value):
    before = palette.hand.store.state.target
    palette.type(text)
    palette.press(Qt.Key.Key_Return)
    palette.hand.settled()
    assert getattr(palette.hand.store.state.target, part) == value
    assert palette.field.text() == ""
    palette.hand.store.undo()
    assert palette.hand.store.state.target == before


def test_that_the_number_of_releases_opens_compose(palette):
    palette.hand.only("one-release")
    palette.type("k 120")
    palette.press(Qt.Key.Key_Return)
    palette.hand.settled()
    assert palette.hand.store.state.composing.count == 120
    assert palette.hand.window.workspace == "compose"


@cases_in_one(
    "text, identity, part, value",
    [
        ("eps 2", "parameter:target.epsilon", "target.epsilon", 2),
        ("gauss", "mechanism:gaussian", "mechanism", "gaussian"),
        ("start from a margin", "start:margin", "start.chosen", StartFrom.MARGIN),
    ],
)
def test_that_a_hit_leads_out_of_a_workspace_that_does_not_show_it(palette, text, identity, part, value):
    palette.hand.open("ledger")
    palette.take(text, identity)
    assert palette.hand.window.workspace == "explore"
    assert attrgetter(part)(palette.hand.store.state) == value
    assert value is not StartFrom.MARGIN or palette.hand.find(FieldSentence, "")


def test_that_no_number_shows_the_parameter_and_a_refused_one_is_told_and_changes_nothing(palette):
    before = palette.hand.store.state
    (first, *_) = palette.type("eps abc")
    assert first.id == "parameter:target.epsilon"
    assert first.detail == "now 1; from 10⁻⁶ to 50"
    (first, *_) = palette.type("eps 500")
    assert first.refused
    assert first.title == "ε must lie between 10⁻⁶ and 50, not 500"
    palette.press(Qt.Key.Key_Return)
    assert palette.field.text() == "eps 500"
    assert palette.field.hits
    assert palette.hand.store.state == before


def test_that_a_parameter_without_a_value_waits_for_one(palette):
    palette.type("epsilon")
    palette.press(Qt.Key.Key_Return)
    assert palette.field.text() == "ε "
    assert palette.field.hasFocus()
    assert palette.ids()[0] == "parameter:target.epsilon"
    palette.hand.qtbot.keyClicks(palette.field, "3")
    palette.press(Qt.Key.Key_Return)
    assert palette.hand.store.state.target.epsilon == 3


def test_that_a_preset_and_a_workspace_are_opened(palette):
    palette.hand.only("one-release")
    palette.take("example 3.7", "preset:example-3-7")
    assert palette.hand.store.state.composing.count == 10_000
    palette.take("ledger", "workspace:ledger")
    assert palette.hand.window.workspace == "ledger"


@pytest.mark.begins_in("explore", *CARDS, "clipping")
def test_that_a_pane_comes_to_the_front_with_the_focus_in_it(palette):
    palette.take("clipping", "pane:clipping")
    card = palette.hand.card("clipping")
    assert card.isVisible()
    assert card.isAncestorOf(QApplication.focusWidget())


def test_that_a_pane_of_the_left_column_is_brought_back(palette):
    palette.hand.open("ledger")
    palette.hand.card("one-release").close()
    palette.take("one release", "pane:one-release")
    assert palette.hand.window.workspace == "explore"
    assert palette.hand.card("one-release").isVisible()


def test_that_a_further_picture_is_shown_in_its_pane(palette):
    palette.take("renyi divergence", "picture:renyi")
    assert dict(palette.hand.store.state.shown) == {"trade-off": "renyi"}
    palette.take("error rates", "pane:trade-off")
    assert dict(palette.hand.store.state.shown)["trade-off"] == "trade-off"


def open_menu(hand):
    menus = [each for each in hand.window.findChildren(QMenu) if each.isVisible()]
    assert len(menus) == 1
    return menus[0]


def opened_by(palette, export):
    """An export is taken, and the menu of its picture is there."""
    palette.take("export", export)
    menu = open_menu(palette.hand)
    assert [each.text() for each in menu.actions()][:4] == ["SVG", "PNG", "PDF", "CSV"]
    assert QApplication.focusWidget() is None or palette.hand.window.isAncestorOf(QApplication.focusWidget())
    menu.close()


@pytest.mark.begins_in("explore")
def test_that_an_export_opens_the_menu_of_its_picture(palette):
    opened_by(palette, "export:privacy-loss")
    opened_by(palette, "export:clipping")
    for path in ("composing.count", "composing.horizon"):  # few releases: their noise takes seconds
        palette.hand.store.dispatch(Moved(path, 10.0))
    palette.hand.only("composition")
    opened_by(palette, "export:noise-per-release")


def test_that_every_export_has_its_link(open_window):
    hand = open_window(State(workspace=Workspace.EXPLORE), front_only=True, cards=CARDS)
    hand.only("one-release")  # the links of the others stand there before their pictures
    example_plan(hand.furnished.context)
    offered = {
        each.taking.card
        for each in entries(hand.furnished.actions.commands)
        if isinstance(each.taking, ExportMenu)
    }
    for spec in CARD_SPECS:
        hand.furnished.open_card(spec.card)
        links = [each.text() for each in hand.card(spec.card).head.findChildren(QToolButton)]
        assert ("export" in links) == spec.exported, spec.card
    assert offered <= {spec.card for spec in CARD_SPECS if spec.exported}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_every_button_that_is_found_stands_in_its_pane(open_window, language):
    hand = open_window(language=language, front_only=True, cards=CARDS)
    for button in PANE_BUTTONS:
        card, words = hand.card(button.card), hand.furnished.context.say(button.words)
        hand.furnished.open_card(button.card)
        hand.settled()
        here = {each.text() for each in card.findChildren(QAbstractButton)}
        behind = {each.text() for each in card.findChildren(QAction)}
        assert words in here | behind, button.id


def test_that_every_field_of_a_plan_is_found_and_has_the_focus(palette):
    hand = palette.hand
    example_plan(hand.furnished.context)
    hand.open("release")
    hand.settled()
    titles = {each.id: each.title for each in entries(hand.furnished.actions.commands)}
    say, fields = hand.furnished.context.say, hand.card("plan").findChildren(Field)
    assert len({general(each.path) for each in fields}) > 15
    for each in fields:
        title = titles[f"plan:{general(each.path)}"]
        assert each.path.endswith(".name") or each.name.text() == say(title), each.path
    palette.take("id column", "plan:privacy.id_column")
    hand.until(hand.plan_field("privacy.id_column").editor.hasFocus)


@cases_in_one(
    "text, identity, told",
    [
        ("edges", "plan:column.edges", "“edges” is not possible yet"),  # a field that the plan has not
        ("preflight", "button:release", "not possible yet"),
        ("report", "button:report", "“Report …” is not possible yet: see the pane “Before the release”"),
    ],
)
def test_that_what_is_not_possible_yet_is_told_beside_its_pane(palette, text, identity, told):
    palette.hand.open("explore")
    palette.take(text, identity)
    assert palette.hand.window.workspace == "release"
    box = palette.hand.dialog(QMessageBox)
    assert told in box.text()
    box.accept()


def test_that_a_harm_sets_its_epsilon_and_a_rhythm_its_number_of_releases(palette):
    palette.hand.only("one-release")
    palette.take("insurance", "harm:some")
    assert palette.hand.store.state.target.epsilon == pytest.approx(HARMS["some"].epsilon, rel=1e-6)
    palette.take("every week", "rhythm:weekly")
    assert palette.hand.store.state.composing.count == 52
    assert palette.hand.window.workspace == "compose"


def test_that_a_published_deployment_is_shown_in_its_row(palette):
    first = deployments()[0]
    name = palette.hand.furnished.context.say(first.name)
    palette.type(name)
    palette.take(name, palette.ids()[0])
    page = palette.hand.dialog()
    table = page.findChild(Deployed)
    (row,) = {each.row() for each in table.selectedIndexes()}
    assert table.item(row, 1).text() in name
    page.reject()


def test_that_a_plan_is_signed_off_and_tested_by_the_buttons_of_its_panes(palette):
    example_plan(palette.hand.furnished.context)
    palette.take("sign", "button:sign-off")
    dialog = palette.hand.dialog()
    assert dialog.windowTitle() == "Sign off the plan"
    dialog.reject()
    palette.hand.open("explore")
    palette.hand.store.dispatch(AuditRunsChosen("100"))
    palette.take("test this", "button:test")
    assert palette.hand.window.workspace == "release"
    palette.hand.until(lambda: palette.hand.store.state.releasing.tested is not None)


def test_that_escape_and_an_explanation_give_the_focus_back(palette):
    before = palette.hand.field("ε")
    before.setFocus()
    palette.type("gauss")
    palette.press(Qt.Key.Key_Escape)
    assert before.hasFocus()
    assert palette.field.hits == ()
    assert palette.field.text() == ""
    palette.take("precision", "help:alarm-right")
    (popover,) = [each for each in palette.field.findChildren(Popover) if each.isVisible()]
    assert popover.accessibleName() == "Precision (positive predictive value)"
    popover.close()
    palette.hand.until(before.hasFocus)
    assert palette.field.hits == ()


def test_that_an_action_and_a_setting_are_done(front_alone, start, qtbot):
    program = start()
    finder = program.furnished.actions.finder
    finder.open()
    qtbot.keyClicks(finder, "theme dark")
    qtbot.keyClick(finder, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.window.theme.name == "dark", timeout=PATIENCE)


# Opened empty


def test_that_recent_ones_come_first_without_their_values(open_window):
    first = open_window(cards=CARDS)
    palette = Finding(first)
    palette.take("gauss", "mechanism:gaussian")
    palette.type("eps 0.123")
    palette.press(Qt.Key.Key_Return)
    assert [row.id for row in palette.type("")][:2] == ["parameter:target.epsilon", "mechanism:gaussian"]
    assert palette.field.hits[1].kind == "recent · mechanism"
    kept = first.window.settings.text("finder/recent")
    assert kept.split("\n") == ["parameter:target.epsilon", "mechanism:gaussian"]
    first.leave()
    second = Finding(open_window(cards=CARDS))
    assert [row.id for row in second.type("")][:2] == ["parameter:target.epsilon", "mechanism:gaussian"]
    assert len(second.ids()) == len(set(second.ids()))


def test_that_recent_ones_that_are_no_more_are_passed_over(palette):
    palette.hand.window.settings.set("finder/recent", "mechanism:luck\npane:risk\n\npane:risk")
    assert palette.type("")[0].id == "pane:risk"
    assert palette.field.hits[1].kind == "workspace"


def test_that_no_more_than_eight_recent_ones_are_kept(palette):
    for spec in CARD_SPECS[:10]:
        palette.take(spec.title.text, f"pane:{spec.card}")
    assert len(palette.hand.window.settings.text("finder/recent").split("\n")) == 8


# How it looks and where the focus goes


def test_that_nothing_found_is_said_with_what_to_try_and_a_long_text_is_cut_there(palette):
    assert palette.type("regression") == ()
    assert text_under(palette.field)
    assert palette.type("xyz") == ()
    told = text_under(palette.field)
    assert "Nothing found for “xyz”. Try a mechanism" in told[0]
    assert not palette.field.list.findChild(QListView).isVisible()
    palette.press(Qt.Key.Key_Return)
    palette.press(Qt.Key.Key_Down)
    assert palette.field.hasFocus()
    palette.type("q" * 200)
    (told,) = text_under(palette.field)
    assert "“" + "q" * 39 + "…”" in told


def test_that_keys_walk_the_hits_stop_at_the_ends_and_always_go_to_the_field(palette):
    count = len(palette.type(""))
    chosen = palette.field.list
    palette.press(Qt.Key.Key_Up)
    assert chosen.current == 0
    palette.press(Qt.Key.Key_Down)
    assert chosen.current == 1
    palette.press(Qt.Key.Key_PageDown)
    assert 4 < chosen.current < count - 1
    for _ in range(count):
        palette.press(Qt.Key.Key_Down)
    assert chosen.current == count - 1
    palette.press(Qt.Key.Key_PageUp)
    assert chosen.current < count - 1
    chosen.findChild(QListView).setFocus()  # as something may do
    assert palette.field.hasFocus()


def test_that_hits_that_are_scrolled_under_a_resting_mouse_are_not_chosen_and_one_it_is_moved_to_is(palette):
    count = len(palette.type(""))
    chosen = palette.field.list
    view = chosen.findChild(QListView)
    QCursor.setPos(view.viewport().mapToGlobal(QPoint(40, 60)))
    palette.type("")
    QApplication.processEvents()
    for _ in range(count):
        palette.press(Qt.Key.Key_Down)
    assert chosen.current == count - 1
    place = view.visualRect(view.model().index(count - 3, 0)).center()
    QCursor.setPos(view.viewport().mapToGlobal(place))
    palette.hand.qtbot.mouseMove(view.viewport(), place)
    palette.hand.until(lambda: chosen.current == count - 3)
    QCursor.setPos(0, 0)
    model = view.model()
    assert (model.rowCount(), model.rowCount(model.index(0, 0))) == (count, 0), "no hit has hits within"


def test_that_a_click_takes_a_hit_and_one_elsewhere_closes_the_list(palette):
    palette.type("compose")
    view = palette.field.list.findChild(QListView)
    place = view.visualRect(view.model().index(0, 0)).center()
    palette.hand.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    palette.hand.settled()
    assert palette.hand.window.workspace == "compose"
    palette.type("gauss")
    palette.hand.field("k").setFocus()
    assert palette.field.hits == ()


def test_that_nothing_is_gathered_before_a_click_on_the_field_lists_everything(palette):
    assert palette.field.hits == ()
    views = palette.hand.window.findChildren(QListView)
    assert [each for each in views if each.accessibleName() == "Hits"] == []
    palette.hand.window.activateWindow()
    QTest.mouseClick(palette.field, Qt.MouseButton.LeftButton)
    assert len(palette.field.hits) > 200


@pytest.mark.parametrize(
    ("size", "type_used"), combined([(1280, 800), (960, 600)], [("en", 1.0), ("zh_CN", 1.0), ("en", 1.6)])
)
def test_that_hits_are_whole_within_the_window(open_window, size, type_used):
    language, scale = type_used
    hand = open_window(size=size, language=language, scale=scale, cards=CARDS)
    palette = Finding(hand)
    palette.type("")
    chosen, view = palette.field.list, palette.field.list.findChild(QListView)
    room = chosen.geometry()
    assert hand.window.rect().contains(room)
    assert palette.field.mapTo(hand.window, QPoint(0, palette.field.height())).y() <= room.top()
    for place, row in enumerate(palette.field.hits):
        option = view.sizeHintForIndex(view.model().index(place, 0))
        assert option.width() <= view.viewport().width()
        metrics = view.fontMetrics()
        lines = -(-metrics.horizontalAdvance(row.title) // option.width())
        assert option.height() >= lines * metrics.height()
    assert in_front(view)


def test_that_the_field_is_wide_while_it_is_open_in_a_narrow_window(open_window):
    hand = open_window(size=(960, 600), cards=CARDS)
    palette = Finding(hand)
    narrow = palette.field.width()
    palette.type("gauss")
    assert palette.field.width() == palette.field.maximumWidth() > narrow
    palette.press(Qt.Key.Key_Escape)
    hand.until(lambda: palette.field.width() == narrow)


def test_that_the_list_follows_the_size_of_the_window(palette):
    palette.type("export")
    palette.hand.window.resize(1000, 640)
    palette.hand.until(lambda: palette.hand.window.width() == 1000)
    assert palette.hand.window.rect().contains(palette.field.list.geometry())


# For ears


def test_that_the_list_has_a_role_a_name_and_whole_words_and_tells_how_many(palette):
    palette.type("gauss")
    view = palette.field.list.findChild(QListView)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() is QAccessible.Role.List
    assert interface.text(QAccessible.Text.Name) == "Hits"
    first = interface.child(0).text(QAccessible.Text.Name)
    assert first == "Gaussian, mechanism"
    assert palette.field.accessibleDescription() == f"Hits: {len(palette.field.hits)}"
    palette.type("xyz")
    assert palette.field.accessibleDescription().startswith("Nothing found for “xyz”")
