"""5.2 Two shares become one: returning, exchanging, and the options that are left over."""

from __future__ import annotations

import msgspec

from stockrail.core import Action, Decision, Frame, Menu
from stockrail.rules.actions import SettleOption
from stockrail.rules.game import pay
from stockrail.rules.shares import controlled, pass_presidency, president_certificate, shares_of, singles_of
from stockrail.rules.state import BANK, POOL, Holder, certs_at
from stockrail.titles.g1862.state import IPO, Game1862

ENOUGH = 6  # shares with which a director keeps the certificate


def begin_exchange(game: Game1862, company: str, survivor: str, absorbed: str, price: int) -> None:
    """5.2.2-a, 5.2.4-a Shares of the IPO go to the pool, treasuries become one holder; then all act in order."""
    both = [survivor, absorbed] if absorbed else [survivor]
    for each in both:
        for cert in list(game.state.shelves.on(certs_at(IPO, each))):
            game.state.shelves.move(cert, certs_at(POOL, each))
        for cert in list(game.state.shelves.on(certs_at(each, each))):
            game.state.shelves.move(cert, certs_at(company, each))
    initiator = controlled(game, company)
    seats = [s for s in game.seats_from(initiator) if any(shares_of(game, s, each) for each in both)]
    game.push_frame(Exchange(company, survivor, absorbed, price, initiator, (*seats, company)))


class Option(msgspec.Struct, frozen=True):
    """What is left over of an odd holding: a certificate, and what it costs to keep it or brings to give it up."""

    certificate: str
    redeem: int
    sell: int


class Exchange(Frame[Game1862], frozen=True):
    """5.2.4 The holders settle one after the other; `at` is the next one."""

    company: str
    survivor: str
    absorbed: str
    price: int
    initiator: int
    holders: tuple[Holder, ...]
    at: int = 0

    def proceed(self, game: Game1862) -> None:
        if self.at == len(self.holders):
            game.pop_frame()
            settle_survivor(game, self.survivor, self.initiator)
            return
        holder = self.holders[self.at]
        game.change_frame(at=self.at + 1)
        option = Settlement(game, self, holder).settle()
        if option is not None:
            self._join_cash(game, holder)
            game.push_frame(OptionChoice(holder, self, option))

    def _join_cash(self, game: Game1862, holder: Holder) -> None:
        """Q22 The companies pay from their joined treasuries."""
        if holder == self.company and self.absorbed:
            other = self.absorbed if self.survivor == self.company else self.survivor
            pay(game, other, self.company, game.state.cash[other])


class Settlement:
    """One holder's part of an exchange (5.2.4, Q18 to Q21)."""

    def __init__(self, game: Game1862, exchange: Exchange, holder: Holder) -> None:
        self.game, self.exchange, self.holder = game, exchange, holder
        self.survivor, self.absorbed = exchange.survivor, exchange.absorbed
        self.both = [self.survivor, self.absorbed] if self.absorbed else [self.survivor]

    def settle(self) -> Option | None:
        """All steps but the last; the option that is left, if any."""
        top = next((top for top in map(president_certificate, self.both) if self._has(top)), None)
        held = self._held()
        if top is not None and held < ENOUGH and not self._swap_director(top):
            return self._director_option(top, held)
        option = self._return_half()
        return self._exchange(option)

    # -- holdings -------------------------------------------------------------------------------------------------

    def _held(self) -> int:
        return sum(shares_of(self.game, self.holder, company) for company in self.both)

    def _has(self, cert: str) -> bool:
        return cert in self.game.state.shelves.on(certs_at(self.holder, _company(cert)))

    def _move(self, cert: str, target: Holder) -> None:
        self.game.state.shelves.move(cert, certs_at(target, _company(cert)))

    def _singles(self, holder: Holder, company: str) -> list[str]:
        return list(singles_of(self.game, holder, company)) if company else []

    # -- directors ------------------------------------------------------------------------------------------------

    def _swap_director(self, top: str) -> bool:
        """5.2.4-i, Q19 The certificate for three ordinary shares of the pool, the survivor's first."""
        pool = [cert for company in self.both for cert in reversed(self._singles(POOL, company))][:3]
        if len(pool) < 3:
            return False
        for cert in pool:
            self._move(cert, self.holder)
        self._move(top, POOL)
        self.game.note("swaps_director", holder=self.holder, company=_company(top))
        return True

    def _director_option(self, top: str, held: int) -> Option | None:
        """5.2.4-j to m, Q20, Q21 The director returns all ordinary shares, and the certificate becomes an option."""
        for company in self.both:
            for cert in self._singles(self.holder, company):
                self._move(cert, POOL)
        price = self.exchange.price
        redeem, sell = price * (ENOUGH - held) // 2, price * held // 2
        if _company(top) == self.absorbed:
            wanted = president_certificate(self.survivor)
            donor = self._donor_of(wanted)
            if donor is None:
                self._sell(top, sell)
                return None
            self._move(top, donor)
            self._move(wanted, self.holder)
            top = wanted
        return Option(top, redeem, sell)

    def _donor_of(self, cert: str) -> Holder | None:
        """Who has a certificate to exchange: the pool, or a holder who has not had a turn."""
        place = self.game.state.shelves.place_of[cert]
        holder: Holder = place[1]  # type: ignore[index]  # see certs_at
        return holder if holder in (POOL, *self._later()) else None

    def _later(self) -> tuple[Holder, ...]:
        holders = self.exchange.holders
        return holders[holders.index(self.holder) + 1 :]

    # -- everybody ------------------------------------------------------------------------------------------------

    def _return_half(self) -> str | None:
        """5.2.4-b, c Half, rounded down, absorbed shares first; of an odd holding the next one is the option."""
        total = self._held()
        order = self._in_order()
        returned = 0
        while returned < total // 2:
            cert = order.pop(0)
            returned += self.game.title.percent[cert] // 10
            self._move(cert, POOL)
        self.game.note("returns_shares", holder=self.holder, count=returned)
        return order[0] if total % 2 else None

    def _in_order(self) -> list[str]:
        """Returned first: the absorbed director's certificate, absorbed shares, the survivor's, then its director's.

        Of equal shares those that the public site would take, so that its files find them where they should lie.
        """
        tops = [top if self._has(top := president_certificate(company)) else "" for company in self.both]
        lost = [*tops[1:], *self._singles(self.holder, self.absorbed)]
        kept = reversed(self._singles(self.holder, self.survivor))
        return [cert for cert in [*lost, *kept, tops[0]] if cert]

    def _exchange(self, option: str | None) -> Option | None:
        """5.2.4-d to f, h Kept absorbed shares for the survivor's, the option last; what finds none is sold."""
        price = self.exchange.price
        kept = [cert for cert in self._singles(self.holder, self.absorbed) if cert != option]
        for cert in reversed(kept):
            if self._swap(cert) is None:
                self._sell(cert, price)
        if option is not None and _company(option) == self.absorbed:
            half = -(-price // 2) if self.game.ruling("option_sale") == "half_up" else price // 2
            swapped = self._swap(option)
            if swapped is None:
                self._sell(option, half)
            option = swapped
        return Option(option, price // 2, price // 2) if option else None

    def _swap(self, cert: str) -> str | None:
        """One share for the survivor's: from the pool first, then from the next holder who is still to come."""
        donors: tuple[Holder, ...] = (POOL,) if isinstance(self.holder, str) else (POOL, *self._later())
        for donor in donors:
            for wanted in self._singles(donor, self.survivor):
                self._move(cert, donor)
                self._move(wanted, self.holder)
                return wanted
        return None

    def _sell(self, cert: str, amount: int) -> None:
        """5.2.4-f"""
        self._move(cert, POOL)
        pay(self.game, BANK, self.holder, amount)
        self.game.note("sells_unexchanged", holder=self.holder, company=_company(cert), amount=amount)


def _company(cert: str) -> str:
    return cert.rsplit("_", 1)[0]


class OptionChoice(Decision[Game1862], frozen=True):
    """5.2.4-g, h Redeem the option or give it up; who cannot pay gives it up. The initiator decides for treasuries."""

    holder: Holder
    exchange: Exchange
    option: Option

    def actor(self, game: Game1862) -> int:
        return self.holder if isinstance(self.holder, int) else self.exchange.initiator

    def subject(self, game: Game1862) -> Holder:
        return self.holder

    def any(self, game: Game1862) -> bool:
        return game.state.cash[self.holder] >= self.option.redeem

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, SettleOption) or action.company != self.exchange.survivor:
            raise game.refusal("option_first", company=self.exchange.survivor)

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (SettleOption,)

    def list(self, game: Game1862) -> Menu:
        return [SettleOption(self.actor(game), self.exchange.survivor, redeem) for redeem in (True, False)]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, SettleOption)
        if not action.redeem:
            self.skip(game)
            return
        game.pop_frame()
        pay(game, self.holder, BANK, self.option.redeem)
        game.note("redeems_option", holder=self.holder, company=self.exchange.survivor, amount=self.option.redeem)

    def skip(self, game: Game1862) -> None:
        game.pop_frame()
        cert = self.option.certificate
        game.state.shelves.move(cert, certs_at(POOL, _company(cert)))
        pay(game, BANK, self.holder, self.option.sell)
        game.note("gives_up_option", holder=self.holder, company=self.exchange.survivor, amount=self.option.sell)


def settle_survivor(game: Game1862, company: str, initiator: int) -> None:
    """5.2.5 Most shares, three at least; ties to the initiator, then by seat after him. Else receivership."""
    top = president_certificate(company)
    heir = max(game.seats_from(initiator), key=lambda seat: shares_of(game, seat, company))
    holder: Holder = game.state.shelves.place_of[top][1]  # type: ignore[index]  # see certs_at
    if shares_of(game, heir, company) >= 3:
        if holder != heir:
            pass_presidency(game, company, heir, holder)
    else:
        game.note("director_leaves", company=company)
