"""The game object: push an action, pop it, ask what is legal. Modelled on python-chess."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec

from stockrail.core.actions import Action, ActionRange, LegalActions, lists
from stockrail.core.chance import CHANCE, Chance, Draw, drawn
from stockrail.core.errors import IllegalAction, UnknownChoice
from stockrail.core.events import Event
from stockrail.core.frames import Decision, Frame
from stockrail.core.saving import dump, write
from stockrail.core.state import State
from stockrail.core.title import Title


class Result(msgspec.Struct, frozen=True):
    """How a game ended: worth by seat, the winners' seats, and the reason."""

    worth: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class _Step(NamedTuple):
    """What `pop` needs: the action and where journal and log stood before it."""

    action: Action
    journal: int
    log: int


class Game:
    """A game of any title."""

    _forgotten = 0  # actions before a fork without history
    _silent = False  # whether the log is left alone

    def __init__(
        self,
        title: Title,
        players: Sequence[str],
        options: Sequence[str] = (),
        rulings: Mapping[str, str] | None = None,
        seed: int = 0,
        setup: Mapping[str, Any] | None = None,
        real_dice: bool = False,
    ) -> None:
        if len(players) not in title.players:
            raise UnknownChoice(f"{title.name} is for {title.players[0]} to {title.players[-1]} players")
        self.title = title
        self.players = tuple(players)
        self.options = title.resolve_options(options)
        self.rulings = dict(rulings) if rulings is not None else title.resolve_rulings(None, {})
        self.seed = seed
        self.setup = dict(setup or {})  # what lots have given at a table; without it the seed decides
        if self.setup and not title.takes_setup:
            raise UnknownChoice(f"{title.name} draws nothing at the start, so it takes no setup")
        self.real_dice = real_dice  # whether people enter what chance brings, instead of the seed
        if real_dice and not title.draws:
            raise UnknownChoice(f"{title.name} draws nothing during play, so it cannot use real dice")
        self.state: State = title.new_state()
        self.log: list[Event] = []
        self._steps: list[_Step] = []
        self.stack: tuple[Frame, ...] = ()
        title.set_up(self)
        self._run()

    # -- what a user asks -------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.title.name}: {', '.join(self.players)}; {self._where()}>"

    def _where(self) -> str:
        now = self.result().reason if self.is_over else repr(self.decision)
        count = "1 action" if self.ply == 1 else f"{self.ply} actions"
        return f"{count}, {'over: ' if self.is_over else ''}{now}"

    @property
    def ply(self) -> int:
        """How many actions have been taken."""
        return self._forgotten + len(self._steps)

    @property
    def actions(self) -> list[Action]:
        """The actions so far; in a fork without history, those since then."""
        return [step.action for step in self._steps]

    @property
    def decision(self) -> Decision | None:
        """What the game is waiting for; None when it is over."""
        stack = self.stack
        top = stack[-1] if stack else None
        return top if isinstance(top, Decision) and not self.title.is_over(self) else None

    @property
    def actor(self) -> int | None:
        """The seat of the player who must decide."""
        decision = self.decision
        return None if decision is None else decision.actor(self)

    @property
    def is_over(self) -> bool:
        return self.title.is_over(self)

    def result(self) -> Result:
        """Each player's current worth, and who would win."""
        worth = tuple(self.title.worth(self, seat) for seat in range(len(self.players)))
        winners = tuple(seat for seat, sum_ in enumerate(worth) if sum_ == max(worth))
        return Result(worth, self.state.core.get("winners", winners), self.state.core.get("end", ""))

    def key(self) -> int:
        """A hash of the state's content, whatever led to it: for finding repetitions and transpositions.

        The same in every process and on every machine. Title, options, rulings and seed do not count.
        """
        return self.state.key()

    def turn_key(self) -> tuple[Hashable, ...]:
        """Who decides, in which round, and in whose turn: a player's own turn lasts as long as this stays the same."""
        parts = [part for frame in self.stack if (part := frame.part()) is not None]
        return (self.actor, *parts)

    def legal_actions(self, player: int | None = None) -> LegalActions:
        """The legal actions of the decision; for a given player, theirs and those available at any time."""
        decision = self.decision
        if decision is None:
            return LegalActions()
        if player is None:
            return LegalActions(decision.list(self))
        menu = decision.list(self) if decision.actor(self) == player else []
        return LegalActions([*menu, *self.title.any_time(self, player)])

    def is_legal(self, action: Action) -> bool:
        try:
            self.check(action)
        except IllegalAction:
            return False
        return True

    def check(self, action: Action) -> None:
        """Raise IllegalAction unless `push` would accept the action."""
        decision = self.decision
        if decision is None:
            raise self.refusal("game_over")
        if lists(self.title.any_time(self, action.player), action):
            return
        if action.player != decision.actor(self):
            raise self.refusal("not_your_turn", player=action.player, actor=decision.actor(self))
        decision.check(self, action)

    # -- what a user does -------------------------------------------------------------------------------------

    def push(self, action: Action | ActionRange[Any]) -> None:
        """Take an action, or raise IllegalAction and change nothing. A range means its lowest number."""
        action = action.lowest() if isinstance(action, ActionRange) else action
        self.check(action)
        self._take(action)

    def push_known(self, action: Action | ActionRange[Any]) -> None:
        """Take an action from the menu: it is not checked and nothing is logged; the state is as after `push`.

        For searches. What an illegal action does is not defined.
        """
        self._silent = True
        try:
            self._take(action.lowest() if isinstance(action, ActionRange) else action)
        finally:
            self._silent = False

    def _take(self, action: Action) -> None:
        mark = _Step(action, len(self.state.journal), len(self.log))
        try:
            decision = self.stack[-1]
            assert isinstance(decision, Decision)
            if not self.title.take_any_time(self, action):
                decision.take(self, action)
            self._run()
        except BaseException:
            self._rewind(mark)
            raise
        self._steps.append(mark)

    def pop(self) -> Action:
        """Undo the last action."""
        if not self._steps:
            forgotten = self._forgotten
            raise IndexError(f"there is no action to undo{': this fork has no history' if forgotten else ''}")
        step = self._steps.pop()
        self._rewind(step)
        return step.action

    def fork(self, history: bool = True) -> Self:
        """An independent copy: pushing to one does not affect the other.

        Without history it is made faster, but it has no log so far, cannot be saved, and cannot be taken back beyond
        this point.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy(history)
        twin.log = self.log.copy() if history else []
        twin._steps = self._steps.copy() if history else []
        twin._forgotten = self._forgotten if history else self.ply
        return twin

    __copy__ = fork

    def fork_for(self, player: int | None, seed: int, history: bool = True) -> Self:
        """A copy as a player, or everybody, may see it: anything still hidden is redrawn from that seed."""
        twin = self.fork(history)
        twin.seed = seed
        self.title.hide(twin, player)
        return twin

    def draw(self) -> Draw:
        """The result, from the game's seed, of the draw it is waiting for."""
        decision = self.decision
        if not isinstance(decision, Chance):
            raise ValueError("the game is not waiting for a draw")
        return Draw(CHANCE, decision.stream, drawn(self.seed, decision.stream, decision.outcomes(self)))

    @property
    def waits_for_dice(self) -> bool:
        """Whether the game is waiting for players to enter a random result."""
        return self.real_dice and self.actor == CHANCE

    def settle(self) -> list[Draw]:
        """Draw until a player has to decide; returns the draws."""
        draws: list[Draw] = []
        while isinstance(self.decision, Chance):
            draws.append(self.draw())
            self.push(draws[-1])
        return draws

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file, atomically."""
        write(dump(self), path)

    def last_events(self) -> list[Event]:
        """What the last action led to."""
        return self.log[self._steps[-1].log :] if self._steps else self.log

    def events_of(self, number: int) -> list[Event]:
        """What action `number` (from 0) led to."""
        number -= self._forgotten
        if number < 0:
            raise IndexError("this fork has no history")
        end = self._steps[number + 1].log if number + 1 < len(self._steps) else len(self.log)
        return self.log[self._steps[number].log : end]

    # -- what rules do ----------------------------------------------------------------------------------------

    @property
    def stack(self) -> tuple[Frame, ...]:
        frames: tuple[Frame, ...] = self.state.core.unordered["stack"]  # asked all the time, so directly
        return frames

    @stack.setter
    def stack(self, frames: tuple[Frame, ...]) -> None:
        self.state.core["stack"] = frames

    def push_frame(self, frame: Frame) -> None:
        self.stack = (*self.stack, frame)

    def pop_frame(self) -> None:
        self.stack = self.stack[:-1]

    def replace_frame(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.stack = (*self.stack[:-1], frame)

    def change_frame(self, **changes: Any) -> None:
        """The top frame with some fields changed."""
        self.replace_frame(msgspec.structs.replace(self.stack[-1], **changes))

    def ruling(self, name: str) -> str:
        return self.rulings[name]

    def note(self, kind: str, /, **params: Any) -> None:
        """Write a log entry."""
        if not self._silent:
            self.log.append(Event(kind, params))

    def refusal(self, kind: str, /, **params: Any) -> IllegalAction:
        """The error for a refusal. Its rule is that of the kind in this decision, of the kind, or of the decision."""
        step, rule_of = type(self.stack[-1]).__name__, self.title.rule_of
        return IllegalAction(kind, rule_of(f"{step}.{kind}") or rule_of(kind) or rule_of(step), **params)

    def _run(self) -> None:
        """Let frames proceed until one waits for a player."""
        while not self.is_over:
            top = self.stack[-1]
            if isinstance(top, Decision) and top.any(self):
                return
            top.proceed(self)

    def _rewind(self, step: _Step) -> None:
        self.state.rewind(step.journal)
        del self.log[step.log :]
