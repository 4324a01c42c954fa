"""A season: secret orders in slots, simultaneous movement, sites of battle, the resolution, the clock, fog."""
