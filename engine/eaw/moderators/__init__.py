"""Orders of moderators. A correction is told to whom it concerns, and to nobody else: what is secret stays so."""
