"""Players that are programs."""

from stockrail.bots.collecting import rare_collections
from stockrail.bots.random_bot import RandomBot
from stockrail.bots.simulate import GameRecord, play_game, play_games

__all__ = ["GameRecord", "RandomBot", "play_game", "play_games", "rare_collections"]
