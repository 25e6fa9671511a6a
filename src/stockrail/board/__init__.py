"""Hexes, tiles and track: what lies where, who can reach what, and which tiles may be laid."""

from stockrail.board.board import Board, Hex, TileType
from stockrail.board.catalogue import catalogue, with_faces
from stockrail.board.distance import hexes_apart, steps_to
from stockrail.board.faces import End, Face, Stop
from stockrail.board.laying import (
    Lay,
    LayPolicy,
    adds_stop,
    check_lay,
    fitting,
    joined_sides,
    lowerings,
    possible_lays,
    stop_additions,
    stop_map,
)
from stockrail.board.track import Place, Reach, Track

__all__ = [
    "Board",
    "End",
    "Face",
    "Hex",
    "Lay",
    "LayPolicy",
    "Place",
    "Reach",
    "Stop",
    "TileType",
    "Track",
    "adds_stop",
    "catalogue",
    "check_lay",
    "fitting",
    "hexes_apart",
    "joined_sides",
    "lowerings",
    "possible_lays",
    "steps_to",
    "stop_additions",
    "stop_map",
    "with_faces",
]
