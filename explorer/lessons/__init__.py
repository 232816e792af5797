"""Lessons: one file, one lesson. Simulated people, a given seed, and pictures as values.

A lesson leads from a guess to an attack that succeeds, to an ε that is dragged, to the attack that fails,
and to what that cost. Mechanisms, samplers and bounds are the program's own: no lesson has mathematics of
its own that `explorer.privacy` has already. `parts` holds what the lessons are made of, `simulations` what
does not fit into the file of its lesson.
"""
