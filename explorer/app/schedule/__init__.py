"""The year's releases: planned line by line, composed by group of people and month."""
