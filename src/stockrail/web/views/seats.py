"""Who sits where and what a reader may do about it; what the log says when that changes."""

from __future__ import annotations

import msgspec

from stockrail.web.language import tongue
from stockrail.web.play.course import Seated
from stockrail.web.play.live import LiveGame
from stockrail.web.play.seating import BOTS, FEWER, FULL, counts, may_offer
from stockrail.web.store.games import GameRow, Seat
from stockrail.web.views.bots import LevelShown, level_in, levels_in


class SeatShown(msgspec.Struct, frozen=True):
    """A seat, and what the reader may do about it."""

    seat: int
    name: str
    note: str  # who decides there
    mine: bool
    free: bool
    bot: bool
    leave: bool = False  # get up before the start
    send_away: bool = False  # free the seat of another before the start
    put_bot: bool = False  # into a free seat, before the start
    resign: bool = False
    rest: bool = False  # let a bot play for oneself
    replace: bool = False  # put a bot in for somebody who is away
    back: bool = False  # play again
    give_back: bool = False  # let another play again
    offer: bool = False  # hand the seat over
    offered: bool = False  # it has been offered: the link is there


class Seats(msgspec.Struct, frozen=True):
    """All seats of a table."""

    shown: list[SeatShown]
    owner: bool  # whether the reader is
    gathers: bool
    taken: int
    starts: list[str]  # the ways in which the owner can start now
    joins: bool  # whether the reader may take a free seat
    away: list[SeatShown]  # where a bot plays for the reader
    levels: list[LevelShown]
    others: list[str]  # the names of all other people who sit there


def seats_of(live: LiveGame, person: str, language: str) -> Seats:
    row = live.row
    gathers, over = bool(row.gathering), live.position.is_over
    shown = [_gathering(row, seat, person, language) for seat in row.seats] if gathers else []
    shown = shown or [_playing(live, seat, person, language) for seat in row.seats]
    owner = bool(person) and row.host == person
    seated = bool(row.seats_of(person))
    others = [seat.name for seat in row.seats if (seat.person or seat.away) not in (None, person)]
    return Seats(
        shown,
        owner,
        gathers,
        sum(not seat.free for seat in row.seats),
        [how for how, can in counts(row).items() if can] if gathers and owner else [],
        gathers and not seated and any(seat.free and seat.kind == "open" for seat in row.seats),
        [] if over else [one for one in shown if one.back],
        levels_in(language) if person else [],
        others,
    )


def _note(row: GameRow, seat: Seat, person: str, language: str) -> str:
    _ = tongue(language).gettext
    if seat.kind == "bot":
        level = level_in(language, seat.level).name
        return (_("away; a bot plays ({level})") if seat.away else _("bot ({level})")).format(level=level)
    if seat.free:
        return _("free, anybody may join") if seat.kind == "open" else _("free, by its link")
    if person and seat.person == person:
        return _("you")
    return _("owner of the table") if seat.person == row.host else ""


def _gathering(row: GameRow, seat: Seat, person: str, language: str) -> SeatShown:
    mine, owner = bool(person) and seat.person == person, bool(person) and row.host == person
    return SeatShown(
        seat.seat,
        seat.name,
        _note(row, seat, person, language),
        mine,
        seat.free,
        seat.kind == "bot",
        leave=mine,
        send_away=owner and not mine and not seat.free,
        put_bot=owner and seat.free,
    )


def _playing(live: LiveGame, seat: Seat, person: str, language: str) -> SeatShown:
    row, on = live.row, not live.position.is_over
    mine, owner = bool(person) and seat.person == person, bool(person) and row.host == person
    bot, away = seat.kind == "bot", seat.away is not None
    acts = live.position.actor == seat.seat
    return SeatShown(
        seat.seat,
        seat.name,
        _note(row, seat, person, language),
        mine,
        seat.free,
        bot,
        resign=on and mine,
        rest=on and mine,
        replace=on
        and not bot
        and not mine
        and ((owner and (seat.free or acts)) or (acts and bool(row.seats_of(person)))),
        back=on and bot and away and seat.away == person,
        give_back=on and bot and away and owner and seat.away != person,
        offer=on and bool(person) and may_offer(row, seat, person) and seat.offer is None,
        offered=on and bool(person) and may_offer(row, seat, person) and seat.offer is not None,
    )


def seat_sentence(said: Seated, language: str) -> str:
    """What the log says of a seat that has changed hands."""
    _ = tongue(language).gettext
    texts = {
        "resigns": _("{name} resigns; a bot plays on"),
        "bot": _("{by} lets a bot play for {name}") if said.by else _("{name} lets a bot play for a while"),
        "back": _("{by} gives {name} the seat back") if said.by else _("{name} plays again"),
        "taken": _("{to} takes over the seat of {name}"),
    }
    return texts[said.what].format(name=said.name, by=said.by, to=said.to)


__all__ = ["BOTS", "FEWER", "FULL", "SeatShown", "Seats", "seat_sentence", "seats_of"]
