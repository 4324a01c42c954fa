"""How a campaign is set up: its options, the map and the homes, the opening fleets."""
