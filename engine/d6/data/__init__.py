"""The data pack of Advanced Star Wars D6."""
