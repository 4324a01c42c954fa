"""Galactic Civil War, Episode II: the rules, one file a chapter of the rulebook."""
