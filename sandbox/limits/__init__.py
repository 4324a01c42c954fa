"""What Discord enforces, and what goes wrong with it on purpose."""
