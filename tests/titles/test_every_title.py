"""What every title does by itself, whichever are found: conformance, play-throughs, perft, positions put together.

No title is named here. The golden files are found by the title in them; `make golden` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import mini

from stockrail.bots import RandomBot, rare_collections
from stockrail.bots.greedy import GreedyBot
from stockrail.bots.registry import strongest_cheap
from stockrail.core import Action
from stockrail.routes import Effort, good_run, kernel
from stockrail.routes.together import kernel as together_kernel
from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.game import RailGame, begin
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.state import BOX, certs_at
from stockrail.rules.title import RailTitle
from stockrail.testing import Position, check_games, check_outlook, check_title, golden_files, today
from stockrail.titles import add, all_titles, remove

TITLES = [*all_titles().values(), mini.TITLE]
ALWAYS_TESTED = (
    "standing", "duties", "income_share", "price_after", "price_at_close", "rounds_left", "lifetime", "trains_coming"
)  # fmt: skip
FOLDERS = [Path(__file__).parents[1] / "playthroughs", Path(__file__).parents[1] / "perft"]


@pytest.fixture(autouse=True)
def with_mini() -> Iterator[None]:
    """The miniature title among the others, as if somebody had brought it."""
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


def every(title: RailTitle) -> str:
    return title.name


# -- play -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "players"),
    [
        pytest.param(title, count, id=f"{title.name}-{count}")
        for title in TITLES
        for count in sorted({min(title.players), max(title.players)})
    ],
)
def test_a_title_conforms_with_fewest_and_most_players(title: RailTitle, players: int) -> None:
    assert check_title(title.name, players=[players], bots=["random"]) > 50


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_a_title_conforms_when_a_better_bot_plays(title: RailTitle) -> None:
    """It comes further into the game: to other decisions, to other prices."""
    strong = strongest_cheap().name
    (game,) = check_games(title.name, players=[title.players[1]], bots=[strong])
    assert game.bot == strong and game.actions > 50


@pytest.mark.parametrize(
    ("title", "preset"),
    [pytest.param(title, name, id=f"{title.name}-{name}") for title in TITLES for name in title.presets],
)
def test_a_title_conforms_with_every_preset(title: RailTitle, preset: str) -> None:
    assert check_title(title.name, players=[title.players[1]], preset=preset, bots=["random"]) > 50


@pytest.mark.parametrize(
    ("title", "players", "preset"),
    [
        *(
            pytest.param(t, count, None, id=f"{t.name}-{count}")
            for t in TITLES
            for count in (t.players[1], t.players[-1])
        ),
        *(pytest.param(t, t.players[1], name, id=f"{t.name}-{name}") for t in TITLES for name in t.presets),
    ],
)
def test_the_outlook_of_a_title_agrees_with_play(title: RailTitle, players: int, preset: str | None) -> None:
    tested = check_outlook(title.name, seed=1, players=[players], preset=preset)
    assert all(tested[promise] for promise in ALWAYS_TESTED), tested


# -- golden files -----------------------------------------------------------------------------------------------------

with_files = pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.name) for folder in FOLDERS for path in sorted(folder.glob("*.t*"))]
)


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_a_title_has_a_play_through_and_perft_positions(title: RailTitle) -> None:
    for folder in FOLDERS:
        assert golden_files(folder, title.name), f"python -m stockrail.testing new {title.name} {folder.name}"


@with_files
def test_a_game_is_played_as_its_file_tells(path: Path) -> None:
    assert today(path) == path.read_text(encoding="utf-8"), "if that is meant to be: make golden"


def without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (kernel, together_kernel):
        monkeypatch.setattr(module, "AVAILABLE", False)
    for title in TITLES:
        title.board.memo.clear()
        monkeypatch.setattr(title.board, "_tracks", {})  # what they remember was found by the kernel


@with_files
def test_a_game_is_played_as_its_file_tells_without_the_kernel(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_the_kernel(monkeypatch)
    assert today(path) == path.read_text(encoding="utf-8")


def looks_ahead(game: RailGame, bot: RandomBot) -> Action:
    """A random action; but where track is laid, the tile with which the company would earn most."""
    chosen = bot.choose(game)
    if not isinstance(chosen, LayTile) or game.title.run_setting(game, chosen.company) is None:
        return chosen
    lays = [lay for lay in game.legal_actions() if isinstance(lay, LayTile)]
    return max(lays[:8], key=lambda lay: earns_after(game, lay))


def earns_after(game: RailGame, lay: LayTile) -> int:
    game.push(lay)
    found = good_run(game, lay.company, Effort.BOT)
    game.pop()
    return found.total


def first_actions(title: RailTitle) -> list[Action]:
    game, bot = begin(title, ["Ada", "Ben", "Cy"], seed=5), RandomBot(5)
    while not game.is_over and game.ply < 350:
        game.push(looks_ahead(game, bot))
    return game.actions


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_bots_play_the_same_game_without_the_kernel(title: RailTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they look up and what the menu proposes: which of the runs that earn the same, too."""
    played = first_actions(title)
    without_the_kernel(monkeypatch)
    assert first_actions(title) == played


MANY = 250  # actions


def greedy_game(title: RailTitle) -> list[Action]:
    """A game of the fewest players that it can have, well into its operating rounds."""
    game, bot = begin(title, ["Ada", "Ben", "Cy"][: min(title.players)], seed=3), GreedyBot(3)
    with rare_collections():
        while not game.is_over and game.ply < MANY:
            game.push(bot.choose(game))
    return game.actions


@pytest.mark.parametrize("title", all_titles().values(), ids=every)
def test_greedy_bots_play_the_same_game_without_the_kernel(title: RailTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their choices hang on what every tile, token and train would earn, by searches that may be cut short."""
    played = greedy_game(title)
    without_the_kernel(monkeypatch)
    assert greedy_game(title) == played


def test_a_play_through_can_be_read_in_a_review() -> None:
    assert all(path.stat().st_size < 150_000 for path in FOLDERS[0].glob("*"))


# -- positions --------------------------------------------------------------------------------------------------------


def in_play(position: Position, company: str) -> Position:
    """The company owned or started, with money."""
    title = position.game.title
    if company in title.started(position.game):  # from the beginning
        return position.cash(company, 500)
    single = len(title.companies[company].certificates) == 1
    return position.owned(company, 0, cash=500) if single else position.corporation(company, {0: 6}, cash=500)


def one_of_each_kind(position: Position) -> list[str]:
    """A company of each kind that is in the game."""
    found: dict[str, str] = {}
    for company in position.game.title.companies.values():
        if not position.state.shelves.on(certs_at(BOX, company.id)):
            found.setdefault(company.kind, company.id)
    return list(found.values())


def play_on(game: RailGame, actions: int = 40) -> None:
    bot = RandomBot(1)
    assert game.title.audit(game) == []
    for _ in range(actions):
        if game.is_over:
            return
        game.push(bot.choose(game))
        assert game.title.audit(game) == []


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_a_position_can_wait_at_every_step_of_every_kind_of_company(title: RailTitle) -> None:
    for company in one_of_each_kind(Position(title.name)):
        steps = title.operating_steps(in_play(Position(title.name), company).game, company)
        for number, step in enumerate(steps):
            game = in_play(Position(title.name), company).operating(company, number)
            assert game.decision is not None, step
            play_on(game)


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_a_played_game_can_be_taken_to_any_step(title: RailTitle) -> None:
    game, bot = RailGame(title, ["Ada", "Ben", "Cy"], seed=3), RandomBot(3)
    while len(title.operating_order(game)) < 3 or game.ply < 60:
        game.push(bot.choose(game))
    for company in title.operating_order(game)[:3]:
        for number in range(len(title.operating_steps(game, company))):
            play_on(Position.of(game).operating(company, number))


@pytest.mark.parametrize("title", TITLES, ids=every)
def test_a_stock_round_in_which_all_pass_leads_on(title: RailTitle) -> None:
    position = Position(title.name)
    for company in one_of_each_kind(position):
        in_play(position, company)
    game, bot = position.stock_round(0), RandomBot(1)
    while isinstance(current_round(game), StockRound):
        assert game.ply < 60
        game.push(pass_of(game) or bot.choose(game))
    play_on(game)


def pass_of(game: RailGame) -> Pass | None:
    """None for a player who must sell or buy something first."""
    return next((action for action in game.legal_actions() if isinstance(action, Pass)), None)
