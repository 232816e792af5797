"""Lessons as a person plays them: the place in each, its scenes, and their pictures as figures."""
