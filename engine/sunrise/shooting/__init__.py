"""The Weapons phase: activations, attacks, what they do."""
