"""Players that are programs: their face, their names, and games between them."""

from stockrail.bots.bot import Bot, Thought
from stockrail.bots.code import load_code
from stockrail.bots.collecting import rare_collections
from stockrail.bots.match import match
from stockrail.bots.pairings import Entrant, Pairing, entrant, pairing
from stockrail.bots.random_bot import RandomBot
from stockrail.bots.record import Fault, Record
from stockrail.bots.registry import BrokenBot, Level, UnknownBot, bot, levels, register
from stockrail.bots.runners import OnRay, Processes, Runner, Serial
from stockrail.bots.tournament import Records, Schedule, Tournament, hold

__all__ = [
    "Bot",
    "BrokenBot",
    "Entrant",
    "Fault",
    "Level",
    "OnRay",
    "Pairing",
    "Processes",
    "RandomBot",
    "Record",
    "Records",
    "Runner",
    "Schedule",
    "Serial",
    "Thought",
    "Tournament",
    "UnknownBot",
    "bot",
    "entrant",
    "hold",
    "levels",
    "load_code",
    "match",
    "pairing",
    "rare_collections",
    "register",
]
