"""Figures as files: a picture that stands on its own, the numbers behind it. Needs no Qt.

`figures.picture.svg` and `figures.table.table_csv` make text from a figure,
`figures.requested_figure.complete_figure` makes the figure from its id, `files.write_atomically` puts bytes
into place. Only PNG and PDF are left to the window's room.
"""
