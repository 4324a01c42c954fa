"""Commands of the bot, who may use them, and what members ask of it."""
