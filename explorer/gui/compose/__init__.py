"""The cards of Compose."""
