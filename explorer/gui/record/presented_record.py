"""A decision record before an audience: the one that is open as it stands now, else the one saved last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Handle
from explorer.export.reports import blocks
from explorer.export.reports.decision_file import decision_report
from explorer.gui.presenter.card_words import PICTURE, Line, Said, table_lines
from explorer.gui.record.record_file import language_of, made
from explorer.gui.record.record_panel import RecordPanel
from explorer.gui.record.record_window import Saved, record_window
from explorer.gui.shell.context import Context
from explorer.jobs import Answered
from explorer.language import Language
from explorer.mark import N_

_LONGEST_NAME = 48  # characters of what heads a row of a table; longer ones are sentences
_TO_SIGN_ON = "________________"


def at_hand(context: Context) -> bool:
    """Whether there is a record to present."""
    window = record_window(context)
    return window is not None and (window.isVisible() or window.saved is not None)


def in_front(context: Context) -> bool:
    """Whether a person is at the record."""
    window = record_window(context)
    return window is not None and window.isActiveWindow()


def open_panel(context: Context) -> RecordPanel | None:
    """The fields of the record that is open: it knows which questions are to be answered."""
    window = record_window(context)
    return window.panel if window is not None and window.isVisible() else None


def told(context: Context, state: State, answers: Answered) -> tuple[str, tuple[Line, ...], Figure | None]:
    """By what program and when it was made, what it says in the language of its file, and its picture."""
    window = record_window(context)
    if window is None:
        return "", (), None
    if window.isVisible():
        shown = Saved(made(state, answers, window.panel.account), language_of(context, state))
    elif window.saved is not None:
        shown = window.saved
    else:
        return "", (), None
    first, *others = decision_report(shown.record, shown.language).blocks
    made_by = first.text if isinstance(first, blocks.Paragraph) else ""
    return made_by, tuple(_lines(others, shown.language)), _picture(shown.record.figure)


def _picture(figure: Figure | None) -> Figure | None:
    """Nothing in it can be moved: the record is what was decided."""
    if figure is None:
        return None
    return replace(figure, layers=tuple(each for each in figure.layers if not isinstance(each, Handle)))


def _lines(found: list[blocks.Block], language: Language) -> Iterator[Line]:
    """The picture has a page of its own with its own title: the heading above it is not repeated."""
    for block, after in zip(found, [*found[1:], None], strict=True):
        if not (isinstance(block, blocks.Heading) and isinstance(after, blocks.Drawing)):
            yield from _of_block(block, language)


def _of_block(block: blocks.Block, language: Language) -> Iterator[Line]:
    match block:
        case blocks.Heading():
            yield (Said(block.text, strong=True),)
        case blocks.Paragraph():
            yield (Said(block.text, quiet=block.kind == "muted"),)
        case blocks.Points():
            yield from ((Said(f"• {each}"),) for each in block.texts)
        case blocks.Facts():
            yield from (_fact(name, text) for name, text in block.rows)
        case blocks.Grid():
            yield from _of_grid(block, language)
        case blocks.Signatures():
            for person in block.people:
                yield from (_fact(name, text or _TO_SIGN_ON) for name, text in person)
        case blocks.Verbatim():
            yield from ((Said(line),) for line in block.text.splitlines())
        case blocks.Drawing():
            yield PICTURE


def _of_grid(grid: blocks.Grid, language: Language) -> Iterator[Line]:
    """A table; where its rows are sentences each is one line, and beneath it what else it has."""
    if max((len(row[0]) for row in grid.rows), default=0) <= _LONGEST_NAME:
        lines = table_lines(grid.headings, grid.rows)
        yield from (tuple(replace(said, text_column=True) for said in line) for line in lines)
        return
    for first, *others in grid.rows:
        yield (Said(first),)
        beneath = [each for each in others if each]
        while len(beneath) > 1:
            *before, one, other = beneath
            beneath = [*before, language.say(N_("{one}; {other}", one=one, other=other))]
        yield from ((Said(each, quiet=True),) for each in beneath)


def _fact(name: str, text: str) -> Line:
    return (Said(name, quiet=True), Said(text, text_column=True))
