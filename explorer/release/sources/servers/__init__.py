"""Servers and clusters, which count their own rows: no file of this computer is asked of them."""
