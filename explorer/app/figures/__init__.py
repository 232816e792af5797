"""One file, one picture."""
