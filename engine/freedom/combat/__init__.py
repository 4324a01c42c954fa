"""Combat: of units in environs, of characters, with creatures and locals, against planetary defence bases."""
