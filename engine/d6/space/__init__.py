"""Fights of craft."""
