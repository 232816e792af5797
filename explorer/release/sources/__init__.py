"""Where rows come from: a CSV, read strictly by its declared dialect, or quickly by DuckDB."""
