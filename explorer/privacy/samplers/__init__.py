"""Exact samplers of integer noise and of selections, over a source of random bits."""
