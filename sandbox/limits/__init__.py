"""Limits that Discord enforces, its refusals, and faults that tests plan."""
