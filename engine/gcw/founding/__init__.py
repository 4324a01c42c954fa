"""The beginning of a game."""
