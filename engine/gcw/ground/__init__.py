"""The ground: troops, garrisons, heroes ashore, bombardment."""
