"""Die codes, the wild die, and exact odds."""
