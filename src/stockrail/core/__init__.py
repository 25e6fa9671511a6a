"""The engine's heart: a journal of moves, a stack of decisions, a game to push actions to. Knows no railway."""

from stockrail.core.actions import Action, ActionRange, LegalActions, Menu
from stockrail.core.chance import CHANCE, Chance, Draw
from stockrail.core.errors import IllegalAction, StockrailError, UnknownChoice
from stockrail.core.events import Event
from stockrail.core.frames import Decision, Frame
from stockrail.core.game import Game, Result
from stockrail.core.journal import Entry, Journal, Move, Pay, Set
from stockrail.core.state import Purse, Shelves, State, Table
from stockrail.core.title import Option, Ruling, Title

__all__ = [
    "Action",
    "ActionRange",
    "CHANCE",
    "Chance",
    "Decision",
    "Draw",
    "Entry",
    "Event",
    "Frame",
    "Game",
    "IllegalAction",
    "Journal",
    "LegalActions",
    "Menu",
    "Move",
    "Option",
    "Pay",
    "Purse",
    "Result",
    "Ruling",
    "Set",
    "Shelves",
    "State",
    "StockrailError",
    "Table",
    "Title",
    "UnknownChoice",
]
