"""The promises of the release path, with their limits, as the About page."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import PySide6

import explorer
from explorer.gui.help.page_dialog import Section, show_page
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.resources import resource

PROMISES = (
    N_(
        "On this computer's ledger, no noised number is drawn before its cost is durably written. "
        "Drawn numbers are kept: exporting them again is free, drawing again spends again. A "
        "dataset at its limit is refused."
    ),
    N_(
        "Every declared cell is output, zeros too. No label, row order, file name, message or metadata "
        "depends on the private rows beyond the noised counts."
    ),
    N_("Noise is exact: integers, drawn by integer arithmetic from the operating system's randomness."),
    N_(
        "The program limits contributions if an id column is declared; otherwise the contribution "
        "limit is printed as your own statement."
    ),
    N_("True counts are never shown, logged, kept or written. Previews run on simulated people."),
    N_(
        "Nothing is transmitted: the program opens no connection but to a database or a cluster that you "
        "name."
    ),
)
LIMITS = (
    N_("It can't stop someone who has the raw file, or another computer with its own ledger."),
    N_("The timing of draws, swap space and other programs of the same account are out of scope."),
    N_(
        "The guarantee starts at a well-formed table: a refusal, its exit code and its line number "
        "depend on the rows. They are for the steward only."
    ),
)


def show_about(context: Context) -> None:
    """Open the page."""
    show_page(context, N_("Privacy Explorer {version}", version=explorer.__version__), sections(context))


def sections(context: Context) -> tuple[Section, ...]:
    """What the program promises, what it cannot do, and under which licences its parts are."""
    parts = (
        (N_("What it guarantees"), PROMISES),
        (N_("What it cannot do"), LIMITS),
        (N_("Licences"), _licences()),
    )
    return tuple(Section(context.say(title), lines=tuple(map(context.say, lines))) for title, lines in parts)


def _licences() -> tuple[Sentence, ...]:
    ours = N_(
        "Privacy Explorer is free software under the MIT licence. Its font, Inter, is under the SIL Open "
        "Font License, and other parts have licences of their own. All of them are in {folder}.",
        folder=str(resource("licenses")),
    )
    qt = N_(
        "Qt and PySide6 are used under the GNU Lesser General Public License, version 3, as separate "
        "libraries. To use your own build of them, of the same version, replace the files in {folder}.",
        folder=str(Path(PySide6.__file__).parent),
    )
    driver = find_spec("psycopg")
    if driver is None or driver.origin is None:
        return ours, qt
    postgres = N_(
        "psycopg, which asks Postgres servers, is under the same licence. Its files are in {folder}.",
        folder=str(Path(driver.origin).parent),
    )
    return ours, qt, postgres
