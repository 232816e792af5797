"""The year's releases: planned line by line, added up by group of people and month."""
