"""The command line: the verbs of the program without a window, over the same functions."""

SAFE = "--safe"
"""What stands in place of a verb for a window that starts with defaults."""
