"""`/gm`: the desk of moderators."""
