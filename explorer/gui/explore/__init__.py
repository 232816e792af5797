"""The cards of Explore, and the left column."""
