"""Building and keeping: docks, refits, resupply, transfers, forts, mines, colonies, bases, exploration, repair."""
