"""What stops a company comes to or nearly comes to: a guess at what track will bring it, without searching runs."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.board import Track
from stockrail.board.board import Board
from stockrail.bots.fading import faded
from stockrail.rules.state import CityAt

FAR = 4  # hexes; stops further off do not count
MANY = 12  # stops that count
NEARNESS = tuple(faded(0.5, steps) for steps in range(FAR))
AT_AN_END, BESIDE = 0.6, 0.15  # what a stop counts to which track leads, or may lead after an upgrade
LESS_EACH = tuple(faded(0.85, place) for place in range(MANY))
LEAST = {"city": 20, "town": 10}


def potential(
    track: Track,
    company: str,
    homes: Sequence[CityAt],
    colour: str,
    shunned: frozenset[str] = frozenset(),
    rough: bool = False,
) -> float:
    """The stops of the map by what they pay and how far off they are: from open ends of track, or beside it."""
    reach = track.rough_reach(company) if rough else track.reach(company, False)
    touched = reach.touched()
    ends = [hex_ for hex_ in touched if not reach.pieces_in(hex_)] if touched else [home[0] for home in homes]
    near_ends, near_track, reached = _rings(track.board, ends), _rings(track.board, touched), reach.stop_numbers()
    found: list[float] = []
    for index, face in enumerate(track.faces):
        for number, stop in enumerate(face.stops):
            if stop.kind in shunned:
                continue
            pays = float(max(LEAST.get(stop.kind, 0), stop.value(colour)))
            if index * 8 + number not in reached:
                at = 1 << index
                pays *= max(AT_AN_END * _nearness(near_ends, at), BESIDE * _nearness(near_track, at))
            found.append(pays)
    found.sort(reverse=True)
    return sum(pays * less for pays, less in zip(found, LESS_EACH, strict=False))


def _rings(board: Board, hexes: Sequence[str]) -> list[int]:
    """For each number of steps, a bit mask of the hexes that are no further from one of some hexes."""
    rings = [0] * FAR
    for hex_ in hexes:
        for steps, mask in enumerate(_rings_around(board, hex_)):
            rings[steps] |= mask
    return rings


def _rings_around(board: Board, hex_: str) -> tuple[int, ...]:
    key = ("bots.rings", hex_)
    if key not in board.memo:
        apart = [board.chart.apart(hex_, other) for other in board.names]
        board.memo[key] = tuple(
            sum(1 << index for index, steps in enumerate(apart) if steps <= most) for most in range(FAR)
        )
    found: tuple[int, ...] = board.memo[key]
    return found


def _nearness(rings: Sequence[int], at: int) -> float:
    for ring, counts in zip(rings, NEARNESS, strict=True):
        if ring & at:
            return counts
    return 0.0
