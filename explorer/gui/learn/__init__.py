"""The workspace Learn: the list of lessons, and the lesson in hand step by step."""
