"""3.7 The two national companies: who merges, and forming."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame, Menu
from stockrail.core.chance import Chance
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.prices import by_price, place_marker, price
from stockrail.titles.g18fb.absorbing import absorb
from stockrail.titles.g18fb.actions import Join, PickPartner
from stockrail.titles.g18fb.companies import in_game, partners_of
from stockrail.titles.g18fb.exchange import exchange
from stockrail.titles.g18fb.lease import lease_train
from stockrail.titles.g18fb.state import Game18FB


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

    national: str

    def check(self, game: Game18FB, action: Action) -> None:
        if action not in self.list(game):
            raise game.refusal("join_or_decline", company=self.company, national=self.national)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (Join,)

    def list(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [Join(player, self.company, self.national, accept) for accept in (True, False)]

    def take(self, game: Game18FB, action: Action) -> None:
        assert isinstance(action, Join)
        game.pop_frame()
        if action.accept:
            game.note("joins", company=self.company, national=self.national)
            add_partner(game, self.company)
        else:
            game.note("does_not_join", company=self.company, national=self.national)
            game.change_frame(refused=(*forming(game).refused, self.company))


class ChoosePartner(CompanyDecision[Game18FB], frozen=True):
    """3.7.1-d The president of the floated partner chooses among companies that are not floated."""

    national: str

    def check(self, game: Game18FB, action: Action) -> None:
        if not isinstance(action, PickPartner) or action.national != self.national:
            raise game.refusal("pick_partner", company=self.company, national=self.national)
        if action.company not in forming(game).unfloated(game):
            raise game.refusal("no_such_partner", company=action.company, national=self.national)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (PickPartner,)

    def list(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [PickPartner(player, company, self.national) for company in forming(game).unfloated(game)]

    def take(self, game: Game18FB, action: Action) -> None:
        assert isinstance(action, PickPartner)
        game.pop_frame()
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


def _open(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-e, f At the space of the dearer partner, below others; a fixed price if both are not floated."""
    priced = by_price(game, [partner for partner in partners if game.state.floated.get(partner)])
    fixed = game.title.grid.par[game.title.facts["nationals"]["price_of_unfloated"]]
    place_marker(game, national, game.state.cell[priced[0]] if priced else fixed)
    game.state.par[national] = price(game, national)
    game.state.floated[national] = True
    game.note("national_forms", company=national, partner=partners[0], other=partners[1], amount=price(game, national))
