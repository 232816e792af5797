"""Figures as pictures that stand on their own, as SVG text, and the numbers behind them as CSV."""
