"""The cards of Tables."""
