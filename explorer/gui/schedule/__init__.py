"""The card of the year's releases."""
