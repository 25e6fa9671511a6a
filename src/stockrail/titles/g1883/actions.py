"""The actions that only 1883 has."""

from __future__ import annotations

from stockrail.core import Action


class BuySupport(Action, frozen=True):
    """5.5 Buy a political support card."""


class PaySupport(Action, frozen=True):
    """Hand in support cards for what a card or a bonus asks; `Pass` declines."""

    count: int


class BuyConcession(Action, frozen=True):
    """5.6 A president buys a concession for a company."""

    company: str
    concession: str


class BuyPrivate(Action, frozen=True):
    """3.4 A railway buys a private company from a player."""

    company: str
    card: str
    price: int


class ExchangeCard(Action, frozen=True):
    """3.2-f Swap a private company for the share that it stands for."""

    card: str


class PlaceAnchor(Action, frozen=True):
    """3.2-n Put an anchor on a port."""

    company: str
    hex: str


class PlaceCoach(Action, frozen=True):
    """8.2 Put a coach token on a hex."""

    company: str
    hex: str


class LowerTile(Action, frozen=True):
    """11-13 Replace a bombed tile by a lower one; without a tile the hex is empty again."""

    hex: str
    tile: str
    rotation: int


OWN = (BuySupport, PaySupport, BuyConcession, BuyPrivate, ExchangeCard, PlaceAnchor, PlaceCoach, LowerTile)
