"""The window in which a decision record is written."""
