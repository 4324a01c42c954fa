"""The odds of a combat: of one round, of a whole fight of characters."""
