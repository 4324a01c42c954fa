"""Means by which tests and tools run rulebooks: transcripts, coverage, random players, fuzz, interference."""
