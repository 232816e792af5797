"""The kinds of column that a plan may declare: one file, one kind."""
