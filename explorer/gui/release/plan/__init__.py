"""The left column of the release: the file, what is counted of it, whom that protects, and the account."""
