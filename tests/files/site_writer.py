"""Writing a game of 1862 as the public site would: for logs that nobody has recorded."""

from __future__ import annotations

from typing import Any

from stockrail.bots import RandomBot
from stockrail.core import Action
from stockrail.rules import actions as acts
from stockrail.rules.game import RailGame
from stockrail.rules.shares import singles_of
from stockrail.rules.state import POOL, Holder
from stockrail.titles import title as find_title
from stockrail.titles.g1862.actions import BuyTokens, Refinance, RemoveToken, warranties_of
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.selling import _pieces
from stockrail.titles.g1862.trains import BuyTrains

LETTER = {"freight": "F", "local": "L", "express": "E"}
KINDS = {"full": "payout", "withhold": "withhold", "hudson": "hudson"}


class SiteWriter:
    """Plays actions and notes the entries that the site would have written for them."""

    def __init__(self, players: int, seed: int, options: tuple[str, ...] = ()) -> None:
        title = find_title("1862")
        self.ids = [100 + number for number in range(players)]
        names = [f"P{id_}" for id_ in self.ids]
        self.game: Any = RailGame(title, names, options, title.resolve_rulings("18xx.games", {}), seed)
        self.header = {
            "id": seed,
            "title": "1862",
            "players": [{"id": id_, "name": f"P{id_}"} for id_ in self.ids],
            "settings": {"seed": seed, "optional_rules": list(options)},
        }
        self.entries: list[dict[str, Any]] = []
        self.marks: list[tuple[int, Any]] = []  # after so many entries the game is in this state
        self.copy_at: dict[str, str] = {}
        self.site = {c.id: c.aliases.get("18xx.games", c.id) for c in title.companies.values()}

    def log(self) -> dict[str, Any]:
        return {**self.header, "actions": self.entries}

    def play(self, bot: RandomBot, most: int = 100_000) -> None:
        while not self.game.is_over and len(self.game.actions) < most:
            action = bot.choose(self.game)
            if isinstance(action, acts.Answer):
                action = acts.Answer(action.player, True)  # the site asks nobody else
            self.push(action)

    def push(self, action: Action) -> None:
        entries = self._entries(action)
        self.game.push(action)
        for entry in entries:
            self.entries.append({"id": len(self.entries) + 1, **entry})
        if not isinstance(self.game.decision, OptionChoice) and "Offer" not in type(self.game.decision).__name__:
            self.marks.append((len(self.entries), self.game.state.picture()))

    # -- one action -----------------------------------------------------------------------------------------------

    def _entries(self, action: Action) -> list[dict[str, Any]]:
        if isinstance(action, acts.Answer):
            return []
        name = type(action).__name__
        writer = getattr(self, f"_write_{name}")
        found: list[dict[str, Any]] = writer(action)
        return found

    def _entity(self, holder: Holder) -> dict[str, Any]:
        if isinstance(holder, int):
            return {"entity": self.ids[holder], "entity_type": "player"}
        return {"entity": self.site[holder], "entity_type": "corporation"}

    def _subject(self) -> dict[str, Any]:
        return self._entity(self.game.decision.subject(self.game))

    def _cert(self, cert: str) -> str:
        company, number = cert.rsplit("_", 1)
        return f"{self.site[company]}_{number}"

    def _city(self, hex_: str, stop: int) -> str:
        return "B15-0-3" if hex_ == "London" else f"{self.copy_at.get(hex_, f'{hex_}-0')}-{stop}"

    def _write_Pass(self, action: acts.Pass) -> list[dict[str, Any]]:
        return [{"type": "pass", **self._subject()}]

    def _write_Bid(self, action: acts.Bid) -> list[dict[str, Any]]:
        return [
            {"type": "bid", **self._entity(action.player), "corporation": self.site[action.item], "price": action.price}
        ]

    def _write_StartCompany(self, action: acts.StartCompany) -> list[dict[str, Any]]:
        row, column = self.game.title.grid.par[action.value]
        value = f"{action.value},{row},{column}"
        company = self.site[action.company]
        return [{"type": "par", **self._entity(action.player), "corporation": company, "share_price": value}]

    def _write_BuyShare(self, action: acts.BuyShare) -> list[dict[str, Any]]:
        cert = action.certificate or singles_of(self.game, action.source, action.company)[0]
        return [{"type": "buy_shares", **self._entity(action.player), "shares": [self._cert(cert)], "percent": 10}]

    def _write_SellShares(self, action: acts.SellShares) -> list[dict[str, Any]]:
        certs = action.certificates or _pieces(self.game, action.player, action.company, action.count)
        names, percent = [self._cert(cert) for cert in certs], action.count * 10
        return [{"type": "sell_shares", **self._entity(action.player), "shares": names, "percent": percent}]

    def _write_BuyTokens(self, action: BuyTokens) -> list[dict[str, Any]]:
        return [{"type": "choose", **self._entity(action.player), "choice": action.count}]

    def _write_Merge(self, action: acts.Merge) -> list[dict[str, Any]]:
        company = self._entity(action.company)
        choice = "first" if action.survivor == action.company else "last"
        merge = {"type": "merge", **company, "corporation": self.site[action.other]}
        return [merge, {"type": "choose", **company, "choice": choice}]

    def _write_SettleOption(self, action: acts.SettleOption) -> list[dict[str, Any]]:
        return [{"type": "choose", **self._subject(), "choice": "redeem" if action.redeem else "sell"}]

    def _write_RemoveToken(self, action: RemoveToken) -> list[dict[str, Any]]:
        city = self._city(action.hex, action.stop)
        return [{"type": "remove_token", **self._entity(action.company), "city": city, "slot": 0}]

    def _write_LayTile(self, action: acts.LayTile) -> list[dict[str, Any]]:
        copy = next(f"{action.tile}-{n}" for n in range(99) if f"{action.tile}-{n}" not in self.copy_at.values())
        self.copy_at[action.hex] = copy
        return [
            {
                "type": "lay_tile",
                **self._entity(action.company),
                "hex": action.hex,
                "tile": copy,
                "rotation": action.rotation,
            }
        ]

    def _write_PlaceToken(self, action: acts.PlaceToken) -> list[dict[str, Any]]:
        city = self._city(action.hex, action.stop)
        return [{"type": "place_token", **self._entity(action.company), "city": city, "slot": 0}]

    def _write_RunTrains(self, action: acts.RunTrains) -> list[dict[str, Any]]:
        routes = [
            {"train": run.train, "connections": [list(run.hexes)], "hexes": [run.hexes[0], run.hexes[-1]]}
            for run in action.runs
        ]
        return [{"type": "run_routes", **self._entity(action.company), "routes": routes}]

    def _write_PayOut(self, action: acts.PayOut) -> list[dict[str, Any]]:
        return [{"type": "dividend", **self._entity(action.company), "kind": KINDS[action.kind]}]

    def _write_BuyTrain(self, action: acts.BuyTrain) -> list[dict[str, Any]]:
        entry = {
            "type": "buy_train",
            **self._entity(action.company),
            "train": action.train,
            "price": action.price,
        }
        if action.form:
            letter = action.train.split("-")[0]
            kinds = self.game.title.facts["trains"]
            forms = next(kind["forms"] for kind in kinds if kind["name"] == letter)
            entry |= {"variant": forms[action.form], "warranties": warranties_of(action)}
        return [entry]

    def _write_IssueShares(self, action: acts.IssueShares) -> list[dict[str, Any]]:
        return [{"type": "pass", **self._entity(action.company)}]

    def _write_Refinance(self, action: Refinance) -> list[dict[str, Any]]:
        decision = self.game.decision
        assert isinstance(decision, BuyTrains)
        both = any(isinstance(way, acts.IssueShares) for way in self.game.legal_actions())
        return [{"type": "convert" if both else "pass", **self._entity(action.company)}]

    def _write_GoBankrupt(self, action: acts.GoBankrupt) -> list[dict[str, Any]]:
        return [{"type": "pass", **self._entity(action.company)}]

    def _write_RedeemShares(self, action: acts.RedeemShares) -> list[dict[str, Any]]:
        cert = singles_of(self.game, POOL, action.company)[0]
        company = self._entity(action.company)
        return [{"type": "buy_shares", **company, "shares": [self._cert(cert)], "percent": 10}]
