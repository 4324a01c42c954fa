"""What the data pack holds."""
