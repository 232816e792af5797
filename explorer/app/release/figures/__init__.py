"""Figures of a plan and of what was released. One file, one figure."""
