"""Rounds, components, actions and reactions."""
