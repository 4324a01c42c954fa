"""The first minutes: greetings, and lessons of tutorials."""
