"""Titles and new games: what can be played, and starting it as ordered."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stockrail.cli.facts import read_facts
from stockrail.cli.numbers import DIGITS, whole
from stockrail.cli.problems import Failure, usage
from stockrail.cli.screen import Cell, Column, Content, Screen
from stockrail.rules.game import RailGame, begin
from stockrail.rules.overlay import overlaid
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.titles import title as find_title

SEEDS = 2**31
DRAWN, GIVEN = "drawn", "given"


@dataclass(frozen=True)
class Order:
    """The game that somebody asks for."""

    title: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    preset: str | None = None
    rulings: tuple[str, ...] = ()
    seed: int | None = None
    seats: str = DRAWN
    facts: Path | None = None
    real_dice: bool = False


def start(order: Order) -> RailGame:
    """The game of an order."""
    title = overlaid(find_title(order.title), read_facts(order.facts) if order.facts else {})
    return begin(
        title,
        checked_names(title, order.players),
        seed=secrets.randbelow(SEEDS) if order.seed is None else order.seed,
        draw_seats=order.seats == DRAWN,
        options=split(order.options),
        preset=order.preset,
        rulings=read_rulings(order.rulings),
        real_dice=order.real_dice,
    )


def split(words: Sequence[str]) -> list[str]:
    """Words that may have been given one by one or with commas between them."""
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


def checked_names(title: RailTitle, words: Sequence[str]) -> list[str]:
    """The players' names: a number stands for that many players without names."""
    names = split(words)
    if len(names) == 1 and names[0].isdecimal():
        return numbered(title, names[0])
    check_count(title, len(names))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise usage(f"two players are named {twice[0]}")
    return names


def numbered(title: RailTitle, word: str, others: int = 0) -> list[str]:
    """As many players without names as a word says, beside some others."""
    count = whole(word)
    if count is None or count + others not in title.players:
        raise wrong_count(title, str(word if count is None else count + others))
    return [f"Player {number}" for number in range(1, count + 1)]


def check_count(title: RailTitle, count: int) -> None:
    if count not in title.players:
        raise wrong_count(title, str(count))


def wrong_count(title: RailTitle, count: str) -> Failure:
    shown = count if len(count) <= DIGITS else f"{count[:DIGITS]}…"
    return usage(f"{title.name} is for {span(title.players)} players, not {shown}")


def span(numbers: range) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def read_rulings(words: Sequence[str]) -> dict[str, str]:
    """Rulings given one by one, as NAME=ANSWER."""
    return dict(_answer(text) for text in words)


def _answer(text: str) -> tuple[str, str]:
    name, equals, answer = text.partition("=")
    if not equals:
        raise usage(f"a ruling must be NAME=ANSWER, not {text!r}")
    return name.strip(), answer.strip()


def refuse_to_overwrite(path: Path, force: bool) -> None:
    if path.exists() and not force:
        raise usage(f"{path} exists; --force overwrites it")


def new_save(order: Order, path: Path, force: bool) -> int:
    """The command `new`."""
    game = start(order)
    refuse_to_overwrite(path, force)
    game.save(path)
    screen = Screen()
    screen.line(f"{path}: {game.title.name} for {', '.join(game.players)}, seed {game.seed}")
    screen.line(f"Play it with: stockrail play {path}")
    return 0


# -- the command `titles` -----------------------------------------------------------------------------------------


def show_titles(name: str | None, as_json: bool) -> int:
    found = list(all_titles().values()) if name is None else [find_title(name)]
    screen = Screen()
    if as_json:
        screen.json([_facts(title) for title in found])
    elif name is None:
        _list_titles(screen, found)
    else:
        _describe(screen, found[0])
    return 0


def _facts(title: RailTitle) -> dict[str, Any]:
    return {
        "title": title.name,
        "players": list(title.players),
        "options": {option.name: option.text for option in title.options},
        "presets": {name: dict(answers) for name, answers in title.presets.items()},
        "rulings": [
            {"id": r.id, "name": r.name, "question": r.question, "answers": dict(r.answers)} for r in title.rulings
        ],
        "reconstructed": [{"why": each.why, "paths": list(each.paths)} for each in title.reconstructed],
    }


def _list_titles(screen: Screen, titles: Sequence[RailTitle]) -> None:
    rows: list[list[Content]] = [
        [
            Cell(title.name, "bold"),
            span(title.players),
            ", ".join(option.name for option in title.options),
            ", ".join(title.presets),
            len(title.rulings),
        ]
        for title in titles
    ]
    columns = [Column("Title"), Column("Players"), Column("Options"), Column("Presets"), Column("Rulings", right=True)]
    screen.table(columns, rows)
    screen.line()
    screen.line("Details: stockrail titles TITLE. Play: stockrail play --title TITLE", "dim")


def _describe(screen: Screen, title: RailTitle) -> None:
    screen.heading(f"{title.name}, {span(title.players)} players")
    if title.options:
        screen.line()
        screen.heading("Options (--option NAME)")
        screen.table([Column("Name"), Column("Meaning")], [[o.name, o.text] for o in title.options])
    if title.reconstructed:
        screen.line()
        screen.heading("Reconstructed: no source gives these values")
        for each in title.reconstructed:
            screen.line(each.why)
            screen.line(f"  {', '.join(each.paths)}", "dim")
        screen.line(f"Whoever owns the printed game can correct them: stockrail facts {title.name}")
    if title.rulings:
        screen.line()
        presets = f", or --preset {' or '.join(title.presets)}" if title.presets else ""
        screen.heading(f"Rulings (--ruling NAME=ANSWER{presets})")
        screen.line("The first answer is the default.")
        for ruling in title.rulings:
            screen.line()
            screen.parts(Cell(ruling.name, "bold"), f"  {ruling.question}  ({ruling.id})")
            screen.table([Column(""), Column(""), Column("")], list(_answers(title, ruling.name)))


def _answers(title: RailTitle, name: str) -> Iterator[list[str]]:
    ruling = next(r for r in title.rulings if r.name == name)
    for answer, text in ruling.answers.items():
        users = [preset for preset, answers in title.presets.items() if answers.get(name) == answer]
        yield [f"  {answer}", text, ", ".join(users)]
