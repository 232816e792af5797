"""Asks where the handout of a lesson goes, makes it as HTML or PDF, and says what became of it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QWidget

from explorer.app.release.written_files import file_written
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import PICTURES, ask_new_file, kinds_of
from explorer.language import Language
from explorer.lessons.parts.lesson import Lesson
from explorer.mark import N_, Sentence


def ask_handout_path(context: Context, parent: QWidget, lesson: Lesson) -> Path | None:
    """Where the handout goes, and as which kind."""
    from explorer.export.reports.handout import FORMATS

    title = N_("Write the handout of “{lesson}”", lesson=lesson.title)
    name = f"{lesson.id}-handout.{FORMATS[0]}"
    return ask_new_file(context, parent, title, PICTURES, name, kinds_of(FORMATS))


def write_handout(path: Path, lesson: Lesson, guesses: Mapping[str, float], language: Language) -> Sentence:
    """Make it as what its name ends in; what to say of it then.

    Raises
    ------
    Unsupported, NotValid
    """
    from explorer.export.files import extension_of, write_atomically
    from explorer.export.reports.handout import FORMATS, handout

    extension = extension_of(path, FORMATS)
    made = handout(lesson, guesses, language, date.today().isoformat())
    if extension == "pdf":
        from explorer.gui.reports.report_pdf import report_pdf  # paints: only where it is asked for

        content = report_pdf(made)
    else:
        from explorer.export.reports.report_html import report_html

        content = report_html(made).encode()
    write_atomically(path, content)
    return file_written(path)


def write_asked_handout(parsed: argparse.Namespace) -> list[Path]:
    """Answer `lesson` with `--pdf`, already parsed and `played`: the file that is written.

    Raises
    ------
    Refusal
    """
    lesson: Lesson = parsed.played
    path = Path(parsed.out) / f"{lesson.id}-handout.pdf"
    write_handout(path, lesson, {}, Language(parsed.language))
    return [path]
