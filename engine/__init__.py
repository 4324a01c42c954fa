"""The rules of the games: pure, without input or output, clock or chance of its own."""
