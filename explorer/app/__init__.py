"""What the program knows and how it changes: values and pure functions, no Qt."""
