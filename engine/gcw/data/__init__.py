"""Records of the data pack."""
