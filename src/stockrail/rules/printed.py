"""What is printed on charters, cards and train cards: companies, trains, phases, as they stand in a title's facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.rules.state import DEPOT, CityAt


class Company(msgspec.Struct, frozen=True):
    """A company as it is printed."""

    id: str
    name: str
    kind: str
    color: str
    text_color: str
    tokens: int
    certificates: tuple[int, ...]
    homes: tuple[CityAt, ...] = ()
    english: str = ""
    aliases: Mapping[str, str] = {}
    token_costs: tuple[int, ...] = ()  # what each token costs that it places, the one at home first

    @property
    def home(self) -> CityAt | None:
        """Where it begins; of several homes the first."""
        return self.homes[0] if self.homes else None

    @property
    def one_owner(self) -> bool:
        """Whether it is one certificate, so that it belongs to one player and no shares of it are dealt in."""
        return len(self.certificates) == 1


class TrainType(msgspec.Struct, frozen=True):
    """A kind of train: how many there are, what it costs, how far it runs."""

    name: str
    price: int
    count: int | None
    stops: int
    rusts_on: str | None = None
    available_from: str | None = None
    doubles: bool = False
    stack: str = DEPOT  # where it waits to be bought; a title may have several stacks
    limited: bool = True  # whether it counts against the train limit
    markers: int = 0  # how many town markers it pays, where towns are not stops


class Card(msgspec.Struct, frozen=True):
    """A private company or another card that somebody owns: what it costs, what it brings each round, its powers."""

    id: str
    name: str
    price: int = 0
    income: int = 0
    powers: Mapping[str, Any] = {}


class Phase(msgspec.Struct, frozen=True):
    """What the newest train has brought."""

    name: str
    train_limit: Mapping[str, int]
    tiles: tuple[str, ...]
    operating_rounds: int
    offboard: str
    status: tuple[str, ...]
    trigger: str | None = None

    @property
    def begins_with(self) -> str:
        """The kind of train whose first one brings the phase: the one of its name, unless the facts say otherwise."""
        return self.trigger or self.name


class ForcedPurchase(msgspec.Struct, frozen=True):
    """A train that a company must buy: what it costs, and who pays how much of it."""

    train: str
    price: int
    treasury: int
    helper: int | None = None  # the player who adds what is missing
    help: int = 0  # what the helper can add in cash
    missing: int = 0  # what is still to be raised


def certificate_ids(company: Company) -> list[str]:
    """The certificates of a company, the president's first."""
    return [f"{company.id}_{n}" for n in range(len(company.certificates))]


def company_from(facts: Mapping[str, Any]) -> Company:
    return Company(
        id=facts["id"],
        name=facts["name"],
        kind=facts["kind"],
        color=facts["color"],
        text_color=facts["text_color"],
        tokens=len(facts["tokens"]),
        certificates=tuple(facts.get("certificates", [100])),
        homes=tuple((home["hex"], home["stop"]) for home in facts.get("home", ())),
        english=facts.get("english", ""),
        aliases=facts.get("aliases", {}),
        token_costs=tuple(facts["tokens"]),
    )


def train_type_from(facts: Mapping[str, Any], doubles: bool) -> TrainType:
    count = facts["count"]
    return TrainType(
        name=facts["name"],
        price=facts["price"],
        count=count if isinstance(count, int) else None,
        stops=facts["distance"].get("stops", 0),
        rusts_on=facts.get("rusts_on"),
        available_from=facts.get("available_from"),
        stack=facts.get("stack", DEPOT),
        limited=facts.get("limited", True),
        markers=facts.get("markers", 0),
        doubles=doubles,
    )


class TypeByTrain(dict[str, TrainType]):
    """Tells the kind of a train by its name and remembers it."""

    def __init__(self, kinds: Mapping[str, TrainType]) -> None:
        super().__init__()
        self.kinds = kinds

    def __missing__(self, train: str) -> TrainType:
        kind = self[train] = self.kinds[train.rsplit("-", 1)[0]]
        return kind
