"""Hexes, tiles and track: what lies where, who can reach what, and which tiles may be laid."""

from stockrail.board.board import Board, Hex, TileType
from stockrail.board.distance import hexes_apart
from stockrail.board.faces import End, Face, Stop
from stockrail.board.laying import Lay, check_lay, possible_lays, stop_map
from stockrail.board.track import Place, Reach, Track

__all__ = [
    "Board",
    "End",
    "Face",
    "Hex",
    "Lay",
    "Place",
    "Reach",
    "Stop",
    "TileType",
    "Track",
    "check_lay",
    "hexes_apart",
    "possible_lays",
    "stop_map",
]
