"""The turn, from its draft to its end."""
