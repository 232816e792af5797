"""The exit codes of the command line, on one page."""

from __future__ import annotations

import re

from explorer.app.help.exit_codes import EXIT_CODES
from explorer.gui.help.page_dialog import Section, show_page
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence

TITLE = N_("The command line for scripts: exit codes and answers")


def show_exit_codes(context: Context) -> None:
    """Open the page."""
    show_page(context, TITLE, sections(context))


def sections(context: Context) -> tuple[Section, ...]:
    """Each code and what it says, and where answers for programs are described."""

    def say(words: Sentence) -> str:
        return re.sub("`([^`]*)`", r"“\1”", context.say(words))  # what is typed: marked so in the manual

    rows = tuple((code, say(words)) for code, words in EXIT_CODES.items())
    told = N_(
        "With `--json` every verb answers as one JSON object. `privacy-explorer schemas` prints where the "
        "JSON Schema of each answer is, `privacy-explorer manual` the page for man."
    )
    return Section(say(N_("Exit codes")), rows), Section(say(N_("Answers")), lines=(say(told),))
