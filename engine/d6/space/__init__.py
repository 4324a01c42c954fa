"""Craft: position duels, gunners, shields, lent power, damage and what fails."""
