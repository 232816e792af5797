"""One file, one composition bound."""
