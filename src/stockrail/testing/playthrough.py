"""Play-through files: a random game with every answer of the public API, as text to compare and to review.

Its first lines say which game it is, so that a file can be written anew from itself. Modelled on open_spiel.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Action, ActionRange, Event
from stockrail.rules.actions import RunTrains
from stockrail.rules.game import RailGame
from stockrail.rules.running import RunDecision
from stockrail.titles import title as find_title
from stockrail.words import Speaker

SHOWN = 5  # entries of a menu that are written out


class Playthrough(msgspec.Struct, frozen=True):
    """A game between random bots, and how much of it is written down.

    So many steps of each kind (of decision, and of action that answers it) are told in full, the others in a line. So
    all that comes up is shown, from the beginning to the end, and a file stays short enough to be read.
    """

    title: str
    players: int
    seed: int = 0
    told: int = 5
    options: str = ""  # by their names, with blanks between

    def text(self) -> str:
        """The whole file."""
        head = [f"{name}: {value}".rstrip() for name, value in msgspec.structs.asdict(self).items()]
        return "\n".join([*head, "", *self._steps()]).replace("\n\n\n", "\n\n") + "\n"

    def _steps(self) -> Iterator[str]:
        game, bot = self._begin(), RandomBot(self.seed)
        yield from (f"> {line}" for line in Speaker(game).log(game.log))
        seen: Counter[tuple[str, str]] = Counter()
        while not game.is_over:
            action = bot.choose(game)
            kind = type(game.decision).__name__, type(action).__name__
            seen[kind] += 1
            yield from (_told if seen[kind] <= self.told else _named)(game, action)
        yield from _ended(game)

    def _begin(self) -> RailGame:
        names = [f"Player {number}" for number in range(1, self.players + 1)]
        return RailGame(find_title(self.title), names, self.options.split(), seed=self.seed)


def _told(game: RailGame, action: Action) -> Iterator[str]:
    """One step in full: the decision, the menu, the action and its events. Pushes the action."""
    speaker, menu = Speaker(game), game.legal_actions()
    yield f"\n== {game.ply}  {speaker.round()}"
    yield f"decision  {game.decision}"
    yield f"actor     {'chance' if game.actor == CHANCE else game.actor}"
    yield f"prompt    {speaker.prompt()}"
    yield f"question  {speaker.question()}"
    yield f"menu      {len(menu)}"
    yield from (f"  {line}" for line in _shortened([_line(speaker, entry) for entry in menu]))
    yield f"action    {_line(speaker, action)}"
    game.push(action)
    yield from (f"> {line}" for line in Speaker(game).log(_events(game, action)))
    yield f"worth     {_worth(game)}"
    yield f"state     {digest(game)}\n"


def _named(game: RailGame, action: Action) -> Iterator[str]:
    """One step on one line. Pushes the action."""
    yield f"{game.ply}  {_plain(action)}"
    game.push(action)


def _ended(game: RailGame) -> Iterator[str]:
    result, speaker = game.result(), Speaker(game)
    yield ""
    yield f"== {game.ply}  {speaker.prompt()}"
    yield f"question  {speaker.question()}"
    yield f"reason    {result.reason}"
    yield f"worth     {_worth(game)}"
    yield f"winners   {' '.join(map(str, result.winners))}"
    yield f"state     {digest(game)}"


def _line(speaker: Speaker, entry: Action | ActionRange[Any]) -> str:
    """A menu entry as data and in words."""
    if isinstance(entry, ActionRange):
        step = f" by {entry.step}" if entry.step != 1 else ""
        return f"{entry.action} {entry.field} {entry.low} to {entry.high}{step} | {speaker.action(entry)}"
    decision = speaker.game.decision
    if isinstance(entry, RunTrains) and isinstance(decision, RunDecision):
        return f"{_plain(entry)} | {speaker.money(decision.read(speaker.game, entry).total)}"
    return f"{entry} | {speaker.action(entry)}"


def _plain(action: Action) -> str:
    """An action without what another machine may choose otherwise: of runs that earn the same, any may be proposed."""
    return (
        f"RunTrains(player={action.player}, company={action.company!r})"
        if isinstance(action, RunTrains)
        else str(action)
    )


def _events(game: RailGame, action: Action) -> list[Event]:
    """What the last action led to; of a run not where it went."""
    events = game.last_events()
    return [e for e in events if not {"hex", "hexes"} & set(e.params)] if isinstance(action, RunTrains) else events


def _shortened(lines: Sequence[str]) -> Sequence[str]:
    """The first and the last ones; of those between their number and a hash, so that a change of any is seen."""
    if len(lines) <= SHOWN:
        return lines
    between = lines[SHOWN - 1 : -1]
    return [*lines[: SHOWN - 1], f"… {len(between)} more, {_hash(chr(10).join(between))}", lines[-1]]


def _worth(game: RailGame) -> str:
    return " ".join(map(str, game.result().worth))


def digest(game: RailGame) -> str:
    """A hash of all that somebody holds and that is written down, the same on every machine.

    The frames of the stack do not count: they may be built otherwise, while the game remains the same.
    """
    picture = {name: rows for name, rows in game.state.picture().items() if rows and name != game.state.core.name}
    return _hash(_canonical(picture))


def _canonical(value: Any) -> str:
    """A value as text whose parts stand in a fixed order."""
    if isinstance(value, dict):
        return "\n".join(sorted(f"{key!r}: {_canonical(entry)}" for key, entry in value.items()))
    if isinstance(value, set | frozenset):
        return ",".join(sorted(map(_canonical, value)))
    return f"({','.join(map(_canonical, value))})" if isinstance(value, list | tuple) else repr(value)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# -- files --------------------------------------------------------------------------------------------------------


def read_playthrough(path: Path) -> Playthrough:
    """Which game a file tells, by its first lines."""
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    fields = dict(line.partition(":")[::2] for line in head.splitlines())
    return msgspec.convert({name: value.strip() for name, value in fields.items()}, Playthrough, strict=False)
