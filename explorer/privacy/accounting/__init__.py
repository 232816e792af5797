"""Calibration, conversions between ε, ρ and μ, and totals of different releases."""
