"""Income and repair."""
