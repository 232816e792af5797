"""What every subject shares: the state, the messages that change it, the long questions, and their words."""
