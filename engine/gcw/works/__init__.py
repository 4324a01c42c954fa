"""Making and placing of units: construction, rosters, the reserve, exchanges, scrap."""
