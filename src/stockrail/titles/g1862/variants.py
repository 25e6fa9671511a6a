"""11 The variants: fewer kinds of train, shorter games, a version for newcomers, eight stations."""

from __future__ import annotations

from stockrail.core import Option
from stockrail.titles.g1862.state import FORMS, Game1862

OPTIONS = (
    Option("short_length", "fewer trains: a short game"),
    Option("long_length", "more trains: a long game"),
    Option("eight_tokens", "eight stations per company instead of seven (11.4)"),
    Option("no_extra_companies", "seven or eight players without extra companies (2.4.2)"),
    Option("simple_express", "express trains only, no permits (11.1)"),
    Option("simple_freight", "freight trains only, no permits (11.1)"),
    Option("advanced_freight", "freight and local trains only (11.1)"),
    Option("advanced_express", "express and local trains only (11.1)"),
    Option("shorter", "D trains are permanent; the first E train triggers the LNER (11.2)"),
    Option(
        "novices", "companies start only in parliament; no buybacks, bought warranties or topped-up dividends (11.3)"
    ),
)

SIMPLE = {"simple_express": "express", "simple_freight": "freight"}
ADVANCED = {"advanced_freight": ("freight", "local"), "advanced_express": ("local", "express")}


def simple_form(game: Game1862) -> str | None:
    """11.1-a The one form of train of a simple game."""
    return next((form for option, form in SIMPLE.items() if option in game.options), None)


def forms(game: Game1862) -> tuple[str, ...]:
    """The forms in which trains can be bought."""
    single = simple_form(game)
    if single is not None:
        return (single,)
    return next((some for option, some in ADVANCED.items() if option in game.options), FORMS)


def advanced(game: Game1862) -> str | None:
    return next((option for option in ADVANCED if option in game.options), None)


def novices(game: Game1862) -> bool:
    """11.3-a"""
    return "novices" in game.options


def shorter(game: Game1862) -> bool:
    """11.2"""
    return "shorter" in game.options


def length(game: Game1862) -> str:
    """2.4.3, 11.2-a"""
    if "short_length" in game.options or (shorter(game) and len(game.players) < 5):
        return "short"
    return "long" if "long_length" in game.options else "standard"


def lner_train(game: Game1862) -> str:
    """10.3-a, 11.2-b The kind of train whose first one brings the LNER."""
    return "E" if shorter(game) else "H"


def is_permanent(game: Game1862, letter: str) -> bool:
    """Trains that never become obsolete; 11.2-b: D trains too in a shorter game."""
    if letter == "D":
        return shorter(game)
    return game.title.train_types[letter].rusts_on is None
