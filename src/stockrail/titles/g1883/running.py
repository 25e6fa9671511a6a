"""6.6, 6.7.1, 6.8.5 What a run is, and 2Gs: the declaration that reading, explaining and searching follow."""

from __future__ import annotations

from typing import Any

from stockrail.routes import Apart, Excludes, Hop, RunRules, Service, Setting, StopBonus, TrainUse
from stockrail.rules.state import Holder
from stockrail.rules.track import track
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g1883.anchors import ports
from stockrail.titles.g1883.companies import is_coach, phase_facts
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
    return int(phase_facts(game)["anchor"])


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


def may_own_more_gravity(game: Game1883, company: str) -> bool:
    return len(gravity_of(game, company)) < len(engines_for_gravity(game, company))


def return_surplus_gravity(game: Game1883, company: str) -> None:
    """A35 To be called wherever a company has lost a train: surplus 2Gs go back to their stack at once."""
    return_gravity(game, company, keeps=len(engines_for_gravity(game, company)))


def return_gravity(game: Game1883, company: str, keeps: int = 0) -> None:
    """5.8-b All 2Gs of a company that closes."""
    held = gravity_of(game, company)
    for train in held[: max(0, len(held) - keeps)]:
        move_train(game, train, type_of(game, train).stack)
        game.note("gravity_goes_back", company=company, train=train)
