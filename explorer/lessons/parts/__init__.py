"""What lessons are made of: the lesson with its steps, the scene of a step, and pictures as values."""
