"""The WebSocket: sessions of the bot, and what they are told of."""
