"""What the map says besides track: what hexsides cost, closed passes, ports, who has a claim on which slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.board import Board
from stockrail.rules.state import CityAt
from stockrail.rules.title import RailTitle
from stockrail.rules.track import track
from stockrail.titles.g18fb.state import Game18FB, claims_at

Side = tuple[str, int]
"""A hex and an edge."""

RIVER, MOUNTAIN = "river", "mountain"


def side_costs(game: Game18FB) -> Mapping[Side, int]:
    """2.5.2-a to c, e, h What a line pays at each side between two neighbours, from either hex; letters included."""
    added = game.ruling("river_on_plain") == "added"
    memo = game.title.board.memo
    key = ("side_costs", added)
    if key not in memo:
        memo[key] = _side_costs(game.title, added)
    found: Mapping[Side, int] = memo[key]
    return found


def _side_costs(title: RailTitle[Any], added: bool) -> dict[Side, int]:
    """Plain or mountain, and every river; a ruling may let a bridge stand for the plain (Q4)."""
    price, kinds = title.facts["sides"], borders_of(title.board)
    found = {}
    for name, place in title.board.hexes.items():
        for edge in (edge for edge, other in enumerate(place.neighbors) if other):
            here = [border["kind"] for border in kinds.get((name, edge), ())]
            rivers = here.count(RIVER) * price[RIVER]
            ground = price[MOUNTAIN] if MOUNTAIN in here else price["plain"] if added or not rivers else 0
            found[name, edge] = ground + rivers
    return found


def borders_of(board: Board) -> Mapping[Side, tuple[Mapping[str, Any], ...]]:
    """The borders of each side that has any, told by both hexes; the map writes each once."""
    if "borders" not in board.memo:
        found: dict[Side, tuple[Mapping[str, Any], ...]] = {}
        for name, place in board.hexes.items():
            for border in place.borders:
                for side in _both(board, name, border["edge"]):
                    found[side] = (*found.get(side, ()), border)
        board.memo["borders"] = found
    known: Mapping[Side, tuple[Mapping[str, Any], ...]] = board.memo["borders"]
    return known


def _both(board: Board, name: str, edge: int) -> list[Side]:
    """A side as both of its hexes call it; a letter leads to another map."""
    other = board.hexes[name].neighbors[edge]
    return [(name, edge), *([(other, (edge + 3) % 6)] if other else [])]


def closed_sides(game: Game18FB) -> frozenset[Side]:
    """2.1-e, 2.5.2-d, g The sides that no route crosses yet, as both of their hexes call them."""
    memo, key = game.title.board.memo, ("closed_sides", game.phase.name)
    if key not in memo:
        memo[key] = _closed_sides(game)
    found: frozenset[Side] = memo[key]
    return found


def board_now(game: Game18FB) -> Board:
    """2.5.2-g The board on which closed passes cannot be crossed."""
    memo, key = game.title.board.memo, ("board", game.phase.name)
    if key not in memo:
        closed = closed_sides(game)
        memo[key] = game.title.board.shut(closed) if closed else game.title.board
    found: Board = memo[key]
    return found


def _closed_sides(game: Game18FB) -> frozenset[Side]:
    numbers = game.title.phase_numbers
    now = numbers[game.phase.name]
    return frozenset(
        side
        for side, borders in borders_of(game.title.board).items()
        if any(now < numbers[border["closed_until"]] for border in borders if "closed_until" in border)
    )


def port_value(game: Game18FB, hex_: str) -> int:
    """2.1-m, 2.5.3-f What a port adds to its city; the port of Napoli counts for both halves (Q17)."""
    ports: Mapping[str, Mapping[str, int]] = game.title.map_facts["ports"]
    level = game.phase.offboard
    if hex_ in ports:
        return ports[hex_][level]
    halves = NAPOLI if hex_ in NAPOLI else ()
    return next((ports[half][level] for half in halves if half in ports), 0)


NAPOLI = ("zC6", "zC8")
"""The two halves, South and North: one city for major and national companies."""


# -- claims -----------------------------------------------------------------------------------------------------------

OPENING, BOURBON = "open", "bourbon"


def bourbon_token(number: int) -> str:
    """A Bourbon token, as a thing on a shelf of claims."""
    return f"{BOURBON}.{number}"


def reserved_slot(company: str, hex_: str) -> str:
    """A slot that is kept for a company, as a thing on a shelf of claims."""
    return f"{company}@{hex_}"


def opening_slot(phase: str, hex_: str, number: int) -> str:
    """A slot that opens in a phase, as a thing on a shelf of claims."""
    return f"{OPENING}{phase}@{hex_}.{number}"


def printed_claims(title: RailTitle[Any]) -> Iterator[tuple[str, str, int]]:
    """2.5.4-b, d, 2.5.3-g, h All claims of the beginning with hex and stop, in the order of their slots."""
    for token in title.facts["bourbon"]:
        yield bourbon_token(token["number"]), token["hex"], token["stop"]
    for slots in title.map_facts["later"]:
        for number in range(1, slots["count"] + 1):
            yield opening_slot(slots["from_phase"], slots["hex"], number), slots["hex"], slots["stop"]
    for company in [company for company in title.companies if company in title.map_facts["reserved"]]:
        for hex_, stop in title.map_facts["reserved"][company]:
            yield reserved_slot(company, hex_), hex_, stop


def shown_claim(claim: str) -> tuple[str, str]:
    """What a claimed slot says, and its kind: see `draw.BoardView.claims`."""
    if claim.startswith(bourbon_token(0)[:-1]):
        return claim.rpartition(".")[2], "piece"
    company = claimant(claim)
    return (company, "kept") if company else (f"≥{claim.partition('@')[0].removeprefix(OPENING)}", "later")


def claimed_slots(game: Game18FB) -> Mapping[CityAt, Sequence[tuple[str, str]]]:
    """3.1-e All claims on the map, as the board shows them."""
    stops = [(name, stop) for name in game.title.board.names for stop in range(len(track(game).face(name).stops))]
    found = {place: game.state.shelves.on(claims_at(*place)) for place in stops}
    return {place: [shown_claim(claim) for claim in claims] for place, claims in found.items() if claims}


def port_values(game: Game18FB) -> Mapping[str, int]:
    """What every port adds now."""
    return {hex_: port_value(game, hex_) for hex_ in game.title.map_facts["ports"]}


def claimant(claim: str) -> str:
    """The company that a claim is for; empty for a Bourbon token and for a slot that opens later."""
    name, at, _ = claim.partition("@")
    return "" if not at or name.startswith(OPENING) else name
