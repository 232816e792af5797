"""The decision record: what was chosen and why, as sections that every writer sets alike."""
