"""Inside ships: boarders, fights, crews, prizes."""
