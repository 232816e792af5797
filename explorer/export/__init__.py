"""Figures as files: a picture that stands on its own, the numbers behind it. Needs no Qt.

`svg` and `table_csv` make text from a figure, `complete_figure` makes the figure from its id,
`write_atomically` puts bytes into place. Only PNG and PDF are left to the window's room.
"""

from explorer.export.figures.picture import svg
from explorer.export.figures.requested_figure import complete_figure, session_state
from explorer.export.figures.table import table_csv
from explorer.export.files import EXTENSIONS, PAINTED, extension_of, write_atomically

__all__ = [
    "EXTENSIONS",
    "PAINTED",
    "complete_figure",
    "extension_of",
    "session_state",
    "svg",
    "table_csv",
    "write_atomically",
]
