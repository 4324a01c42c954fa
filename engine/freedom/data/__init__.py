"""The data of Freedom in the Galaxy: results tables, characters, creatures, units, planets, scenarios."""
