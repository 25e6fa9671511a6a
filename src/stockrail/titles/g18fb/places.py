"""What the map says besides track: hexsides, closed passes, ports, who has a claim on which slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.board import Board, Track
from stockrail.rules.state import CityAt, city_at
from stockrail.rules.title import RailTitle
from stockrail.rules.tokens import has_room, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.state import GONE_CLAIMS, Game18FB, claims_at

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


def claims_in(game: Game18FB, place: CityAt) -> list[str]:
    return game.state.shelves.on(claims_at(*place))


def kept_slots(game: Game18FB, company: str, place: CityAt) -> int:
    """2.5.4-c, d, 3.6.2-f How many slots of a stop are taken by claims of others; who waits has none yet."""
    free = (company, *game.title.companies_of("regional"))
    return sum(claimant(claim) not in free for claim in claims_in(game, place))


def drop_claim(game: Game18FB, claim: str) -> None:
    game.state.shelves.move(claim, GONE_CLAIMS)


def claims_of(game: Game18FB, company: str) -> list[tuple[str, CityAt]]:
    """The slots that are kept for a company."""
    return [(claim, place) for claim, place in all_claims(game) if claimant(claim) == company]


def all_claims(game: Game18FB) -> list[tuple[str, CityAt]]:
    """Every claim that lies on a stop."""
    places: dict[str, Any] = game.state.shelves.place_of
    found = [(name, place) for name, place in places.items() if place[0] == "claim" and place != GONE_CLAIMS]
    return [(name, (hex_, stop)) for name, (_, hex_, stop) in found]


def drop_claims(game: Game18FB, company: str) -> None:
    """Q25 The reserved slots of a company that merges or closes become free."""
    for claim, _ in claims_of(game, company):
        drop_claim(game, claim)


def settle_claims(game: Game18FB, company: str, place: CityAt) -> None:
    """Q25, 3.5.3-e A company that has a token in a city needs no slot there any more; Napoli is one city."""
    city = location(game, place)
    for claim, other in claims_of(game, company):
        if location(game, other) == city:
            drop_claim(game, claim)


def location(game: Game18FB, place: CityAt) -> str | CityAt:
    """2.5.3-c The city that a stop belongs to: the halves of Napoli are one."""
    return track(game).face(place[0]).stops[place[1]].location or place


def open_slots(game: Game18FB) -> None:
    """2.1-f, 2.5.3-g, h The slots that open in this phase."""
    for claim, _ in all_claims(game):
        if claim.startswith(f"{OPENING}{game.phase.name}@"):
            drop_claim(game, claim)


def remove_bourbon_tokens(game: Game18FB) -> None:
    """2.5.4-b, Q5 Phase 5 removes those that are left."""
    for facts in game.title.facts["bourbon"]:
        drop_claim(game, bourbon_token(facts["number"]))


def move_claims(game: Game18FB, hex_: str, moves: Mapping[int, int]) -> None:
    """3.5.1-j Claims keep their places on a new tile, like tokens."""
    held = {stop: list(claims_in(game, (hex_, stop))) for stop in moves}
    for stop, names in held.items():
        for name in names:
            game.state.shelves.move(name, claims_at(hex_, moves[stop]))


# -- regional tokens that wait -----------------------------------------------------------------------------------------


def seat_waiting(game: Game18FB) -> None:
    """3.6.2-f Waiting regional tokens take slots that have come free: after lays, tokens, closings, removed claims."""
    regional = game.title.companies_of("regional")
    for claim, (hex_, first) in [waiting for waiting in all_claims(game) if claimant(waiting[0]) in regional]:
        company, stops = claimant(claim), range(len(track(game).face(hex_).stops))
        stop = next((stop for stop in (first, *stops) if has_room(game, company, hex_, stop)), None)
        if stop is not None:
            drop_claim(game, claim)
            game.state.shelves.move(spare_of(game, company)[0], city_at(hex_, stop))
            game.note("regional_token", company=company, hex=hex_)


def track_seen(game: Game18FB) -> Track:
    """Q5, Q7 All companies' tokens stop others and Bourbon tokens nobody, unless a ruling has it otherwise."""
    now = track(game)
    if game.ruling("home_tokens") == "block" and game.ruling("bourbon_tokens") == "pass":
        return now
    return now.board.track(now.laid, _stopping(game, now))


def _stopping(game: Game18FB, now: Track) -> dict[CityAt, tuple[str, ...]]:
    """Whose tokens count when a city is tested for being full."""
    tokens = dict(now.token_map)
    if game.ruling("home_tokens") == "pass":
        floated = game.state.floated
        regional = game.title.companies_of("regional")
        tokens = {at: tuple(one for one in held if floated.get(one) or one in regional) for at, held in tokens.items()}
    if game.ruling("bourbon_tokens") == "block":
        for claim, at in all_claims(game):
            tokens[at] = (*tokens.get(at, ()), *([BOURBON] if claim.startswith(BOURBON) else ()))
    return {at: held for at, held in tokens.items() if held}
