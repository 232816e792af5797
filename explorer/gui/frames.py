"""The cards before they are there: frames and titles, painted where each card will stand."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.gui.places import Place, places_of
from explorer.gui.theme import TITLE, Theme
from explorer.language import Language

LEFT_WIDTH = 296
Spot = tuple[float, float, float, float]  # x, y, width, height as shares of the room


def designed_spots(places: tuple[Place, ...]) -> dict[str, Spot]:
    """Where the cards of a workspace stand at first: each one takes its share of the card beside it."""
    spots: dict[str, Spot] = {}
    sizes: dict[str, tuple[int, int]] = {}
    for place in places:
        sizes[place.card] = place.size
        if not place.beside:
            spots[place.card] = (0.0, 0.0, 1.0, 1.0)
            continue
        x, y, width, height = spots[place.beside]
        axis = 1 if place.below else 0
        share = sizes[place.beside][axis] / max(sizes[place.beside][axis] + place.size[axis], 1)
        if place.below:
            spots[place.beside] = (x, y, width, height * share)
            spots[place.card] = (x, y + height * share, width, height * (1 - share))
        else:
            spots[place.beside] = (x, y, width * share, height)
            spots[place.card] = (x + width * share, y, width * (1 - share), height)
    return spots


def spots_as_text(spots: dict[str, Spot]) -> str:
    """For the settings: `card x y width height;…`."""
    return ";".join(f"{card} " + " ".join(f"{share:.5f}" for share in spot) for card, spot in spots.items())


def spots_of_text(text: str) -> dict[str, Spot]:
    """What `spots_as_text` wrote; nothing of what does not read."""
    found = re.findall(r"([a-z-]+) ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)(?:;|$)", text, re.ASCII)
    return {card: (float(x), float(y), float(width), float(height)) for card, x, y, width, height in found}


class Frames(QWidget):
    """Empty cards with their titles."""

    def __init__(self, workspace: str, remembered: str, theme: Theme, language: Language) -> None:
        super().__init__()
        self._theme, self._left = theme, workspace != "release"
        places = places_of(workspace)
        self._named = {place.card: language.say(place.title) for place in (*places_of("left"), *places)}
        self._spots = spots_of_text(remembered) or designed_spots(places)

    @property
    def titles(self) -> tuple[str, ...]:
        """What is painted into the heads of the cards."""
        return tuple(self._named.get(card, "") for card in self._areas())

    def _areas(self) -> dict[str, QRectF]:
        gap = self._theme.size(12)
        left, top = float(gap), float(gap)
        width, height = float(self.width() - gap), float(self.height() - gap)
        areas = {}
        if self._left:
            column = self._theme.size(LEFT_WIDTH)
            areas["one-release"] = QRectF(left, top, column, height - gap)
            left += column + gap
        width -= left - gap
        for card, (x, y, across, down) in self._spots.items():
            area = QRectF(left + x * width, top + y * height, across * width - gap, down * height - gap)
            areas[card] = area
        return areas

    def paintEvent(self, _: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(TITLE, strong=True))
        ascent = painter.fontMetrics().ascent()
        radius = theme.size(8)
        for card, area in self._areas().items():
            painter.setPen(QPen(theme.colour("line"), 1.0))
            painter.setBrush(theme.colour("card"))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            painter.setPen(theme.colour("ink"))
            x, y = area.left() + theme.size(17), area.top() + theme.size(11) + ascent
            painter.drawText(round(x), round(y), self._named.get(card, ""))
