"""The actions that only 18FB has."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action


class BuyConcession(Action, frozen=True):
    """3.3.2 Buy a concession; `cards` lower its deposit. `value` is the par value, 0 for a withdrawn concession."""

    company: str
    value: int
    cards: tuple[str, ...] = ()


class BuyCard(Action, frozen=True):
    """3.3.6-a Buy a political card from the pool at its nominal price."""

    card: str


class OfferCard(Action, frozen=True):
    """2.7-b Offer a card to another player, or a price for a card of theirs; they answer."""

    gives: ClassVar[bool] = True

    card: str
    asked: int
    price: int

    @property
    def beside(self) -> bool:
        return True


class UseCard(Action, frozen=True):
    """2.7 Use a card's power for a company; `line` is that of a token which replaces a Bourbon token."""

    card: str
    company: str
    line: tuple[str, ...] = ()

    @property
    def beside(self) -> bool:
        """A token is what the step is about, too; other powers can be used whenever somebody thinks of them."""
        return not self.line


class ChooseBase(Action, frozen=True):
    """3.3.2-i Choose one of two homes."""

    company: str
    hex: str


class SellStock(Action, frozen=True):
    """3.5.9 A company sells shares that it holds of itself or of another one into the pool."""

    company: str
    other: str
    count: int


class BuyStock(Action, frozen=True):
    """3.5.9 A company buys a certificate of another one, or of itself from the pool."""

    company: str
    other: str
    source: str


class BuyRegional(Action, frozen=True):
    """3.6.2-c Buy a regional company from the pool at its nominal price or more."""

    company: str
    price: int


class Join(Action, frozen=True):
    """3.7.1-b Whether a company joins a national one."""

    company: str
    national: str
    accept: bool


class PickPartner(Action, frozen=True):
    """3.7.1-d Choose which unfloated company merges."""

    company: str
    national: str


class Acquire(Action, frozen=True):
    """3.7.3 Take over a regional company."""

    grave: ClassVar[bool] = True

    company: str
    regional: str


OWN = (
    BuyConcession,
    BuyCard,
    OfferCard,
    UseCard,
    ChooseBase,
    SellStock,
    BuyStock,
    BuyRegional,
    Join,
    PickPartner,
    Acquire,
)
