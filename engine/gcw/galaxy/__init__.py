"""The galaxy: travel, relations."""
