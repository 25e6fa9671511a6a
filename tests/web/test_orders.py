"""Standing orders: auctions up to a price, shares each turn, whose orders they are and when they end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import text
from tests.web.conftest import Visitor
from tests.web.test_hall import nobody_listens
from tests.web.test_standing import SEATS, in_stock_round

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Action
from stockrail.core.saving import dump
from stockrail.rules.actions import Answer, Bid, BuyShare, Pass, ProposeEnd, SellShares
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import current_round
from stockrail.web.play.driving import Tempo
from stockrail.web.play.errors import Enough, NotYours, Unreadable
from stockrail.web.play.hall import Hall
from stockrail.web.play.opening import import_table
from stockrail.web.play.standing import MOST, price_of
from stockrail.web.play.wishes import MAKERS, Asked
from stockrail.web.store import games as store
from stockrail.web.store import people
from stockrail.web.store.database import Database
from stockrail.web.store.orders import BuyEach, Order, PassUntil, read_orders
from stockrail.web.views.choices import bare
from stockrail.web.views.orders import WHY
from stockrail.web.views.panel import Chosen
from stockrail.web.views.table import since_of, table_of

TITLES = ["18EU", "1862", "1883", "18FB"]
LONGEST = 1_500
ROUNDS = 2_000  # of the event loop, until an order has been followed


def found(title: str, wanted: Callable[[Any], object], seeds: range = range(20), players: int = 3) -> Any:
    """A random game at the first moment that fits."""
    for seed in seeds:
        names = ["Ada", "Ben", "Cy", "Dee", "Eve"][:players]
        game, bot = stockrail.new(title, names, seed=seed), RandomBot(seed)
        while not game.is_over and game.ply < LONGEST:
            if game.actor != CHANCE and wanted(game):
                return game
            game.push(game.draw() if game.actor == CHANCE else bot.choose(game))
    raise AssertionError(f"{title} never comes there")


class Seated:
    """A hall with one game in it; all seats are people."""

    def __init__(self, hall: Hall, game: str) -> None:
        self.hall, self.id = hall, game

    async def position(self) -> Any:
        return (await self.hall.game(self.id)).position

    async def take(self, action: Action) -> None:
        live = await self.hall.game(self.id)
        await self.hall.act(self.id, frozenset({action.player}), live.number, [msgspec.json.encode(action)])

    async def order(self, seat: int, kind: str, what: str = "", number: int = 0, count: int = 1) -> None:
        await self.hall.order(self.id, seat, Asked(kind, what, number, count))

    async def orders(self) -> list[tuple[str, int, str]]:
        """Kind, how many actions were taken by it, why it ended."""
        return [(type(o.wish).__name__, len(o.acts), o.ended) for o in (await self.hall.game(self.id)).orders]

    async def quiet(self) -> Any:
        """Let orders be followed until the table waits for a person."""
        for _ in range(ROUNDS):
            live = await self.hall.game(self.id)
            driver = self.hall._tables[self.id].driver
            if live.by_order is None and (driver is None or driver.done()):
                return live.position
            await asyncio.sleep(0)
            if driver is not None and not driver.done():
                await asyncio.wait({driver}, timeout=5)
        raise AssertionError("the table does not come to rest")


def seated(folder: Path, game: RailGame, work: Callable[[Seated], Awaitable[None]]) -> None:
    database = Database(f"sqlite:///{folder / 'hall.db'}")
    database.migrate()

    async def run() -> None:
        host = await database.write(lambda c: people.add(c, "Ada"))
        opened = import_table(dump(game), host.id, "secret")
        await database.write(lambda c: store.create_game(c, opened.row, opened.entries))
        hall = Hall(database, nobody_listens, tempo=Tempo(rest=0))
        await asyncio.wait_for(work(Seated(hall, opened.row.id)), 60)
        await hall.close()

    asyncio.run(run())
    database.close()


# -- auctions ---------------------------------------------------------------------------------------------------------


def rising(game: Any) -> bool:
    """Somebody leads, and whoever is asked can raise several times, as the leader can."""
    auction = game.decision
    if not isinstance(auction, RisingAuction) or auction.leader is None:
        return False
    return min(auction.most(game, seat) for seat in (auction.others[0], auction.leader)) > auction.least(game) + 30


@pytest.mark.parametrize("title", TITLES)
def test_two_maxima_bid_against_each_other_and_the_higher_wins(title: str, tmp_path: Path) -> None:
    game = found(title, rising)
    auction = game.decision
    item, asked, leader, low, step = (
        auction.item,
        auction.others[0],
        auction.leader,
        auction.least(game),
        auction.step(game),
    )

    async def work(table: Seated) -> None:
        for other in auction.others[1:]:
            await table.order(other, "decline", item, 0)
        await table.order(leader, "bid", item, low + 2 * step)
        await table.order(asked, "bid", item, low + 3 * step)
        now = await table.quiet()
        bids = [action for action in now.actions[len(game.actions) :] if isinstance(action, Bid)]
        assert max(bid.price for bid in bids) <= low + 3 * step
        assert bids[-1].player == asked, "the higher maximum wins"
        assert [bid.price for bid in bids] == [low + n * step for n in range(len(bids))], "each bid is the lowest"
        prices = item in msgspec.structs.asdict(now.decision).values()  # the winner still sets its price
        assert {ended for _, _, ended in await table.orders()} <= {"sold", "round", *([""] if prices else [])}

    seated(tmp_path, game, work)


def test_declining_until_a_price_asks_when_it_is_reached(tmp_path: Path) -> None:
    """Minors are offered for less and less: nobody has to click for each step."""
    game = found("18EU", lambda game: type(game.decision).__name__ == "Offer")
    item = game.decision.item

    async def work(table: Seated) -> None:
        for seat in range(SEATS):
            await table.order(seat, "decline", item, 70)
        now = await table.quiet()
        assert (now.decision.item, now.decision.price) == (item, 70)
        assert {ended for _, _, ended in await table.orders()} == {""}
        await table.take(Pass(now.actor))
        then = await table.quiet()
        assert (then.decision.price, then.actor != now.actor) == (70, True), "each is asked"

    seated(tmp_path, game, work)


def test_the_cheapest_card_is_declined_until_it_has_fallen_far_enough(tmp_path: Path) -> None:
    """All pass, so it costs less. A card that does not fall is no reason to pass."""
    game = stockrail.new("1883", ["Ada", "Ben", "Cy"], seed=1)
    bids = [bid for bid in map(bare, game.legal_actions()) if isinstance(bid, Bid)]
    cheapest, dearest = bids[0], bids[-1]

    async def work(table: Seated) -> None:
        for seat in range(SEATS):
            await table.order(seat, "decline", dearest.item, 0)
        assert (await table.quiet()).actions == game.actions
        for seat in range(SEATS):
            await table.order(seat, "decline", cheapest.item, cheapest.price - 10)
        now = await table.quiet()
        assert {type(action) for action in now.actions} == {Pass} and len(now.actions) == 2 * SEATS
        assert now.legal_actions()[0] == Bid(now.actor, cheapest.item, cheapest.price - 10)

    seated(tmp_path, game, work)


def test_a_maximum_takes_what_falls_to_it(tmp_path: Path) -> None:
    game = found("18EU", lambda game: type(game.decision).__name__ == "Offer")
    item, first = game.decision.item, game.decision.player

    async def work(table: Seated) -> None:
        for seat in range(SEATS):
            await table.order(seat, "bid" if seat == first else "decline", item, 80 if seat == first else 0)
        now = await table.quiet()
        assert now.actions[-1] == Bid(first, item, 80)
        assert now.title.controller(now, item) == first

    seated(tmp_path, game, work)


def test_one_order_declines_everything_in_a_round(tmp_path: Path) -> None:
    game = found("18FB", lambda game: isinstance(game.decision, RisingAuction) and game.decision.leader is None)

    async def work(table: Seated) -> None:
        for seat in range(SEATS):
            await table.order(seat, "decline", "", 0)
        now = await table.quiet()
        assert not isinstance(now.decision, RisingAuction)
        await table.take(now.legal_actions()[0])
        assert not isinstance((await table.quiet()).decision, RisingAuction), "the next one is declined too"

    seated(tmp_path, game, work)


# -- shares -----------------------------------------------------------------------------------------------------------


def share_for(game: Any) -> Any:
    return next(entry for entry in game.legal_actions() if isinstance(entry, BuyShare))


def test_one_share_is_bought_in_each_turn_until_there_are_enough(tmp_path: Path) -> None:
    game = in_stock_round()
    first, company = game.actor, share_for(game).company

    async def work(table: Seated) -> None:
        for other in range(SEATS):
            if other != first:
                await table.order(other, "pass", "round")
        await table.order(first, "buy", company, count=2)
        now = await table.quiet()
        bought = [a for a in now.actions[len(game.actions) :] if isinstance(a, BuyShare)]
        assert {(a.player, a.company) for a in bought} == {(first, company)}
        assert 1 <= len(bought) <= 2
        assert ("BuyEach", len(bought), "done" if len(bought) == 2 else "price") in [
            (kind, len(bought), ended) for kind, _, ended in await table.orders()
        ] or len(bought) == 1

    seated(tmp_path, game, work)


@pytest.mark.parametrize("title", TITLES)
def test_an_order_names_what_the_share_costs(title: str, tmp_path: Path) -> None:
    """Where a company's own shares stay at par, that is no price of the market."""

    def on_offer(game: Any) -> bool:
        now = current_round(game)
        buys = [entry for entry in game.legal_actions() if isinstance(entry, BuyShare)]
        return now is not None and now.kind == "stock" and any(_differs(game, buy) for buy in buys)

    def _differs(game: Any, buy: BuyShare) -> bool:
        at = game.title.grid.price(game.state.cell[buy.company]) if buy.company in game.state.cell else 0
        return title == "18EU" or price_of(game, buy.company) != at

    game = found(title, on_offer)
    buy = next(e for e in game.legal_actions() if isinstance(e, BuyShare) and _differs(game, e))

    async def work(table: Seated) -> None:
        await table.order(buy.player, "buy", buy.company)
        now = await table.quiet()
        live = await table.hall.game(table.id)
        wish = live.orders[0].wish
        assert isinstance(wish, BuyEach)
        before = game.state.cash[buy.player]
        game.push(now.actions[len(game.actions)])
        assert before - game.state.cash[buy.player] == wish.price

    seated(tmp_path, game, work)


def test_who_sells_the_same_share_ends_the_order_at_once(tmp_path: Path) -> None:
    game = in_stock_round()
    first = game.actor
    sold = None

    def another(game: Any) -> Any:
        twin = game.fork()
        twin.push(share_for(twin))
        return next((e for e in twin.legal_actions() if isinstance(e, SellShares)), None)

    sold = another(game)
    if sold is None:
        pytest.skip("nobody can sell in this game")

    async def work(table: Seated) -> None:
        await table.take(share_for(game))
        await table.order(first, "buy", sold.company, count=3)
        assert [ended for _, _, ended in await table.orders()] == [""]
        await table.take(sold)
        assert [ended for _, _, ended in await table.orders()] == ["traded"]

    seated(tmp_path, game, work)


# -- whose orders they are --------------------------------------------------------------------------------------------


def test_an_undo_ends_all_orders_and_a_restart_none(tmp_path: Path) -> None:
    game = in_stock_round()
    first = game.actor

    async def work(table: Seated) -> None:
        await table.order((first + 1) % SEATS, "refuse_all")
        await table.take(share_for(game))
        again = Hall(table.hall.database, nobody_listens)
        assert [o.ended for o in (await again.game(table.id)).orders] == [""]
        await again.close()
        live = await table.hall.game(table.id)
        await table.hall.undo(table.id, frozenset({first}), live.number)
        assert await table.orders() == [("Refuse", 0, "undone")]

    seated(tmp_path, game, work)


def test_orders_end_with_the_game(tmp_path: Path) -> None:
    game = in_stock_round()

    async def work(table: Seated) -> None:
        await table.order((game.actor + 1) % SEATS, "refuse_all")
        await table.take(ProposeEnd(game.actor))
        for _ in range(SEATS - 1):
            await table.take(Answer((await table.position()).actor, True))
        assert (await table.position()).is_over
        assert await table.orders() == [("Refuse", 0, "over")]

    seated(tmp_path, game, work)


def test_what_an_order_does_is_no_turn_of_its_owner(tmp_path: Path) -> None:
    """Nobody is called for it, and whoever comes back is shown what happened without them."""
    game = in_stock_round()
    other = (game.actor + 1) % SEATS
    mine = frozenset({other})

    async def work(table: Seated) -> None:
        await table.take(share_for(game))
        live = await table.hall.game(table.id)
        called = table_of(live, mine, Chosen(), None, "en")
        assert called["panel"].mine and not called["ordered"]
        await table.order(other, "pass", "round")
        live = await table.hall.game(table.id)
        assert live.by_order is not None and table_of(live, mine, Chosen(), None, "en")["ordered"]
        assert (await table.quiet()).actions[-1] == Pass(other)
        live = await table.hall.game(table.id)
        assert {since_of(live, frozenset({seat})) for seat in (game.actor, other)} == {len(game.actions) + 1}

    seated(tmp_path, game, work)


def test_a_seat_has_so_many_orders_and_no_more(tmp_path: Path) -> None:
    game = in_stock_round()

    async def work(table: Seated) -> None:
        other = (game.actor + 1) % SEATS
        companies = [c for c in game.title.companies if price_of(game, c)]
        for company in companies:
            await table.order(other, "buy", company)
            await table.order(other, "buy", company)  # again: the same
        for n in range(MOST + 5):
            await table.order(other, "refuse", number=n + 1)
        stands = [one for one in await table.orders() if not one[2]]
        assert len(stands) == len(companies) + 1 <= MOST, "one about trains, the last"
        with pytest.raises(NotYours):
            await table.hall.cancel(table.id, frozenset({game.actor}), 1)
        with pytest.raises(NotYours):  # who has handed the seat over while the order was on its way
            await table.hall.order(table.id, other, Asked("refuse", "", 1), by="somebody else")
        for kind, what in (("lay", companies[0]), ("bid", "nothing"), ("buy", "nothing"), ("dance", "")):
            with pytest.raises((Unreadable, Enough)):
                await table.order((game.actor + 1) % SEATS, kind, what)

    seated(tmp_path, game, work)


def test_nobody_else_sees_an_order_and_strangers_are_stopped(client: TestClient[Any]) -> None:
    visitor = Visitor(client)
    game = visitor.new_game("screen", "link")
    visitor.act(game, 0, *[msgspec.json.encode(first_of(client, game)).decode()])
    answer = visitor.post(f"/game/{game}/order", seat="0", kind="bid", what="", number="163")
    assert answer.status_code == 200
    assert visitor.post(f"/game/{game}/order", seat="0", kind="bid", what="", number="").status_code == 400
    assert "Ada bids up to £163" in visitor.get(f"/game/{game}").text
    client.cookies.clear()
    stranger = Visitor(client)
    page = stranger.get(f"/game/{game}").text
    assert "bids up to" not in page and "£163" not in page and 'id="orders"' not in page
    told = client.get(f"/api/games/{game}").text + client.get(f"/api/games/{game}/log").text
    assert "163" not in told
    assert stranger.post(f"/game/{game}/order", cancel="1").status_code == 403
    codes = [stranger.post(f"/game/{game}/order", seat="0", kind="refuse_all").status_code for _ in range(30)]
    assert set(codes) == {403}


def test_ten_thousand_orders_are_stopped(client: TestClient[Any]) -> None:
    visitor = Visitor(client)
    game = visitor.new_game("screen", "screen")
    codes = [
        visitor.post(f"/game/{game}/order", seat="0", kind="refuse", number=str(n)).status_code for n in range(1, 80)
    ]
    assert 429 in codes
    assert codes.index(429) <= 60


def first_of(client: TestClient[Any], game: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{game}/actions").json()[0]["action"]
    return found


def test_orders_from_older_versions_still_stand(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'old.db'}")
    database.migrate("0005")
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES ('a', 'Ada', 0)"))
        fields = "id, name, title, header, host, created, changed, over, stage"
        connection.execute(text(f"INSERT INTO games ({fields}) VALUES ('g', '', '18EU', '{{}}', 'a', 0, 0, false, '')"))
        connection.execute(text("INSERT INTO orders (game, seat, until, since, turn) VALUES ('g', 2, 'move', 40, 3)"))
    database.migrate()
    with database.engine.begin() as connection:
        assert read_orders(connection, "g") == (Order(2, 2, 40, PassUntil("move", 3)),)
    database.close()


@pytest.mark.parametrize("title", TITLES)
def test_orders_at_random_never_break_a_game(title: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is ordered when: each is followed or ends for a reason that can be said."""
    dice, game = Random(7), found(title, lambda game: game.ply > 150)

    async def give(table: Seated, now: Any) -> None:
        what = dice.choice(["", "round", "move", *now.title.companies, *now.title.cards])
        kind, number = dice.choice(list(MAKERS)), dice.choice([0, 50, 120, 400])
        with suppress(Unreadable, Enough):
            await table.order(dice.randrange(SEATS), kind, what, number, dice.randint(1, 3))

    async def work(table: Seated) -> None:
        bot, ends = RandomBot(3), set()
        for _ in range(60):
            now = await table.quiet()
            if now.is_over:
                break
            for _ in range(3):
                await give(table, now)
            now = await table.quiet()
            ends |= {ended for _, _, ended in await table.orders()}
            await table.take(bot.choose(now.fork()))
        assert ends <= {"", *WHY}
        assert len(ends) > 2, "some have ended"

    seated(tmp_path, game, work)
    assert "could not be followed" not in caplog.text and "failed" not in caplog.text
