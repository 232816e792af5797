"""A plan while it is written: its text, its form, what it costs and whom it protects, in sentences."""
