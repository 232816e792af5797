"""Many releases together: their total under every composition bound, and what a budget leaves for each."""
