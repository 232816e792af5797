"""Learning a table from its worst mistakes: the iterative construction of private tables.

    promises.py       what the theorems promise of the largest error, as printed and as they hold
    rounds.py         the construction itself, round by round, on a table that may be looked at
    example_ages.py   simulated ages that are learned as an example, and what is promised of them
    table_fit.py      one consistent table from many noised ones

A hypothesis starts with equal counts. In each round a private distinguisher chooses the query that it gets
most wrong, the answer is measured with noise, and multiplicative weights move the hypothesis towards it.
"""
