"""Opening a table: from what a form or a program asks for to a game with its seats."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.bots.seated import offered, usual
from stockrail.core import StockrailError
from stockrail.core.marking import N_
from stockrail.core.saving import header_of
from stockrail.files import FileError, load_timed
from stockrail.files.exports import reseeded
from stockrail.rules.game import RailGame, begin, drawn_seats
from stockrail.rules.overlay import Unplayable, check_goes_on, flat, overlaid
from stockrail.titles import title as find_title
from stockrail.web.play.names import clean, unlike
from stockrail.web.play.projection import Projection
from stockrail.web.store.games import WAITING, Entry, GameRow, Seat
from stockrail.web.store.sessions import digest

KINDS = ("screen", "link", "account", "open", "bot")
MOST_ACTIONS = 6000  # of an imported game; long ones have a thousand
MOST_SEATS = 12  # more than any title has
SEED_BITS = 128  # too many to be guessed from what has been drawn


class BadOrder(StockrailError):
    """A game that cannot be opened as it is asked for."""


class SeatOrder(msgspec.Struct, frozen=True):
    """Who shall sit there: screen (whoever opens the table), link, account (needs its name), open (anybody) or bot.

    A bot plays at a `level`; without one, at the strongest.
    """

    kind: str
    name: str = ""
    level: str = ""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A new game."""

    title: str
    seats: list[SeatOrder]
    name: str = ""
    options: list[str] = []
    preset: str = ""
    rulings: dict[str, str] = {}
    draw_seats: bool = True
    facts: dict[str, Any] = {}  # values that differ from the program's, by path, such as "facts.trains.8.price"
    real_dice: bool = False  # who sits at the table enters what chance brings; for titles that draw during play
    gather: bool = False  # the game begins when its owner starts it, where seats wait for somebody


class Gathering(msgspec.Struct, frozen=True):
    """How a table will start."""

    draw: bool = True  # whether lots are drawn for the seats


class Opened(msgspec.Struct, frozen=True):
    """A game ready to be written down."""

    row: GameRow
    entries: Sequence[Entry] = ()


def link_token(secret: str, game: str, seat: int, generation: int = 0) -> str:
    """The secret of a seat's link. It can be made again, so that no table holds it; each generation has another."""
    which = f"{game}:{seat}:{generation}" if generation else f"{game}:{seat}"
    mac = hmac.new(secret.encode(), which.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(mac[:18]).decode()


def is_used_up(row: GameRow, seat: Seat) -> bool:
    """Whether a link ends when somebody sits down by it: others may know it, the host or whoever opened the table.

    The link that a guest has got for themselves stays, so that it leads back from any of their devices.
    """
    return seat.generation == 0 or seat.person in (None, row.host)


def open_table(order: Order, host: str, accounts: dict[str, str], secret: str) -> Opened:
    """A new game; `accounts` are the people behind the names of account seats."""
    title = overlaid(find_title(order.title), flat(order.facts))
    if len(order.seats) not in title.players:
        raise BadOrder(f"{title.name} is for {title.players[0]} to {title.players[-1]} players")
    seed = secrets.randbits(SEED_BITS)
    gathers = order.gather and any(seat.kind in WAITING for seat in order.seats)
    wanted = drawn_seats(seed, order.seats) if order.draw_seats and not gathers else list(order.seats)
    for seat in wanted:
        if seat.kind not in KINDS:
            raise BadOrder(f"a seat must be one of {', '.join(KINDS)}, not {seat.kind!r}")
        if seat.kind == "bot" and seat.level and seat.level not in offered():
            raise BadOrder(f"a bot’s level must be one of {', '.join(offered())}, not {seat.level!r}")
    if order.real_dice:
        _check_company(wanted)
    names = seat_names(wanted)
    game = begin(
        title,
        names,
        seed=seed,
        options=order.options,
        preset=order.preset or None,
        rulings=order.rulings,
        real_dice=order.real_dice,
    )
    id_ = new_id()
    seats = [_seat(id_, n, seat, names[n], host, accounts, secret) for n, seat in enumerate(wanted)]
    row = _row(id_, game, clean(order.name, 60), host, seats)
    plan = msgspec.json.encode(Gathering(order.draw_seats)).decode() if gathers else ""
    return Opened(msgspec.structs.replace(row, gathering=plan))


def _check_company(seats: Sequence[SeatOrder]) -> None:
    """Dice that one player enters are for people who know one another: nobody else sees them."""
    kinds = {seat.kind for seat in seats}
    if "open" in kinds:
        raise BadOrder(N_("a table with real dice cannot have open seats: invite players by link or by account"))
    if kinds == {"bot"}:
        raise BadOrder(N_("with real dice, at least one player must be a person, to enter the results"))


def _seat(
    game: str, number: int, order: SeatOrder, name: str, host: str, accounts: dict[str, str], secret: str
) -> Seat:
    person = {"screen": host, "account": accounts.get(clean(order.name).lower())}.get(order.kind)
    if order.kind == "account" and person is None:
        raise BadOrder(f"there is no account {order.name!r}")
    if order.kind == "bot":
        return Seat(number, order.kind, name, level=order.level or usual())
    return Seat(number, order.kind, name, person, digest(link_token(secret, game, number)))


def seat_names(seats: Sequence[SeatOrder]) -> list[str]:
    """A name for each seat, no two alike."""
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        usual = {"bot": f"Bot {number}", "open": f"Seat {number}"}.get(seat.kind, f"Player {number}")
        names.append(unlike(clean(seat.name) or usual, names))
    return names


def import_table(data: bytes, host: str, secret: str, name: str = "") -> Opened:
    """A game from a save or a public log, all its seats at this screen."""
    try:
        _check_length(data)
        game, times = load_timed(data)
    except RecursionError as error:
        raise FileError("file", "nested too deeply") from error
    _check_goes_on(game)
    return _copied(game, game, host, secret, name, times)


def _check_goes_on(game: RailGame) -> None:
    """No table is opened at which nobody could do anything."""
    try:
        check_goes_on(game)
    except Unplayable as error:
        where = f"action {game.ply}" if game.ply else "header"
        raise FileError(where, f"with the changed facts the game cannot continue from there ({error})") from error


def _check_length(data: bytes) -> None:
    """Replaying takes time: a file that is long beyond any game is refused before it is begun."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return  # whoever reads it says what is wrong
    actions = raw.get("actions") if isinstance(raw, dict) else None
    listed = actions if isinstance(actions, list) else []
    automatic = (entry.get("auto_actions") for entry in listed if isinstance(entry, dict))
    if len(listed) + sum(len(more) for more in automatic if isinstance(more, list)) > MOST_ACTIONS:
        raise FileError("actions", f"there may be at most {MOST_ACTIONS}")


def branch_table(game: RailGame, host: str, secret: str, name: str) -> Opened:
    """A private game from a position. It gets a seed of its own: what lies open stays, the rest is drawn anew.

    Whoever tries something has no dice to roll, so what chance brings is drawn.
    """
    return _copied(game, reseeded(game, secrets.randbits(SEED_BITS)), host, secret, name)


def _copied(
    played: RailGame, start: RailGame, host: str, secret: str, name: str, times: Sequence[float] = ()
) -> Opened:
    """A table with all actions of a game; `times` are those at which a file says they were taken."""
    id_ = new_id()
    names: list[str] = []
    for player in played.players:
        names.append(unlike(clean(player) or f"Player {len(names) + 1}", names))
    seats = [Seat(n, "screen", name, host, digest(link_token(secret, id_, n))) for n, name in enumerate(names)]
    now = time.time()
    entries = [
        Entry(n, "act", action.player, msgspec.json.encode(action).decode(), (times[n] if times else 0) or now)
        for n, action in enumerate(played.actions)
    ]
    head = msgspec.structs.replace(header_of(start), players=names)
    row = _row(id_, played, clean(name, 60), host, seats, msgspec.json.encode(head).decode(), len(entries))
    return Opened(row, entries)


def _row(
    id_: str, game: RailGame, name: str, host: str, seats: Sequence[Seat], header: str = "", entries: int = 0
) -> GameRow:
    now = time.time()
    stage = msgspec.structs.replace(Projection(game).stage(), entries=entries)
    text = header or msgspec.json.encode(header_of(game)).decode()
    return GameRow(id_, name, game.title.name, text, host, now, now, game.is_over, game.actor, stage, tuple(seats))


def new_id() -> str:
    """An id that nobody can guess: whoever knows it may watch."""
    return secrets.token_hex(8)
