"""What every picture shares: the figure as a value, its axes, colours and the places of its labels."""
