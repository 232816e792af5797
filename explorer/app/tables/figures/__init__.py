"""Figures of two probability tables. One file, one figure."""
