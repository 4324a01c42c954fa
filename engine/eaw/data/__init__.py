"""The data pack: its sheets, declared once, and what they hold."""
