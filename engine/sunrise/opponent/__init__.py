"""Umpire as a player."""
