"""Battles: queues, packets, reports, disengagement, captures, auto-resolution."""
