"""Force construction: a fleet built, locked, listed."""
