"""Fights of people on the ground."""
