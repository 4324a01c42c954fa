"""News on its way from a step to Discord."""
