"""Setting up of a campaign: its options, the map and the homes, the opening fleets."""
