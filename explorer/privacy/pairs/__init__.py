"""Pairs of distributions that are hardest to tell apart, and the guarantees that follow from them."""
