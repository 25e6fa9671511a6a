"""Reading the public site's logs of 18EU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from stockrail.core import Action
from stockrail.rules import actions as acts
from stockrail.rules.shares import controlled
from stockrail.rules.site import BadEntry, Entry, LogReader
from stockrail.rules.tokens import cities_of
from stockrail.titles.g18eu.actions import Exchange, FoundWith, ReplaceToken
from stockrail.titles.g18eu.companies import minors_of
from stockrail.titles.g18eu.discards import Discard
from stockrail.titles.g18eu.exchange import Dispose, best_source
from stockrail.titles.g18eu.formation import ChooseHome, ChooseMinor
from stockrail.titles.g18eu.merging import Succession
from stockrail.titles.g18eu.sale import OPENING, Offer, SelectMinor
from stockrail.titles.g18eu.stock import StockTurn
from stockrail.titles.g18eu.track import PlaceStation
from stockrail.titles.g18eu.trains import BuyTrains, DropPullman
from stockrail.titles.g18eu.treasury import OwnShares


class SiteReader(LogReader):
    """One method a type of action."""

    by_the_way = (Succession, DropPullman, OwnShares)
    round_names: ClassVar[Mapping[str, str]] = {**LogReader.round_names, "sale": "AR", "exchange": "FER"}
    depot_in_pool = ("P",)

    def player_fields(self, seat: int) -> Mapping[str, Any]:
        return {"minors": minors_of(self.game, seat)}

    # -- initial sale -----------------------------------------------------------------------------------------------

    def _read_bid(self, entry: Entry) -> Iterator[Action]:
        player, item, price = self.player(entry), entry.text("minor"), entry.number("price")
        if isinstance(self.game.decision, SelectMinor):
            yield acts.Select(player, item)
        decision = self.game.decision
        if price:
            yield acts.Bid(player, item, price)
        elif isinstance(decision, Offer) and self.game.actor == player and decision.price >= OPENING:
            yield acts.Pass(player)  # who cannot pay the opening bid has declined it already

    # -- stock round ------------------------------------------------------------------------------------------------

    def _read_buy_shares(self, entry: Entry) -> Iterator[Action]:
        certs = self.certificates(entry)
        company, entity = certs[0].rsplit("_", 1)[0], self.entity(entry)
        if entity == company:
            yield from self.decline_until(entry, OwnShares)
            yield acts.RedeemShares(self.actor(), company, len(certs), certs)
        elif isinstance(entity, int):
            yield from self.decline_until(entry, StockTurn)
            yield acts.BuyShare(entity, company, self.lies_at(certs[0]), certs[0])
        else:
            yield from self.decline_until(entry, StockTurn, Dispose)
            exchange = isinstance(self.game.decision, Dispose)
            source = best_source(self.game, company) if exchange else self.lies_at(certs[0])
            yield Exchange(controlled(self.game, entity), entity, company, source)

    def _read_sell_shares(self, entry: Entry) -> Iterator[Action]:
        certs = self.certificates(entry)
        company, entity = certs[0].rsplit("_", 1)[0], self.entity(entry)
        percent = self.percent(entry, certs)
        if isinstance(entity, int):
            yield from self.decline_until(entry, StockTurn, BuyTrains)
            yield acts.SellShares(entity, company, percent // 10, certs)
        else:
            yield from self.decline_until(entry, OwnShares)
            yield acts.IssueShares(self.actor(), company, percent // 10, certs)

    # -- operating round ----------------------------------------------------------------------------------------------

    def _read_place_token(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, ChooseMinor, ChooseHome, Succession, PlaceStation)
        decision, company, city = self.game.decision, self.company(entry.text("entity")), self.city(entry.text("city"))
        if isinstance(decision, Succession):
            yield ReplaceToken(self.actor(), company, decision.minor)
        elif isinstance(decision, ChooseMinor):
            yield FoundWith(self.actor(), company, self._minor_at(city))
        elif isinstance(decision, ChooseHome):
            yield acts.PlaceHome(self.actor(), company, *city)
        else:
            yield acts.PlaceToken(self.actor(), company, *city)

    def _minor_at(self, city: tuple[str, int]) -> str:
        for minor in minors_of(self.game, self.actor()):
            if city in cities_of(self.game, minor):
                return minor
        raise BadEntry(f"this player has no minor in {city[0]}")

    def _read_discard_train(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, Discard, DropPullman)
        yield acts.DiscardTrain(self.actor(), self.company(entry.text("entity")), entry.text("train"))

    def _read_bankrupt(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, BuyTrains)
        yield acts.GoBankrupt(self.actor(), self.company(entry.text("entity")))
