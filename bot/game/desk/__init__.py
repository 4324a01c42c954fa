"""All that may be asked of games, a class for each kind of request."""
