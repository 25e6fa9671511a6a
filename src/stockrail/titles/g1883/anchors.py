"""3.2-n to s Anchors: who has them, where they may be placed."""

from __future__ import annotations

from stockrail.rules.state import BOX
from stockrail.titles.g1883.companies import phase_has_come
from stockrail.titles.g1883.state import Game1883, anchor_at


def anchor_ports(game: Game1883, company: str) -> list[str]:
    """Where the company may place an anchor now; A73 any port, built or not, whatever track leads there."""
    return [port for port in ports(game) if anchor_fault(game, company, port) is None]


def ports(game: Game1883) -> list[str]:
    found: list[str] = game.title.map_facts["marks"]["port"]
    return found


def anchor_fault(game: Game1883, company: str, port: str) -> str | None:
    """3.2-p Two anchors in a port belong to different companies."""
    on = game.state.shelves.on
    if _next_anchor(game, company) is None:
        return "no_anchor"
    if port not in ports(game):
        return "not_a_port"
    if on(anchor_at(company, port)):
        return "own_anchor_there"
    there = sum(len(on(anchor_at(other, port))) for other in game.title.companies)
    return "port_is_full" if there >= game.title.facts["anchors"]["most_in_a_port"] else None


def _next_anchor(game: Game1883, company: str) -> str | None:
    """3.2-n The anchor to place; a second one of the same card must wait for its phase."""
    on = game.state.shelves.on
    placed = {anchor.rsplit(".", 1)[0] for port in ports(game) for anchor in on(anchor_at(company, port))}
    may_repeat = phase_has_come(game, game.title.facts["anchors"]["second_from_phase"])
    free = (anchor for anchor in on(anchor_at(company)) if may_repeat or anchor.rsplit(".", 1)[0] not in placed)
    return next(free, None)


def place_anchor(game: Game1883, company: str, port: str) -> None:
    anchor = _next_anchor(game, company)
    assert anchor is not None
    game.state.shelves.move(anchor, anchor_at(company, port))
    game.note("places_anchor", company=company, hex=port)


def drop_anchors(game: Game1883, company: str) -> None:
    """5.8-c, 3.2-r The anchors of a company, or a private company, leave the game, placed or not."""
    for port in ("", *ports(game)):
        for anchor in list(game.state.shelves.on(anchor_at(company, port))):
            game.state.shelves.move(anchor, anchor_at(BOX))


def hand_on_anchors(game: Game1883, giver: str, taker: str) -> None:
    """A company or private company hands its anchors on, those on the map stay there; 8.3-c, 3.2-f, g.

    Where the taker has one in the same port, that of the giver comes back into the taker's hand.
    """
    shelves = game.state.shelves
    for port in ("", *ports(game)):
        for anchor in list(shelves.on(anchor_at(giver, port))):
            taken = bool(shelves.on(anchor_at(taker, port)))
            shelves.move(anchor, anchor_at(taker, "" if taken else port))
