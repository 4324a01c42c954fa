"""What is made, and where it goes: construction, rosters, the reserve, exchanges, scrap."""
