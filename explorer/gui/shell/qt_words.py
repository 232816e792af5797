"""Qt's own dialogs in the reader's language: by Qt's translation, and by ours where that has gaps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from explorer.language import Language
from explorer.mark import N_, Sentence

_LACKING: Mapping[tuple[str, str], Sentence] = MappingProxyType(
    {
        ("QFileDialog", "&Look in:"): N_("&Look in:"),
        ("QFileDialog", "Files of &type:"): N_("Files of &type:"),
        ("QAbstractFileIconProvider", "Folder"): N_("Folder"),
    }
)
"""What Qt 6.8 and later say so; its Chinese translation has it without the mark, or for another place."""


class _Lacking(QTranslator):
    """Answers for what Qt's translation lacks; None for all else, which then stays as Qt has it."""

    def __init__(self, parent: QObject, language: Language) -> None:
        super().__init__(parent)
        self._said = {place: language.say(words) for place, words in _LACKING.items()}

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        return self._said.get((context, source))

    def isEmpty(self) -> bool:
        return False  # Qt installs no translator that says it is empty


def qt_translators(parent: QObject, language: Language) -> tuple[QTranslator, ...]:
    """Installed in this order: Qt asks the last one first, and the words of its own are its translation's."""
    if language.code == "en":
        return ()
    translator, folder = QTranslator(parent), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if not translator.load(QLocale(language.code), "qtbase", "_", folder):
        return (_Lacking(parent, language),)
    return (_Lacking(parent, language), translator)


def install(old: tuple[QTranslator, ...], new: tuple[QTranslator, ...]) -> tuple[QTranslator, ...]:
    """The new ones in place of the old ones."""
    for each in old:
        QCoreApplication.removeTranslator(each)
        each.deleteLater()
    for each in new:
        QCoreApplication.installTranslator(each)
    return new
