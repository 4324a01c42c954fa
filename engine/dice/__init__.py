"""Dice that players can check, odds, results tables."""
