"""6.6, 6.7.1, 6.8.5 What a run is, and 2Gs: the declaration that reading, explaining and searching follow."""

from __future__ import annotations

from typing import Any

from stockrail.board import Place
from stockrail.routes import Apart, Excludes, Hop, Line, RunRules, Service, Setting, StopBonus, TrainUse
from stockrail.rules.state import Holder
from stockrail.rules.track import track
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g1883.companies import is_coach
from stockrail.titles.g1883.places import levels, red_lines
from stockrail.titles.g1883.state import Game1883

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
    """All trains; a 2G does a service of its own."""
    return tuple(
        TrainUse(train, type_of(game, train).stops, service=_service_of(game, train))
        for train in trains_of(game, company)
    )


def _service_of(game: Game1883, train: str) -> str:
    """A36 2Gs share no track with each other, unless each goes for itself."""
    if not is_gravity(game, train):
        return ""
    return train if game.ruling("two_gravity_trains") == "may_share_track" else GRAVITY


def is_gravity(game: Game1883, train: str) -> bool:
    name: str = game.title.facts["gravity"]["train"]
    return type_of(game, train).name == name


def run_rules(game: Game1883, company: str) -> RunRules:
    """What a run of the company is now: the phase, its anchors, and what events have changed. Made once for each."""
    gravity = tuple(dict.fromkeys(use.service for use in train_uses(game, company) if use.service)) or (GRAVITY,)
    bonuses = (_anchors(game, company), _box_changes(game))
    facts, lines = game.title.facts["gravity"], _lines(game)
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


def _lines(game: Game1883) -> tuple[Line, ...]:
    """6.6-a, 11-10 The red lines, unless the state railway is on strike; A27"""
    if game.state.effect.get("fs_closed"):
        return ()
    again = game.ruling("t_place_value") == "twice"
    return tuple(line._replace(again=again) for line in red_lines(game.title))


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


def _anchors(game: Game1883, company: str) -> StopBonus:
    """3.2-o, s The company's own anchors, by the phase; an unbuilt port has its stop, too."""
    bonus = anchor_bonus(game)
    return StopBonus(ANCHOR, tuple(((hex_, 0), bonus) for hex_ in anchored_ports(game, company)))


def anchor_bonus(game: Game1883) -> int:
    """4.0-i"""
    phase = next(phase for phase in game.title.facts["phases"] if phase["name"] == game.phase.name)
    bonus: int = phase["anchor"]
    return bonus


def anchored_ports(game: Game1883, company: str) -> list[str]:
    """The ports where the company has placed anchors."""
    ports: list[str] = game.title.map_facts["marks"]["port"]
    return [port for port in ports if game.state.shelves.on(("anchor", company, port))]


def _box_changes(game: Game1883) -> StopBonus:
    """11-12, 11-21, 11-25 What events add to external boxes in this operating round, or take."""
    changes: tuple[tuple[str, int], ...] = game.state.effect.get("boxes", ())
    pays: tuple[tuple[Place, int], ...] = tuple(((box, 0), change) for box, change in changes)
    return StopBonus(BOX_CHANGE, pays)


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
    surplus = len(gravity_of(game, company)) - len(engines_for_gravity(game, company))
    for train in gravity_of(game, company)[: max(0, surplus)]:
        _put_back(game, company, train)


def return_gravity(game: Game1883, company: str) -> None:
    """5.8-b All 2Gs of a company that closes."""
    for train in gravity_of(game, company):
        _put_back(game, company, train)


def _put_back(game: Game1883, company: str, train: str) -> None:
    move_train(game, train, type_of(game, train).stack)
    game.note("gravity_goes_back", company=company, train=train)
