"""Figures of one release. One file, one figure."""
