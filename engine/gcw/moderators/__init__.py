"""Orders of moderators in a campaign. What they do is announced, and what of it is secret told to whom it concerns."""
