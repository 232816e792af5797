"""The palette (Ctrl+K): a field, a list of hits, and what taking one of them does."""
