"""Numerical tools: roots, quadrature, logarithmic sums, theta functions."""
