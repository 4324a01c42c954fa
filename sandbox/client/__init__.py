"""What people do in front of Discord, and the players that tests act as."""
