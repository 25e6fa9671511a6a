"""A whole game at one terminal, for people and bots."""
