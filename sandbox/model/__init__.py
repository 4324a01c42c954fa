"""A Discord's guilds, channels, people, messages, commands and interactions, and the deeds that change them."""
