"""Privacy Explorer: explore, compose and release with differential privacy."""

__version__ = "0.2.0"
