"""Figures of many releases together. One file, one figure."""
