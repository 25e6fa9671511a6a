"""What the map says besides track: ports, Napoli, who has a claim on which slot, which tokens stop builders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.board import Track
from stockrail.rules import sides
from stockrail.rules.claims import all_claims, claimant, claims_in, claims_of, drop_claim, reserved_slot
from stockrail.rules.sides import Side
from stockrail.rules.state import CityAt, city_at
from stockrail.rules.title import RailTitle
from stockrail.rules.tokens import has_room, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.state import Game18FB

NAPOLI = ("zC6", "zC8")
"""The two halves, South and North: one city for major and national companies."""


def side_costs(game: Game18FB) -> Mapping[Side, int]:
    """2.5.2-a to c, e, h, Q4 A ruling may let a bridge stand for the plain."""
    return sides.side_costs(game, game.ruling("river_on_plain") == "added")


def port_value(game: Game18FB, hex_: str) -> int:
    """2.1-m, 2.5.3-f What a port adds to its city; the port of Napoli counts for both halves (Q17)."""
    ports: Mapping[str, Mapping[str, int]] = game.title.map_facts["ports"]
    halves = NAPOLI if hex_ in NAPOLI else (hex_,)
    return next((ports[half][game.phase.offboard] for half in halves if half in ports), 0)


def port_values(game: Game18FB) -> Mapping[str, int]:
    """What every port adds now."""
    return {hex_: port_value(game, hex_) for hex_ in game.title.map_facts["ports"]}


def location(game: Game18FB, place: CityAt) -> str | CityAt:
    """2.5.3-c The city that a stop belongs to: the halves of Napoli are one."""
    return track(game).face(place[0]).stops[place[1]].location or place


# -- claims: reserved slots, Bourbon tokens, slots that open later, regional tokens that wait --------------------------

OPENING, BOURBON = "open", "bourbon"


def bourbon_token(number: int) -> str:
    """A Bourbon token, as a thing on a shelf of claims."""
    return f"{BOURBON}.{number}"


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


def claimed_slots(game: Game18FB) -> Mapping[CityAt, Sequence[tuple[str, str]]]:
    """3.1-e All claims on the map, as the board shows them."""
    stops = [(name, stop) for name in game.title.board.names for stop in range(len(track(game).face(name).stops))]
    return {place: [_shown(game, claim) for claim in claims] for place in stops if (claims := claims_in(game, place))}


def _shown(game: Game18FB, claim: str) -> tuple[str, str]:
    """What a claimed slot says, and its kind: see `draw.BoardView.claims`."""
    if claim.startswith(BOURBON):
        return claim.rpartition(".")[2], "piece"
    company = claimant(game, claim)
    return (company, "kept") if company else (f"≥{claim.partition('@')[0].removeprefix(OPENING)}", "later")


def kept_slots(game: Game18FB, company: str, place: CityAt) -> int:
    """2.5.4-c, d, 3.6.2-f How many slots of a stop are taken by claims of others; who waits has none yet."""
    free = (company, *game.title.companies_of("regional"))
    return sum(claimant(game, claim) not in free for claim in claims_in(game, place))


def settle_claims(game: Game18FB, company: str, place: CityAt) -> None:
    """Q25, 3.5.3-e A company that has a token in a city needs no slot there any more; Napoli is one city."""
    city = location(game, place)
    for claim, other in claims_of(game, company):
        if location(game, other) == city:
            drop_claim(game, claim)


def open_slots(game: Game18FB) -> None:
    """2.1-f, 2.5.3-g, h The slots that open in this phase."""
    for claim, _ in all_claims(game):
        if claim.startswith(f"{OPENING}{game.phase.name}@"):
            drop_claim(game, claim)


def remove_bourbon_tokens(game: Game18FB) -> None:
    """2.5.4-b, Q5 Phase 5 removes those that are left."""
    for facts in game.title.facts["bourbon"]:
        drop_claim(game, bourbon_token(facts["number"]))


def seat_waiting(game: Game18FB) -> None:
    """3.6.2-f Waiting regional tokens take slots that have come free: after lays, tokens, closings, removed claims."""
    regional = game.title.companies_of("regional")
    waiting = [(claimant(game, claim), claim, place) for claim, place in all_claims(game)]
    for company, claim, (hex_, first) in [each for each in waiting if each[0] in regional]:
        stops = (first, *range(len(track(game).face(hex_).stops)))
        stop = next((stop for stop in stops if has_room(game, company, hex_, stop)), None)
        if stop is not None:
            drop_claim(game, claim)
            game.state.shelves.move(spare_of(game, company)[0], city_at(hex_, stop))
            game.note("regional_token", company=company, hex=hex_)


# -- the track as builders see it --------------------------------------------------------------------------------------


def track_seen(game: Game18FB) -> Track:
    """2.5.4-b, g, Q5, Q7 All companies' tokens stop others, Bourbon tokens nobody, unless a ruling says otherwise."""
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
