"""Umpire as a player of a campaign: what it founds, where its fleets go, how they fight, what it builds."""
