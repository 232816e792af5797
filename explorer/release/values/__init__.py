"""Values that the whole release path shares: exact amounts, noise, and safe files."""
