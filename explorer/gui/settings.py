"""What the window remembers: theme, language, where cards stand, the session to recover. No data, ever."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from explorer.app.palette import THEMES
from explorer.language import LANGUAGES

MOTIONS = ("reduced", "system")


def settings_folder() -> Path:
    """`PRIVACY_EXPLORER_STATE`, else the platform's folder for settings."""
    override = os.environ.get("PRIVACY_EXPLORER_STATE")
    if override:
        return Path(override)
    place = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(place)) / "privacy-explorer"


class Settings:
    """A small file of remembered choices."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings_folder()
        self._file = QSettings(str(self.folder / "window.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str | None:
        """The chosen theme; None follows the system."""
        chosen = str(self._file.value("theme", ""))
        return chosen if chosen in THEMES else None

    @property
    def language(self) -> str | None:
        """The chosen language; None follows the system."""
        chosen = str(self._file.value("language", ""))
        return chosen if chosen in LANGUAGES else None

    @property
    def motion(self) -> str:
        """How much may move by itself: "reduced" (nothing does), or "system" (what the system allows)."""
        chosen = str(self._file.value("motion", ""))
        return chosen if chosen in MOTIONS else MOTIONS[0]

    @property
    def scale(self) -> float:
        """How much larger than designed everything is (presenter mode)."""
        try:
            return min(max(float(str(self._file.value("scale", "1"))), 1.0), 2.0)
        except ValueError:
            return 1.0

    def set(self, key: str, value: object) -> None:
        """Remember one thing."""
        self._file.setValue(key, value)

    def forget(self, key: str) -> None:
        """Follow the system again."""
        self._file.remove(key)

    def bytes(self, key: str) -> QByteArray | None:
        """A remembered layout, if there is one."""
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else None

    def text(self, key: str) -> str:
        """A remembered text; empty where there is none."""
        return str(self._file.value(key, ""))

    @property
    def session_path(self) -> Path:
        """Where the session is kept for recovery."""
        return self.folder / "session.json"
