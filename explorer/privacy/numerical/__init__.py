"""The privacy loss of a mechanism composed with itself and others, between two certified bounds."""
