"""Members in front of Discord: their app, and the players that tests act as."""
