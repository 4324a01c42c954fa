"""What tests and tools run rulebooks with: transcripts, coverage, random players, fuzz, interference."""
