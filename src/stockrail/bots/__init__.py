"""Players that are programs."""

from stockrail.bots.bot import Bot, Thought
from stockrail.bots.code import load_code
from stockrail.bots.random_bot import RandomBot
from stockrail.bots.registry import BrokenBot, Level, UnknownBot, bot, levels, register
from stockrail.bots.simulate import GameRecord, play_game, play_games

__all__ = [
    "Bot",
    "BrokenBot",
    "GameRecord",
    "Level",
    "RandomBot",
    "Thought",
    "UnknownBot",
    "bot",
    "levels",
    "load_code",
    "play_game",
    "play_games",
    "register",
]
