"""The cards of Learn."""
