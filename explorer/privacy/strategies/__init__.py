"""Strategies for ranges: which weighted sums of the bins get noise, so that all ranges are answered well.

    workload.py           what is asked: every range of bins, or every sum from the first bin on
    strategy.py           what a strategy can be asked: its sensitivity, its fit, its error
    tree.py               groups of bins at several sizes, weighted by size; the bins alone are its simplest
    level_weights.py      the best weights of a tree's levels for a workload
    overlapping_sums.py   the bins and a few weighted sums of all of them, for discrete Laplace noise
    overlapping_weights.py  the best weights of those sums
    square_root.py        the square root of the running sum, for Gaussian noise
    fit_error.py          the errors of a fit, simulated, with certified quantiles
    answer_margins.py     margins of bins, ranges and running sums, at any confidence
    quantiles.py          quantiles of a fit, with intervals that hold for all at once
    rebuilt.py            a strategy as text, and built again from it
    choice.py             every strategy for one workload and noise, the best first

A strategy is a matrix A of whole numbers, (m, n) for n bins. Whoever releases with it adds integer noise to
A x, x the counts, and publishes the least-squares fit to it. Everything here but `measure` and `fit` depends
on the number of bins and on the noise alone, never on counts. Floats touch only what was noised.
"""
