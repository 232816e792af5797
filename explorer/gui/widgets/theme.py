"""How the window looks: colours by role, type by size, one style sheet. Needs nothing but QtGui.

Nothing here decides what a colour means (`explorer.app.plotting.palette` does); this turns roles into Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

from explorer.app.plotting.palette import palette
from explorer.resources import resource

# Sizes in pixels on the design's grid: labels, body, titles, values, the one key number of a card.
LABEL, BODY, TITLE, VALUE, KEY = 11, 13, 15, 20, 28
FAMILY = "Inter"


@dataclass(frozen=True)
class Theme:
    """One look: `name` is light or dark, `scale` enlarges all type (presenter mode)."""

    name: str = "light"
    scale: float = 1.0

    @property
    def colours(self) -> Mapping[str, str]:
        """Role to hexadecimal colour."""
        return palette(self.name)

    def colour(self, role: str, opacity: float = 1.0) -> QColor:
        """The colour of a role: one and the same for all who ask, so nobody may change it."""
        return _colour(self.colours[role], opacity)

    def size(self, pixels: float) -> int:
        """A length or type size under this scale."""
        return round(pixels * self.scale)

    def font(self, pixels: int = BODY, strong: bool = False) -> QFont:
        """The interface's font at one size; figures are tabular, so that numbers don't jump."""
        font = QFont(QGuiApplication.font())
        font.setPixelSize(self.size(pixels))
        font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
        return font


@lru_cache(maxsize=512)
def _colour(hexadecimal: str, opacity: float) -> QColor:
    """Read once: some ninety are asked for in a frame."""
    colour = QColor(hexadecimal)
    colour.setAlphaF(opacity)
    return colour


def load_fonts() -> None:
    """Make the shipped fonts known; characters that they lack come from the system."""
    for name in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))


def base_font(theme: Theme) -> QFont:
    """The application's font: the shipped one, with the system's for what it lacks."""
    font = QFont(QGuiApplication.font())
    others = (family for family in QFont(font).families() if family != FAMILY)  # as of the look before
    font.setFamilies([FAMILY, *others])
    font.setPixelSize(theme.size(BODY))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def system_theme(undressed: QPalette) -> str:
    """Light or dark, as the desktop says; where it says nothing, as its own palette `undressed` looks."""
    from PySide6.QtCore import Qt  # all its enumerations: the first paint does not wait for them

    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme is not Qt.ColorScheme.Unknown:
        return "dark" if scheme is Qt.ColorScheme.Dark else "light"
    return palette_theme(undressed)


def palette_theme(undressed: QPalette) -> str:
    """Light or dark, as Qt's palette looks: Fusion and the desktops give it the colours of their scheme."""
    return "dark" if undressed.window().color().lightness() < 128 else "light"


def qt_palette(theme: Theme) -> QPalette:
    """The theme as Qt's palette, for everything that Qt draws by itself."""
    role = QPalette.ColorRole
    chosen = QPalette()
    for qt, ours in (
        (role.Window, "page"),
        (role.WindowText, "ink"),
        (role.Base, "field"),
        (role.AlternateBase, "card"),
        (role.Text, "ink"),
        (role.Button, "field"),
        (role.ButtonText, "ink"),
        (role.ToolTipBase, "card"),
        (role.ToolTipText, "ink"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "accent"),
        (role.PlaceholderText, "faint"),
        (role.Mid, "line"),
        (role.Light, "card"),
        (role.Dark, "line"),
    ):
        chosen.setColor(qt, theme.colour(ours))
    for qt in (role.WindowText, role.Text, role.ButtonText):
        chosen.setColor(QPalette.ColorGroup.Disabled, qt, theme.colour("faint"))
    return chosen


def style_sheet(theme: Theme) -> str:
    """What the palette can't say: cards, links, flat buttons, fields."""
    values = {**theme.colours, **{f"px{size}": f"{theme.size(size)}px" for size in _SIZES}}
    for icon in ("chevron", "tick"):
        values[f"icon_{icon}"] = resource("icons", f"{icon}-{theme.name}.svg").as_posix()
    sheet = _SHEET
    for name in sorted(values, key=len, reverse=True):
        sheet = sheet.replace(f"@{name}", values[name])
    return sheet


_SIZES = (4, 6, 8, 10, LABEL, 12, BODY, TITLE, 16, VALUE, KEY, 32)
_SHEET = """
QMainWindow::separator { background: transparent; width: @px12; height: @px12; }
QMainWindow { background: @page; }
#topbar { background: @card; border: none; border-bottom: 1px solid @line; }
#foot { background: @card; border: none; border-top: 1px solid @line; }
#brand { font-size: @px16; font-weight: 600; color: @ink; }
QToolButton#tab { border: none; border-bottom: 3px solid transparent; padding: @px12 @px4 @px10 @px4;
  font-size: @px15; color: @muted; background: transparent; }
QToolButton#tab:checked { color: @accent; border-bottom-color: @accent; font-weight: 600; }
QToolButton#tab:hover { color: @accent; }
QToolButton#tab:focus { color: @accent; background: @field; }
#cardHead { background: @card; border: 1px solid @line; border-bottom: none;
  border-top-left-radius: @px8; border-top-right-radius: @px8; }
#cardHead:focus { border-color: @accent; }
#cardBody { background: @card; border: 1px solid @line; border-top: none;
  border-bottom-left-radius: @px8; border-bottom-right-radius: @px8; }
#welcome { background: @page; border: none; }
#cover { background: @card; color: @ink; border: 1px solid @faint; border-radius: @px8; padding: @px16; }
#tour { background: @card; border: 1px solid @accent; border-radius: @px8; }
#frame { background: @card; border: 1px solid @line; border-radius: @px8; }
#cardTitle { font-size: @px15; font-weight: 600; color: @ink; }
#label, #assumption { font-size: @px11; color: @muted; }
#section { font-size: @px15; font-weight: 600; color: @ink; }
#body { color: @ink; }
#muted { color: @muted; }
#pictureTitle { font-size: @px13; font-weight: 600; color: @ink; }
#value { font-size: @px20; font-weight: 600; color: @ink; }
#key { font-size: @px28; font-weight: 600; color: @ink; }
#verdict { background: @field; border: none; border-left: 3px solid @with; border-radius: @px4; }
#verdictTitle { font-size: @px13; font-weight: 600; color: @text_with; }
QToolButton#fold { border: none; background: transparent; padding: @px4 0; font-weight: 600; color: @ink; }
QToolButton#fold:hover, QToolButton#fold:focus { color: @accent; }
#refusal { font-size: @px11; color: @refused; }
QLabel[dimmed="true"], #key[dimmed="true"], #body[dimmed="true"], #label[dimmed="true"],
#section[dimmed="true"] { color: @faint; }
#progress { background: transparent; border: none; }
#progress[working="true"] { background: @accent; }
#disc { background: @quiet; color: @muted; border-radius: @px12; font-weight: 600; }
#disc[standing="done"] { background: @accent; color: @on_accent; }
#disc[standing="next"] { background: @ink; color: @card; }
#box { background: @field; border: 1px solid @line; border-radius: @px6; }
#boxTitle { font-weight: 600; color: @ink; background: transparent; }
QPushButton#kind { text-align: left; padding: 0 @px32 0 @px8; border-radius: @px6;
  background-image: url("@icon_chevron"); background-repeat: no-repeat; background-origin: border;
  background-position: center right; }
QToolButton#link { border: none; background: transparent; color: @accent; font-size: @px11;
  padding: @px4; border-radius: @px4; }
QToolButton#link[flush="left"] { padding-left: 0; margin-left: -@px4; }
QToolButton#link[flush="right"] { padding-right: 0; margin-right: -@px4; }
QToolButton#link:hover, QToolButton#link:focus { background: @field; }
QToolButton#link:checked { background: @field; font-weight: 600; }
QToolButton#link:disabled { color: @faint; }
QToolButton#presented, QToolButton#presentedSymbol { border: none; background: transparent; padding: 0; }
QToolButton#presented { color: @muted; }
QToolButton#presentedSymbol { color: @ink; }
QToolButton#presented:hover, QToolButton#presented:focus, QToolButton#presented:checked,
QToolButton#presentedSymbol:hover, QToolButton#presentedSymbol:focus { color: @accent; }
QToolButton#presented:disabled { color: @quiet; }
#segments { background: @field; border: 1px solid @line; border-radius: @px6; }
QToolButton#segment { border: 1px solid transparent; background: transparent; color: @muted;
  font-size: @px11; padding: @px4 0; border-radius: @px4; min-width: 22px; }
QToolButton#segment:hover { color: @accent; }
QToolButton#segment:checked { background: @card; color: @accent; border-color: @line; }
QToolButton#segment:focus { border-color: @accent; }
#popover { background: @card; border: 1px solid @faint; }
QToolButton#menuButton { border: none; background: transparent; color: @ink; font-size: @px20;
  padding: @px4 @px8; border-radius: @px6; }
QToolButton#menuButton:hover, QToolButton#menuButton:focus { background: @field; color: @accent; }
QToolButton#menuButton::menu-indicator { image: none; width: 0; }
QToolButton#link::menu-indicator { image: none; width: 0; }
QLineEdit, QPlainTextEdit, QComboBox { background: @field; color: @ink; border: 1px solid @faint;
  border-radius: @px6; padding: @px6 @px8; selection-background-color: @accent;
  selection-color: @on_accent; }
QLineEdit, QPlainTextEdit { placeholder-text-color: @muted; }
QPushButton, QToolButton, QCheckBox, QRadioButton, QComboBox, QTabBar, QListView { outline: none; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus { border: 1px solid @accent; }
TextField > TypedLine:disabled { color: @muted; background: transparent; }
QLineEdit#inline, QComboBox#inline { padding: 0 @px4; }
QLineEdit#inline:disabled, QComboBox#inline:disabled { color: @faint; }
QPushButton#inline { padding: @px4 @px8; font-size: @px12; }
QLineEdit[refused="true"], QPlainTextEdit[refused="true"] { border: 1px solid @refused; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("@icon_chevron"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @card; color: @ink; border: 1px solid @line;
  selection-background-color: @selection; selection-color: @ink; outline: none; }
QPushButton { background: @field; color: @ink; border: 1px solid @line; border-radius: @px6;
  padding: @px8 @px12; }
QPushButton:hover { border-color: @accent; }
QPushButton:focus { border: 1px solid @accent; }
QPushButton:disabled { color: @faint; }
QPushButton#answer { text-align: left; }
QPushButton#answer:checked { background: @selection; border-color: @accent; font-weight: 600; }
#caution { background: @field; border: none; border-radius: @px6; }
QPushButton#primary, QPushButton[primary="true"] { background: @accent; color: @on_accent;
  border: 1px solid @accent; font-weight: 600; }
QPushButton#primary:disabled, QPushButton[primary="true"]:disabled { background: @quiet; color: @faint;
  border-color: @quiet; }
QPushButton#primary:focus, QPushButton[primary="true"]:focus { border: 2px solid @ink; }
QMenu { background: @card; color: @ink; border: 1px solid @line; padding: @px4; }
QMenu::item { padding: @px6 @px32 @px6 @px16; border-radius: @px4; }
QMenu::item:selected { background: @selection; color: @ink; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: @px4 @px8; }
QTabBar { qproperty-drawBase: 0; background: transparent; font-size: @px11; }
QTabBar::tab { background: transparent; color: @muted; font-size: @px11; padding: @px4 @px8; border: none;
  border-bottom: 2px solid transparent; margin: 0 @px4 @px4 0; }
QTabBar::tab:selected { color: @accent; border-bottom-color: @accent; }
QTabBar::tab:hover, QTabBar::tab:focus { color: @accent; background: @field; }
QToolTip { background: @card; color: @ink; border: 1px solid @line; padding: @px4; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar::handle:vertical { background: @quiet; border-radius: 4px; min-height: 24px; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle:horizontal { background: @quiet; border-radius: 4px; min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QListView { background: @card; color: @ink; border: 1px solid @line; padding: @px4; outline: none;
  selection-background-color: @selection; selection-color: @ink; }
QListView::item { padding: @px6; }
#popover QListView { border: none; padding: 0; }
QTableWidget, QTableView, QListWidget { background: @card; color: @ink; border: none; gridline-color: @line;
  selection-background-color: @selection; selection-color: @ink; }
QHeaderView::section { background: @card; color: @muted; border: none; border-bottom: 1px solid @line;
  padding: @px4; font-size: @px11; }
QHeaderView { background: @card; border: none; }
QTableCornerButton::section { background: @card; border: none; }
QProgressBar { background: @quiet; border: none; border-radius: 1px; max-height: 3px; }
QProgressBar::chunk { background: @accent; border-radius: 1px; }
QCheckBox { color: @ink; spacing: @px8; min-height: 24px; }
QCheckBox::indicator, QListWidget::indicator {
  width: 16px; height: 16px; border: 1px solid @faint; border-radius: 4px;
  background: @field; }
QCheckBox::indicator:checked, QListWidget::indicator:checked {
  background: @accent; border-color: @accent; image: url("@icon_tick"); }
QCheckBox::indicator:focus { border: 2px solid @ink; width: 14px; height: 14px; }
QRadioButton { color: @ink; spacing: @px8; min-height: 24px; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @faint; border-radius: 8px;
  background: @field; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid @accent; background: @card; }
QRadioButton::indicator:focus { border-color: @ink; }
QDialog { background: @card; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
"""
