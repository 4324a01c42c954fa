"""What a Discord holds (guilds, channels, people, messages, commands, interactions) and what may be done to it."""
