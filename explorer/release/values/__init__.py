"""Values that the whole release path shares: exact amounts, labels, noise, and safe files."""
