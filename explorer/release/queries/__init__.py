"""The kinds of query that a plan may hold, one file each."""
