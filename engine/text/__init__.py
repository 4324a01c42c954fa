"""Text: order lines, templates, names that players give, messages."""
