"""2, 5.3.3 Laying out a game, and launching a company: par, marker, capital, home tokens."""

from __future__ import annotations

from stockrail.rules.cards import lay_out_cards
from stockrail.rules.game import pay
from stockrail.rules.prices import lift_marker, place_marker
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.setup import lay_out_certificates, lay_out_tokens, open_bank, stack_trains
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at, city_at
from stockrail.rules.tokens import REMOVED_TOKENS, cities_of, spare_of
from stockrail.rules.trains import give_train
from stockrail.titles.g1883.companies import is_coach
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.state import COOPERATIVE, SPARE_COACHES, Game1883, anchor_at


def set_up(game: Game1883) -> None:
    """Seats are as the players were given; the first has the priority."""
    open_bank(game)
    lay_out_certificates(game, lambda company: BOX if company.kind == "merger" else IPO)  # 2.3-c
    lay_out_tokens(game)
    if "strengthen_the_weak" not in game.options:
        last = max(1, game.title.companies["FMV"].tokens - 1)  # the home token is no extra one
        game.state.shelves.move(f"FMV.{last}", REMOVED_TOKENS)
    stack_trains(game)
    lay_out_cards(game)
    _lay_out_pieces(game)
    _open_cooperative(game)
    game.state.flags["sefta"] = False


def _lay_out_pieces(game: Game1883) -> None:
    """2.2.1-b, 2.3-b Support cards for all, all concessions for sale; anchors with the cards that bring them."""
    state, facts = game.state, game.title.facts
    for seat in game.order:
        state.support[seat] = facts["support"]["at_start"]
    for concession in facts["concessions"]:
        state.concession[concession["id"]] = POOL
    for card in game.title.cards.values():
        for number in range(card.powers.get("anchors", 0)):
            state.shelves.create(f"anchor.{card.id}.{number}", anchor_at(card.id))
    for number in range(facts["coaches"]["tokens"]):
        state.shelves.create(f"coach.{number}", SPARE_COACHES)


def _open_cooperative(game: Game1883) -> None:
    """8.1.1 CCFR is active from the start: a share for each player, its price, its home tokens and trains."""
    state, facts = game.state, game.title.facts
    company = facts["cooperative"]["company"]
    row, column = facts["market"]["start"][company]
    state.par[company] = game.title.grid.price((row, column))
    place_marker(game, company, (row, column))
    state.floated[company] = True
    state.flags["ccfr"] = COOPERATIVE
    state.cash.pay(BANK, company, facts["cooperative"]["treasury"])
    for seat in game.order:
        state.shelves.move(singles_of(game, IPO, company)[0], certs_at(seat, company))
    for number, home in enumerate(game.title.companies[company].homes):
        state.shelves.move(f"{company}.{number}", city_at(*home))
    for kind in facts["cooperative"]["start_trains"]:
        give_train(game, kind, company)


def launch(game: Game1883, company: str, value: int) -> None:
    """The company has a par from now on, a marker, its home tokens and the par of shares already out (A9).

    Who pays for the president's certificate, and where it goes, is the caller's business. Home tokens may complete a
    concession, so this may push a frame.
    """
    state, round_ = game.state, current_round(game)
    if company in state.cell:  # 8.1.8-e CCFR's old marker
        lift_marker(game, company)
    state.par[company] = value
    place_marker(game, company, game.title.grid.par[value])
    state.floated[company] = True
    state.launched[company] = round_.turn if isinstance(round_, StockRound) else 0  # A83
    out = sum(len(singles_of(game, seat, company)) for seat in game.order)
    if out:  # 5.3.3-d shares that players got with private companies: the bank pays for them
        pay(game, BANK, company, out * value)
        game.note("capital_comes", company=company, amount=out * value, count=out)
    if not is_coach(game, company):
        _place_home_tokens(game, company)
    settle_concessions(game)


def _place_home_tokens(game: Game1883, company: str) -> None:
    """6.5-a Free, also in a city without a tile; CCFR's are there when it is launched again."""
    for home in game.title.companies[company].homes:
        if home not in cities_of(game, company):
            game.state.shelves.move(spare_of(game, company)[0], city_at(*home))
            game.note("places_home", company=company, hex=home[0])
