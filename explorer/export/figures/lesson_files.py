"""The pictures of a lesson as files: SVG and CSV, each of which says that it is simulated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from explorer.app.learn.lesson_figures import SIMULATED, figure_of
from explorer.app.plotting.figure import Figure, Table
from explorer.export.figures.picture import svg
from explorer.export.figures.table import quoted, table_csv
from explorer.language import Language
from explorer.lessons.parts.lesson import Lesson
from explorer.lessons.parts.picture import Cell, Sheet
from explorer.mark import Sentence, english
from explorer.release.plan.labels import spelled

_COLUMN, _WORD = "data", "simulated"  # in every row of a CSV file, in every language
_ENGLISH = Language("en", exact=True)


def lesson_files(lesson: Lesson, theme: str, language: Language) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, one after the other.

    A chart or a grid gives `LESSON-STEP-PICTURE.svg` and `.csv`, a small table the CSV alone.
    """
    for number, step in enumerate(lesson.steps, 1):
        for picture in lesson.scene(step.id).pictures:
            name = f"{lesson.id}-{number}-{picture.id}"
            if isinstance(picture, Sheet):
                yield f"{name}.csv", sheet_csv(picture).encode()
                continue
            figure = figure_of(picture, lesson)
            yield f"{name}.svg", svg(figure, theme, language).encode()
            yield f"{name}.csv", table_csv(_marked(figure)).encode()


def _marked(figure: Figure) -> Figure:
    """With a column that says of each row that it is simulated."""
    table = figure.table
    rows = max((len(column) for column in table.columns), default=0)
    marked = Table(
        (*table.headings, SIMULATED),
        (*table.names, _COLUMN),
        (*table.columns, (_WORD,) * rows),
        table.towards,
    )
    return replace(figure, table=marked)


def sheet_csv(sheet: Sheet) -> str:
    """A small table as CSV, its headings and words in English."""
    header = [*(spelled(english(each)) for each in sheet.headings), _COLUMN]
    rows = [[*map(_cell, row), _WORD] for row in sheet.rows]
    return "".join(",".join(map(quoted, row)) + "\n" for row in (header, *rows))


def _cell(cell: Cell) -> str:
    if isinstance(cell, int | float):
        return repr(cell)
    return spelled(_ENGLISH.say(cell) if isinstance(cell, Sentence) else cell)
