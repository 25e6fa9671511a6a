"""Every position of random games can be shown, and every legal action has its control."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from stockrail.bots import RandomBot
from stockrail.core import ActionRange
from stockrail.core.chance import CHANCE
from stockrail.routes import best_run
from stockrail.rules.actions import Answer, LayTile, Pass, PlaceHome, PlaceToken, ProposeEnd, RunTrains
from stockrail.rules.agreement import AgreeToEnd
from stockrail.rules.game import RailGame
from stockrail.rules.laying import TrackStep
from stockrail.rules.running import RunDecision
from stockrail.testing import Position
from stockrail.titles import all_titles
from stockrail.web.play.live import LiveGame
from stockrail.web.play.projection import Projection
from stockrail.web.store.games import Entry, GameRow, Seat, Stage
from stockrail.web.views.choices import stepper
from stockrail.web.views.dealing import SHARES
from stockrail.web.views.inspecting import inspected
from stockrail.web.views.ledger import ledger_of, with_shares_in_play
from stockrail.web.views.panel import Chosen, Known, Panel, panel_of
from stockrail.web.views.table import table_of
from stockrail.web.views.voice import Voice, chip_colours, contrast

SAMPLE = 3  # of each kind of decision in a game


def live(game: RailGame, entries: list[Entry]) -> LiveGame:
    seats = tuple(Seat(n, "screen", name) for n, name in enumerate(game.players))
    fresh = RailGame(game.title, game.players, game.options, game.rulings, game.seed)
    projection = Projection(fresh)
    projection.replay(entries)
    return LiveGame(GameRow("x", "", game.title.name, "", "", 0, 0, False, 0, Stage(), seats), projection)


def controls(panel: Panel) -> set[str]:
    """The kinds of action that the panel offers."""
    text = msgspec.json.encode(msgspec.structs.replace(panel, shown=None), enc_hook=str).decode()
    return set(re.findall(r'\\"type\\":\\"(\w+)\\"', text))


def shown(game: RailGame, entries: list[Entry], language: str) -> None:
    """The page of a position, for all who decide; with a hex chosen where one is to be chosen."""
    table = live(game, entries)
    everybody = frozenset(range(len(game.players)))
    menu = game.legal_actions()
    places = [entry for entry in menu if isinstance(entry, LayTile | PlaceToken | PlaceHome)]
    chosen = Chosen(hex=places[-1].hex) if places else Chosen()
    context = table_of(table, everybody, chosen, None, language)
    kinds = {type(entry.action if isinstance(entry, ActionRange) else entry).__name__ for entry in menu}
    assert kinds <= controls(context["panel"]), game.decision
    voice = Voice(game, language)
    for entry in menu:
        if isinstance(entry, ActionRange) and not isinstance(entry.action, SHARES):
            last = entry.values()[-1]
            made = stepper(voice, entry)
            said = made.labels[-1:] or [made.template.replace("{n}", voice.speaker.number(last))]
            assert said == [voice.action(entry.at(last))]
    assert "<svg" in context["board"]
    table_of(table, frozenset(), Chosen(), None, language)
    if any(isinstance(entry, RunTrains) for entry in menu):
        table_of(table, everybody, Chosen(run="2-0:A1.B2"), None, language)
    for hex_ in list(game.title.board.hexes)[::23] if places else ():
        table_of(table, everybody, Chosen(hex=hex_), None, language)


@pytest.mark.parametrize("title", all_titles())
@pytest.mark.parametrize(("players", "seed", "language"), [(2, 3, "it"), (4, 1, "en")])
def test_random_games_can_be_shown(title: str, players: int, seed: int, language: str) -> None:
    names = [f"P{n}" for n in range(max(players, min(all_titles()[title].players)))]
    game = RailGame(all_titles()[title], names, seed=seed)
    bot, entries, seen = RandomBot(seed), list[Entry](), Counter[str]()
    while not game.is_over:
        kind = type(game.decision).__name__
        seen[kind] += 1
        if seen[kind] in (1, 7, 60)[:SAMPLE] and game.actor != CHANCE:  # no table waits for a draw
            shown(game, entries, language)
        action = bot.choose(game)
        game.push(action)
        entries.append(Entry(len(entries), "act", action.player, msgspec.json.encode(action).decode(), 0))
    table_of(live(game, entries), frozenset({0}), Chosen(), None, language)
    assert len(seen) > 5


def london_is_open(game: RailGame) -> bool:
    return any(isinstance(entry, PlaceToken) and entry.hex == "London" for entry in game.legal_actions())


def test_a_station_beside_the_map_is_offered_and_not_drawn_on_it() -> None:
    """1862: London's terminal is no hex; no page may fall over it, chosen or not."""
    game = played("1862", 25, london_is_open)
    acts = [(action.player, msgspec.json.encode(action).decode()) for action in game.actions]
    entries = [Entry(number, "act", player, data, 0) for number, (player, data) in enumerate(acts)]
    shown(game, entries, "en")
    for circle in ("", "London.0"):
        context = table_of(live(game, entries), frozenset({0, 1}), Chosen(circle=circle), None, "en")
        assert "London" not in context["panel"].shown.buildable
        assert "PlaceToken" in controls(context["panel"])


@pytest.mark.parametrize("title", all_titles())
def test_chips_can_be_read(title: str) -> None:
    for company in all_titles()[title].companies.values():
        fill, ink = chip_colours(company)
        assert contrast(fill, ink) >= 4.5


def played(title: str, seed: int, wanted: Callable[[RailGame], bool]) -> RailGame:
    """A game of as few random players as may be, brought to the first moment wanted."""
    game = RailGame(all_titles()[title], ["Ada", "Ben", "Cy"][: min(all_titles()[title].players)], seed=seed)
    bot = RandomBot(seed)
    while not wanted(game):
        game.push(bot.choose(game))
    return game


def panel_at(game: RailGame, known: Known | None = None) -> Panel:
    return panel_of(game, Voice(game, "en"), frozenset(range(len(game.players))), Chosen(), known)


def runs_trains(title: str) -> bool:
    game = RailGame(all_titles()[title], ["Ada", "Ben", "Cy"])
    return any(game.title.run_setting(game, company) for company in game.title.companies)


@pytest.mark.parametrize("title", [title for title in all_titles() if runs_trains(title)])
def test_a_run_that_is_not_proven_says_what_is_still_possible(title: str) -> None:
    game = played(title, 3, lambda game: isinstance(game.decision, RunDecision))
    assert isinstance(game.decision, RunDecision)
    best = best_run(game, game.decision.company)
    sure, open_ = panel_at(game), panel_at(game, Known(best=replace(best, complete=False, bound=best.total + 70)))
    assert sure.runs is not None and sure.runs.proven and "Proven best" in sure.runs.proof
    assert open_.runs is not None and not open_.runs.proven
    currency = game.title.facts["currency"]
    assert f"at most {currency.format(best.total + 70)}" in open_.runs.proof


def test_two_pullmans_at_one_stop_say_how_often_it_counts() -> None:
    """18EU on the public site; Amsterdam (40) in phase 3."""
    position = Position("18EU", preset="18xx.games").phase("3").corporation("NS", {0: 5}).token("NS", "D7")
    position.tiles(D3=("576", 0), D5=("4", 0), D7=("57", 0))
    for train in ("2-0", "P-0", "P-1"):
        position.train(train, "NS")
    runs = panel_at(position.operating("NS", "RunStep")).runs
    assert runs is not None
    assert [(row.used, row.revenue) for row in runs.routes[1:]] == [("counts twice", "£40"), ("counts 3 times", "£40")]
    assert runs.total == "£160"


def test_a_closed_train_says_the_real_reason() -> None:
    def poor(game: RailGame) -> bool:
        forced = game.title.forced_purchase(game)
        return forced is not None and forced.missing > 0

    panel = panel_at(played("1862", 9, poor))
    reasons = [row.why.sentence for row in panel.trains if row.why]
    assert reasons and all("treasury holds" in reason for reason in reasons)
    assert panel.need is not None and "must own a train" in panel.need.heading


def test_a_tile_that_must_be_laid_cannot_be_declined_at_the_panel() -> None:
    """The home hex of a company in its first turn; afterwards a second tile may follow or not."""

    def bound(game: RailGame) -> bool:
        laying = isinstance(game.decision, TrackStep)
        return laying and not any(isinstance(entry, Pass) for entry in game.legal_actions())

    game = played("1862", 3, bound)
    panel = panel_at(game)
    assert panel.decline is None and panel.lays is not None
    assert panel.prompt == "Build on the home hex"


def test_a_stepper_says_the_whole_price_at_each_number() -> None:
    def offered(game: RailGame) -> bool:
        return any(isinstance(e, ActionRange) and e.field == "warranties" for e in game.legal_actions())

    game = played("1862", 4, offered)
    rows = [row for row in panel_at(game).trains if row.stepper]
    assert {row.form for row in rows} == {"freight", "local", "express"}
    made = rows[0].stepper
    assert made is not None and made.name == "Warranties"
    price = game.title.train_types[game.phase.name].price
    assert made.labels[:2] == [f"Buy for £{price}", f"Buy for £{price + 50}"]


def test_a_company_that_was_started_stands_in_the_ledger_although_nobody_owns_it() -> None:
    """Its director's certificate lies in the pool before it has floated."""
    title = all_titles()["1862"]
    game = RailGame(title, ["Ada", "Ben"], seed=3)
    company = with_shares_in_play(game)[0]
    game.state.par[company] = 100
    ledger = ledger_of(game, Voice(game, "en"), frozenset({0}), frozenset())
    assert company in [row.id for row in ledger.rows]
    assert company not in [idle for idle, _ in ledger.idle]


def proposal(title: str, kind: str, preset: str | None = None) -> RailGame:
    """A game of random players in which somebody is asked for a consent of this kind."""
    for seed in range(40):
        rulings = all_titles()[title].resolve_rulings(preset, {})
        game, bot = RailGame(all_titles()[title], ["Ada", "Ben", "Cy"], rulings=rulings, seed=seed), RandomBot(seed)
        while not game.is_over and len(game.actions) < 1200:
            if type(game.decision).__name__ == kind:
                return game
            game.push(bot.choose(game))
    raise AssertionError(f"no random game of {title} came to {kind}")


def assert_enter_gives_nothing_away(game: RailGame) -> Panel:
    panel = panel_at(game)
    assert all(button.tone != "primary" for button in panel.buttons)
    assert panel.buttons and panel.decline is not None
    return panel


@pytest.mark.parametrize(
    ("title", "kind"), [("18EU", "TrainOffer"), ("18EU", "Consent"), ("1862", "TrainOffer"), ("1862", "MergerOffer")]
)
def test_a_proposal_is_declined_quietly_and_never_accepted_by_enter(title: str, kind: str) -> None:
    game = proposal(title, kind)
    panel = assert_enter_gives_nothing_away(game)
    assert game.actor is not None and panel.decline is not None
    assert msgspec.json.decode(panel.decline.action, type=Answer) == Answer(game.actor, False)
    assert [msgspec.json.decode(button.action, type=Answer).accept for button in panel.buttons] == [True]


@pytest.mark.parametrize("title", all_titles())
def test_enter_does_not_end_the_game(title: str) -> None:
    game = played(title, 1, lambda game: len(game.actions) >= 20)
    assert game.actor is not None
    game.push(ProposeEnd(game.actor))
    assert isinstance(game.decision, AgreeToEnd)
    assert_enter_gives_nothing_away(game)


def test_enter_does_not_give_up_a_pullman() -> None:
    assert_enter_gives_nothing_away(proposal("18EU", "DropPullman", "18xx.games"))


def test_a_player_over_a_limit_is_told_so_once() -> None:
    """Not beside every company that cannot be bought."""
    position = Position("18EU").corporation("NS", {0: 8, 1: 1}, value=82).corporation("SNCB", {1: 4}, value=75)
    game = position.stock_round(0)
    deal = panel_at(game).deal
    assert deal is not None
    assert [why.sentence for _, why in deal.closed if "over a limit" in why.sentence] == [
        "Ada is over a limit and must sell NS shares first"
    ]
    assert [row.why for row in deal.rows] == [None, None]


def test_the_inspector_names_the_owner_of_a_company_that_one_player_owns_whole() -> None:
    game = Position("18EU").owned("14", 1).corporation("NS", {0: 4}, value=82).game
    for company, role in (("14", "Owner"), ("NS", "President")):
        thing = inspected(game, Voice(game, "en"), f"company:{company}")
        assert thing is not None and role in [line.label for line in thing.what]
