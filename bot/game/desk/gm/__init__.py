"""Moderators' questions about games, and deeds to them."""
