"""One file, one mechanism."""
