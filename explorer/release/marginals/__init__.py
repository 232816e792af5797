"""What the query `marginals` is made of: which tables, how they are measured, and the table that fits.

    marginal_tables.py   which tables of some columns, their cells and files
    marginal_rules.py    what may be wrong with them in a plan
    marginal_cells.py    what a plan declares, and what a row adds
    marginal_noise.py    how ε or ρ is divided among tables, choices and the check
    marginal_rounds.py   which table is measured next, and which cell is checked, chosen privately
    marginal_draws.py    what is drawn, and what of it is kept
    marginal_answers.py  what follows from the noised integers
    marginal_files.py, marginal_words.py   how it is written and said

The kind itself is `explorer/release/queries/marginals.py`, the fit
`explorer/privacy/iterative_construction/table_fit.py`.
"""
