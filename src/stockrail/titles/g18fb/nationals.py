"""3.7 The two national companies: who merges, forming, the exchange of shares, what else they take over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stockrail.core import Frame, Menu
from stockrail.core.chance import Chance
from stockrail.rules.claims import drop_claims
from stockrail.rules.closing import hand_on_shares
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import by_price, place_marker, price
from stockrail.rules.rounds import mark_as_done, operating_company
from stockrail.rules.shares import (
    companies_in_play,
    percent_of,
    president_certificate,
    president_shares,
    shares_of,
    singles_of,
)
from stockrail.rules.state import BANK, BOX, DEPOT, IPO, POOL, CityAt, Holder, certs_at, city_at
from stockrail.rules.tokens import cities_of, retire_tokens, spare_of
from stockrail.rules.track import track
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g18fb.actions import JoinNational, PickPartner
from stockrail.titles.g18fb.companies import dissolve, in_game, partners_of, pay_leases
from stockrail.titles.g18fb.concessions import settle
from stockrail.titles.g18fb.places import NAPOLI, location
from stockrail.titles.g18fb.regional import settle_track
from stockrail.titles.g18fb.state import Game18FB

FOR_ONE = 2
"""Old shares for a new one."""


def exchange(game: Game18FB, national: str, partners: Sequence[str], first: int) -> None:
    """3.7.1-h to k, r Players in order of play, other companies, treasuries, the pool; then the presidency."""
    others = [company for company in companies_in_play(game) if company not in partners]
    holders: list[Holder] = [*game.seats_from(first), *others]
    for holder in holders:
        _exchange_holding(game, holder, national, partners)
    left = _exchange_treasuries(game, national, partners)
    _exchange_pool(game, national, partners, left)
    _hand_out(game, national, national, len(singles_of(game, BOX, national)))
    game.note("rest_of_shares", company=national, percent=percent_of(game, national, national))
    settle(game, national)


def old_shares(game: Game18FB, holders: Iterable[Holder], partners: Sequence[str]) -> int:
    return sum(shares_of(game, holder, partner) for holder in holders for partner in partners)


def _exchange_holding(game: Game18FB, holder: Holder, national: str, partners: Sequence[str]) -> None:
    """3.7.1-g, h, Q64 Two shares of either company for one; whoever has four first gets the president's certificate."""
    old = old_shares(game, [holder], partners)
    if not old:
        return
    count = _give(game, holder, national, old // FOR_ONE)
    amount = _pay_odd(game, holder, national, partners, old - FOR_ONE * count)
    if isinstance(holder, int):
        game.note("exchanges_shares", player=holder, company=national, old=old, count=count, amount=amount)
    else:
        game.note("company_exchanges", other=holder, company=national, old=old, count=count, amount=amount)


def _give(game: Game18FB, holder: Holder, national: str, due: int) -> int:
    """3.7.1-h The president's certificate to a player whose due covers it, if nobody has it yet; else single ones."""
    of_president = president_shares(game, national)
    if not isinstance(holder, int) or due < of_president or not _is_vacant(game, national):
        return _hand_out(game, holder, national, due)
    game.state.shelves.move(president_certificate(national), certs_at(holder, national))
    return of_president + _hand_out(game, holder, national, due - of_president)


def _is_vacant(game: Game18FB, national: str) -> bool:
    return game.state.shelves.place_of[president_certificate(national)] == certs_at(BOX, national)


def _hand_out(game: Game18FB, holder: Holder, national: str, count: int) -> int:
    """Single certificates, as long as there are any; how many it were."""
    certs = singles_of(game, BOX, national)[:count]
    for cert in certs:
        game.state.shelves.move(cert, certs_at(holder, national))
    return len(certs)


def _pay_odd(game: Game18FB, holder: Holder, national: str, partners: Sequence[str], odd: int) -> int:
    """3.7.1-i, Q63, Q64 Half the price, as far as they have shares of a floated partner; other odd ones are lost."""
    floated = [partner for partner in partners if game.state.floated.get(partner)]
    amount = min(odd, old_shares(game, [holder], floated)) * (price(game, national) // FOR_ONE)
    pay(game, BANK, holder, amount)
    return amount


def _exchange_treasuries(game: Game18FB, national: str, partners: Sequence[str]) -> int:
    """3.7.1-j, s, Q31, Q65 With initial offers, and a president's certificate nobody got; what is left for the pool."""
    old = old_shares(game, (IPO, *partners), partners)
    due = old // FOR_ONE
    if _is_vacant(game, national):
        game.state.shelves.move(president_certificate(national), certs_at(national, national))
        due = max(0, due - president_shares(game, national))
    _hand_out(game, national, national, due)
    if old:
        game.note("treasury_exchanges", company=national, old=old)
    return old % FOR_ONE


def _exchange_pool(game: Game18FB, national: str, partners: Sequence[str], left: int) -> None:
    """3.7.1-j, m Whatever the limit for the pool is; an odd share vanishes."""
    old = old_shares(game, [POOL], partners) + left
    if old:
        count = _hand_out(game, POOL, national, old // FOR_ONE)
        game.note("pool_exchanges", company=national, old=old, count=count)


def absorb(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-l, o, u The company whose turn it is has operated (Q63)."""
    operated = any(partner in game.state.acted or partner == operating_company(game) for partner in partners)
    _replace_tokens(game, national, partners)
    for partner in partners:
        hand_on_shares(game, partner, national)  # 3.5.9-i, Q66 whatever the limit is; theirs has been exchanged
        dissolve(game, partner, national, national)  # its concession has left the game in phase 5 (3.6-g)
        game.state.merged[partner] = national
    if operated:
        mark_as_done(game, national)
    settle_track(game)


def _replace_tokens(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-t, Q25 Reserved slots become open."""
    places = [place for partner in partners for place in cities_of(game, partner)]
    for partner in partners:
        retire_tokens(game, partner)
        drop_claims(game, partner)
    for place in _one_in_each_city(game, places):
        game.state.shelves.move(spare_of(game, national)[0], city_at(*place))


def _one_in_each_city(game: Game18FB, places: Iterable[CityAt]) -> list[CityAt]:
    """Q32 Of the halves of Napoli the one worth more, at equal worth that in the South."""
    south, face = NAPOLI[0], track(game).face

    def rank(place: CityAt) -> tuple[int, bool]:
        return face(place[0]).stops[place[1]].value(game.phase.offboard), place[0] == south

    best = {location(game, place): place for place in sorted(places, key=rank)}
    return list(best.values())


class FormNational(Frame[Game18FB], frozen=True):
    """3.7.1-a to d, 3.7.2-a Looks for two partners; `first` is the player whose company started phase 6."""

    national: str
    first: int
    partners: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def proceed(self, game: Game18FB) -> None:
        needed = game.title.facts["nationals"]["partners"]
        asked, unfloated = self.to_ask(game), self.unfloated(game)
        left = (*self.partners, *asked, *unfloated)
        if len(self.partners) == needed or len(left) <= needed:
            game.pop_frame()
            self._end(game, left[:needed], needed)
        elif asked:
            game.push_frame(AskPartner(asked[0], self.national))
        elif any(game.state.floated.get(partner) for partner in self.partners):
            game.push_frame(ChoosePartner(self.partners[0], self.national))
        else:
            game.push_frame(DrawPartner(f"lot/{self.national}/{len(self.partners) + 1}"))

    def _end(self, game: Game18FB, partners: Sequence[str], needed: int) -> None:
        """Q33"""
        if len(partners) == needed:
            form(game, self.national, partners, self.first)
        else:
            game.note("national_does_not_form", company=self.national)

    def to_ask(self, game: Game18FB) -> list[str]:
        """3.7.1-b, Q63 The floated ones that have not answered, the dearest first."""
        answered = (*self.partners, *self.refused)
        return [company for company in by_price(game, self._eligible(game, floated=True)) if company not in answered]

    def unfloated(self, game: Game18FB) -> list[str]:
        """3.7.1-d, Q63 Those that count as price zero, also the started ones among them."""
        return [company for company in self._eligible(game, floated=False) if company not in self.partners]

    def _eligible(self, game: Game18FB, floated: bool) -> list[str]:
        """3.7.1-a, 2.4-c"""
        listed = [company for company in partners_of(game, self.national) if in_game(game, company)]
        return [company for company in listed if bool(game.state.floated.get(company)) == floated]


def forming(game: Game18FB) -> FormNational:
    """What waits below a question to a president, or was below a draw."""
    return next(frame for frame in reversed(game.stack) if isinstance(frame, FormNational))


def add_partner(game: Game18FB, company: str) -> None:
    game.change_frame(partners=(*forming(game).partners, company))


class AskPartner(CompanyDecision[Game18FB], frozen=True):
    """3.7.1-b Whether a president lets their company merge."""

    deeds = (JoinNational,)
    about = ("company", "national")
    unasked_fault = "join_or_decline"

    national: str

    def moves(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [JoinNational(player, self.company, self.national, accept) for accept in (True, False)]

    def do(self, game: Game18FB, action: JoinNational) -> None:
        if action.accept:
            game.note("joins", company=self.company, national=self.national)
            add_partner(game, self.company)
        else:
            game.note("does_not_join", company=self.company, national=self.national)
            game.change_frame(refused=(*forming(game).refused, self.company))


class ChoosePartner(CompanyDecision[Game18FB], frozen=True):
    """3.7.1-d The president of the floated partner chooses among companies that are not floated."""

    deeds = (PickPartner,)
    about = ("national",)
    tells = ("company",)
    unasked_fault = "pick_partner"

    national: str

    def named(self) -> dict[str, Any]:
        return {"company": self.company, "national": self.national}

    def moves(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [PickPartner(player, company, self.national) for company in forming(game).unfloated(game)]

    def fault(self, game: Game18FB, action: PickPartner) -> str | None:
        return None if action.company in forming(game).unfloated(game) else "no_such_partner"

    def do(self, game: Game18FB, action: PickPartner) -> None:
        add_partner(game, action.company)
        game.note("picks_partner", player=action.player, company=action.company, national=self.national)


class DrawPartner(Chance[Game18FB], frozen=True):
    """3.7.1-d One of two companies that are not floated, by lot."""

    def outcomes(self, game: Game18FB) -> Sequence[str]:
        return forming(game).unfloated(game)

    def happens(self, game: Game18FB, outcome: int | str) -> None:
        add_partner(game, str(outcome))
        game.note("lot_falls", company=outcome, national=forming(game).national)


def form(game: Game18FB, national: str, partners: Sequence[str], first: int) -> None:
    """3.7.1-e to u"""
    _open(game, national, partners)
    exchange(game, national, partners, first)
    absorb(game, national, partners)
    lease_train(game, national)
    pay_leases(game)  # RA has perhaps paid RM for an odd share


def lease_train(game: Game18FB, company: str) -> None:
    """3.7.1-n If it has no train; it may be able to pay at once."""
    if trains_of(game, company):
        return
    kind = game.title.facts["nationals"]["leases"]
    train = next(train for train in trains_of(game, DEPOT) if type_of(game, train).name == kind)
    move_train(game, train, company)
    game.state.lease[company] = type_of(game, train).price
    game.note("leases_train", company=company, train=train, amount=game.state.lease[company])


def _open(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-e, f At the space of the dearer partner, below others; a fixed price if both are not floated."""
    priced = by_price(game, [partner for partner in partners if game.state.floated.get(partner)])
    fixed = game.title.grid.par[game.title.facts["nationals"]["price_of_unfloated"]]
    place_marker(game, national, game.state.cell[priced[0]] if priced else fixed)
    game.state.par[national] = price(game, national)
    game.state.floated[national] = True
    game.note("national_forms", company=national, partner=partners[0], other=partners[1], amount=price(game, national))
