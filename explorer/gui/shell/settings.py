"""What the window remembers: theme, language, where cards stand, the session to recover. No data, ever."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from explorer.app.plotting.palette import THEMES
from explorer.language import LANGUAGES
from explorer.mark import N_, Sentence
from explorer.release.values.bounded_files import NotOrdinary, TooLarge, read_bounded, set_aside

MOTIONS = ("reduced", "system")
FORMAT = 1
"""The number of the file's format; files of before 0.2.0 have none, and read as this one."""
_WELCOME, _SEEN = "welcome", "seen"
_DIGITS = 9  # of a number of a format, which a damaged file may make as long as it likes
_MOST = 4 * 2**20  # bytes; what is kept here takes some ten thousand


def settings_folder() -> Path:
    """`PRIVACY_EXPLORER_STATE`, else the platform's folder for settings."""
    override = os.environ.get("PRIVACY_EXPLORER_STATE")
    if override:
        return Path(override)
    place = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(place)) / "privacy-explorer"


class Settings:
    """A small file of remembered choices.

    One that is no ordinary file, too large or does not read is set aside, and so is one in which a choice
    cannot be; everything is then as at the first start, and `warning` says so. With `safe` no file is read or
    written until `take_over`.
    """

    def __init__(self, folder: Path | None = None, safe: bool = False) -> None:
        self.folder = folder or settings_folder()
        self.warning: Sentence | None = None
        self.safe = safe
        self._file: QSettings | _Unwritten = _Unwritten()
        if not safe:
            self._open(self.folder / "window.ini")

    def _open(self, path: Path) -> None:
        if (why := _unfit(path)) is not None:
            self.warning = _set_aside(path, why)
        self._file = _read(path)
        if (why := self._wrong()) is not None:
            self.warning = _set_aside(path, why)
            self._file = _read(path)
            if self._wrong() is not None:  # it could not be moved, and is left alone
                self._file = _Unwritten()

    def _wrong(self) -> Sentence | None:
        if self._file.status() != QSettings.Status.NoError:
            return N_("it can't be read")
        if (number := self.text("format")) and number != str(FORMAT):
            return _other_format(number)
        for key, fits in _CHOICES.items():
            if (chosen := self.text(key)) and not fits(chosen):
                return N_("the {key} “{value}” is not known", value=chosen, key=key)
        return None

    @property
    def chosen(self) -> bool:
        """Whether anything was chosen since a safe start."""
        return isinstance(self._file, _Unwritten) and bool(self._file.values)

    def take_over(self) -> Sentence | None:
        """What was chosen since a safe start is kept from now on; what was kept before is set aside.

        Why that could not be, or None.
        """
        chosen, path = self._file, self.folder / "window.ini"
        if isinstance(chosen, _Unwritten):
            if os.path.lexists(path) and set_aside(path) is None:
                return N_("{path} can't be set aside: move it away", path=str(path))
            self._file = _read(path)
            for key, value in chosen.values.items():
                self.set(key, value)
        self.safe = False
        return None

    @property
    def theme(self) -> str | None:
        """The chosen theme; None follows the system."""
        return self.text("theme") or None

    @property
    def language(self) -> str | None:
        """The chosen language; None follows the system."""
        return self.text("language") or None

    @property
    def motion(self) -> str:
        """How much may move by itself: "reduced" (nothing does), or "system" (what the system allows)."""
        return self.text("motion") or MOTIONS[0]

    @property
    def scale(self) -> float:
        """How much larger than designed everything is (presenter mode), from 1 to 2."""
        return min(max(float(self.text("scale") or "1"), 1.0), 2.0)

    @property
    def first_start(self) -> bool:
        """Whether nobody has seen the page of the first start or any other window of the program yet."""
        return self.text(_WELCOME) != _SEEN and self.bytes("window/geometry") is None

    def remember_welcome(self) -> None:
        """The page of the first start was seen."""
        self.set(_WELCOME, _SEEN)

    def set(self, key: str, value: object) -> None:
        """Remember one thing."""
        self._file.setValue("format", FORMAT)
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


class _Unwritten:
    """Choices that no file holds, with what is asked of one."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}

    def setValue(self, key: str, value: object) -> None:
        self.values[key] = value

    def value(self, key: str, default: object = None) -> object:
        return self.values.get(key, default)

    def remove(self, key: str) -> None:
        self.values.pop(key, None)

    def status(self) -> QSettings.Status:
        return QSettings.Status.NoError


def _other_format(number: str) -> Sentence:
    if not number.isdecimal() or int(number[:_DIGITS]) <= FORMAT:
        return N_("the {key} “{value}” is not known", value=number, key="format")
    return N_(
        "it was written by a newer Privacy Explorer (format {found}; this one reads {known:plain})",
        found=number[:_DIGITS],
        known=FORMAT,
    )


def _is_scale(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


_CHOICES: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "theme": lambda chosen: chosen in THEMES,
        "language": lambda chosen: chosen in LANGUAGES,
        "motion": lambda chosen: chosen in MOTIONS,
        "scale": _is_scale,
    }
)


def _read(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)


def _unfit(path: Path) -> Sentence | None:
    """Why Qt must not open it: it would wait for the writer of a pipe, and read a device without end."""
    try:
        read_bounded(path, _MOST)
    except FileNotFoundError:
        return None
    except NotOrdinary:
        return N_("there is a folder, a device or a pipe in place of a file")
    except TooLarge:
        return N_("it is larger than {most:plain} MB", most=_MOST // 2**20)
    except OSError:
        return N_("it cannot be opened")
    return None


def _set_aside(path: Path, why: Sentence) -> Sentence:
    beside = set_aside(path)
    if beside is None:
        return N_(
            "Couldn't restore the window's settings: {why}. {path} can't be set aside: move it away",
            why=why,
            path=str(path),
        )
    return N_(
        "Couldn't restore the window's settings, which are kept as {name}: {why}", name=beside.name, why=why
    )
