"""Presenter mode: one card fills the screen, and the speaker's notes stand in a window of their own."""
