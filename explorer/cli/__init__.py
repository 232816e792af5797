"""The command line: the verbs of the program without a window, over the same functions."""
