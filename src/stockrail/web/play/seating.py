"""Who decides for a seat: tables that gather and start, players who leave, hand over, are away and come back."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence

import msgspec

from stockrail.bots.seated import offered, usual
from stockrail.core import StockrailError
from stockrail.core.marking import N_
from stockrail.core.saving import Header, header_of
from stockrail.rules.game import RailGame, drawn_seats
from stockrail.rules.overlay import overlaid
from stockrail.titles import title as find_title
from stockrail.web.play.course import ACTING
from stockrail.web.play.live import LiveGame
from stockrail.web.play.names import unlike
from stockrail.web.play.opening import SEED_BITS, BadOrder, Gathering, Opened, link_token, new_id
from stockrail.web.play.projection import Projection
from stockrail.web.store.games import WAITING, GameRow, Seat
from stockrail.web.store.seating import Start
from stockrail.web.store.sessions import digest

ABSENT = 10 * 60.0  # seconds for which a game waits for somebody before its owner may let a bot play for them
LONG_ABSENT = 24 * 3600.0  # and before the other players may
FULL, BOTS, FEWER = "full", "bots", "fewer"  # how a table starts


class NotAllowed(StockrailError):
    """Something about a table that this person may not do, or not yet."""


def gathering_of(row: GameRow) -> Gathering:
    return msgspec.json.decode(row.gathering, type=Gathering)


def written(gathering: Gathering) -> str:
    return msgspec.json.encode(gathering).decode()


# -- starting ---------------------------------------------------------------------------------------------------------


def counts(row: GameRow) -> dict[str, bool]:
    """The ways in which a table can start now."""
    taken = [seat for seat in row.seats if not seat.free]
    free = len(row.seats) - len(taken)
    players = find_title(row.title).players
    return {FULL: not free, BOTS: bool(free), FEWER: bool(free) and len(taken) in players}


def dealt(row: GameRow, how: str, secret: str) -> Start:
    """The seats and the first position of a table that starts, by lot if it was opened so."""
    if not counts(row).get(how):
        raise NotAllowed(N_("not all seats are taken yet"))
    wanted = [_botted(seat) if seat.free else seat for seat in row.seats if how != FEWER or not seat.free]
    seed = secrets.randbits(SEED_BITS)
    if gathering_of(row).draw:
        wanted = drawn_seats(seed, wanted)
    names: list[str] = []
    for seat in wanted:
        names.append(unlike(seat.name, names))
    fresh = max(seat.generation for seat in row.seats) + 1  # no link of before leads to a seat
    placed = [_placed(secret, row.id, seat, n, names[n], fresh) for n, seat in enumerate(wanted)]
    if msgspec.json.decode(row.header, type=Header).real_dice and all(seat.kind == "bot" for seat in placed):
        raise BadOrder(N_("with real dice, at least one player must be a person, to enter the results"))
    game = begun_by(row.header, names, seed)
    return Start(placed, msgspec.json.encode(header_of(game)).decode(), game.actor, Projection(game).stage())


def begun_by(header: str, names: Sequence[str], seed: int) -> RailGame:
    """A new game as a header has it, dealt anew."""
    head = msgspec.json.decode(header, type=Header)
    title = overlaid(find_title(head.title).as_saved(head.facts), head.changes)
    rulings = title.restore_rulings(head.rulings)
    return RailGame(title, list(names), head.options, rulings, seed, None, head.real_dice)


def _botted(seat: Seat) -> Seat:
    return msgspec.structs.replace(seat, kind="bot", name=f"Bot {seat.seat + 1}", level=usual(), token=None)


def _placed(secret: str, game: str, seat: Seat, number: int, name: str, generation: int) -> Seat:
    token = None if seat.kind == "bot" else digest(link_token(secret, game, number, generation))
    return msgspec.structs.replace(seat, seat=number, name=name, token=token, generation=generation)


def rematch_of(row: GameRow, host: str, secret: str) -> Opened:
    """A table for the same people at the same settings, whose seats are drawn anew; its owner starts it."""
    id_ = new_id()
    seats = [_invited(secret, id_, seat, host) for seat in row.seats]
    game = begun_by(row.header, [seat.name for seat in seats], secrets.randbits(SEED_BITS))
    now = time.time()
    header = msgspec.json.encode(header_of(game)).decode()
    made = GameRow(
        id_, row.name, row.title, header, host, now, now, False, game.actor, Projection(game).stage(), tuple(seats),
        row.pace, gathering=written(Gathering()), closed=row.closed,
    )  # fmt: skip
    return Opened(made)


def _invited(secret: str, game: str, seat: Seat, host: str) -> Seat:
    """A seat for whoever sat there last; who was away is invited too."""
    person = seat.person or seat.away
    if seat.kind == "bot" and person is None:
        return Seat(seat.seat, "bot", seat.name, level=seat.level or usual())
    kind = "screen" if person == host else "link"
    return Seat(seat.seat, kind, seat.name, person, digest(link_token(secret, game, seat.seat)))


# -- leaving, being away, coming back ---------------------------------------------------------------------------------


def freed(row: GameRow, seat: Seat, secret: str) -> dict[str, object]:
    """A seat that waits for somebody else from now on, before the start."""
    kind = seat.kind if seat.kind in WAITING else "link"
    others = [other.name for other in row.seats if other.seat != seat.seat]
    return {
        "kind": kind,
        "person": None,
        "name": unlike(f"Seat {seat.seat + 1}", others),
        "level": "",
        **new_token(row, seat, secret),
    }


def new_token(row: GameRow, seat: Seat, secret: str) -> dict[str, object]:
    """The next secret of a seat; whoever knew the one before has nothing."""
    generation = seat.generation + 1
    token = digest(link_token(secret, row.id, seat.seat, generation))
    return {"token": token, "generation": generation, "former": seat.token, "offer": None}


def by_bot(seat: Seat, away: str | None, level: str) -> dict[str, object]:
    """A bot plays on; `away` may take the seat back."""
    chosen = level or usual()
    if chosen not in offered():
        raise BadOrder(f"a bot’s level must be one of {', '.join(offered())}, not {level!r}")
    gone = {"token": None, "generation": seat.generation + 1, "former": seat.token, "offer": None}
    return {"kind": "bot", "person": None, "level": chosen, "away": away, **gone}


def check_person_left(row: GameRow, seat: Seat) -> None:
    """Dice are entered by people, so that somebody must stay."""
    header = msgspec.json.decode(row.header, type=Header)
    if header.real_dice and all(other.kind == "bot" for other in row.seats if other.seat != seat.seat):
        raise NotAllowed(N_("with real dice, at least one player must be a person, to enter the results"))


def waits_since(live: LiveGame) -> float:
    """When the game began to wait for whoever is to act now."""
    moves = (entry.at for entry in reversed(live.projection.entries) if entry.kind in (*ACTING, "undo", "redo"))
    return max(next(moves, 0.0), live.row.created)


def check_absent(live: LiveGame, seat: Seat, person: str, now: float) -> None:
    """Whether somebody may put a bot into the seat of another: the owner after a while, other players after long."""
    row = live.row
    if seat.person is None and seat.token is None:
        return
    if seat.free and row.host == person:
        return  # nobody has sat down there
    if row.host != person and not row.seats_of(person):
        raise NotAllowed(N_("only the owner of the table and its players may do this"))
    if live.position.actor != seat.seat:
        raise NotAllowed(N_("the game does not wait for this player"))
    waited = now - waits_since(live)
    if waited < ABSENT:
        raise NotAllowed(N_("the game has waited for this player for less than 10 minutes"))
    if row.host != person and waited < LONG_ABSENT:
        raise NotAllowed(N_("until the game has waited for a day, only the owner of the table may do this"))


# -- handing over -----------------------------------------------------------------------------------------------------


def offer_token(secret: str, game: str, seat: Seat) -> str:
    """The secret of the link by which somebody takes a seat over; each offer has another."""
    mac = hmac.new(secret.encode(), f"{game}:{seat.seat}:offer {seat.offers}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(mac[:18]).decode()


def offered_seat(row: GameRow, seat: Seat, secret: str) -> dict[str, object]:
    """A seat that somebody may take over."""
    next_one = msgspec.structs.replace(seat, offers=seat.offers + 1)
    return {"offer": digest(offer_token(secret, row.id, next_one)), "offers": next_one.offers}


def taken_over(row: GameRow, seat: Seat, person: str, name: str, secret: str) -> dict[str, object]:
    """The seat as it is when somebody has taken it over."""
    others = [other.name for other in row.seats if other.seat != seat.seat]
    kind = "screen" if person == row.host else "link"
    values = {"kind": kind, "person": person, "name": unlike(name, others), "level": "", "away": None}
    return {**values, **new_token(row, seat, secret)}


def may_offer(row: GameRow, seat: Seat, person: str) -> bool:
    """One's own seat, or as the owner that of a bot."""
    return seat.person == person or (row.host == person and seat.kind == "bot")
