"""Files whose columns have types: what each type's values are as cells, and the files themselves."""
