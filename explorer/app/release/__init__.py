"""A plan as it is written, previewed, paid for and published."""
