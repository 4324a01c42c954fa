"""Invariants of every state, and the oracle of knowledge: only fuzz and tests load them."""
