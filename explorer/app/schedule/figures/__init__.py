"""Figures of the year's releases. One file, one figure."""
