"""The bots of a table: which they are, how fast they act, and why one of them chose what it chose."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stockrail.bots import levels
from stockrail.bots.seated import offered
from stockrail.core import Action
from stockrail.web.language import tongue
from stockrail.web.play.driving import NOW, READABLE
from stockrail.web.play.live import LiveGame
from stockrail.web.play.thinking import FORMER, Considered, keeps_secrets
from stockrail.words import Speaker
from stockrail.words.bots import LEVELS
from stockrail.words.why import Why, why

STEPS = "step"  # as a choice of pace: bots that are paused act at the press of a button


class LevelShown(msgspec.Struct, frozen=True):
    """A level as people choose it."""

    id: str
    name: str
    note: str


class BotShown(msgspec.Struct, frozen=True):
    seat: int
    name: str
    level: str
    note: str


class Pace(msgspec.Struct, frozen=True):
    """A way to act that can be chosen, and what a form says to choose it."""

    label: str
    pace: str
    paused: str
    now: bool


class Bots(msgspec.Struct, frozen=True):
    """The bots of a table and what can be done about them."""

    shown: list[BotShown]
    paces: list[Pace]
    paused: bool
    held: str  # the bot that waits until it is let act
    last: int | None  # the entry of the last one whose reasons are known, if nobody has acted since


def levels_in(language: str) -> list[LevelShown]:
    """All levels, the strongest of ours first."""
    return [level_in(language, id_) for id_ in offered()]


def level_in(language: str, id_: str) -> LevelShown:
    id_ = id_ or FORMER
    name, note = LEVELS.get(id_) or (id_, next((level.text for level in levels() if level.name == id_), ""))
    gettext = tongue(language).gettext
    return LevelShown(id_, gettext(name), gettext(note) if note else "")


def level_names(live: LiveGame, language: str) -> dict[int, str]:
    """The bots by seat, with what their level is called."""
    return {seat.seat: level_in(language, seat.level).name for seat in live.row.seats if seat.kind == "bot"}


def bots_of(live: LiveGame, language: str) -> Bots | None:
    """None at a table without bots, and when the game is over: then there is nothing left to do about them."""
    row, game = live.row, live.position
    seats = [seat for seat in row.seats if seat.kind == "bot"]
    if not seats or game.is_over:
        return None
    kinds = [(seat, level_in(language, seat.level)) for seat in seats]
    held = row.paused and live.bot_to_act
    return Bots(
        [BotShown(seat.seat, seat.name, level.name, level.note) for seat, level in kinds],
        _paces(live, language),
        row.paused,
        row.seats[game.actor].name if held and game.actor is not None else "",
        _last(live),
    )


def _paces(live: LiveGame, language: str) -> list[Pace]:
    _, row = tongue(language).gettext, live.row
    return [
        Pace(_("At once"), NOW, "no", not row.paused and row.pace == NOW),
        Pace(_("At a readable pace"), READABLE, "no", not row.paused and row.pace == READABLE),
        Pace(_("Step by step"), "", "yes", row.paused),
    ]


def _last(live: LiveGame) -> int | None:
    done = live.projection.done
    number = done[-1].line.number if done else -1
    return number if number in known_reasons(live) else None


# -- reasons ----------------------------------------------------------------------------------------------------------


def known_reasons(live: LiveGame) -> frozenset[int]:
    """The entries of bots whose reasons may be told: where players have secrets, not before the game is over."""
    game = live.position
    return frozenset() if keeps_secrets(game.title) and not game.is_over else live.thought_of


class _Read(msgspec.Struct, frozen=True):
    """A thought whose action can be put into words."""

    action: Action
    value: float
    parts: dict[str, float]


def why_of(live: LiveGame, number: int, thoughts: Sequence[Considered], language: str) -> Why | None:
    """Why a bot made an entry; None if that was undone."""
    line = live.projection.lines[number + 1]
    if line.undone or line.act < 0:
        return None
    read = live.projection.decode
    considered = [_Read(read(bytes(each.action)), each.value, each.parts) for each in thoughts]
    return why(Speaker(live.at(line.act), language), considered)
