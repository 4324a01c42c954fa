"""Powers and people: strongholds, neutral defenders, heroes, missions, flashpoints, occupation, victory."""
