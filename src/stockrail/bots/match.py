"""One game between bots, with its caps. Whatever a bot does, a record comes out of it."""

from __future__ import annotations

import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from stockrail.bots.bot import Bot
from stockrail.bots.collecting import rare_collections
from stockrail.bots.pairings import CAP, Entrant, Pairing, pairing, seed_of
from stockrail.bots.record import FAULT, Fault, Record, costs_of, ranks
from stockrail.core import CHANCE, Action, ActionRange, IllegalAction
from stockrail.core.saving import dump, write
from stockrail.rules.actions import Pass, ProposeEnd
from stockrail.rules.game import RailGame
from stockrail.words import Speaker

SHOWN_PLACES = 4
PATIENCE = 60  # actions in one step, after which a bot has to pass


class Played(msgspec.Struct, frozen=True):
    """A record, and the save file of its game."""

    record: Record
    save: bytes


def match(  # noqa: PLR0913  (all but two are named)
    title: str,
    seats: Sequence[str | Entrant],
    *,
    seed: int = 0,
    options: Sequence[str] = (),
    preset: str | None = None,
    rulings: Mapping[str, str] | None = None,
    cap: int = CAP,
    check: bool = False,
    save: Path | None = None,
) -> Record:
    """Play one game of a title, the seats given as specs of bots; with `check`, verify all invariants at each step."""
    played = play(
        pairing(title, seats, seed=seed, options=options, preset=preset, rulings=rulings, cap=cap, check=check)
    )
    if save is not None:
        write(played.save, save)
    return played.record


def play(pairing: Pairing) -> Played:
    """Play the game of a pairing to its end or to a fault."""
    with rare_collections():
        return _Match(pairing).play()


def lost(pairing: Pairing, why: str) -> Played:
    """A game that could not be played, by nobody's fault."""
    game = _Match(pairing)
    game.fault = Fault("lost", why)
    return game.written()


class _Stopped(Exception):
    """The game cannot go on."""

    def __init__(self, kind: str, text: str, seat: int | None = None) -> None:
        super().__init__(kind)
        self.fault = Fault(kind, text, seat)


class _Match:
    """A game while it is played."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.game = pairing.begin()
        self.seats = [_Seat(one, pairing.seed, seat) for seat, one in enumerate(pairing.seats)]
        self.steps = _Steps()
        self.phases = [_phase(self.game)]
        self.fault: Fault | None = None

    def play(self) -> Played:
        started = time.process_time()
        try:
            for seat in self.seats:
                seat.sit_down()
            while not self.game.is_over:
                self._step()
        except _Stopped as stopped:
            self.fault = stopped.fault
        except Exception as error:
            self.fault = Fault("engine", f"game {self.game.seed}, action {self.game.ply}: {_told(error)}")
        return self.written(time.process_time() - started)

    def written(self, seconds: float = 0.0) -> Played:
        """What is kept of the game."""
        return Played(self._record(seconds), dump(self.game))

    def _step(self) -> None:
        if self.game.ply >= self.pairing.cap:
            busiest = max(self.seats, key=lambda seat: seat.moves)
            raise _Stopped("cap", f"the game did not end within {self.pairing.cap} actions", busiest.number)
        action = self._next_action()
        if self.pairing.check:
            self._push_checked(action)
        else:
            self._push(action)
        if (phase := _phase(self.game)) != self.phases[-1]:
            self.phases.append(phase)

    def _next_action(self) -> Action:
        number = self.game.actor
        assert number is not None
        if number == CHANCE:
            return self.game.draw()
        seat = self.seats[number]
        seat.kinds[type(self.game.decision).__name__] += 1
        if self.steps.count(self.game) > PATIENCE and self.game.is_legal(Pass(number)):
            seat.hurried += 1
            return Pass(number)
        return seat.choose(self.game, self.pairing.check)

    def _push(self, action: Action) -> None:
        try:
            self.game.push(action)
        except IllegalAction as error:
            raise _Stopped("illegal", f"{action}: {Speaker(self.game).refusal(error)}", action.player) from error

    def _push_checked(self, action: Action) -> None:
        game = self.game
        before = game.state.picture()
        self._push(action)
        faults = game.title.audit(game)
        after = game.state.picture()
        game.pop()
        if game.state.picture() != before:
            faults.append("taking the action back does not restore the state")
        game.push(action)
        if game.state.picture() != after:
            faults.append("taking the action again leads elsewhere")
        if faults:
            place = f"game {game.seed}, action {game.ply - 1} ({action})"
            raise _Stopped("invariant", f"{place}: {'; '.join(faults)}")

    def _record(self, seconds: float) -> Record:
        game, fault, result = self.game, self.fault, self.game.result()
        winners = result.winners if fault is None else _others(len(self.seats), fault.seat)
        return Record(
            id=self.pairing.id,
            title=game.title.name,
            options=game.options,
            rulings=dict(game.rulings),
            seed=game.seed,
            bots=self.pairing.seats,
            checked=self.pairing.check,
            worth=result.worth,
            rank=ranks(result.worth, winners),
            winners=winners,
            reason=result.reason if fault is None else FAULT,
            fault=fault,
            actions=game.ply,
            phases=tuple(self.phases),
            kinds=tuple(dict(sorted(seat.kinds.items())) for seat in self.seats),
            hurried=tuple(seat.hurried for seat in self.seats),
            work=tuple(seat.work for seat in self.seats),
            seconds=round(seconds, 6),
            costs=tuple(costs_of(seat.seconds) for seat in self.seats),
        )


def _phase(game: RailGame) -> str:
    return game.phase.name


def _others(players: int, loser: int | None) -> tuple[int, ...]:
    """Who shares the victory if one seat is at fault; if none is, nobody has won."""
    return () if loser is None else tuple(seat for seat in range(players) if seat != loser)


class _Seat:
    """A bot in its seat, and what it has spent."""

    def __init__(self, entrant: Entrant, seed: int, number: int) -> None:
        self.entrant, self.number = entrant, number
        self.seed = seed_of(seed, number, entrant.name)
        self.bot: Bot | None = None
        self.kinds: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.hurried = 0

    @property
    def moves(self) -> int:
        return self.kinds.total()

    @property
    def work(self) -> int | None:
        work = getattr(self.bot, "work", None)
        return work if isinstance(work, int) else None

    def sit_down(self) -> None:
        self.bot = self._guarded(lambda: self.entrant.bot(self.seed))

    def choose(self, game: RailGame, check: bool) -> Action:
        """The bot's choice. It is given a copy as its player may see it, so that it can neither cheat nor do harm."""
        bot = self.bot
        assert bot is not None
        view = game.fork_for(self.number, seed_of(self.seed, game.ply))
        before = _marks(view, check)
        started = time.process_time()
        chosen = self._guarded(lambda: bot.choose(view))
        self.seconds[type(game.decision).__name__].append(time.process_time() - started)
        if _marks(view, check) != before:
            raise _Stopped("changed", "the bot changed the game that it was given", self.number)
        return self._checked(chosen)

    def _checked(self, chosen: Any) -> Action:
        action = chosen.lowest() if isinstance(chosen, ActionRange) else chosen
        if not isinstance(action, Action):
            raise _Stopped("illegal", f"{chosen!r} is not an action", self.number)
        if action.player != self.number:
            raise _Stopped("illegal", f"{action} is an action of another player", self.number)
        if isinstance(action, ProposeEnd):  # others could be talked out of a game that they would win
            raise _Stopped("illegal", f"{action}: games between bots are played to their end", self.number)
        return action

    def _guarded(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except (Exception, SystemExit) as error:  # whatever somebody's code raises
            raise _Stopped("crash", _told(error), self.number) from error


def _marks(view: RailGame, check: bool) -> tuple[object, ...]:
    """What a bot must leave as it was: always how much has happened, when checking all of the state."""
    return view.ply, len(view.log), len(view.state.journal), view.state.picture() if check else None


def _told(error: BaseException) -> str:
    """An error in one line, with the last few places in the code, innermost first."""
    frames = traceback.extract_tb(error.__traceback__)[-1 : -1 - SHOWN_PLACES : -1]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__}: {error} ({where})"


class _Steps:
    """Counts the actions that a player has taken in one step: until something below it on the stack changes.

    A step that is interrupted, as by an offer to another player, goes on afterwards.
    """

    def __init__(self) -> None:
        self.open: dict[int, tuple[object, int]] = {}  # by depth of the stack

    def count(self, game: RailGame) -> int:
        """The number, within its step, of the action that comes next."""
        depth = len(game.stack)
        key = game.stack[:-1], game.actor
        known, number = self.open.get(depth, (None, 0))
        number = number + 1 if known == key else 1
        self.open[depth] = key, number
        return number
