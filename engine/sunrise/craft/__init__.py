"""Squadrons and their bays."""
