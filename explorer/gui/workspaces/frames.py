"""The cards before they are there: frames and titles where each card will stand."""

from __future__ import annotations

import re

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.card_layout import FULL_WIDTH, rows, specs_of, standing
from explorer.gui.workspaces.card_spec import CardSpec
from explorer.language import Language

LEFT_WIDTH = 296
GAP = 12  # pixels between cards, and around them
_WIDEST, _GROWS, _DESIGNED = 400, 0.08, 1280  # the column in a large window, and by how much it grows
_NARROWEST, _BESIDE = 232, 330  # pixels: the column in a window too small for its type, and a card beside it


def left_width(theme: Theme, window: int) -> int:
    """How wide the left column is in a window of this width.

    A large window gives it a little more; one that is small for its type takes what a card needs beside it.
    """
    more = max(_GROWS * (window - theme.size(_DESIGNED)), 0)
    wide = min(theme.size(LEFT_WIDTH) + round(more), theme.size(_WIDEST))
    return min(wide, max(window - 3 * theme.size(GAP) - theme.size(_BESIDE), theme.size(_NARROWEST)))


Spot = tuple[float, float, float, float]  # x, y, width, height as shares of the room


def spot_of(card: QWidget, room: QWidget) -> Spot:
    """Where a card stands in its room now."""
    wide, high = room.width() + GAP, room.height() + GAP
    return card.x() / wide, card.y() / high, (card.width() + GAP) / wide, (card.height() + GAP) / high


def designed_spots(specs: tuple[CardSpec, ...]) -> dict[str, Spot]:
    """Where the cards of a workspace stand at first: those of a row share what its first one had."""
    spots: dict[str, Spot] = {}
    for spec in standing(specs):
        if not spec.beside:
            spots[spec.card] = (0.0, 0.0, 1.0, 1.0)
    for row in rows(specs):
        x, y, width, height = spots[row[0].card]
        below = row[1].below
        whole = sum(spec.size[1 if below else 0] for spec in row)
        for spec in row:
            share = spec.size[1 if below else 0] / max(whole, 1)
            if below:
                spots[spec.card] = (x, y, width, height * share)
                y += height * share
            else:
                spots[spec.card] = (x, y, width * share, height)
                x += width * share
    return spots


def spots_as_text(spots: dict[str, Spot]) -> str:
    """For the settings: `card x y width height;…`."""
    return ";".join(f"{card} " + " ".join(f"{share:.5f}" for share in spot) for card, spot in spots.items())


def spots_of_text(text: str) -> dict[str, Spot]:
    """What `spots_as_text` wrote; nothing of what does not read."""
    share = r" (\d{1,4}\.\d{5})"
    found = re.findall(rf"([a-z-]+){share * 4}(?:;|$)", text, re.ASCII)
    return {card: (float(x), float(y), float(width), float(height)) for card, x, y, width, height in found}


class Frames(QWidget):
    """Empty cards with their titles.

    Made of plain widgets and the style sheet: a painter of one's own would load all of Qt's enumerations
    before anything is on the screen.
    """

    def __init__(self, workspace: str, remembered: str, theme: Theme, language: Language) -> None:
        super().__init__()
        self._theme = theme
        left = () if workspace in FULL_WIDTH else specs_of("left")
        specs = standing(specs_of(workspace))
        named = {spec.card: language.say(spec.title) for spec in (*left, *specs)}
        self._left = [spec.card for spec in left]
        self._spots = spots_of_text(remembered) or designed_spots(specs)
        self._frames: dict[str, QFrame] = {}
        self.titles: list[str] = []
        for card in (*self._left, *self._spots):
            frame = QFrame(self)
            frame.setObjectName("frame")
            title = QLabel(named.get(card, ""), frame)
            title.setObjectName("cardTitle")
            title.move(theme.size(17), theme.size(11))
            self._frames[card] = frame
            self.titles.append(title.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = self._theme.size(GAP)
        left, top, down = gap, gap, self.height() - gap
        if self._left:
            column = left_width(self._theme, self.width())
            for card in self._left:
                self._frames[card].setGeometry(left, top, column, down - gap)
            left += column + gap
        across = self.width() - left
        for card, (x, y, width, height) in self._spots.items():
            self._frames[card].setGeometry(
                left + round(x * across),
                top + round(y * down),
                round(width * across) - gap,
                round(height * down) - gap,
            )
