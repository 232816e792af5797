"""One release: its parameters, what it means for a person, and what its noise costs."""
