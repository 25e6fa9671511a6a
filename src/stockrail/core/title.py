"""What a title tells the engine: its name, its options, its rulings, how a game starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Union

import msgspec

from stockrail.core.actions import Action, ActionRange
from stockrail.core.chance import Draw
from stockrail.core.errors import UnknownChoice
from stockrail.core.frames import G
from stockrail.core.refusals import Refusals, rule_in
from stockrail.core.state import State


class Option(msgspec.Struct, frozen=True):
    """A variant that players agree on before the game."""

    name: str
    text: str


class Ruling(msgspec.Struct, frozen=True):
    """A question on which communities differ; the first answer is the rulebook's and the default.

    `before` is the answer by which games go on that were saved before the question was asked.
    """

    id: str
    name: str
    question: str
    answers: Mapping[str, str]
    before: str = ""

    @property
    def default(self) -> str:
        return next(iter(self.answers))


class Title(Generic[G]):
    """What the engine asks of a title; each title's folder implements it."""

    name: str = ""
    version: int = 1
    players: range = range(2, 7)
    options: Sequence[Option] = ()
    rulings: Sequence[Ruling] = ()
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    refusals: ClassVar[Refusals] = {}
    actions: tuple[type[Action], ...] = ()  # besides draws, which every title can have
    facts_hash: str = ""
    overlay: Mapping[str, Any] = MappingProxyType({})  # facts that the players have changed, by path
    draws: ClassVar[bool] = False  # whether chance comes up during play, so that real dice can be used
    takes_setup: ClassVar[bool] = False  # whether what is drawn at the beginning can be given, see `Game.setup`
    # Weights by kind of action with which random players get somewhere; "Bid numbers" are so many of the lowest.
    random_play: ClassVar[Mapping[str, int]] = {}

    @property
    def base(self) -> Title[G]:
        """The title without any facts changed by players."""
        return self

    def random_taste(self, game: G, action: Action) -> int:
        """The weight of an action among others of its kind, for a random bot; never 0, so that each can come up."""
        return 1

    @cached_property
    def kinds(self) -> Any:
        """The union of all its action types, for reading them from files and requests.

        Of two with one tag the later counts: a title may list its own form of a shared action after it.
        """
        kinds: tuple[type[Action], ...] = (*self.actions, Draw)
        by_tag = {kind.__struct_config__.tag: kind for kind in kinds}
        return Union[tuple(by_tag.values())]  # noqa: UP007  (of as many as there are)

    def new_state(self) -> State:
        raise NotImplementedError

    def set_up(self, game: G) -> None:
        """Lay everything out and push the first frame."""
        raise NotImplementedError

    def drawn(self, game: G) -> dict[str, Any]:
        """What was drawn at the start, as a setup: the part that everybody at the table may know."""
        return {}

    def hide(self, game: G, player: int | None) -> None:
        """Redraw what a player (or, for None, anybody) may not know in the state of a copy.

        What will be drawn later is not in the state: such a title has nothing to do here.
        """

    def is_over(self, game: G) -> bool:
        raise NotImplementedError

    def worth(self, game: G, player: int) -> int:
        raise NotImplementedError

    def rule_of(self, kind: str) -> str | None:
        """The id of the rule behind a kind of refusal, or behind "Decision.kind" where it differs there."""
        return rule_in(self.refusals, kind)

    def any_time(self, game: G, player: int) -> Sequence[Action | ActionRange[Any]]:
        """What a player may do at any time, whoever's turn it is."""
        return ()

    def take_any_time(self, game: G, action: Action) -> bool:
        """Carry out such an action; False if it is not one."""
        return False

    def audit(self, game: G) -> list[str]:
        """Everything wrong with the state: money, certificates, trains, tokens, tiles. Empty if all is well."""
        return []

    def resolve_rulings(self, preset: str | None, chosen: Mapping[str, str]) -> dict[str, str]:
        """All rulings: the defaults, then a preset, then individual choices."""
        answers = {ruling.name: ruling.default for ruling in self.rulings}
        if preset is not None:
            if preset not in self.presets:
                raise UnknownChoice(f"{self.name} has no preset {preset!r}; the presets are {sorted(self.presets)}")
            answers |= self.presets[preset]
        known = {ruling.name: ruling for ruling in self.rulings}
        for name, answer in chosen.items():
            if name not in known or answer not in known[name].answers:
                raise UnknownChoice(f"{self.name} has no ruling {name} = {answer!r}")
            answers[name] = answer
        return answers

    def restore_rulings(self, saved: Mapping[str, str]) -> dict[str, str]:
        """The rulings of a saved game: its own, and for newer questions the behaviour at the time of saving."""
        old = {ruling.name: ruling.before or ruling.default for ruling in self.rulings if ruling.name not in saved}
        return self.resolve_rulings(None, {**old, **saved})

    def resolve_options(self, chosen: Sequence[str]) -> tuple[str, ...]:
        known = [option.name for option in self.options]
        for name in chosen:
            if name not in known:
                raise UnknownChoice(f"{self.name} has no option {name!r}; the options are {known}")
        return tuple(name for name in known if name in chosen)
