"""What stands behind each number: its formula, its range, its kind and its source."""
