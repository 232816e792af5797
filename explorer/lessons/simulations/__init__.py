"""Simulations of lessons that do not fit into the file of their lesson: pure functions of their arguments."""
