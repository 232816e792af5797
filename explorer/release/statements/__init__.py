"""A plan as one SQL statement, by which a database counts its own rows: text and parameters, no connection.

    column_types.py       what a typed column holds, and whether a plan's column can be counted in it
    expressions.py        parts of a statement, and what only some engines have a name for
    dialects.py           what each engine calls these
    column_cells.py       from a value to the number of its cell, as `Column.classifier` tells it from a text
    kept_people.py        which rows of a person are kept, as `counting.contribution_bounding` keeps them
    plan_statement.py     the whole statement
    counted_tables.py     from the answer to the true counts of each query
    probe_table.py        rows with every special case, by which a server is tried before it counts

The answer holds whole numbers, and the texts of categories that were found; never a row.
"""
