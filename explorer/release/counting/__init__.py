"""From rows to exact counts, with the contribution of each person bounded."""
