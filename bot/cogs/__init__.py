"""Hand-written commands: what concerns no rulebook."""
