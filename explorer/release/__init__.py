"""CSV in, private histogram out: everything here is declared before a file is read."""
