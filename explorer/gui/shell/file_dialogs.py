"""Asks for files and folders; each kind of file starts where the last one of that kind was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.values.atomic_file import is_folder

# What a folder is remembered for: the private files, public ones, plans, lists, sessions, what is exported.
DATA, PUBLIC, PLANS, LISTS, SESSIONS, TABLES, PICTURES, RECORDS = (
    "data", "public", "plans", "lists", "sessions", "tables", "pictures", "records",
)  # fmt: skip
CSV_FILES = "CSV, Parquet, Excel (*.csv *.tsv *.txt *.gz *.parquet *.xlsx);;* (*)"


def ask_file(context: Context, parent: QWidget, title: Sentence, purpose: str, kinds: str) -> Path | None:
    """A file that is there, or None where the person thinks better of it; `kinds` as Qt writes them."""
    start = remembered_folder(context, purpose) or _own_folder()
    path, _ = QFileDialog.getOpenFileName(parent, context.say(title), start, kinds)
    return _remembered(context, purpose, Path(path), Path(path).parent) if path else None


def ask_new_file(
    context: Context, parent: QWidget, title: Sentence, purpose: str, suggested: str, kinds: Sequence[str]
) -> Path | None:
    """Where a file is to go; the dialog itself asks before one is replaced.

    A name without an ending takes the first one of the kind that is chosen, as in "HTML (*.html)". The dialog
    knew nothing of that file, so that it is asked here whether it may be replaced.
    A `suggested` path with a folder starts there, a mere name in the remembered folder.
    """
    start = (
        suggested
        if Path(suggested).parent.name
        else str(Path(remembered_folder(context, purpose) or _own_folder()) / suggested)
    )
    path, chosen = QFileDialog.getSaveFileName(parent, context.say(title), start, ";;".join(kinds))
    if not path:
        return None
    kind = chosen if chosen in kinds else kinds[0]
    named = Path(path) if Path(path).suffix else Path(path + kind.partition("*")[2].partition(")")[0])
    if named != Path(path) and named.exists() and not may_replace(context, parent, [named.name]):
        return None
    return _remembered(context, purpose, named, named.parent)


def ask_folder(context: Context, parent: QWidget, title: Sentence, purpose: str) -> Path | None:
    """A folder that is there, or None."""
    start = remembered_folder(context, purpose) or _own_folder()
    path = QFileDialog.getExistingDirectory(parent, context.say(title), start)
    return _remembered(context, purpose, Path(path), Path(path)) if path else None


def kinds_of(extensions: Sequence[str]) -> tuple[str, ...]:
    """The kinds of files with these endings, in the order in which they are offered."""
    return tuple(f"{each.upper()} (*.{each})" for each in extensions)


def may_replace(context: Context, parent: QWidget, names: list[str]) -> bool:
    """Whether these files of a folder may be replaced; Enter and Escape leave them as they are."""
    answers = QMessageBox.StandardButton
    question = context.say(N_("Already in this folder: {names}. Replace?", names=names))
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, "Privacy Explorer", question, answers.Yes | answers.Cancel, parent
    )
    box.setTextFormat(Qt.TextFormat.PlainText)  # the names are no markup
    box.button(answers.Yes).setText(context.say(N_("Replace")))
    box.button(answers.Cancel).setText(context.say(N_("Cancel")))
    box.setDefaultButton(answers.Cancel)
    agreed = box.exec() == answers.Yes
    box.deleteLater()
    return agreed


def free_folder(within: Path, name: str) -> Path:
    """A folder inside another one that is not there yet, by this name or, where it is taken, counted up."""
    named = name.strip(" .") or "tables"
    names = (named if number == 1 else f"{named}-{number}" for number in count(1))
    return next(within / each for each in names if not os.path.lexists(within / each))


def remembered_folder(context: Context, purpose: str) -> str:
    """Where the last one was; empty where there was none or it is gone."""
    kept = context.window.settings.text(f"folder/{purpose}")
    return kept if kept and is_folder(Path(kept)) else ""


def _own_folder() -> str:
    """Empty, for Qt's own choice, where the program was started within the person's home; else that home.

    A menu may start a program anywhere: macOS at the top of the disk, Windows in the program's own folder.
    """
    try:
        home = Path.home()
        within = Path.cwd().is_relative_to(home)
    except (OSError, RuntimeError):  # the folder is gone, or there is no home
        return ""
    return "" if within else str(home)


def _remembered(context: Context, purpose: str, chosen: Path, folder: Path) -> Path:
    context.window.settings.set(f"folder/{purpose}", str(folder))
    return chosen
