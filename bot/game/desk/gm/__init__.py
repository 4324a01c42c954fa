"""What moderators ask of games, and do to them."""
