"""A player's home: the panel that says what may be done and does it, its forms, and the pinned one of each seat."""
