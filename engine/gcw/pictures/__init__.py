"""Pictures, drawn from what a viewer knows."""
