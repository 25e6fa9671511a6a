"""7.4, 7.8 What a run is: the declaration that reading, explaining and searching follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from stockrail.routes import (
    AtMostOne,
    LineBonus,
    Route,
    Run,
    RunRules,
    Service,
    Setting,
    Together,
    TrainUse,
    good_run,
    may_run,
    reference_run,
)
from stockrail.rules.actions import RunTrains
from stockrail.rules.running import read
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g1862.companies import home_of, in_receivership
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.track import in_london
from stockrail.titles.g1862.variants import is_permanent

LOCAL = "local"
KEPT = 64  # declarations: rulings differ, and tables with changed facts have their own
OFF_BOARD = frozenset({"offboard", "port"})
MUCH_EFFORT = 3_000_000  # positions; the hardest run of the recorded game takes 200,000 to prove
COMPULSORY = 46_875  # positions of the search in Python: proofs for six trains take fewer, those for a dozen often more


def read_in_order(game: Game1862, company: str, action: RunTrains) -> Run:
    """The run as written; a place that several trains could be paid for is told of a local one first."""
    if game.ruling("entries") == "each":  # then the order of the routes matters for what they are paid
        return read(game, company, action.runs)
    runs = sorted(action.runs, key=lambda run: game.state.form.get(run.train) != LOCAL)
    found, order = read(game, company, runs), [each.train for each in action.runs]
    return replace(found, routes=tuple(sorted(found.routes, key=lambda route: order.index(route.train))))


def local_income(game: Game1862, routes: Sequence[Route]) -> int:
    """7.8.6-a What local trains have earned if the director wants it so.

    Who counts a place that trains share is the director's choice, and each local train counts one of its stops at
    least: then nobody else is paid for it, and the revenue of the run stays.
    """
    places = [place for route in routes if game.state.form[route.train] == LOCAL for place in route.stops]
    return max((track(game).face(hex_).stops[stop].value(game.phase.offboard) for hex_, stop in places), default=0)


def must_earn_most(game: Game1862, company: str) -> bool:
    """7.3-a"""
    return in_receivership(game, company) and game.ruling("receivership_runs") == "most"


def check_earns_most(game: Game1862, company: str, run: Run) -> None:
    """7.3-a, R11 Nobody can be held to what takes many minutes to find.

    Compulsory is what the search in Python finds in a fixed number of positions: the most wherever that suffices for a
    proof, and the same on every machine. Where a faster search has proven what the most is, whoever earns it is spared
    the slow one.
    """
    most = good_run(game, company, MUCH_EFFORT)
    if most.complete and _worth(run) >= _worth(most):
        return
    least = reference_run(game, company, COMPULSORY)
    proven = least.complete and least.looked_at <= COMPULSORY
    if not proven and game.ruling("hard_receivership") == "anything":
        return
    if _worth(run) < _worth(least):
        raise game.refusal("not_the_most", company=company, total=run.total, best=least.total)


def _worth(run: Run) -> int:
    return run.total + run.subsidy


def propose(game: Game1862, company: str) -> Run:
    """The best run; where a dozen trains after mergers make it hard to prove, a good one, and good enough."""
    if not must_earn_most(game, company):
        return good_run(game, company)
    run = good_run(game, company, MUCH_EFFORT)
    return run if run.complete else max(run, reference_run(game, company, COMPULSORY), key=_worth)


def can_run(game: Game1862, company: str) -> bool:
    """Whether there is any run for a company."""
    return may_run(track(game), company, train_uses(game, company), run_rules(game, company))


def run_setting(game: Game1862, company: str) -> Setting:
    return Setting(track(game), train_uses(game, company), run_rules(game, company))


def train_uses(game: Game1862, company: str) -> tuple[TrainUse, ...]:
    """7.8-h The trains of a company for which it has a permit."""
    forms = game.state.form
    return tuple(
        use_of(game, train, type_of(game, train).name, forms[train])
        for train in trains_of(game, company)
        if forms[train] in game.state.permits[company]
    )


def use_of(game: Game1862, train: str, letter: str, form: str) -> TrainUse:
    """7.8.1-l, 7.8.2-c, 7.8.3-b How a train of a letter runs in a form."""
    distance = _distances(game)[letter][form]
    if form == "freight":
        return TrainUse(train, distance["hexes"], service=form, alone=is_permanent(game, letter))
    visits, pays = distance["visit"], distance["pay"]
    return TrainUse(train, visits, service=form, pays=pays if pays < visits else None)


def _distances(game: Game1862) -> dict[str, dict[str, dict[str, int]]]:
    return {kind["name"]: kind["distance"] for kind in game.title.facts["trains"]}


def run_rules(game: Game1862, company: str) -> RunRules:
    """7.4, 7.6.5-c, 7.8-a to k; D2"""
    facts = game.title.facts
    meet_at = {"city"} if game.ruling("meeting") == "large_stations" else {"city", "town", *OFF_BOARD}
    return RunRules(
        colour=game.phase.offboard,
        services=_services(
            LineBonus(
                "straight_line",
                facts["freight"]["bonus"],
                (("port", facts["freight"]["port_bonus"]),),
                by_entry=game.ruling("freight_distance") == "entry",
                to_itself=game.ruling("same_end") == "one_hex",
            ),
            joining=game.ruling("permanent_freights"),
            as_one=game.ruling("chain_ends") == "as_one_train",
            subsidy=facts["local"]["subsidy"],
        ),
        within=(AtMostOne("two_ports", frozenset({"port"})), AtMostOne("two_red_areas", frozenset({"offboard"}))),
        between=Together(
            frozenset(meet_at),
            frozenset({home_of(game, company)}),
            with_subsidy=in_receivership(game, company),
            by_stop=game.ruling("entries") == "each",
        ),
        ends=OFF_BOARD | {"city"},
        tokens=frozenset({"city"}),
        barred=frozenset() if company in in_london(game) else frozenset({facts["london"]["location"]}),
    )


@lru_cache(KEPT)
def _services(line: LineBonus, joining: str, as_one: bool, subsidy: int) -> tuple[Service, ...]:
    """7.8.1, 7.8.2, 7.8.3; D3, Q24, Q26"""
    return (
        Service(
            name="freight",
            by_hexes=True,
            ends_pay=True,
            joined=True,
            always=joining == "joined",
            sets=joining == "sets",
            as_one=as_one,
            line=line,
        ),
        Service((("city", 1),), name=LOCAL, shuns=OFF_BOARD, subsidy=subsidy),
        Service((("city", 1), ("offboard", 1), ("port", 1)), name="express", paid=OFF_BOARD | {"city"}),
    )
