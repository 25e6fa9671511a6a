"""The seam between 1862 and its runs: reading a written run, and proposing one."""

from __future__ import annotations

from functools import cache

from stockrail.routes import AtMostOne, LineBonus, RouteFault, RunRules, Service, Setting, Together, TrainUse
from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.rules.tokens import track
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g1862.companies import home_of, in_receivership
from stockrail.titles.g1862.proposals import best_found
from stockrail.titles.g1862.runs import Card, RunResult, Terms, read_run
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.track import in_london
from stockrail.titles.g1862.variants import is_permanent


def read(game: Game1862, company: str, action: RunTrains) -> RunResult:
    """The run as written, checked and added up; raises IllegalAction."""
    written = [(run.train, run.hexes) for run in action.runs]
    try:
        return read_run(track(game), cards(game, company), terms(game, company), written)
    except RouteFault as fault:
        raise game.refusal(f"route_{fault.kind}", **{"company": company, **fault.params}) from fault


def propose(game: Game1862, company: str) -> tuple[TrainRun, ...]:
    """A good legal run; nothing where there is none."""
    now, own, bounds = track(game), tuple(cards(game, company)), terms(game, company)
    key = ("run", own, bounds)
    if key not in now.memo:
        found = best_found(now, own, bounds)
        now.memo[key] = tuple(TrainRun(route.card.train, route.hexes) for route in found)
    runs: tuple[TrainRun, ...] = now.memo[key]
    return runs


def cards(game: Game1862, company: str) -> list[Card]:
    """7.8-h The trains of a company for which it has a permit."""
    found = []
    for train in trains_of(game, company):
        form, letter = game.state.form[train], type_of(game, train).name
        if form in game.state.permits[company]:
            reach = _distances(game)[letter][form]
            visit, pays = (reach["hexes"], 2) if form == "freight" else (reach["visit"], reach["pay"])
            found.append(Card(train, form, visit, pays, is_permanent(game, letter)))
    return found


def _distances(game: Game1862) -> dict[str, dict[str, dict[str, int]]]:
    return {kind["name"]: kind["distance"] for kind in game.title.facts["trains"]}


def terms(game: Game1862, company: str) -> Terms:
    facts = game.title.facts
    return Terms(
        company=company,
        home=home_of(game, company),
        level=game.phase.offboard,
        london=company in in_london(game),
        bonus=facts["freight"]["bonus"],
        port_bonus=facts["freight"]["port_bonus"],
        subsidy=facts["local"]["subsidy"],
        meeting=game.ruling("meeting"),
        joining=game.ruling("permanent_freights"),
        distance=game.ruling("freight_distance"),
        chain_ends=game.ruling("chain_ends"),
    )


# -- the declaration --------------------------------------------------------------------------------------------------


def run_setting(game: Game1862, company: str) -> Setting:
    """7.8 The runs of a company as the search and the reader of `routes` want them told."""
    uses = tuple(
        TrainUse(card.train, card.visit, service=card.form, pays=_pays(card), alone=card.permanent)
        for card in cards(game, company)
    )
    return Setting(track(game), uses, run_rules(game, company))


def _pays(card: Card) -> int | None:
    return card.pay if card.form != "freight" and card.pay < card.visit else None


def run_rules(game: Game1862, company: str) -> RunRules:
    """7.4, 7.8 What a run is at present. Three rulings are not declared: old distances (Q26), D3 and Q24."""
    here = terms(game, company)
    meet_at = ("city",) if here.meeting == "large_stations" else ("city", "town", "offboard", "port")
    return RunRules(
        colour=here.level,
        services=_services(here.bonus, here.port_bonus, here.subsidy),
        within=(AtMostOne("two_ports", frozenset({"port"})), AtMostOne("two_red_areas", frozenset({"offboard"}))),
        between=Together(
            meet_at=frozenset(meet_at), home=frozenset({here.home}), with_subsidy=in_receivership(game, company)
        ),
        ends=frozenset({"city", "offboard", "port"}),
        tokens=frozenset({"city"}),
        barred=frozenset() if here.london else frozenset({game.title.facts["london"]["location"]}),
    )


@cache
def _services(bonus: int, port_bonus: int, subsidy: int) -> tuple[Service, ...]:
    """7.8.1, 7.8.2, 7.8.3"""
    line = LineBonus("straight_line", bonus, (("port", port_bonus),))
    off_board = frozenset({"offboard", "port"})
    return (
        Service(name="freight", by_hexes=True, ends_pay=True, joined=True, line=line),
        Service((("city", 1),), name="local", shuns=off_board, subsidy=subsidy),
        Service((("city", 1), ("offboard", 1), ("port", 1)), name="express", paid=off_board | {"city"}),
    )
