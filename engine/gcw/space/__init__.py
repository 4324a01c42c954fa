"""Space: grid, movement, fire, craft, beams."""
