"""4.0 A new phase: scrapping, gifts, the end of private companies, capitalisation, discards, in this order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stockrail.core import Frame
from stockrail.rules.discards import DiscardRound, discard
from stockrail.rules.prices import by_price
from stockrail.rules.state import BOX
from stockrail.rules.trains import begin_phase, excess, limited_trains, move_train, next_train, phase_begun_by
from stockrail.titles.g1883.companies import is_launched
from stockrail.titles.g1883.concessions import remove_unsold
from stockrail.titles.g1883.cooperative import capitalise, receive_gifts
from stockrail.titles.g1883.effects import deck_in_use
from stockrail.titles.g1883.merger import merge_by_duty, parents_of
from stockrail.titles.g1883.privates import close_privates
from stockrail.titles.g1883.raids import raid
from stockrail.titles.g1883.state import Game1883

MERGER_DUE = "merger_due"  # the flag that says that two railways must merge after this turn (12.1)


def change_phase(game: Game1883, name: str, buyer: str | None) -> None:
    """4.0-m, A95 Push the frame that carries it out; the buyer is None if a card brought it."""
    game.push_frame(PhaseChange(name, buyer))


def lose_next_train(game: Game1883) -> None:
    """11-16 The next train of the stack leaves the game with all effects of a purchase."""
    train = next_train(game)
    if train is None:
        return
    phase = phase_begun_by(game, train)
    move_train(game, train, BOX)
    game.note("train_leaves_game", train=train)
    if phase:
        change_phase(game, phase, None)


class PhaseChange(Frame[Game1883], frozen=True):
    """4.0-m, A95 One part after the other; each may ask somebody."""

    name: str
    buyer: str | None = None
    step: int = 0

    def proceed(self, game: Game1883) -> None:
        if self.step == len(PARTS):
            game.pop_frame()
            return
        game.change_frame(step=self.step + 1)
        status, part = PARTS[self.step]
        if not status or status in game.phase.status:
            part(game, self)


class Discards(DiscardRound[Game1883], frozen=True):
    """6.8.4-a The buyer first, then all others in market order; a company that nobody leads gives the oldest up."""

    def order(self, game: Game1883) -> Sequence[str]:
        first = [self.first] if self.first else []
        return list(dict.fromkeys([*first, *by_price(game, game.title.started(game)), *game.title.companies]))

    def is_due(self, game: Game1883, company: str) -> bool:
        if game.title.controller(game, company) is None:
            for train in limited_trains(game, company)[: excess(game, company)]:
                discard(game, company, train)
        return super().is_due(game, company)


class MergerAfterTurn(Frame[Game1883], frozen=True):
    """12.1-a, b The merger by duty, then CCFR's capitalisation."""

    done: bool = False

    def proceed(self, game: Game1883) -> None:
        if self.done:
            game.pop_frame()
            capitalise(game)
        else:
            game.change_frame(done=True)
            merge_by_duty(game)


def end_turn(game: Game1883) -> None:
    """12.1-a What was put off until the end of the turn that brought the first 5."""
    if MERGER_DUE in game.state.flags:
        del game.state.flags[MERGER_DUE]
        game.push_frame(MergerAfterTurn())


def _merge(game: Game1883, change: PhaseChange) -> None:
    """12.1-a, A81 At once after a card, else after the turn; where it is impossible, that is known at once."""
    if not _capitalises(game) or "mandatory_merging" not in game.options:
        return
    if change.buyer and all(is_launched(game, company) for company in parents_of(game)):
        game.state.flags[MERGER_DUE] = True
    else:
        merge_by_duty(game)


def _capitalise(game: Game1883, change: PhaseChange) -> None:
    """4.0-l; 12.1-b not before a merger that is due"""
    if _capitalises(game) and MERGER_DUE not in game.state.flags:
        capitalise(game)


def _raid(game: Game1883, change: PhaseChange) -> None:
    """12.3-a With the last deck, unless the card has come."""
    last = game.title.facts["phases"][-1]["event_deck"]
    if "bombs_away" in game.options and deck_in_use(game) == last:
        raid(game)


PARTS: Sequence[tuple[str, Callable[[Game1883, PhaseChange], None]]] = (  # each for phases with this status
    ("", lambda game, change: begin_phase(game, change.name)),  # 4.0-f also in the pool and in the stack of 2Gs
    ("", lambda game, _: receive_gifts(game, game.phase.begins_with)),
    ("", _merge),
    ("privates_close", lambda game, _: close_privates(game)),  # 3.5-a
    ("", _capitalise),
    ("", _raid),
    ("unsold_concessions_removed", lambda game, _: remove_unsold(game)),  # 5.6.3-a
    ("", lambda game, change: game.push_frame(Discards(change.buyer))),
)


def _capitalises(game: Game1883) -> bool:
    return bool(game.phase.begins_with == game.title.facts["cooperative"]["capitalised_by"])
