"""Two probability tables as a pair: what is read off them, and how a session keeps them."""
