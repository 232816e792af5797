"""What must hold before a release, line by line, and what the release would cost its account."""
