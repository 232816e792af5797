"""The accessibility statement: what holds, by numbers that are read off the program, and what does not."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.app.plotting.palette import least_contrast
from explorer.gui.help.keyboard_page import keyed
from explorer.gui.help.page_dialog import Section, show_page
from explorer.gui.shell.context import Context
from explorer.language import LANGUAGE_NAMES
from explorer.mark import N_, Sentence

TITLE = N_("Accessibility")


def show_accessibility(context: Context, scales: Iterable[float]) -> None:
    """Open the statement; `scales` are the sizes of type that there are."""
    show_page(context, TITLE, sections(context, scales))


def sections(context: Context, scales: Iterable[float]) -> tuple[Section, ...]:
    """The statement in the window's language."""
    say = context.say
    commands = len(keyed(context.window.actions()))
    parts = (_aim(), _hands(commands), _ears(), _eyes(max(scales)), _limits())
    return tuple(Section(say(title), lines=tuple(map(say, lines))) for title, lines in parts)


_Part = tuple[Sentence, tuple[Sentence, ...]]


def _aim() -> _Part:
    words = N_(
        "The program aims at WCAG 2.2, level AA, as far as it applies to software. This is the authors' own "
        "assessment, by tests that run with every change; nobody else has examined it."
    )
    return N_("What it aims at"), (words,)


def _hands(commands: int) -> _Part:
    words = N_(
        "Tab reaches every control, and the arrow keys move every handle of a picture. {commands} commands "
        "have keys of their own; Help, Keyboard lists them. Ctrl+K finds the others by a few letters.",
        commands=commands,
    )
    return N_("By keyboard"), (words,)


def _ears() -> _Part:
    words = N_(
        "Every control has a name, and every picture a description in words that follows what it shows; "
        "its numbers can be read as a table instead. Tests hear the window over AT-SPI, as Orca does."
    )
    return N_("By ear"), (words,)


def _eyes(largest: float) -> _Part:
    seen = N_(
        "Words have a contrast of at least {words:2} to 1 against their ground, curves of {lines:2} to 1, in "
        "the light theme and the dark one. Curves differ by dashes and by the names at their ends too.",
        words=least_contrast(words=True),
        lines=least_contrast(words=False),
    )
    larger = N_(
        "Type can be made larger, up to {percent:percent} (View, Type size). What moves by itself starts "
        "paused, unless that is chosen otherwise (View, Simulated draws).",
        percent=largest,
    )
    spoken = N_("The languages are {languages}.", languages=tuple(LANGUAGE_NAMES.values()))
    return N_("By eye"), (seen, larger, spoken)


def _limits() -> _Part:
    return N_("What does not hold yet"), (
        N_("Panes are moved and resized with the mouse only; by keyboard they are opened and put back."),
        N_("Screen readers of Windows and macOS have not been tried, nor has one that speaks Chinese."),
        N_("People who depend on these aids have not tried the program."),
    )
