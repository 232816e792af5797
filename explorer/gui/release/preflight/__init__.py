"""The lines that must be settled before a release, and what settles each of them."""
