"""What 1883 lays beside its board, as page and terminal show it: cards, concessions, debts, pieces to choose from."""

from __future__ import annotations

import io
from typing import Any

from tests.titles.g1883.eventful import Scene
from tests.titles.g1883.lying import TITLE

import stockrail
from stockrail.cli.screen import Screen
from stockrail.cli.sheets import show_sheets
from stockrail.cli.summary import holdings, show_bank, show_companies
from stockrail.rules.cards import give_card
from stockrail.rules.game import RailGame
from stockrail.titles.g1883.debts import Debt
from stockrail.titles.g1883.raids import LowerChoice
from stockrail.web.views.panel import Chosen, Panel, panel_of
from stockrail.web.views.sheets import sheet_of
from stockrail.web.views.stage import stage_of
from stockrail.web.views.voice import Voice

FLOODING, STRIKE, GOLD = 2, 3, 17


def panel(game: RailGame, *mine: int) -> Panel:
    return panel_of(game, Voice(game, "en"), frozenset(mine or (0, 1, 2)), Chosen())


def told(game: RailGame, *mine: int) -> list[tuple[str, list[str]]]:
    """The cards on the panel: their names and what they say."""
    return [
        (card.name.striptags(), [str(note.striptags()) for note in card.notes]) for card in panel(game, *mine).cards
    ]


def opens_with(game: RailGame) -> str:
    return stage_of(game, Voice(game, "en"), panel(game).shown, stock=False).default


# -- private companies --------------------------------------------------------------------------------------------


def test_the_page_opens_with_the_private_companies_as_long_as_they_are_sold() -> None:
    game = stockrail.new("1883", ["Ada", "Ben", "Cy"], seed=1)
    assert opens_with(game) == "privates"
    assert opens_with(Scene().railway("SV", 0).operating("SV", "LayTrack")) == "map"


def test_what_is_in_the_auction_is_on_the_panel() -> None:
    game = stockrail.new("1883", ["Ada", "Ben", "Cy"], seed=1)
    assert panel(game).auction is None
    for menu_line in ("FRV", "FRV"):
        bid = next(
            entry for entry in game.legal_actions() if getattr(getattr(entry, "action", None), "item", "") == menu_line
        )
        game.push(bid)
    game.push(game.legal_actions()[0])  # the cheapest is bought, so the next one is auctioned
    auction = panel(game).auction
    assert auction is not None and auction.name == "Ferrovia Reggio-Ventoso"
    assert auction.told[0].striptags() == "Costs L. 40, pays L. 10 each operating round"


# -- event cards --------------------------------------------------------------------------------------------------


def test_the_card_of_the_round_lies_on_the_panel_until_the_first_company_has_laid_track() -> None:
    scene = Scene().railway("FSF", 0).railway("SV", 1)
    game = scene.event(FLOODING)
    assert told(game) == [("Flooding", ["No tiles are laid or upgraded on F hexes in this round"])]
    assert told(game, 1) == told(game)  # it is for whoever looks on, too
    company = game.decision.company
    while game.decision.company == company and type(game.decision).__name__ in ("Prepare", "LayTrack"):
        game.push(stockrail.actions.Pass(game.actor))
    assert told(game) == []
    sheet = sheet_of(game, Voice(game, "en"), "events")
    assert sheet is not None and [str(sheet.rows[0].name), sheet.rows[0].now] == ["Flooding", False]


def test_a_card_says_what_it_does_with_the_numbers_of_the_facts() -> None:
    game = Scene(era=2).cards(3, 0, 0).event(GOLD)
    assert told(game) == [
        ("Gold to Homeland", ["Every player loses 10% of their cash, unless they hand in 3 support cards"])
    ]
    assert "lose a tenth of your cash" in panel(game).matter


def test_every_card_says_what_it_does() -> None:
    for card in TITLE.facts["events"]:
        game = Scene(era=card["era"]).begin()
        sheet = sheet_of(game, Voice(game, "en"), "events")
        assert sheet is not None
        row = next(row for row in sheet.rows if row.id == card["id"])
        assert row.notes and row.notes[0], card["id"]


def test_handing_in_a_card_is_not_told_as_a_consequence_of_itself() -> None:
    scene = Scene().railway("SV", 0).cards(2, 0, 0)
    game = scene.event(STRIKE)
    button = next(button for button in panel(game).buttons if button.label == "Hand in 1 support card")
    assert not any("hands in" in note for note in button.notes)


# -- money, tiles, concessions ------------------------------------------------------------------------------------


def test_who_sells_shares_for_a_debt_is_told_how_much_it_is() -> None:
    scene = Scene().railway("SV", 0).railway("FBV", 1)
    scene.corporation("FMV", {0: 3, 1: 2}, 100)
    owed = scene.state.cash[0] + 40
    game = scene._wait(Debt(0, owed))
    assert f"sell shares to pay L. {owed}" in panel(game).matter.striptags()


def test_lower_tiles_are_chosen_by_their_pictures() -> None:
    scene = Scene(era=2)
    scene.state.laid["33"] = ("141", 0)
    game = scene._wait(LowerChoice(0, "33"))
    circles = panel(game).circles
    assert circles is not None and circles.kind == "tile" and len(circles.circles) > 1
    assert all("<svg" in choice.picture and choice.name.startswith("tile ") for choice in circles.circles)


def test_what_the_question_offers_is_not_offered_again_at_any_time() -> None:
    scene = Scene(era=2).railway("SV", 0)
    give_card(scene.game, "TMM", 0)
    found = panel(scene.operating("SV", "Prepare"))
    [thing] = found.things
    assert thing.name.striptags() == "Tramvia Modena-Maranello"
    assert [do.stepper.title for do in thing.todo if do.stepper] == ["Buy Tramvia Modena-Maranello for L. 40 to L. 160"]
    assert not found.extras and not found.extra_things


def test_a_company_sells_from_the_initial_offering() -> None:
    game: Any = Scene().railway("FBV", 0).operating("FBV", "IssueStep", alone=True)
    deal = panel(game).deal
    assert deal is not None and [(row.verb, row.held) for row in deal.rows] == [
        ("Sell from the initial offering", "80%")
    ]


# -- at a terminal ------------------------------------------------------------------------------------------------


def printed(show: Any, game: RailGame) -> str:
    out = io.StringIO()
    screen = Screen(out)
    screen.console.width = 300
    show(screen, game)
    return out.getvalue()


def test_the_terminal_lists_what_lies_beside_the_board() -> None:
    scene = Scene().railway("SV", 0)
    scene.state.concession["2"] = "SV"
    scene.state.clock["2"] = 1
    text = printed(show_sheets, scene.event(FLOODING))
    assert "Concession 2, SV, 1 of 4" in text and "Ferrara – Bondeno – Suzzara – Parma" in text
    assert "Flooding, now" in text


def test_the_terminal_says_what_is_in_force_and_who_holds_support_cards() -> None:
    game = Scene().railway("SV", 0).cards(2, 0, 1).event(FLOODING)
    assert "support cards 2" in holdings(game, 0)
    assert "In force: Flooding" in printed(show_bank, game)
    assert "IPO" in printed(show_companies, game)
