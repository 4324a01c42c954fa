"""Games while they are played: loaded, changed step by step, met on their deadlines."""
