"""Reading the public site's logs of 1862."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from stockrail.core import Action, Decision
from stockrail.rules import actions as acts
from stockrail.rules.shares import percent_of, singles_of
from stockrail.rules.site import UNTOLD, BadEntry, Entry, LogReader
from stockrail.rules.state import POOL, CityAt, Holder, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862 import forced
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain, Refinance, RemoveToken
from stockrail.titles.g1862.companies import ChooseStations, in_receivership
from stockrail.titles.g1862.exchange import Exchange, OptionChoice
from stockrail.titles.g1862.home import HomeStation
from stockrail.titles.g1862.merging import CompleteMerger, GiveUpStations, MergeStep
from stockrail.titles.g1862.obligations import PayFine
from stockrail.titles.g1862.parliament import BuyMore, CharterAuction, OpenAuction, SetPrice
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.stock import StockTurn
from stockrail.titles.g1862.track import TERMINAL, LayTrack, in_london
from stockrail.titles.g1862.trains import BuyTrains

OPTIONS = {"sell": "sell", "redeem": "redeem"}
SURVIVORS = {"first": "first", "last": "last"}
FORMS = {"F": "freight", "L": "local", "E": "express"}
DISTANCE_MENDED = datetime(2021, 7, 31, tzinfo=UTC).timestamp()


def log_rulings(raw: Mapping[str, Any]) -> Mapping[str, str]:
    """Until the end of July 2021 the site measured freight runs to the off-board hex itself."""
    return {"freight_distance": "end_hex"} if 0 < _played_at(raw) < DISTANCE_MENDED else {}


def _played_at(raw: Mapping[str, Any]) -> float:
    """When the game began, in seconds; files give a number or a text, some nothing."""
    when = raw.get("created_at")
    if isinstance(when, int | float):
        return float(when)
    try:
        return datetime.fromisoformat(str(when)[:10]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


class SiteReader(LogReader):
    """One method a type of action."""

    game: Game1862
    round_names: ClassVar[Mapping[str, str]] = {**LogReader.round_names, "parliament": "PR"}
    unordered = ("permits", "companies")
    starting: ClassVar[tuple[type[Decision], ...]] = (SetPrice, StockTurn)
    laying: ClassVar[tuple[type[Decision], ...]] = (HomeStation, LayTrack)
    ways_to_pay: ClassVar[Mapping[str, str]] = {"payout": "full", "withhold": "withhold", "hudson": "hudson"}

    def __init__(self, game: Game1862, player_ids: Any) -> None:
        super().__init__(game, player_ids)
        self.partner = ""  # of the merger that was announced

    def city(self, name: str) -> CityAt:
        """The red hexes of London hold one place between them."""
        hex_, stop = super().city(name)
        stops = self.game.title.board.hexes[hex_].printed.stops
        return (TERMINAL, 0) if any(place.location == TERMINAL for place in stops) else (hex_, stop)

    # -- parliament and stock rounds ------------------------------------------------------------------------------

    def _read_bid(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, OpenAuction, CharterAuction)
        yield acts.Bid(self.actor(), self.company(entry.text("corporation")), entry.number("price"))

    def _read_buy_shares(self, entry: Entry) -> Iterator[Action]:
        certs = self.certificates(entry)
        company, entity = certs[0].rsplit("_", 1)[0], self.entity(entry)
        if isinstance(entity, int):
            yield from self.decline_until(entry, BuyMore, StockTurn)
            for cert in certs:
                yield self._purchase(entity, company, cert)
        else:
            yield from self.decline_until(entry, RedeemShare)
            there = set(certs) <= set(singles_of(self.game, POOL, company))
            yield acts.RedeemShares(self.actor(), company, len(certs), certs if there else ())

    def _purchase(self, player: int, company: str, cert: str) -> Action:
        """The certificate that is named; should it lie elsewhere here, one like it."""
        source = self.lies_at(cert)
        if cert in singles_of(self.game, source, company):
            return acts.BuyShare(player, company, source, cert)
        offered = [o for o in self.game.title.share_sources(self.game, company) if singles_of(self.game, o, company)]
        return acts.BuyShare(player, company, next(iter(offered), source))

    def _read_sell_shares(self, entry: Entry) -> Iterator[Action]:
        certs = self.certificates(entry)
        percent = self.percent(entry, certs)
        yield from self.decline_until(entry, StockTurn, PayFine)
        company = certs[0].rsplit("_", 1)[0]
        held = set(certs) <= set(self.game.state.shelves.on(certs_at(self.actor(), company)))
        yield acts.SellShares(self.actor(), company, percent // 10, certs if held else ())

    # -- what is chosen -------------------------------------------------------------------------------------------

    def _read_choose(self, entry: Entry) -> Iterator[Action]:
        decision, choice = self.game.decision, entry.text("choice")
        if isinstance(decision, ChooseStations):
            if not choice.isdecimal():
                raise BadEntry(f"{choice!r} is not a number of stations")
            yield BuyTokens(self.actor(), decision.company, int(choice))
        elif isinstance(decision, OptionChoice):
            redeem = entry.one_of("choice", OPTIONS) == "redeem"
            yield acts.SettleOption(self.actor(), decision.exchange.survivor, redeem)
        elif isinstance(decision, MergeStep):
            survivor = decision.company if entry.one_of("choice", SURVIVORS) == "first" else self.partner
            yield acts.Merge(self.actor(), decision.company, self.partner, survivor)
        else:
            raise BadEntry(f"there is nothing to choose: {self.waiting()}")

    def _read_merge(self, entry: Entry) -> Iterator[Action]:
        """Announced here, carried out when the survivor has been chosen."""
        yield from self.decline_until(entry, MergeStep)
        self.partner = self.company(entry.text("corporation"))

    def _read_remove_token(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, GiveUpStations)
        yield RemoveToken(self.actor(), self.company(entry.text("entity")), *self.city(entry.text("city")))

    # -- operating rounds -----------------------------------------------------------------------------------------

    def routes_of(self, entry: Entry) -> list[Entry]:
        """Trains that stay at home are listed as well."""
        return [route for route in super().routes_of(entry) if route["connections"]]

    def _read_buy_train(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, BuyTrains)
        form = self._form(entry) if entry.get("variant") else ""
        yield BuyTrain(
            self.actor(),
            self.company(entry.text("entity")),
            entry.text("train"),
            entry.number("price"),
            form=form,
            warranties=entry.number_or("warranties", 0),
        )

    def _form(self, entry: Entry) -> str:
        """The last letter of a name such as "2/3L*"; the stars are warranties."""
        variant = entry.text("variant").rstrip("*")
        if variant[-1:] not in FORMS:
            raise BadEntry(f"unknown kind of train {variant!r}")
        return FORMS[variant[-1]]

    def _read_convert(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, BuyTrains)
        yield Refinance(self.actor(), self.company(entry.text("entity")))

    def _read_pass(self, entry: Entry) -> Iterator[Action]:
        """A player who passes on a train that must be bought lets the company raise the money as it can."""
        decision = self.game.decision
        due = isinstance(decision, BuyTrains) and decision.company == self.entity(entry)
        if due and isinstance(decision, BuyTrains) and not trains_of(self.game, decision.company):
            needed = forced.shares_needed(self.game, decision.company)
            ways = [
                acts.IssueShares(self.actor(), decision.company, needed),
                Refinance(self.actor(), decision.company),
                acts.GoBankrupt(self.actor(), decision.company),
            ]
            # With the money for a train there is none to raise: the pass itself is refused then, with its rule.
            yield next((way for way in ways if self.game.is_legal(way)), acts.Pass(self.actor()))
        else:
            yield from super()._read_pass(entry)

    # -- how a trace tells the state ------------------------------------------------------------------------------

    def player_fields(self, seat: int) -> Mapping[str, Any]:
        return {"companies": [c for c, player in self.game.state.obliged.by_key().items() if player == seat]}

    def company_fields(self, company: str) -> Mapping[str, Any]:
        game, state = self.game, self.game.state
        if not state.floated.get(company) or game.decision == ChooseStations(company):
            return {"tokens_left": UNTOLD, "ipo": percent_of(game, IPO, company)}
        terminals = [f"{TERMINAL}.0"] if company in in_london(game) else []
        return {
            **self._owner(company),
            "trains": sorted(game.title.train_name(game, train) for train in trains_of(game, company)),
            "tokens_on_map": sorted([f"{hex_}.{stop}" for hex_, stop in cities_of(game, company)] + terminals),
            "ipo": percent_of(game, IPO, company),
            "permits": sorted(state.permits[company]),
            "chartered": True if state.chartered.get(company) else UNTOLD,  # D18: after a merger it differs
            "original_par": state.par[company],
        }

    def _owner(self, company: str) -> Mapping[str, Any]:
        """In the middle of a merger the site leaves its directors as they were."""
        if any(isinstance(frame, Exchange | CompleteMerger) for frame in self.game.stack):
            return {"owner": UNTOLD}
        return {"owner": "receivership"} if in_receivership(self.game, company) else {}

    def told_subject(self, decision: Decision) -> Holder:
        """The site asks a player, not the company, how many stations it buys."""
        return self.actor() if isinstance(decision, ChooseStations) else super().told_subject(decision)

    def told_token(self, name: str) -> str:
        hex_, stop = self.city(name.replace(".", "-"))
        return f"{hex_}.{stop}"

    def revenue_of(self, record: Mapping[str, Any]) -> int | None:
        """What was paid: by the distances of its time."""
        value: int | None = record.get("revenue")
        return value
