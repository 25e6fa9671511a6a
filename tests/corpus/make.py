"""Makes a corpus with the program as it is: `python -m tests.corpus.make FOLDER`. An old one is never made anew."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.corpus.databases import make_databases
from tests.corpus.telling import told
from tests.files.site_writer import SiteWriter
from tests.files.test_written_logs import WILD

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.files.public_log import load_log
from stockrail.rules.game import RailGame

NAMES = ["Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]
SITE = "18xx.games"
FINISHED = 10**6

# Name, title, number of players, seed, actions, options, preset.
PLAYED: list[tuple[str, str, int, int, int, tuple[str, ...], str | None]] = [
    ("18EU-finished-2", "18EU", 2, 11, FINISHED, (), None),
    ("18EU-finished-4", "18EU", 4, 12, FINISHED, (), None),
    ("18EU-sale-6", "18EU", 6, 13, 9, (), None),
    ("18EU-early-3", "18EU", 3, 14, 160, (), None),
    ("18EU-middle-5", "18EU", 5, 15, 420, (), None),
    ("18EU-site-finished", "18EU", 3, 16, FINISHED, (), SITE),
    ("18EU-site-middle", "18EU", 4, 17, 350, (), SITE),
    ("18EU-extra-three", "18EU", 4, 18, 300, ("extra_three_train",), None),
    (
        "18EU-all-extras",
        "18EU",
        3,
        19,
        500,
        ("extra_three_train", "second_extra_three_train", "extra_four_train"),
        None,
    ),
    ("1862-finished-2", "1862", 2, 21, FINISHED, (), None),
    ("1862-finished-5", "1862", 5, 22, FINISHED, (), None),
    ("1862-parliament-8", "1862", 8, 23, 12, (), None),
    ("1862-early-3", "1862", 3, 24, 120, (), None),
    ("1862-middle-4", "1862", 4, 25, 500, (), None),
    ("1862-site-finished", "1862", 3, 26, FINISHED, (), SITE),
    ("1862-site-middle", "1862", 6, 27, 350, (), SITE),
    ("1862-short", "1862", 3, 28, FINISHED, ("short_length",), None),
    ("1862-long-eight-tokens", "1862", 4, 29, 600, ("long_length", "eight_tokens"), None),
    ("1862-no-extra-companies", "1862", 7, 30, 300, ("no_extra_companies",), None),
    ("1862-simple-express", "1862", 4, 31, 400, ("simple_express",), None),
    ("1862-simple-freight", "1862", 4, 32, 400, ("simple_freight",), None),
    ("1862-advanced-freight", "1862", 4, 33, 400, ("advanced_freight",), None),
    ("1862-advanced-express", "1862", 4, 34, 400, ("advanced_express",), None),
    ("1862-shorter", "1862", 5, 35, 500, ("shorter",), None),
    ("1862-novices", "1862", 3, 36, 400, ("novices", "simple_express"), None),
]


def played() -> Iterator[tuple[str, RailGame]]:
    for name, title, players, seed, actions, options, preset in PLAYED:
        game = stockrail.new(title, NAMES[:players], seed=seed, options=options, preset=preset)
        _play(game, RandomBot(seed), actions)
        yield name, game
    yield from wild()
    setup = stockrail.new("1862", NAMES[:4], seed=5)
    given = stockrail.new("1862", NAMES[:4], seed=6, setup=setup.title.drawn(setup))
    _play(given, RandomBot(6), 80)
    yield "1862-given-setup", given


def wild() -> Iterator[tuple[str, RailGame]]:
    """Players who merge, sell and neglect their companies; and every ruling's last answer."""
    for players, seed in ((2, 51), (3, 52), (5, 53), (8, 54)):
        game = stockrail.new("1862", NAMES[:players], seed=seed)
        _play(game, RandomBot(seed, WILD), FINISHED)
        yield f"1862-wild-{players}", game
    for name, seed in (("18EU", 55), ("1862", 56)):
        fresh = stockrail.new(name, NAMES[:3])
        rulings = {ruling.name: list(ruling.answers)[-1] for ruling in fresh.title.rulings}
        game = stockrail.new(name, NAMES[:3], seed=seed, rulings=rulings)
        _play(game, RandomBot(seed), FINISHED)
        yield f"{name}-other-rulings", game


def imported() -> Iterator[tuple[str, RailGame]]:
    """Logs of the public site: one of our own writing, and an opening."""
    writer = SiteWriter(3, 1)
    writer.play(RandomBot(1, WILD), 600)
    yield "1862-imported", load_log(writer.log())
    yield "18EU-imported", load_log(_opening())


def _opening() -> dict[str, Any]:
    """Six minors sold, as the public site writes it."""
    actions: list[dict[str, Any]] = []
    for minor in range(1, 7):
        order = [(minor - 1 + n) % 3 for n in range(3)]
        bid: dict[str, Any] = {"type": "bid", "minor": str(minor), "price": 100}
        for player, entry in zip(order, (bid, {"type": "pass"}, {"type": "pass"}), strict=True):
            actions.append({"id": len(actions) + 1, "entity": 10 + player, "entity_type": "player", **entry})
    players = [{"id": 10 + n, "name": NAMES[n]} for n in range(3)]
    return {"id": 1, "title": "18EU", "players": players, "settings": {"seed": 1}, "actions": actions}


def _play(game: RailGame, bot: RandomBot, actions: int) -> None:
    while not game.is_over and len(game.actions) < actions:
        game.push(bot.choose(game))


def make(folder: Path) -> None:
    if folder.exists():
        raise SystemExit(f"{folder} exists; a corpus is never made anew")
    (folder / "saves").mkdir(parents=True)
    for name, game in [*played(), *imported()]:
        save = gzip.compress(dump(game), mtime=0)
        (folder / "saves" / f"{name}.json.gz").write_bytes(save)
        (folder / "saves" / f"{name}.told.json.gz").write_bytes(gzip.compress(json.dumps(told(game)).encode(), mtime=0))
        print(f"{name}: {len(game.actions)} actions, {len(save)} bytes, {game.result().reason or 'goes on'}")
    make_databases(folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
