"""The mathematics of differential privacy: no input or output, no clock, no randomness of its own."""
