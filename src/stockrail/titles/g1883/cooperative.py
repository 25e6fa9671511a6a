"""8.1 CCFR: a presidency that goes round, loot, gifts of trains, freezing, capitalisation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from stockrail.rules.cards import cards_of
from stockrail.rules.closing import forget
from stockrail.rules.game import pay
from stockrail.rules.lots import Lot, highest
from stockrail.rules.prices import move_left, price
from stockrail.rules.rounds import OperatingRound, current_round, operating_company
from stockrail.rules.shares import president_certificate, settle_presidency, shares_of, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.rules.trains import give_train, move_train, trains_of, type_of
from stockrail.titles.g1883.companies import is_cooperative, is_railway
from stockrail.titles.g1883.debts import close_if_worthless
from stockrail.titles.g1883.running import return_surplus_gravity
from stockrail.titles.g1883.state import CAPITALISED, COOPERATIVE, FROZEN, Game1883

PRESIDENT, HANDED_ON = "ccfr_president", "ccfr_handed_on"


def cooperative(game: Game1883) -> str:
    """The company that begins as a cooperative."""
    company: str = game.title.facts["cooperative"]["company"]
    return company


def is_member(game: Game1883, player: int) -> bool:
    """A40 Who still has the share they began with; who has looted is out, whatever shares they buy."""
    return not game.state.ousted.get(player) and shares_of(game, player, cooperative(game)) > 0


class FirstPresident(Lot[Game1883], frozen=True):
    """8.1.2-a, A89"""

    def happens(self, game: Game1883, outcome: int | str) -> None:
        _appoint(game, int(outcome))


class FirstOwner(Lot[Game1883], frozen=True):
    """8.1.8-c, d; A45, A46, A89 A share for the president's certificate, without payment."""

    def happens(self, game: Game1883, outcome: int | str) -> None:
        company, shelves, player = cooperative(game), game.state.shelves, int(outcome)
        shelves.move(singles_of(game, player, company)[0], certs_at(POOL, company))
        shelves.move(president_certificate(company), certs_at(player, company))
        game.state.flags["ccfr"] = CAPITALISED
        _forget_president(game)
        game.note("president_changes", company=company, player=player)
        settle_presidency(game, company)


def choose_first_president(game: Game1883, by_lot: bool = True) -> None:
    """8.1.2-a After the first stock round, if nobody presides yet; may push a lot, or takes the first of equal ones."""
    if game.state.flags["ccfr"] == COOPERATIVE and PRESIDENT not in game.state.flags:
        equal = highest(game.seats, partial(_prominence, game))
        FirstPresident("tie/ccfr/first", equal if by_lot else equal[:1]).settle(game)


def _prominence(game: Game1883, player: int) -> tuple[int, ...]:
    railways = [company for company in _presided(game, player) if is_railway(game, company)]
    return len(railways), _certificates(game, player) + len(cards_of(game, player)), game.state.cash[player]


def _modesty(game: Game1883, player: int) -> tuple[int, ...]:
    """8.1.8-d The fewest of each comes first."""
    presided = _presided(game, player)
    railways = [company for company in presided if is_railway(game, company)]
    trains = [train for company in railways for train in trains_of(game, company)]
    lasting = [train for train in trains if type_of(game, train).rusts_on is None]
    few = (presided, railways, lasting, trains)
    return *(-len(some) for some in few), -_certificates(game, player), -game.state.cash[player]


def _presided(game: Game1883, player: int) -> list[str]:
    """The companies that a player presides; the cooperative itself does not count."""
    others = (company for company in game.title.companies if not is_cooperative(game, company))
    return [company for company in others if game.title.controller(game, company) == player]


def _certificates(game: Game1883, player: int) -> int:
    return sum(len(game.state.shelves.on(certs_at(player, company))) for company in game.title.companies)


def rotate_presidency(game: Game1883) -> None:
    """8.1.2-b After each operating round, while it is a cooperative."""
    flags = game.state.flags
    if HANDED_ON in flags:  # somebody has taken over after its turn, and presides in the next round
        del flags[HANDED_ON]
    elif PRESIDENT in flags:
        heir = _next_member(game, flags[PRESIDENT])
        if heir is not None:
            _appoint(game, heir)


def _next_member(game: Game1883, player: int) -> int | None:
    return next((seat for seat in game.seats_after(player) if is_member(game, seat)), None)


def members_in_turn(game: Game1883) -> list[int]:
    """8.1.2-b Who presides now, then the others in the order in which it comes to them."""
    first = game.state.flags.get(PRESIDENT)
    return [] if first is None else [seat for seat in game.seats_from(first) if is_member(game, seat)]


def _appoint(game: Game1883, player: int) -> None:
    game.state.flags[PRESIDENT] = player
    game.note("presides_in_turn", company=cooperative(game), player=player)


def _replace_president(game: Game1883, player: int) -> None:
    """Somebody has left the cooperative: the next one takes over at once; 8.1.6-a without any it is frozen."""
    company, heir = cooperative(game), _next_member(game, player)
    if heir is None:
        game.state.flags["ccfr"] = FROZEN
        _forget_president(game)
        game.note("is_frozen", company=company)
    elif game.state.flags.get(PRESIDENT) == player:
        done = company in game.state.acted or operating_company(game) == company
        if done or not isinstance(current_round(game), OperatingRound):
            game.state.flags[HANDED_ON] = True
        _appoint(game, heir)


def _forget_president(game: Game1883) -> None:
    for flag in (PRESIDENT, HANDED_ON):
        if flag in game.state.flags:
            del game.state.flags[flag]


def loot(game: Game1883, revenue: int) -> None:
    """8.1.5-b to d The president takes the run and leaves the rotation."""
    company, player = cooperative(game), int(game.state.flags[PRESIDENT])
    before = price(game, company)
    pay(game, BANK, player, revenue)
    game.state.last_run[company] = revenue
    move_left(game, company)
    after = price(game, company)
    amount = compensation(game, before, after)
    pay(game, BANK, player, amount)
    game.state.shelves.move(singles_of(game, player, company)[0], certs_at(POOL, company))
    game.state.ousted[player] = True
    game.note("loots", player=player, company=company, revenue=revenue, amount=amount, before=before, after=after)
    if not close_if_worthless(game, company):
        _replace_president(game, player)


def compensation(game: Game1883, before: int, after: int) -> int:
    """A44 Part of the price of one share, rounded up."""
    basis = after if game.ruling("loot_compensation") == "price_after_move" else before
    parts: int = game.title.facts["cooperative"]["loot_parts"]
    return -(-basis // parts)


def leave_cooperative(game: Game1883, player: int) -> None:
    """6.8.6-f A bankrupt holder: the share goes to the pool, the rotation goes on without them."""
    company = cooperative(game)
    for cert in list(singles_of(game, player, company)) if is_cooperative(game, company) else ():
        game.state.shelves.move(cert, certs_at(POOL, company))
    if game.state.flags["ccfr"] == COOPERATIVE:
        _replace_president(game, player)


def receive_gifts(game: Game1883, first: str) -> None:
    """8.1.4-b to d The first train of a kind was sold. A frozen CCFR gets none (8.1.6-a)."""
    if game.state.flags["ccfr"] == COOPERATIVE:
        _swap_trains(game, first)


def _swap_trains(game: Game1883, first: str) -> None:
    """A42 What it gives goes to the pool; a kind that is sold out is not given."""
    company, gifts = cooperative(game), game.title.facts["cooperative"]["gifts"]
    gift: Mapping[str, Sequence[str]] = next((gift for gift in gifts if gift["first"] == first), {})
    for kind in gift.get("gives", ()):
        for train in [train for train in trains_of(game, company) if type_of(game, train).name == kind][:1]:
            move_train(game, train, POOL)
            game.note("gives_train_up", company=company, train=train)
    for kind in gift.get("gets", ()):
        if give_train(game, kind, company):
            game.note("is_given_train", company=company, train=trains_of(game, company)[-1])
    return_surplus_gravity(game, company)


def capitalise(game: Game1883) -> None:
    """8.1.8 With the first 5; may push a lot."""
    flag = game.state.flags["ccfr"]
    if flag == FROZEN:
        _open_for_launch(game)
    elif flag == COOPERATIVE:
        _pay_capital(game)
        _move_shares(game, IPO, POOL)
        members = [seat for seat in game.seats if is_member(game, seat)]
        FirstOwner("tie/ccfr/capitalisation", highest(members, partial(_modesty, game))).settle(game)


def _open_for_launch(game: Game1883) -> None:
    """8.1.8-e, A70 A frozen one is launched like any other, from the next stock round on."""
    company = cooperative(game)
    if game.ruling("frozen_ccfr_at_5") == "gets_train_and_100":
        _swap_trains(game, game.title.facts["cooperative"]["capitalised_by"])
        _pay_capital(game)
    _move_shares(game, POOL, IPO)
    _forget_president(game)
    forget(game, company)
    game.state.flags["ccfr"] = CAPITALISED
    game.note("may_be_launched", company=company)


def _pay_capital(game: Game1883) -> None:
    company, capital = cooperative(game), game.title.facts["cooperative"]["capital"]
    pay(game, BANK, company, capital)
    game.note("is_capitalised", company=company, amount=capital)


def _move_shares(game: Game1883, source: str, target: str) -> None:
    company = cooperative(game)
    for cert in list(singles_of(game, source, company)):
        game.state.shelves.move(cert, certs_at(target, company))
