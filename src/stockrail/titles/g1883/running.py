"""6.6, 6.7.1, 6.8.5, 3.2-n to s What a run is: the declaration that searches follow; 2Gs and anchors as possessions."""

from __future__ import annotations

from typing import Any

from stockrail.routes import Apart, Excludes, Hop, RunRules, Service, Setting, StopBonus, TrainUse
from stockrail.rules.state import BOX, Holder
from stockrail.rules.track import track
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g1883.companies import is_coach
from stockrail.titles.g1883.places import levels, red_lines
from stockrail.titles.g1883.state import Game1883, anchor_at

WEIGHTS = (("city", 1), ("town", 1), ("offboard", 1), ("fs", 2))  # 6.6-b: with its box a T place makes three
GRAVITY = "gravity"
RULINGS = ("gravity_mountain_to_plain", "anchor_on_gravity")  # those of which a run depends
ANCHOR, BOX_CHANGE, LOSS = "anchor", "box_change", "gravity"
NEIGHBOURING = frozenset({(2, 1), (1, 0)})


def run_setting(game: Game1883, company: str) -> Setting | None:
    """8.2-l Coaches run no trains."""
    if is_coach(game, company):
        return None
    return Setting(track(game), train_uses(game, company), run_rules(game, company))


def train_uses(game: Game1883, company: str) -> tuple[TrainUse, ...]:
    """All trains; a 2G does a service of its own. A36 2Gs share no track, unless each goes for itself."""
    apart, trains = game.ruling("two_gravity_trains") == "may_share_track", trains_of(game, company)
    services = {train: train if apart else GRAVITY for train in gravity_of(game, company)}
    return tuple(TrainUse(train, type_of(game, train).stops, service=services.get(train, "")) for train in trains)


def is_gravity(game: Game1883, train: str) -> bool:
    name: str = game.title.facts["gravity"]["train"]
    return type_of(game, train).name == name


def run_rules(game: Game1883, company: str) -> RunRules:
    """What a run of the company is now: the phase, its anchors, and what events have changed. Made once for each."""
    gravity = tuple(dict.fromkeys(use.service for use in train_uses(game, company) if use.service)) or (GRAVITY,)
    bonuses = _bonuses(game, company)
    facts, again = game.title.facts["gravity"], game.ruling("t_place_value") == "twice"  # A27
    closed = game.state.effect.get("fs_closed")  # 6.6-a, 11-10 the state railway may be on strike
    lines = () if closed else tuple(line._replace(again=again) for line in red_lines(game.title))
    rulings = (facts["parts"], facts["rounded_to"], *(game.ruling(name) for name in RULINGS))  # facts may be changed
    key = (game.phase.offboard, lines, bonuses, gravity, rulings)
    known: dict[Any, RunRules] = game.title.board.memo.setdefault("run_rules", {})
    if key not in known:
        known[key] = RunRules(
            colour=game.phase.offboard,
            services=(Service(WEIGHTS), *(Service(WEIGHTS, name, hop=_hop(game), track=name) for name in gravity)),
            within=(Excludes("one_box", "fs", frozenset({"fs", "offboard"})),),
            between=Apart(),
            bonuses=tuple(bonus for bonus in bonuses if bonus.stops),
            lines=lines,
        )
    return known[key]


def _hop(game: Game1883) -> Hop:
    """6.8.5-c, d; A33, A72"""
    facts = game.title.facts["gravity"]
    return Hop(
        levels(game.title),
        facts["parts"],
        facts["rounded_to"],
        LOSS,
        NEIGHBOURING if game.ruling("gravity_mountain_to_plain") == "neighbouring_zones_only" else None,
        frozenset({ANCHOR}) if game.ruling("anchor_on_gravity") == "after_halving" else frozenset(),
    )


def anchor_bonus(game: Game1883) -> int:
    """4.0-i"""
    return int(game.phase_facts["anchor"])


def anchored_ports(game: Game1883, company: str) -> list[str]:
    """The ports where the company has placed anchors."""
    return [port for port in ports(game) if game.state.shelves.on(anchor_at(company, port))]


def _bonuses(game: Game1883, company: str) -> tuple[StopBonus, StopBonus]:
    """3.2-o, s The company's own anchors, by the phase; an unbuilt port has its stop, too.

    11-12, 11-21, 11-25 What events add to external boxes in this operating round, or take.
    """
    pays, changes = anchor_bonus(game), game.state.effect.get("boxes", ())
    anchors = StopBonus(ANCHOR, tuple(((port, 0), pays) for port in anchored_ports(game, company)))
    return anchors, StopBonus(BOX_CHANGE, tuple(((box, 0), change) for box, change in changes))


def gravity_of(game: Game1883, holder: Holder) -> list[str]:
    return [train for train in trains_of(game, holder) if is_gravity(game, train)]


def engines_for_gravity(game: Game1883, company: str) -> list[str]:
    """The trains that allow a 2G each."""
    kinds = game.title.facts["gravity"]["needs"]
    return [train for train in trains_of(game, company) if type_of(game, train).name in kinds]


def return_surplus_gravity(game: Game1883, company: str, closes: bool = False) -> None:
    """A35, 5.8-b To be called wherever a company has lost a train or closes: 2Gs go back to their stack at once."""
    held, keeps = gravity_of(game, company), 0 if closes else len(engines_for_gravity(game, company))
    for train in held[: max(0, len(held) - keeps)]:
        move_train(game, train, type_of(game, train).stack)
        game.note("gravity_goes_back", company=company, train=train)


def anchor_ports(game: Game1883, company: str) -> list[str]:
    """Where the company may place an anchor now; A73 any port, built or not, whatever track leads there."""
    in_hand = game.state.shelves.on(anchor_at(company))
    return [port for port in ports(game) if anchor_fault(game, company, port) is None] if in_hand else []


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
    may_repeat = game.phase_has_come(game.title.facts["anchors"]["second_from_phase"])
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
